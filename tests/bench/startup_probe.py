"""Runs the program once and prints when it was painted, furnished and showing a run. Started by `tests.bench`."""

from __future__ import annotations

import json
import os
import sys
import time

BORN = float(sys.argv[1])  # wall clock just before this process was started
sys.path.insert(0, os.getcwd())
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as the program's own entry does


def main() -> int:
    from explorer.plain_import import load_qt

    load_qt()
    from explorer import app, window
    from explorer.cli.entry import window_parser

    times: dict[str, float] = {}
    wanted = {"furnished", "running"}

    def note(what: str) -> None:
        times.setdefault(what, round((time.time() - BORN) * 1000))
        if wanted <= times.keys() and not timer.isActive():
            timer.start(1500)

    def finish() -> None:
        times["cpu_ms"] = round(time.process_time() * 1000)
        with open("/proc/self/statm") as file:
            times["rss_mb"] = round(int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6)
        wanted.add("done")
        print(json.dumps(times), flush=True)
        QApplication.closeAllWindows()

    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    timer = QTimer(singleShot=True)
    timer.timeout.connect(finish)
    plain = window.Window.__init__

    def watched(self: window.Window, *arguments: object) -> None:
        plain(self, *arguments)  # type: ignore[arg-type]
        self.middle.painted.connect(lambda: note("first_paint"))
        self.furnished.connect(lambda: note("furnished"))
        self.session.comparisonChanged.connect(lambda: note("running"))

    window.Window.__init__ = watched  # type: ignore[method-assign]
    return app.run(window_parser().parse_args([]))


if __name__ == "__main__":
    sys.exit(main())
