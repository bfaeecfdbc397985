"""Builds the library from the catalogue: `python3 -m citations.build [-o FILE]`."""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, create_engine, text
from sqlalchemy.orm import Session

import assets
from citations.catalogue import Entry, digest_of, read_catalogue
from citations.checks import check_catalogue
from citations.errors import CatalogueError
from citations.mapping import edge_rows, rows_of
from citations.models import Base, LibraryFact, create_search
from citations.models.base import SCHEMA

ASSETS = Path(assets.__file__).parent


@dataclass(frozen=True)
class Counts:
    """What a library holds."""

    canon: int
    neighbours: int
    edges: int
    claims: int

    def __str__(self) -> str:
        return f"{self.canon} sources, {self.neighbours} neighbours, {self.edges} edges, {self.claims} claims"


def build(catalogue: Path = ASSETS / "catalogue", target: Path = ASSETS / "library.sqlite") -> Counts:
    """Checks the catalogue and writes the library, replacing `target` only when it is complete.

    The same catalogue gives the same bytes. Raises CatalogueError naming file and field, and OSError.
    """
    entries = read_catalogue(catalogue)
    check_catalogue(entries)
    entries.sort(key=lambda entry: entry.source.order)
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        temporary.unlink(missing_ok=True)
        _write(temporary, entries, digest_of(catalogue))
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
    return _count(entries)


def _write(path: Path, entries: Sequence[Entry], digest: str) -> None:
    sources = [entry.source for entry in entries]
    engine = _engine(path)
    Base.metadata.create_all(engine)
    with Session(engine) as session, session.begin():
        session.add_all(rows_of(sources))
        session.flush()
        session.add_all(edge_rows(edge for entry in entries for edge in entry.edges))
        session.add(LibraryFact(name="catalogue", value=digest))
        create_search(session.connection(), sources)
    with engine.connect() as connection:
        raw = connection.execution_options(isolation_level="AUTOCOMMIT")
        raw.execute(text("INSERT INTO search (search) VALUES ('optimize')"))
        raw.execute(text(f"PRAGMA user_version = {SCHEMA}"))
        raw.execute(text("ANALYZE"))
        raw.execute(text("VACUUM"))
    engine.dispose()


def _engine(path: Path) -> Engine:
    """A rollback journal, not WAL: the file is opened from folders in which nothing can be written."""

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    return create_engine("sqlite://", creator=connect)


def _count(entries: Sequence[Entry]) -> Counts:
    canon = sum(entry.source.ring == 1 for entry in entries)
    return Counts(
        canon=canon,
        neighbours=len(entries) - canon,
        edges=sum(len(entry.edges) for entry in entries),
        claims=sum(len(entry.source.claims) for entry in entries),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="citations.build", description="Check the catalogue and build the library.")
    parser.add_argument("-o", "--output", type=Path, default=ASSETS / "library.sqlite", metavar="FILE")
    options = parser.parse_args(arguments)
    try:
        counts = build(target=options.output)
    except (CatalogueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{counts} -> {options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
