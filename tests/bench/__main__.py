"""Runs benchmarks and prints a table; exit code 1 when a budget is exceeded.

Wall times depend on what else the machine does: compare CPU times and the multiples of the reference picture.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys

SUITES = {"startup": "startup", "frames": "frames", "seek": "seek", "engine": "engine_runs"}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench", description=__doc__)
    parser.add_argument("suite", nargs="?", default="all", choices=[*SUITES, "all"])
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    chosen = SUITES if arguments.suite == "all" else {arguments.suite: SUITES[arguments.suite]}
    report = {name: importlib.import_module(f"tests.bench.{module}").run() for name, module in chosen.items()}
    if arguments.json:
        print(json.dumps({name: [vars(row) for row in rows] for name, rows in report.items()}, indent=2))
    else:
        for name, rows in report.items():
            print(name)
            for row in rows:
                limit = f"   ({row.limit})" if row.limit else ""
                print(f"  {row.name:54} {row.value:12,.2f} {row.unit}{limit}")
    return 0 if all(row.within for rows in report.values() for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
