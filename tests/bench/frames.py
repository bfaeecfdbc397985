"""Frames: the page table alone, the whole window while it plays, select, search; growth over 10,000 frames."""

from __future__ import annotations

import gc

from PySide6.QtWidgets import QLineEdit

from engine.recording import NANOSECONDS
from explorer.window import Window
from tests.bench import views
from tests.bench.measure import Row, application, reference, rss_mb, spin, timed

SOAK = 10_000
FRAME_BUDGET, P95_BUDGET, PAGE_TABLE_BUDGET = 16.0, 33.0, 3.0
PLAYED_PER_FRAME = 2 * NANOSECONDS // 60


def _page_table() -> list[Row]:
    from engine.instant import Timeline
    from tests.large_pools import large_pool
    from widgets.page_table import PageTable

    recording = large_pool()
    table = PageTable()
    table.resize(900, 600)
    table.setTimeline(Timeline(recording))
    table.show()
    spin(50)
    playing, jump = PLAYED_PER_FRAME, recording.duration // 100
    blit = reference()
    rows = []
    for name, step, budget in (
        ("playing at 2×", playing, PAGE_TABLE_BUDGET),
        ("jumping by 1 % of the run", jump, 0.0),
    ):
        start = recording.duration // 4

        def state(index: int, start: int = start, step: int = step) -> None:
            table.setTime(start + step * (index % 60))

        def frame(index: int, start: int = start, step: int = step) -> None:
            table.setTime(start + step * (index % 60) + step // 2)
            spin()

        whole, without = timed(frame, 120), timed(state, 120)
        rows += [
            Row(f"page table, 100,000 pages, {name}: drawing", whole.cpu - without.cpu, "ms CPU", budget),
            Row(f"page table, 100,000 pages, {name}: with the instant", whole.cpu, "ms CPU"),
            Row("  as a multiple of the reference picture", whole.cpu / blit.cpu, ""),
        ]
    table.close()
    return rows


def _window() -> list[Row]:
    from tests.bench.scene import scene

    window = scene()
    assert window.stage is not None
    playhead = window.stage.playhead
    playhead.pause()
    step = max(playhead.duration // 600, 1)

    def frame(index: int) -> None:
        playhead.seek(step * (index % 600))
        spin()

    timing, blit = timed(frame, 200), reference()
    rows = [
        Row("whole window playing, a frame", timing.cpu, "ms CPU"),
        Row("whole window playing, median", timing.wall, "ms", FRAME_BUDGET),
        Row("whole window playing, 95th percentile", timing.wall_p95, "ms", P95_BUDGET),
        Row("  as a multiple of the reference picture", timing.cpu / blit.cpu, ""),
    ]
    rows += _soak(frame) + _interaction(window)
    window.close()
    return rows


def _interaction(window: Window) -> list[Row]:
    """Selecting a source, and typing into the search field."""
    shelf = window.session.shelf
    assert shelf is not None
    keys = [source.key for source in shelf.sources if source.key not in shelf.runnable]

    def select(index: int) -> None:
        window.session.selectSource(keys[index % len(keys)])
        spin()

    rows = [Row("select a source, lineage and card follow", timed(select, 40).wall, "ms", 50)]
    field = window.panels["lineage"].findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    words = ["k", "kv", "kv ", "kv c", "kv ca", ""]

    def search(index: int) -> None:
        field.setText(words[index % len(words)])
        spin()

    rows.append(Row("search, one key", timed(search, 40).wall, "ms", 30))
    return rows


def _soak(frame: object) -> list[Row]:
    for index in range(SOAK // 10):
        frame(index)  # type: ignore[operator]
    gc.collect()
    before = rss_mb()
    for index in range(SOAK):
        frame(index)  # type: ignore[operator]
    gc.collect()
    return [Row(f"growth over {SOAK:,} frames", rss_mb() - before, "MB", 1)]


def run() -> list[Row]:
    application()
    return _page_table() + _window() + views.run()
