"""Which engine this is: machines whose engines differ must not share a sweep, nor a journal."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import numpy as np

PARTS = ("engine/**/*.py", "assets/*.py", "assets/cards/**/*.toml", "assets/workloads/**/*")
APART = ("engine", "labs")  # they ask for runs and have no part in them


@cache
def fingerprint() -> str:
    """A digest of the engine's code and cards and of numpy's version: equal ones give equal figures."""
    root = Path(__file__).parents[2]
    digest = hashlib.sha256(np.__version__.encode())
    for path in sorted({path.relative_to(root) for part in PARTS for path in root.glob(part) if path.is_file()}):
        if path.parts[:2] != APART:
            digest.update(path.as_posix().encode())
            digest.update((root / path).read_bytes())
    return digest.hexdigest()[:16]
