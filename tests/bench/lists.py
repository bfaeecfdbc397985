"""Table and timeline with 5,000 sources: narrowing, sorting, scrolling, selecting, on screens of scale 1 and 2.

A screen's scale is fixed when the application starts, so each is measured in a process of its own.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.bench.measure import Row, Timing

SCALES, COUNT = (1, 2), 5000
NARROW_BUDGET, SORT_BUDGET, KEY_BUDGET, FRAME_BUDGET, SELECT_BUDGET = 10.0, 50.0, 30.0, 16.0, 50.0
WIDTH, HEIGHT, COLUMN = 1300, 850, 260


def run() -> list[Row]:
    return [row for scale in SCALES for row in _in_process(scale)]


def _in_process(scale: int) -> list[Row]:
    environment = os.environ | {"QT_SCALE_FACTOR": str(scale), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "tests.bench.lists", str(scale)]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=root)
    return [Row(**row) for row in json.loads(done.stdout.splitlines()[-1])]


def _measured(scale: int) -> list[Row]:
    from tests.bench.measure import application
    from tests.many_sources import many_sources
    from widgets import fonts
    from widgets.palette import apply_theme

    app = application()
    fonts.install_fonts()
    app.setFont(fonts.base_font())
    apply_theme(app, "light")
    sources, edges = many_sources(COUNT)
    return [*_of_table(sources, edges, scale), *_of_timeline(sources, edges, scale)]


def _some(sources: Any) -> list[frozenset[str]]:
    """What filters might leave: from nearly all to a few."""
    draw, keys = random.Random(7), [source.key for source in sources]
    return [frozenset(draw.sample(keys, count)) for count in (4000, 40, 2500, 300, 1200, 5)]


def _row(name: str, timing: Timing, scale: int, budget: float) -> Row:
    return Row(f"{name}, {COUNT:,} sources, scale {scale}", timing.cpu, "ms CPU", budget)


def _of_table(sources: Any, edges: Any, scale: int) -> Iterator[Row]:
    from PySide6.QtWidgets import QTableView

    from tests.bench.measure import spin, timed
    from widgets.source_table import SourceTable

    table, some = SourceTable(), _some(sources)
    table.resize(WIDTH, HEIGHT)
    table.setLibrary(sources, edges, frozenset())
    table.show()
    spin(50)
    rows = table.findChild(QTableView)
    assert rows is not None
    seen, bar = rows.viewport(), rows.verticalScrollBar()
    yield _row("table: narrow", timed(lambda i: table.setVisible(some[i % 6]), 30), scale, NARROW_BUDGET)

    def narrow_and_paint(index: int) -> None:
        table.setVisible(some[index % 6])
        seen.repaint()

    yield _row("table: narrow and paint", timed(narrow_and_paint, 30), scale, KEY_BUDGET)
    table.setVisible(None)
    for column in ("name", "title", "ledgers", "led-to"):
        sort = timed(lambda i, column=column: table.sortBy(column, i % 2 == 0), 10, 0)
        yield _row(f"table: sort by {column}", sort, scale, SORT_BUDGET)
    yield _row("table: paint all that is in sight", timed(lambda _: seen.repaint(), 40), scale, FRAME_BUDGET)

    def scroll(index: int) -> None:
        bar.setValue(index * 60 % bar.maximum())
        spin()

    yield _row("table: scroll by the wheel", timed(scroll, 60), scale, FRAME_BUDGET)


def _of_timeline(sources: Any, edges: Any, scale: int) -> Iterator[Row]:
    from PySide6.QtWidgets import QListView

    from citations.filters import SourceFilter
    from tests.bench.measure import spin, timed
    from widgets.lineage_view import LineageView

    view, some = LineageView(), _some(sources)
    view.resize(COLUMN, HEIGHT)
    view.setLibrary(sources, edges, frozenset())
    view.show()
    spin(50)
    rows = view.findChild(QListView)
    assert rows is not None
    seen, bar, asked = rows.viewport(), rows.verticalScrollBar(), SourceFilter(text="x")
    keys = [source.key for source in random.Random(3).sample(list(sources), 60)]

    def key(index: int) -> None:
        view.setFilter(asked, some[index % 6])
        seen.repaint()

    yield _row("timeline: narrow and paint", timed(key, 30), scale, KEY_BUDGET)
    view.setFilter(SourceFilter(), None)

    def select(index: int) -> None:
        view.select(keys[index % 60])
        seen.repaint()

    yield _row("timeline: select and light up", timed(select, 30), scale, SELECT_BUDGET)

    def scroll(index: int) -> None:
        bar.setValue(index * 60 % bar.maximum())
        spin()

    yield _row("timeline: scroll by the wheel", timed(scroll, 60), scale, FRAME_BUDGET)


if __name__ == "__main__":
    print(json.dumps([asdict(row) for row in _measured(int(sys.argv[1]))]))
