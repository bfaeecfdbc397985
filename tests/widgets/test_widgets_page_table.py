"""The page table, with real clicks and keys."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fault_run import fault_recording
from large_pools import large_pool
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot
from recordings import MS, contiguous_recording, many_requests, quiet_recording, small_recording
from split_run import split_recording

import widgets.page_grid
from engine.instant import PageState, Timeline
from engine.recording import Event, Recording
from widgets.fonts import base_font
from widgets.page_codes import split
from widgets.page_flash import FADE_MS, Flashes
from widgets.page_grid import PageGrid
from widgets.page_past import COLUMNS, page_past
from widgets.page_table import PageTable
from widgets.page_view import GridView, fit_columns
from widgets.page_words import state_name
from widgets.palette import apply_theme, colours

MIDDLE = 180 * MS


def show(qtbot: QtBot, recording: Recording, time: int = MIDDLE, size: tuple[int, int] = (700, 560)) -> PageTable:
    table = PageTable()
    qtbot.addWidget(table)
    table.resize(*size)
    table.setTimeline(Timeline(recording))
    table.show()
    qtbot.waitExposed(table)
    table.setTime(time)
    QApplication.processEvents()
    return table


def collect(table: PageTable) -> list[tuple[str, int]]:
    """What is chosen from now on, in order."""
    chosen: list[tuple[str, int]] = []
    table.pageSelected.connect(lambda page: chosen.append(("page", page)))
    table.requestSelected.connect(lambda request: chosen.append(("request", request)))
    return chosen


def centre(grid: PageGrid, page: int) -> QPoint:
    return grid.view.rect(page - grid.pool.first).center().toPoint()


def colour_at(grid: PageGrid, page: int) -> QColor:
    """The colour just inside the upper right corner of a page, away from labels, as it is on screen."""
    image = grid.grab().toImage()
    rect = grid.view.rect(page - grid.pool.first)
    ratio = image.devicePixelRatio()
    x, y = rect.left() + rect.width() * 0.5, rect.top() + rect.height() * 0.3
    return image.pixelColor(round(x * ratio), round(y * ratio))


def test_a_page_is_drawn_in_the_colour_of_its_state(qtbot: QtBot) -> None:
    table = show(qtbot, small_recording())
    grid = table.grids[0]
    instant = Timeline(small_recording()).at(MIDDLE)
    used = int(np.flatnonzero((instant.page_state == PageState.USED) & (instant.filled == 1))[0])
    free = int(np.flatnonzero(instant.page_state == PageState.FREE)[0])
    own = colours(table)
    assert colour_at(grid, used) == own.page_state[PageState.USED]
    assert colour_at(grid, free) == own.page_state[PageState.FREE]


def test_a_click_selects_the_page_and_its_owner(qtbot: QtBot) -> None:
    table = show(qtbot, small_recording())
    grid = table.grids[0]
    instant = Timeline(small_recording()).at(MIDDLE)
    page = int(np.flatnonzero(instant.owner >= 0)[3])
    chosen = collect(table)
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=centre(grid, page))
    assert chosen == [("page", page), ("request", int(instant.owner[page]))]
    assert str(page) in grid.info()


def test_a_click_on_a_free_page_selects_no_request(qtbot: QtBot) -> None:
    table = show(qtbot, small_recording())
    grid = table.grids[0]
    free = int(np.flatnonzero(Timeline(small_recording()).at(MIDDLE).page_state == PageState.FREE)[0])
    with qtbot.waitSignal(table.requestSelected) as caught:
        qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=centre(grid, free))
    assert caught.args == [-1]


def test_keys_walk_from_page_to_page_and_take_the_owner(qtbot: QtBot) -> None:
    table = show(qtbot, small_recording())
    grid = table.grids[0]
    grid.setFocus()
    pages: list[int] = []
    table.pageSelected.connect(pages.append)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Left):
        qtbot.keyClick(grid, key)
    columns = grid.view.columns
    assert pages == [0, 1, 1 + columns, 1, 0]
    table.selectPage(4)
    with qtbot.waitSignal(table.requestSelected) as caught:
        qtbot.keyClick(grid, Qt.Key.Key_Return)
    assert caught.args == [int(Timeline(small_recording()).at(MIDDLE).owner[4])]
    let_go = collect(table)
    qtbot.keyClick(grid, Qt.Key.Key_Escape)
    assert let_go == [("page", -1), ("request", -1)]


def test_tab_shows_where_the_keyboard_is(qtbot: QtBot) -> None:
    table = show(qtbot, small_recording())
    grid, accent = table.grids[0], colours(table).accent
    grid.setFocus()
    assert grid.grab().toImage().pixelColor(1, 100) != accent
    table.window().setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
    assert grid.grab().toImage().pixelColor(1, 100) == accent


def test_choosing_from_outside_emits_nothing(qtbot: QtBot) -> None:
    table = show(qtbot, small_recording())
    with qtbot.assertNotEmitted(table.requestSelected), qtbot.assertNotEmitted(table.pageSelected):
        table.selectRequest(2)
        table.selectPage(5)
    assert "r2" in table.describe()


def test_the_block_table_of_the_chosen_request_leads_to_its_pages(qtbot: QtBot) -> None:
    table = show(qtbot, small_recording())
    table.selectRequest(2)
    grid = table.grids[0]
    pages = Timeline(small_recording()).at(MIDDLE).block_table(2)
    strip = grid._strip
    with qtbot.waitSignal(table.pageSelected) as caught:
        where = strip.block_rect(3, len(pages)).center().toPoint()
        qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=where)
    assert caught.args == [int(pages[3])]
    others = [page for page in range(1, 32) if page not in pages]
    assert colour_at(grid, others[0]) != colour_at(grid, int(pages[4]))


def test_zooming_in_and_out_comes_back(qtbot: QtBot) -> None:
    table = show(qtbot, many_requests(60, 2048))
    grid = table.grids[0]
    before = (grid.view.cell, grid.view.origin)
    anchor = QPointF(grid.view.area.center())
    for factor in (120, 120, 120, -120, -120, -120):
        wheel(grid, anchor, factor)
    assert (grid.view.cell, grid.view.origin) == before


def wheel(grid: QWidget, position: QPointF, delta: int) -> None:
    event = QWheelEvent(
        position,
        grid.mapToGlobal(position),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(grid, event)


def test_the_wheel_zooms_where_the_mouse_is(qtbot: QtBot) -> None:
    table = show(qtbot, many_requests(60, 2048))
    grid = table.grids[0]
    anchor = QPointF(grid.view.rect(700).center())
    wheel(grid, anchor, 360)
    assert grid.view.page_at(anchor) == 700
    assert not grid.view.fitted
    qtbot.keyClick(grid, Qt.Key.Key_F)
    assert grid.view.fitted
    qtbot.keyClick(grid, Qt.Key.Key_Plus)
    assert not grid.view.fitted


def test_a_drag_pans_and_is_no_click(qtbot: QtBot) -> None:
    table = show(qtbot, many_requests(60, 2048))
    grid = table.grids[0]
    grid.zoom(4)
    start = grid.view.area.center().toPoint()
    page = grid.view.page_at(QPointF(start))
    with qtbot.assertNotEmitted(table.pageSelected):
        qtbot.mousePress(grid, Qt.MouseButton.LeftButton, pos=start)
        for step in (10, 20, 30):
            move(grid, start + QPoint(step, step))
        qtbot.mouseRelease(grid, Qt.MouseButton.LeftButton, pos=start + QPoint(30, 30))
    assert grid.view.page_at(QPointF(start + QPoint(30, 30))) == page


def move(grid: PageGrid, position: QPoint) -> None:
    from PySide6.QtGui import QMouseEvent

    place = QPointF(position)
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(QEvent.Type.MouseMove, place, grid.mapToGlobal(place), Qt.MouseButton.NoButton, button, none)
    QApplication.sendEvent(grid, event)


def test_tooltips_tell_owner_references_fill_and_age(qtbot: QtBot) -> None:
    table = show(qtbot, small_recording())
    grid = table.grids[0]
    instant = Timeline(small_recording()).at(MIDDLE)
    shared = int(np.flatnonzero(instant.references > 1)[0])
    tip = grid.tip(QPointF(centre(grid, shared)))
    assert "shared" in tip
    assert f"{int(instant.references[shared])} references" in tip
    assert "r0" in tip
    assert "16 of 16 tokens" in tip
    assert "content" in tip
    assert "ago" in tip


def test_changes_flash_and_fade_and_then_nothing_ticks(qtbot: QtBot) -> None:
    table = show(qtbot, small_recording(), time=20 * MS)
    grid = table.grids[0]
    table.setTime(22 * MS)
    assert grid.flashing
    qtbot.waitUntil(lambda: not grid.flashing, timeout=4 * FADE_MS)


def test_hiding_stops_the_fading(qtbot: QtBot) -> None:
    table = show(qtbot, small_recording(), time=20 * MS)
    table.setTime(22 * MS)
    table.hide()
    assert not table.grids[0].flashing


def test_one_flash_per_page_the_most_telling_one() -> None:
    recording = small_recording()
    flashes = Flashes(recording, 0, 32)
    evicted = recording.events[recording.events["kind"] == Event.EVICT]
    time = int(evicted["time"][0])
    flashes.advance(time - 1, time, now=0.0)
    lit = {int(page): burst.kind for burst in flashes._alive for page in burst.pages}
    assert sum(len(burst.pages) for burst in flashes._alive) == len(lit)
    for page in evicted["page"][evicted["time"] == time]:
        assert lit[int(page)] == Event.EVICT
    assert flashes.active(FADE_MS - 1)
    assert not flashes.active(FADE_MS + 1)


def test_a_preemption_is_told_from_a_release() -> None:
    recording = small_recording()
    flashes = Flashes(recording, 0, 32)
    lost = recording.events[recording.events["kind"] == Event.PREEMPT][0]
    flashes.advance(int(lost["time"]) - 1, int(lost["time"]), now=0.0)
    assert Event.PREEMPT in {burst.kind for burst in flashes._alive}
    flashes.advance(int(lost["time"]), int(lost["time"]) - 5, now=1.0)
    assert not flashes.active(1.0)


def test_reserved_holes_are_shown_only_where_memory_is_contiguous(qtbot: QtBot) -> None:
    contiguous = show(qtbot, contiguous_recording(), time=100 * MS)
    assert "reserved, empty" in contiguous.describe()
    paged = show(qtbot, small_recording(), time=5 * MS)
    assert "reserved" not in paged.describe()


def test_two_pools_stand_side_by_side(qtbot: QtBot) -> None:
    table = show(qtbot, split_recording(), time=60 * MS, size=(900, 500))
    assert [grid.pool.label for grid in table.grids] == ["prefill", "decode"]
    assert table.grids[0].geometry().right() < table.grids[1].geometry().left()
    second = table.grids[1]
    with qtbot.waitSignal(table.pageSelected) as caught:
        qtbot.mouseClick(second, Qt.MouseButton.LeftButton, pos=centre(second, second.pool.first + 1))
    assert caught.args == [second.pool.first + 1]
    table.setPool(0)
    assert [grid.pool.label for grid in table.grids] == ["prefill"]
    table.setPool(None)
    assert len(table.grids) == 2


def test_the_pages_of_a_dead_engine_are_hatched(qtbot: QtBot) -> None:
    table = show(qtbot, fault_recording(unknown=True), time=45 * MS)
    decode = table.grids[1]
    alive = decode.grab().toImage()
    table.setTime(55 * MS)
    QApplication.processEvents()
    dead = decode.grab().toImage()
    place = decode.view.rect(decode.pool.pages - 1).center().toPoint()
    assert alive.pixelColor(place) != dead.pixelColor(place)
    assert not table.grids[0]._down(55 * MS)
    assert any("invalidated" in entry.label for entry in table._legend.entries())


def test_several_pools_can_be_narrowed_to_a_kind(qtbot: QtBot) -> None:
    run = split_recording()
    pools = (
        replace(run.pools[0], pages=20, group="window"),
        replace(run.pools[0], first=20, pages=20, page_tokens=512, group="recurrent"),
        run.pools[1],
    )
    table = show(qtbot, replace(run, pools=pools), time=45 * MS)
    assert len(table.grids) == 3
    combo = next(box for box in table.findChildren(QComboBox) if box.accessibleName() == "Pool")
    titles = [combo.itemText(place) for place in range(combo.count())]
    assert titles == ["All pools", "all of prefill", "prefill", "prefill · window", "prefill · recurrent", "decode"]
    combo.setFocus()
    qtbot.keyClick(combo, Qt.Key.Key_Down)
    assert [grid.pool.group for grid in table.grids] == ["window", "recurrent"]
    table.setPool(2)
    assert [grid.pool.label for grid in table.grids] == ["decode"]


def test_history_zooms_and_stays_true(qtbot: QtBot) -> None:
    recording = many_requests(60, 2048)
    table = show(qtbot, recording, time=recording.duration // 2)
    table.setMode("history")
    QApplication.processEvents()
    history = table.histories[0]
    anchor = history.plot().center()
    before = history.time_at(anchor)
    wheel(history, anchor, 480)
    assert not history.fitted
    assert abs(history.time_at(anchor) - before) < recording.duration / 500
    whole = history.tip(anchor)
    qtbot.waitUntil(lambda: history._detail.part == history.part)
    assert history.tip(anchor).split(":")[0] == whole.split(":")[0]
    grid = Timeline(recording).at(history.time_at(anchor))
    page = int(history.page_at(anchor))
    state = PageState(int(grid.page_state[page]))
    assert state_name(PageState.USED if state == PageState.RESERVED else state) in history.tip(anchor)
    qtbot.keyClick(history, Qt.Key.Key_F)
    assert history.fitted


def test_colour_by_request(qtbot: QtBot) -> None:
    table = show(qtbot, small_recording())
    table.setColourByOwner(True)
    instant = Timeline(small_recording()).at(MIDDLE)
    used = int(np.flatnonzero((instant.page_state == PageState.USED) & (instant.filled == 1))[0])
    assert colour_at(table.grids[0], used) == colours(table).request(int(instant.owner[used]))


def test_history_says_what_the_instants_say(qtbot: QtBot) -> None:
    for recording in (small_recording(), contiguous_recording()):
        pool, timeline = recording.pools[0], Timeline(recording)
        by_state, _ = page_past(recording, pool)
        assert by_state.shape == (pool.pages, COLUMNS)
        agree = []
        for column in range(20, COLUMNS, 97):
            end = (column + 1) * recording.duration // COLUMNS - 1
            state = timeline.at(end).page_state.copy()
            if not pool.contiguous:
                state[state == PageState.RESERVED] = PageState.USED
            agree.append(
                np.mean([split(int(code))[2] == now for code, now in zip(by_state[:, column], state, strict=True)])
            )
        assert np.mean(agree) > 0.995


def test_history_seeks_where_it_is_clicked(qtbot: QtBot) -> None:
    table = show(qtbot, small_recording())
    table.setMode("history")
    QApplication.processEvents()
    history = table.histories[0]
    assert not table.grids
    plot = history.plot()
    with qtbot.waitSignal(table.timeRequested) as caught:
        qtbot.mouseClick(history, Qt.MouseButton.LeftButton, pos=plot.center().toPoint())
    assert caught.args[0] == pytest.approx(small_recording().duration / 2, rel=0.02)
    with qtbot.waitSignal(table.timeRequested) as stepped:
        qtbot.keyClick(history, Qt.Key.Key_Right)
    assert stepped.args[0] == MIDDLE + small_recording().duration // 100
    assert "Page" in history.tip(QPointF(plot.center()))


def test_an_unknown_mode_is_refused(qtbot: QtBot) -> None:
    with pytest.raises(ValueError, match="grid, history"):
        show(qtbot, quiet_recording()).setMode("tree")


def test_it_survives_an_error_while_painting(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    table = show(qtbot, quiet_recording(), time=20 * MS)

    def broken(_widget: object) -> object:
        raise RuntimeError("no colours today")

    with qtbot.captureExceptions() as caught:
        monkeypatch.setattr(widgets.page_grid, "colours", broken)
        table.grids[0].update()
        QApplication.processEvents()
        monkeypatch.undo()
        table.grids[0].update()
        QApplication.processEvents()
    assert any("no colours today" in str(error[1]) for error in caught)
    assert not table.grab().isNull()


def test_a_screen_reader_gets_the_picture_in_words(qtbot: QtBot) -> None:
    table = show(qtbot, small_recording())
    table.selectRequest(2)
    words = table.accessibleDescription()
    assert words == table.describe()
    assert "180" in words
    assert "32 pages of 16 tokens" in words
    assert "r2 holds 8 pages" in words
    assert table.grids[0].accessibleName()


def test_the_theme_and_the_font_change_what_is_drawn(qtbot: QtBot, qapp: QApplication) -> None:
    table = show(qtbot, small_recording())
    light = table.grab().toImage()
    apply_theme(qapp, "dark")
    QApplication.processEvents()
    dark = table.grab().toImage()
    assert mean_lightness(dark) < 110 < mean_lightness(light)
    grid = table.grids[0]
    top = grid.view.area.top()
    try:
        qapp.setFont(base_font(1.6))
        for widget in (grid, table):
            qapp.sendEvent(widget, QEvent(QEvent.Type.ApplicationFontChange))
        assert grid.view.area.top() > top + 10
    finally:
        qapp.setFont(base_font())
        apply_theme(qapp, "light")


def mean_lightness(image: QImage) -> float:
    small = image.scaled(16, 16, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
    return float(np.mean([QColor(small.pixel(x, y)).lightness() for x in range(16) for y in range(16)]))


def test_no_run_is_no_error(qtbot: QtBot) -> None:
    table = PageTable()
    qtbot.addWidget(table)
    table.show()
    table.setTime(5)
    table.setTimeline(None)
    assert table.describe()
    assert not table.grids


def test_a_hundred_thousand_pages_are_drawn(qtbot: QtBot) -> None:
    table = show(qtbot, large_pool(100_000, 20), time=100 * MS, size=(900, 640))
    grid = table.grids[0]
    assert grid.view.cell < 4
    page = grid.view.page_at(QPointF(grid.view.area.center()))
    grid.zoom(30)
    assert grid.view.rect(page).width() > 10
    assert not grid.grab().isNull()


@pytest.mark.parametrize("pages", [1, 16, 875, 4096, 100_000, 1_000_000])
def test_all_pages_fit_the_area(pages: int) -> None:
    from PySide6.QtCore import QRectF

    view = GridView()
    area = QRectF(20, 30, 640, 330)
    view.resize(pages, area, 1.0)
    last = view.rect(pages - 1)
    assert last.right() <= area.right() + 0.5
    assert last.bottom() <= area.bottom() + 0.5
    for page in (0, pages // 2, pages - 1):
        if view.cell >= 1:
            assert view.page_at(view.rect(page).center()) == page
    assert fit_columns(pages, 640, 330) == view.columns
