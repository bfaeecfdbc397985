"""Entries for small catalogues, and a way to run without rights."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from citations.catalogue import read_catalogue
from citations.checks import check_catalogue

NOBODY = 65534

WriteEntry = Callable[..., Path]


def entry(key: str, /, **changes: Any) -> dict[str, Any]:
    """The smallest sound entry of a neighbour; a change to None takes a field away."""
    fields: dict[str, Any] = {
        "key": key,
        "ring": 2,
        "name": key.upper(),
        "title": f"On {key}",
        "authors": ["Ada Lovelace"],
        "year": 2020,
        "date": "2020-05-01",
        "kind": "paper",
        "checked": True,
        "bottleneck": "b",
        "mechanism": "m",
        "caveat": "c",
        "zh": {"name": "名", "bottleneck": "瓶颈", "mechanism": "机制", "caveat": "注意"},
        "family": "attention",
        "primary_ledger": "state",
        "ledgers": {"state": {"effect": "saves", "why": "less"}},
        "demo": "d",
        "seen": [{"at": "https://example.org/a"}],
    }
    fields.update(changes)
    return {name: value for name, value in fields.items() if value is not None}


def edge(to: str) -> dict[str, Any]:
    """An edge to an earlier source, as a file has it."""
    return {"to": to, "relation": "uses", "basis": "cites", "checked": True, "why": "w"}


def check(catalogue: Path) -> None:
    """Read a catalogue and look at how it fits together."""
    check_catalogue(read_catalogue(catalogue))


# Imports happen before, because the interpreter itself may lie in a folder of root.
_GIVE_UP_RIGHTS = f"""
import os
if os.getuid() == 0:
    os.setgroups([])
    os.setgid({NOBODY})
    os.setuid({NOBODY})
"""


def run_unprivileged(prepare: str, code: str, *arguments: Path) -> str:
    """What `code` prints when it cannot write where it must not: root may write anywhere, so it becomes nobody."""
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-B", "-c", prepare + _GIVE_UP_RIGHTS + code, *map(str, arguments)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
