"""A hundred kills at random moments of every kind of writing: nothing that was saved is lost."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
KILLS = {"edits": 55, "imports": 15, "migrations": 20, "rescues": 10}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the killed programs are forked, which this system cannot do")
@pytest.mark.parametrize("kind", KILLS)
def test_a_kill_loses_at_most_the_edit_in_flight(kind: str, path: Path) -> None:
    path.parent.mkdir()
    seed = random.randrange(10**6)
    done = subprocess.run(
        [sys.executable, "-B", str(HERE / "notebook_kills.py"), kind, str(KILLS[kind]), str(path.parent), str(seed)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(HERE.parents[1]), str(HERE))), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"seed {seed}: {done.stderr}"
    ends = json.loads(done.stdout)
    assert sum(ends.values()) >= KILLS[kind]
