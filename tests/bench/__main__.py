"""Runs benchmarks and prints a table; exit code 1 when a budget is exceeded.

Wall times depend on what else the machine does: compare CPU times and the multiples of the reference picture.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

SUITES = {
    "startup": "startup",
    "frames": "frames",
    "fleets": "fleets",
    "seek": "seek",
    "library": "library",
    "engine": "engine_runs",
    "truth": "truth",
    "atlas": "atlas",
    "lists": "lists",
}


def _lines(rows: Sequence[Any]) -> Iterator[str]:
    """One line per figure; a suite with a table of its own writes it in its `lines`."""
    for row in rows:
        limit = f"   ({row.limit})" if row.limit else ""
        yield f"  {row.name:54} {row.value:12,.2f} {row.unit}{limit}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench", description=__doc__)
    parser.add_argument("suite", nargs="?", default="all", choices=[*SUITES, "all"])
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    chosen = SUITES if arguments.suite == "all" else {arguments.suite: SUITES[arguments.suite]}
    modules = {name: importlib.import_module(f"tests.bench.{module}") for name, module in chosen.items()}
    report = {name: module.run() for name, module in modules.items()}
    if arguments.json:
        print(json.dumps({name: [asdict(row) for row in rows] for name, rows in report.items()}, indent=2))
    else:
        for name, rows in report.items():
            print(name)
            for line in getattr(modules[name], "lines", _lines)(rows):
                print(line)
    return 0 if all(row.within for rows in report.values() for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
