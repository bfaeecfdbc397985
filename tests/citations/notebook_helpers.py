"""Own sources and notebooks to try things on."""

from __future__ import annotations

import functools
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine

from citations.notebook import Notebook
from citations.notebook.schema import SHIPPED, Migrations
from citations.notebook.tables import APPLICATION
from citations.records import OWN, Source, Text


def own_source(key: str, **changes: Any) -> Source:
    """A source with nothing but a name, a title and a date."""
    fields: dict[str, Any] = {
        "key": key,
        "number": 0,
        "ring": OWN,
        "name": Text(key),
        "title": f"On {key}",
        "authors": ("Ada Lovelace",),
        "et_al": False,
        "year": 2024,
        "date": "2024-05",
        "venue": "",
        "kind": "paper",
        "arxiv": "",
        "doi": "",
        "url": "",
        "code": "",
        "checked": False,
        "bottleneck": Text(""),
        "mechanism": Text(""),
        "caveat": Text(""),
        "formula": "",
        "primary_ledger": "",
        "effects": (),
        "claims": (),
        "notes": (),
    }
    return Source(**{**fields, **changes})


def remembering_engines() -> Callable[..., Engine]:
    """In place of `create_engine`: engines that share compiled statements, as one would that has run for a while."""
    compiled: dict[object, object] = {}
    return functools.partial(create_engine, execution_options={"compiled_cache": compiled})


def write(path: Path, **notes: str) -> None:
    with Notebook(path) as notebook:
        for key, note in notes.items():
            notebook.set_note(key, note)


def write_first_version(path: Path, **notes: str) -> None:
    """A notebook as the first release made it: without Alembic, with notes and reading status only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(
            "CREATE TABLE readings (source_key TEXT NOT NULL PRIMARY KEY, status TEXT NOT NULL DEFAULT 'unread',"
            " note TEXT NOT NULL DEFAULT '', changed TEXT NOT NULL)"
        )
        rows = [(key, "read", note, "2026-01-01T00:00:00.000+00:00") for key, note in notes.items()]
        connection.executemany("INSERT INTO readings VALUES (?, ?, ?, ?)", rows)
        connection.execute("PRAGMA user_version = 1")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")


def with_another(folder: Path, *statements: str) -> Migrations:
    """The shipped migrations and one more that runs `statements`, in a folder of their own."""
    shutil.copytree(SHIPPED.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    version = SHIPPED.version + 1
    script = f"from alembic import op\nrevision, down_revision = '{version:04}', '{SHIPPED.version:04}'\n"
    script += "def upgrade():\n" + "".join(f"    op.execute({statement!r})\n" for statement in statements)
    (folder / "versions" / "another.py").write_text(script, encoding="utf-8")
    return Migrations(folder, version)
