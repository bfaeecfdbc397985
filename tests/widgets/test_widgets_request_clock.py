"""The request clock, with real clicks and keys."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fault_run import fault_recording
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QScrollBar, QWidget
from pytestqt.qtbot import QtBot
from recordings import MS, contiguous_recording, many_requests, quiet_recording, small_recording, static_recording
from split_run import split_recording

import widgets.clock_canvas
from engine.instant import Timeline
from engine.recording import Recording, Work
from widgets.band_lanes import LaneKind
from widgets.clock_brackets import brackets
from widgets.clock_data import ClockData, Contract, Span
from widgets.clock_engines import EngineLanes
from widgets.clock_range import summarise
from widgets.clock_view import ClockView
from widgets.palette import apply_theme, colours
from widgets.request_clock import RequestClock
from widgets.time_axis import TimeView, tick_label, tick_step

KEYS = Qt.Key


def show(
    qtbot: QtBot, recording: Recording, time: int = 180 * MS, size: tuple[int, int] = (800, 480)
) -> RequestClock:
    clock = RequestClock()
    qtbot.addWidget(clock)
    clock.resize(*size)
    clock.setTimeline(Timeline(recording))
    clock.show()
    qtbot.waitExposed(clock)
    clock.setTime(time)
    QApplication.processEvents()
    return clock


def engine_lanes(clock: RequestClock) -> EngineLanes:
    lanes = clock.canvas.engines
    assert lanes is not None
    return lanes


def lane_point(clock: RequestClock, request: int, time: float) -> QPoint:
    view, data = clock.canvas.view, clock.canvas.data
    assert data is not None
    return QPointF(view.x(time), view.top(int(data.lane_of[request])) + view.row / 2).toPoint()


def move(widget: QWidget, position: QPoint, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
    place, none = QPointF(position), Qt.KeyboardModifier.NoModifier
    kind = QEvent.Type.MouseMove
    event = QMouseEvent(kind, place, widget.mapToGlobal(place), Qt.MouseButton.NoButton, button, none)
    QApplication.sendEvent(widget, event)


def drag(qtbot: QtBot, clock: RequestClock, start: QPoint, end: QPoint) -> None:
    qtbot.mousePress(clock.canvas, Qt.MouseButton.LeftButton, pos=start)
    move(clock.canvas, (start + end) / 2)
    move(clock.canvas, end)
    qtbot.mouseRelease(clock.canvas, Qt.MouseButton.LeftButton, pos=end)


def wheel(clock: RequestClock, position: QPointF, delta: int, modifier: Qt.KeyboardModifier) -> None:
    event = QWheelEvent(
        position,
        clock.canvas.mapToGlobal(position),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        modifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(clock.canvas, event)


# ---- what it shows


def test_spans_account_for_every_scheduled_token() -> None:
    for recording in (small_recording(), static_recording(), many_requests(50)):
        data = ClockData(recording)
        slices = recording.slices
        for work, kind in ((Work.PREFILL, Span.PREFILL), (Work.DECODE, Span.DECODE), (Work.PADDING, Span.PADDING)):
            rows = slices[slices["work"] == work]["iteration"]
            expected = int((recording.iterations["end"][rows] - recording.iterations["start"][rows]).sum())
            spans = data.spans[data.spans["kind"] == kind]
            assert int((spans["end"] - spans["start"]).sum()) == expected


def test_waiting_lasts_from_arrival_to_the_first_schedule() -> None:
    recording = small_recording()
    data = ClockData(recording)
    for span in data.spans[data.spans["kind"] == Span.QUEUED]:
        row = recording.requests[span["request"]]
        assert (span["start"], span["end"]) == (row["arrival"], row["first_scheduled"])


def test_a_preemption_is_a_span_until_the_next_admission() -> None:
    data = ClockData(small_recording())
    lost = data.spans[data.spans["kind"] == Span.PREEMPTED]
    assert lost["request"].tolist() == [5]
    assert lost["end"][0] > lost["start"][0]


def test_a_transfer_is_a_span_and_a_lane(qtbot: QtBot) -> None:
    recording = split_recording()
    data = ClockData(recording)
    moved = data.spans[data.spans["kind"] == Span.TRANSFER]
    assert len(moved) == len(recording.transfers)
    clock = show(qtbot, recording, time=60 * MS)
    kinds = [lane.kind for lane in engine_lanes(clock).lanes]
    assert kinds == [LaneKind.ENGINE, LaneKind.TRANSFERS, LaneKind.ENGINE]
    assert any("transfer" in entry.label for entry in clock._legend.entries())


@pytest.mark.parametrize("dark", [False, True])
def test_trouble_of_engines_is_drawn_and_told(qtbot: QtBot, qapp: QApplication, dark: bool) -> None:
    apply_theme(qapp, "dark" if dark else "light")
    clock = show(qtbot, fault_recording(unknown=True), time=90 * MS)
    view, lanes, own = clock.canvas.view, engine_lanes(clock), colours(clock)
    decode = lanes.band.engine_rect(1, view.engines)
    image = clock.canvas.grab().toImage()
    x, rows = round(view.x(50 * MS)), range(int(decode.top()) + 2, int(decode.bottom()) - 2)
    seen = {image.pixelColor(x + step, y).rgb() for step in range(3) for y in rows}
    assert own.hue["vermillion"].rgb() in seen
    assert "down" in clock.canvas.tip(QPointF(view.x(55 * MS), decode.center().y()))
    assert "slow" in clock.canvas.tip(QPointF(view.x(30 * MS), decode.center().y()))
    labels = [entry.label for entry in clock._legend.entries()]
    assert {"down", "slow", "swapped out", "paused"} <= set(labels)
    spans = ClockData(fault_recording()).spans
    away = spans[np.isin(spans["kind"], (Span.SWAPPED, Span.PAUSED))]
    assert [(row["request"], row["start"], row["end"]) for row in away] == [
        (2, 65 * MS, 75 * MS),
        (3, 80 * MS, 85 * MS),
    ]


def test_the_text_twin_tells_transfers_and_trouble(qtbot: QtBot) -> None:
    clock = show(qtbot, fault_recording(), time=35 * MS)
    assert "decode: slow: everything takes 3 times as long." in clock.describe()
    assert "the link: slow: everything takes 4 times as long." in clock.describe()
    clock.setTime(67 * MS)
    assert "decode: down: its pages are lost." in clock.describe()
    assert "decode → host memory" in clock.describe()


def test_a_transfer_tells_its_way_and_bytes(qtbot: QtBot) -> None:
    recording = fault_recording()
    clock = show(qtbot, recording, time=200 * MS)
    clock.canvas.view.time.show(0, 100 * MS)
    clock.canvas.changed()
    view, lanes = clock.canvas.view, engine_lanes(clock)
    lane = next(lane for lane in lanes.lanes if lane.kind is LaneKind.TRANSFERS)
    rect = lanes.band.rect(lane, view.engines)
    row = recording.transfers[0]
    place = QPointF(view.x((row["start"] + row["end"]) / 2), rect.top() + 1)
    tip = clock.canvas.tip(place)
    assert "prefill → decode" in tip
    assert "r0" in tip
    tips = {clock.canvas.tip(QPointF(view.x(67 * MS), y)) for y in range(int(rect.top()), int(rect.bottom()))}
    assert any("decode → host memory" in text for text in tips)


def fleet(engines: int) -> Recording:
    """A run whose iterations are dealt out to several engines."""
    run = many_requests(40, 256)
    iterations = run.iterations.copy()
    iterations["engine"] = np.arange(len(iterations)) % engines
    return replace(run, engines=tuple(f"engine {number}" for number in range(engines)), iterations=iterations)


def test_a_fleet_folds_where_its_lanes_do_not_fit(qtbot: QtBot) -> None:
    clock = show(qtbot, fleet(8), size=(900, 620))
    assert [lane.kind for lane in engine_lanes(clock).lanes] == [LaneKind.ENGINE] * 8
    clock.resize(900, 260)
    QApplication.processEvents()
    assert [lane.kind for lane in engine_lanes(clock).lanes] == [LaneKind.GROUP]
    view, lanes = clock.canvas.view, engine_lanes(clock)
    assert lanes.band.engine_at(view.engines.top() + 1, view.engines) == 0
    row = lanes.band.engine_rect(5, view.engines)
    assert "engine 5" in clock.canvas.tip(QPointF(view.plot.center().x(), row.center().y()))
    assert view.plot.height() > 3 * view.row


def test_a_click_on_a_groups_name_gives_each_engine_a_lane(qtbot: QtBot) -> None:
    clock = show(qtbot, fleet(40), size=(900, 420))
    view, lanes = clock.canvas.view, engine_lanes(clock)
    groups = len(lanes.lanes)
    assert groups == 3
    name = QPointF(view.plot.left() - 30, lanes.band.rect(lanes.lanes[1], view.engines).center().y())
    qtbot.mouseClick(clock.canvas, Qt.MouseButton.LeftButton, pos=name.toPoint())
    assert sum(lane.kind is LaneKind.ENGINE for lane in lanes.lanes) == len(lanes.band.groups[1])
    assert sum(lane.kind is LaneKind.GROUP for lane in lanes.lanes) == groups - 1
    qtbot.keyClick(clock.canvas, Qt.Key.Key_E)
    assert lanes.band.opened == 2
    qtbot.keyClick(clock.canvas, Qt.Key.Key_E)
    assert len(lanes.lanes) == groups


def test_heights_are_requests_or_tokens(qtbot: QtBot) -> None:
    clock = show(qtbot, split_recording())
    labels = [entry.label for entry in clock._legend.entries()]
    assert "requests in the batch" in labels
    assert "token budget" not in labels
    qtbot.keyClick(clock.canvas, Qt.Key.Key_B)
    labels = [entry.label for entry in clock._legend.entries()]
    assert "token budget" in labels
    assert "requests in the batch" not in labels


def test_the_engine_band_shows_prefill_and_decode(qtbot: QtBot) -> None:
    recording = small_recording()
    clock = show(qtbot, recording, time=recording.duration)
    canvas, own = clock.canvas, colours(clock)
    image = canvas.grab().toImage()
    busiest = recording.iterations[int(np.argmax(recording.iterations["prefill_tokens"]))]
    x = round(canvas.view.x((busiest["start"] + busiest["end"]) / 2))
    seen = {
        image.pixelColor(x, y).rgb() for y in range(int(canvas.view.engines.top()), int(canvas.view.engines.bottom()))
    }
    assert own.hue["orange"].rgb() in seen
    last = recording.iterations[-1]
    x = round(canvas.view.x((last["start"] + last["end"]) / 2))
    seen = {
        image.pixelColor(x, y).rgb() for y in range(int(canvas.view.engines.top()), int(canvas.view.engines.bottom()))
    }
    assert own.hue["blue"].rgb() in seen


def test_what_is_to_come_is_veiled(qtbot: QtBot) -> None:
    recording = quiet_recording()
    clock = show(qtbot, recording, time=0)
    point = lane_point(clock, 0, recording.duration * 0.6)
    veiled = clock.canvas.grab().toImage().pixelColor(point + QPoint(3, 0))
    clock.setTime(recording.duration)
    assert clock.canvas.grab().toImage().pixelColor(point + QPoint(3, 0)).lightness() < veiled.lightness()


def test_misses_are_found_by_the_contract() -> None:
    data = ClockData(small_recording())
    first, slow, late = data.missed(Contract(ttft=60 * MS, tpot=None, e2e=200 * MS))
    assert np.flatnonzero(first).tolist() == [6]
    assert not slow.any()
    assert np.flatnonzero(late).tolist() == np.flatnonzero(data.e2e > 200 * MS).tolist()
    assert not any(found.any() for found in data.missed(Contract()))


def test_brackets_name_the_three_spans() -> None:
    recording = small_recording()
    data = ClockData(recording)
    labels = [bracket.label for bracket in brackets(data, Contract(ttft=60 * MS), 6)]
    assert labels[0].startswith("TTFT")
    assert ">" in labels[0]
    assert labels[1].startswith("TPOT")
    assert "× 5" in labels[1]
    assert labels[2].startswith("E2E")


def test_the_legend_names_what_the_run_contains(qtbot: QtBot) -> None:
    plain = {entry.label for entry in show(qtbot, quiet_recording())._legend.entries()}
    static = {entry.label for entry in show(qtbot, static_recording())._legend.entries()}
    assert "padding" in static - plain
    assert {"prefill", "decode", "deadline", "missed"} <= plain


# ---- hands


def test_a_click_selects_a_request(qtbot: QtBot) -> None:
    clock = show(qtbot, small_recording())
    with qtbot.waitSignal(clock.requestSelected) as caught:
        qtbot.mouseClick(clock.canvas, Qt.MouseButton.LeftButton, pos=lane_point(clock, 3, 100 * MS))
    assert caught.args == [3]
    assert clock.canvas.chosen == 3
    assert "r3" in clock.describe()


def test_choosing_from_outside_emits_nothing_and_opens_the_lane(qtbot: QtBot) -> None:
    clock = show(qtbot, small_recording())
    before = clock.canvas.view.content
    with qtbot.assertNotEmitted(clock.requestSelected):
        clock.selectRequest(2)
    assert clock.canvas.view.content > before
    clock.selectRequest(-1)
    assert clock.canvas.view.content == before


def test_up_and_down_walk_through_the_requests(qtbot: QtBot) -> None:
    clock = show(qtbot, small_recording())
    chosen: list[int] = []
    clock.requestSelected.connect(chosen.append)
    for key in (KEYS.Key_Down, KEYS.Key_Down, KEYS.Key_Up, KEYS.Key_Escape):
        qtbot.keyClick(clock.canvas, key)
    assert chosen == [0, 1, 0, -1]


def test_a_click_on_the_axis_and_a_double_click_seek(qtbot: QtBot) -> None:
    clock = show(qtbot, small_recording())
    view = clock.canvas.view
    where = QPointF(view.x(100 * MS), view.axis.center().y()).toPoint()
    with qtbot.waitSignal(clock.timeRequested) as caught:
        qtbot.mouseClick(clock.canvas, Qt.MouseButton.LeftButton, pos=where)
    assert caught.args[0] == pytest.approx(100 * MS, abs=2 * MS)
    with qtbot.waitSignal(clock.timeRequested) as twice:
        qtbot.mouseDClick(clock.canvas, Qt.MouseButton.LeftButton, pos=lane_point(clock, 2, 200 * MS))
    assert twice.args[0] == pytest.approx(200 * MS, abs=2 * MS)


def test_enter_seeks_to_the_chosen_request(qtbot: QtBot) -> None:
    clock = show(qtbot, small_recording())
    clock.selectRequest(4)
    with qtbot.waitSignal(clock.timeRequested) as caught:
        qtbot.keyClick(clock.canvas, KEYS.Key_Return)
    assert caught.args == [int(small_recording().requests["first_scheduled"][4])]


def test_a_drag_measures_a_range(qtbot: QtBot) -> None:
    clock = show(qtbot, small_recording())
    start, end = lane_point(clock, 1, 50 * MS), lane_point(clock, 4, 150 * MS)
    with qtbot.waitSignal(clock.rangeSelected):
        drag(qtbot, clock, start, end)
    summary = clock.summary
    assert summary is not None
    assert summary.start == pytest.approx(50 * MS, abs=2 * MS)
    assert summary.end == pytest.approx(150 * MS, abs=2 * MS)
    assert summary.words() in clock.describe()
    assert clock._measure.isVisible()
    with qtbot.waitSignal(clock.rangeSelected) as let_go:
        qtbot.keyClick(clock.canvas, KEYS.Key_Escape)
    assert let_go.args == [None, None]
    assert clock.summary is None


def test_a_range_over_everything_counts_everything() -> None:
    recording = small_recording()
    data, contract = ClockData(recording), Contract(ttft=60 * MS)
    whole = summarise(data, contract, 0, recording.duration)
    assert whole.prefill_tokens == recording.iterations["prefill_tokens"].sum()
    assert whole.decode_tokens == recording.iterations["decode_tokens"].sum()
    assert whole.iterations == len(recording.iterations)
    assert whole.finished == len(recording.requests)
    assert whole.late_first == 1
    middle = recording.duration // 2
    halves = [summarise(data, contract, 0, middle), summarise(data, contract, middle, recording.duration)]
    assert sum(half.decode_tokens for half in halves) == whole.decode_tokens
    assert sum(half.finished for half in halves) == whole.finished
    idle = summarise(data, contract, recording.duration + 1, recording.duration + 2)
    assert idle.mean_batch is None


def test_keys_zoom_and_pan_and_fit(qtbot: QtBot) -> None:
    clock = show(qtbot, small_recording())
    time = clock.canvas.view.time
    whole = (time.start, time.end)
    qtbot.keyClick(clock.canvas, KEYS.Key_W)
    assert time.span < whole[1] - whole[0]
    start = time.start
    qtbot.keyClick(clock.canvas, KEYS.Key_D)
    assert time.start > start
    qtbot.keyClick(clock.canvas, KEYS.Key_A)
    assert time.start == pytest.approx(start)
    qtbot.keyClick(clock.canvas, KEYS.Key_S)
    assert (time.start, time.end) == pytest.approx(whole)
    qtbot.keyClick(clock.canvas, KEYS.Key_W)
    qtbot.keyClick(clock.canvas, KEYS.Key_F)
    assert (time.start, time.end) == whole


def test_the_wheel_zooms_where_the_mouse_is_and_comes_back(qtbot: QtBot) -> None:
    clock = show(qtbot, small_recording())
    view, none = clock.canvas.view, Qt.KeyboardModifier.NoModifier
    place = QPointF(view.plot.center())
    before, under = (view.time.start, view.time.end), view.time_at(place.x())
    for _ in range(4):
        wheel(clock, place, 120, none)
    assert view.time_at(place.x()) == pytest.approx(under)
    for _ in range(4):
        wheel(clock, place, -120, none)
    assert (view.time.start, view.time.end) == pytest.approx(before)


def test_shift_wheel_and_the_bar_scroll_lanes(qtbot: QtBot) -> None:
    clock = show(qtbot, many_requests(80), time=0)
    view = clock.canvas.view
    bar = clock.findChild(QScrollBar)
    assert bar.isVisible()
    wheel(clock, QPointF(view.plot.center()), -120, Qt.KeyboardModifier.ShiftModifier)
    assert view.scroll == pytest.approx(3 * view.row)
    assert bar.value() == round(view.scroll)
    bar.setValue(0)
    assert view.scroll == 0
    row = view.row
    wheel(clock, QPointF(view.plot.center()), -240, Qt.KeyboardModifier.ControlModifier)
    assert view.row < row


def test_fitting_twice_shows_all_lanes(qtbot: QtBot) -> None:
    clock = show(qtbot, many_requests(80), time=0)
    clock.fit()
    clock.fit()
    assert clock.canvas.view.furthest == 0


def test_the_view_follows_the_playhead_only_if_it_was_in_view(qtbot: QtBot) -> None:
    recording = many_requests(80)
    clock = show(qtbot, recording, time=0)
    time = clock.canvas.view.time
    clock.canvas.zoom(10, clock.canvas.view.plot.left())
    clock.setTime(int(time.end - 1))
    clock.setTime(int(time.end + 5 * MS))
    assert time.start > 0
    clock.canvas.pan(-50)
    assert time.start == 0
    clock.setTime(recording.duration - 1)
    assert time.start == 0


def test_lanes_follow_the_requests_that_run(qtbot: QtBot) -> None:
    recording = many_requests(200)
    clock = show(qtbot, recording, time=0)
    late = int(recording.requests["first_scheduled"][190]) + 1
    clock.setTime(late)
    data, view = clock.canvas.data, clock.canvas.view
    assert data is not None
    alive = set(Timeline(recording).at(late).running.tolist())
    seen = {int(data.request_of[lane]) for lane in range(*view.visible())}
    assert len(alive & seen) >= min(len(alive), len(seen)) * 0.5


def test_zoomed_in_only_requests_in_the_system_have_lanes(qtbot: QtBot) -> None:
    recording = many_requests(100)
    clock = show(qtbot, recording, time=0)
    clock.canvas.view.time.show(0, 30 * MS)
    clock.canvas.changed()
    data = clock.canvas.data
    assert data is not None
    assert (recording.requests["arrival"][data.request_of] <= 30 * MS).all()
    clock.selectRequest(90)
    assert data.lane_of[90] >= 0
    clock.canvas.setOnlyPresent(False)
    assert len(data.request_of) == 100


def test_tooltips_tell_the_story_of_a_request_and_of_an_iteration(qtbot: QtBot) -> None:
    clock = show(qtbot, small_recording())
    tip = clock.canvas.tip(QPointF(lane_point(clock, 2, 100 * MS)))
    assert "r2: decode" in tip
    assert "48 prompt tokens from the cache" in tip
    assert "TTFT" in tip
    view = clock.canvas.view
    tip = clock.canvas.tip(QPointF(view.x(5 * MS), view.engines.center().y()))
    assert "Iteration 0 on decode" in tip
    assert "prefill 64 tokens" in tip


# ---- robustness


@pytest.mark.parametrize("make", [quiet_recording, contiguous_recording, static_recording, split_recording])
def test_every_kind_of_run_is_drawn_light_and_dark(qtbot: QtBot, qapp: QApplication, make: object) -> None:
    recording = make()  # type: ignore[operator]
    for scheme in ("dark", "light"):
        apply_theme(qapp, scheme)
        clock = show(qtbot, recording, time=recording.duration // 2)
        clock.selectRequest(0)
        for factor in (1, 30, 300):
            clock.canvas.zoom(factor)
            assert not clock.grab().isNull()


def test_no_run_is_no_error(qtbot: QtBot) -> None:
    clock = RequestClock()
    qtbot.addWidget(clock)
    clock.show()
    clock.setTime(5)
    clock.setTimeline(None)
    clock.selectRequest(3)
    clock.fit()
    qtbot.keyClick(clock.canvas, KEYS.Key_W)
    assert clock.describe()
    assert not clock.grab().isNull()


def test_it_survives_an_error_while_painting(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = show(qtbot, quiet_recording())

    def broken(_widget: object) -> object:
        raise RuntimeError("no colours today")

    with qtbot.captureExceptions() as caught:
        monkeypatch.setattr(widgets.clock_canvas, "colours", broken)
        clock.canvas.update()
        QApplication.processEvents()
        monkeypatch.undo()
        clock.canvas.update()
        QApplication.processEvents()
    assert any("no colours today" in str(error[1]) for error in caught)
    assert not clock.grab().isNull()


def test_a_screen_reader_gets_the_picture_in_words(qtbot: QtBot) -> None:
    clock = show(qtbot, small_recording())
    clock.selectRequest(2)
    words = clock.accessibleDescription()
    assert words == clock.describe()
    assert "180" in words
    assert "running" in words
    assert "r2: decode" in words
    for child in clock.findChildren(QScrollBar):
        assert child.accessibleName()


def test_the_runs_own_contract_is_used_until_another_is_set(qtbot: QtBot) -> None:
    clock = show(qtbot, small_recording())
    assert "1 requests miss TTFT" in clock.describe()
    clock.setContract(None, None, None)
    assert "miss TTFT" not in clock.describe()
    clock.setContract(0.001, None, None)
    assert "7 requests miss TTFT" in clock.describe()


# ---- geometry


def test_ticks_are_round_and_apart() -> None:
    assert tick_step(1e9, 10) == 1e8
    assert tick_step(90e9, 6) == 15e9
    assert tick_label(1.5e9, 5e8) == "1.5\u00a0s"
    assert tick_label(5e8, 5e8, largest=3e9) == "0.5\u00a0s"
    assert tick_label(20e6, 10e6, largest=90e6) == "20\u00a0ms"
    assert tick_label(125e9, 15e9) == "2:05"
    assert tick_label(0, 1e9) == "0\u00a0s"


def test_the_time_view_stays_inside_the_run() -> None:
    view = TimeView()
    view.set_duration(1_000_000_000)
    view.pan(-5e9)
    assert view.start == 0
    view.zoom_at(1e9, 5e8)
    assert view.span == pytest.approx(20_000)
    view.pan(9e9)
    assert view.end == pytest.approx(view.whole)
    assert view.time(view.x(5e8, 10, 600), 10, 600) == pytest.approx(5e8)


def test_lanes_and_heights_agree_with_an_opened_lane() -> None:
    from PySide6.QtCore import QRectF

    view = ClockView()
    view.plot = QRectF(0, 100, 500, 200)
    view.lanes, view.row, view.opened, view.opening = 30, 18.0, 3, 40.0
    for scroll in (0.0, 100.0, 320.0):
        view.set_scroll(scroll)
        for lane in range(*view.visible()):
            middle = view.top(lane) + view.row / 2
            if view.plot.top() <= middle < view.plot.bottom():
                assert view.lane_at(middle) == lane
    view.reveal(29)
    assert view.top(29) + view.row <= view.plot.bottom()
