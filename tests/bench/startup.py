"""Time to the first picture, to all panels, to the first run; memory at rest."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.measure import Row

RUNS = 5
BUDGETS = {"first_paint": 400, "furnished": 1200, "running": 1200, "rss_mb": 260}
NAMES = {
    "first_paint": "window on screen",
    "furnished": "all panels usable",
    "running": "first run shown",
    "cpu_ms": "CPU of the start and 1.5 s of playing",
    "rss_mb": "memory at rest",
}


def _once(home: str) -> dict[str, float]:
    # Compiled modules are kept, as on any machine where the program is started a second time.
    own = {"EIGHTEEN_LEDGERS_HOME": home, "QT_QPA_PLATFORM": "offscreen", "PYTHONPYCACHEPREFIX": f"{home}/compiled"}
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | own
    probe = Path(__file__).with_name("startup_probe.py")
    command = [sys.executable, str(probe), str(time.time())]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=probe.parents[2])
    found: dict[str, float] = json.loads(done.stdout.splitlines()[0])
    return found


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as home:
        _once(home)  # fills the caches
        runs = [_once(home) for _ in range(RUNS)]
    return [
        Row(name, statistics.median(run[key] for run in runs), "MB" if key == "rss_mb" else "ms", BUDGETS.get(key, 0))
        for key, name in NAMES.items()
    ]
