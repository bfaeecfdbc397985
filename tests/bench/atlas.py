"""The map: panning, zooming, selecting with highlight, at 62, 153 and 500 sources, on screens of scale 1 and 2.

A screen's scale is fixed when the application starts, so each is measured in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from PySide6.QtCore import QPointF

from citations.library import Library
from tests.bench.measure import Row, application, spin, timed
from tests.many_sources import many_sources
from widgets import fonts
from widgets.atlas_view import AtlasView

SCALES, SIZES = (1, 2), (62, 153, 500)
MOVE_BUDGET, SELECT_BUDGET = 16.0, 50.0
WIDTH, HEIGHT = 1300, 850


def run() -> list[Row]:
    return [row for scale in SCALES for row in _in_process(scale)]


def _in_process(scale: int) -> list[Row]:
    environment = os.environ | {"QT_SCALE_FACTOR": str(scale), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "tests.bench.atlas", str(scale)]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=root)
    return [Row(**row) for row in json.loads(done.stdout.splitlines()[-1])]


def _measured(scale: int) -> list[Row]:
    app = application()
    fonts.install_fonts()
    app.setFont(fonts.base_font())
    return [row for size in SIZES for row in _of_size(size, scale)]


def _of_size(size: int, scale: int) -> list[Row]:
    view, keys = _view(size)
    canvas = view.canvas

    def select(index: int) -> None:
        view.select(keys[index * 37 % size])
        canvas.settle()
        canvas.repaint()

    def pan(index: int) -> None:
        canvas.pan(QPointF(5, 3) * (1 if index // 20 % 2 else -1))
        canvas.repaint()

    def zoom(index: int) -> None:
        canvas.zoom(1.06 if index // 12 % 2 else 1 / 1.06, QPointF(WIDTH / 2, HEIGHT / 3))
        canvas.repaint()

    def settle(index: int) -> None:
        canvas.pan(QPointF(9, 0) * (1 if index % 2 else -1))
        canvas.settle()
        canvas.repaint()

    measured = [("select and highlight", timed(select, 40), SELECT_BUDGET)]
    canvas.zoom(2.4)
    select(size // 2)
    measured += [("pan, a frame", timed(pan, 80), MOVE_BUDGET), ("zoom, a frame", timed(zoom, 80), MOVE_BUDGET)]
    measured.append(("drawn sharp again", timed(settle, 16), 0.0))
    view.close()
    head = f"map, {size} sources, scale {scale}"
    return [Row(f"{head}: {what}", timing.cpu, "ms CPU", budget) for what, timing, budget in measured]


def _view(size: int) -> tuple[AtlasView, list[str]]:
    """A map of that many sources, shown: the shipped ones as far as they go."""
    library = Library.open()
    if size == 62:
        sources, edges = library.sources(), library.edges()
    elif size == 153:
        sources, edges = library.sources(None), library.edges(None)
    else:
        sources, edges = many_sources(size)
    keys = [source.key for source in sources]
    view = AtlasView()
    view.resize(WIDTH, HEIGHT)
    view.setLibrary(sources, edges, frozenset(keys[:14]))
    view.show()
    spin(50)
    return view, keys


if __name__ == "__main__":
    print(json.dumps([asdict(row) for row in _measured(int(sys.argv[1]))]))
