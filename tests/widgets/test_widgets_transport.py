"""The hands on the playhead."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fault_run import fault_recording
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QToolButton
from pytestqt.qtbot import QtBot
from recordings import MS, quiet_recording, small_recording

from widgets.playhead import Playhead
from widgets.transport import MARKER_SHAPE, Marker, MarkerKind, Transport, markers_of


@pytest.fixture
def head(qapp: object) -> Iterator[Playhead]:
    playhead = Playhead()
    playhead.setDuration(small_recording().duration)
    yield playhead
    playhead.pause()


@pytest.fixture
def transport(qtbot: QtBot, head: Playhead) -> Transport:
    bar = Transport(head)
    qtbot.addWidget(bar)
    bar.resize(800, 50)
    bar.setMarkers(markers_of(small_recording()))
    bar.show()
    qtbot.waitExposed(bar)
    return bar


def button(bar: Transport, words: str) -> QToolButton:
    return next(found for found in bar.findChildren(QToolButton) if found.accessibleName().startswith(words))


def test_markers_tell_what_happened() -> None:
    recording = small_recording()
    markers = markers_of(recording)
    of_requests = {"hit", "eviction", "refusal", "preemption", "miss"}
    assert {str(marker.kind) for marker in markers} == of_requests
    assert [marker.time_ns for marker in markers] == sorted(marker.time_ns for marker in markers)
    by_kind = {kind: [marker.label for marker in markers if marker.kind == kind] for kind in MarkerKind}
    assert by_kind[MarkerKind.HIT][0] == "r1: 48 tokens from the cache"
    assert "r5 preempted" in by_kind[MarkerKind.PREEMPTION][0]
    assert "pages evicted: 2" in by_kind[MarkerKind.EVICTION][0]
    assert by_kind[MarkerKind.MISS] == ["r6 has no first token within 60\u00a0ms"]
    assert len(by_kind[MarkerKind.REFUSAL]) < 16
    assert markers_of(quiet_recording()) == []
    assert len(set(MARKER_SHAPE.values())) == len(MarkerKind)


def test_markers_tell_what_happened_to_engines() -> None:
    markers = markers_of(fault_recording(unknown=True))
    labels = {marker.label: marker.kind for marker in markers}
    assert labels["decode dies, pages lost: 12"] == MarkerKind.FAULT
    assert labels["decode is back, empty"] == MarkerKind.FAULT
    assert labels["the link slows down"] == MarkerKind.FAULT
    assert labels["decode is as fast as usual again"] == MarkerKind.FAULT
    assert labels["prefill: drains before it changes from here on"] == MarkerKind.RESIZE
    assert labels["r1 moves to decode, 4\u00a0KiB"] == MarkerKind.MIGRATION
    assert labels["r2 goes to host memory, 8\u00a0KiB"] == MarkerKind.SWAP
    assert labels["pages invalidated: 1"] == MarkerKind.INVALIDATION


def test_the_play_button_plays_and_pauses(qtbot: QtBot, head: Playhead, transport: Transport) -> None:
    qtbot.mouseClick(button(transport, "Play"), Qt.MouseButton.LeftButton)
    assert head.playing
    qtbot.mouseClick(button(transport, "Pause"), Qt.MouseButton.LeftButton)
    assert not head.playing
    assert button(transport, "Play")


def test_jumping_visits_every_marker_and_back(qtbot: QtBot, head: Playhead, transport: Transport) -> None:
    times = sorted({marker.time_ns for marker in markers_of(small_recording())})
    visited = []
    for _ in times:
        qtbot.mouseClick(button(transport, "Next marker"), Qt.MouseButton.LeftButton)
        visited.append(head.time)
    assert visited == times
    qtbot.mouseClick(button(transport, "Next marker"), Qt.MouseButton.LeftButton)
    assert head.time == head.duration
    qtbot.mouseClick(button(transport, "Previous marker"), Qt.MouseButton.LeftButton)
    assert head.time == times[-1]
    head.seek(0)
    transport.previousMarker()
    assert head.time == 0


def test_keys(qtbot: QtBot, head: Playhead, transport: Transport) -> None:
    head.setMarks(small_recording().iterations["start"])
    transport.setFocus()
    qtbot.keyClick(transport, Qt.Key.Key_Right)
    assert head.time == int(small_recording().iterations["start"][1])
    qtbot.keyClick(transport, Qt.Key.Key_Left)
    assert head.time == 0
    qtbot.keyClick(transport, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert head.time == markers_of(small_recording())[0].time_ns
    qtbot.keyClick(transport, Qt.Key.Key_Space)
    assert head.playing
    qtbot.keyClick(transport.scrubber, Qt.Key.Key_End)
    assert head.time == head.duration
    qtbot.keyClick(transport.scrubber, Qt.Key.Key_Home)
    assert head.time == 0


def test_holding_a_step_button_repeats(transport: Transport) -> None:
    assert button(transport, "Step forward").autoRepeat()
    assert button(transport, "Step back").autoRepeat()
    assert not button(transport, "Play").autoRepeat()


def test_scrubbing(qtbot: QtBot, head: Playhead, transport: Transport) -> None:
    scrubber = transport.scrubber
    track = scrubber._track()
    qtbot.mouseClick(scrubber, Qt.MouseButton.LeftButton, pos=track.center().toPoint())
    assert head.time == pytest.approx(head.duration / 2, rel=0.02)
    qtbot.mousePress(scrubber, Qt.MouseButton.LeftButton, pos=track.center().toPoint())
    qtbot.mouseMove(scrubber, QPoint(scrubber.width() + 50, 10))
    qtbot.mouseRelease(scrubber, Qt.MouseButton.LeftButton)


def test_a_click_on_a_marker_goes_exactly_there(qtbot: QtBot, head: Playhead, transport: Transport) -> None:
    scrubber = transport.scrubber
    marker = next(found for found in scrubber.markers() if found.kind == MarkerKind.PREEMPTION)
    where = QPointF(scrubber.place_of(marker.time_ns) + 2, scrubber._track().top() - 14).toPoint()
    qtbot.mouseClick(scrubber, Qt.MouseButton.LeftButton, pos=where)
    assert head.time == marker.time_ns


def test_hovering_tells(transport: Transport) -> None:
    scrubber = transport.scrubber
    x = scrubber.place_of(156 * MS)
    tip = scrubber.tip(QPointF(x, 10))
    assert "r5 preempted" in tip
    assert "156" in tip
    assert "ms" in scrubber.tip(QPointF(scrubber.place_of(250 * MS), 10))
    transport.setMarkers([Marker(5, MarkerKind.HIT, f"hit {number}") for number in range(9)])
    assert "and 3 more" in scrubber.tip(QPointF(scrubber.place_of(5), 10))


def test_the_speed_can_be_chosen_here_and_elsewhere(qtbot: QtBot, head: Playhead, transport: Transport) -> None:
    speed = transport.findChild(QComboBox)
    speed.setCurrentIndex(speed.findData(4.0))
    speed.activated.emit(speed.currentIndex())
    assert head.speed == 4.0
    head.setSpeed(0.3)
    assert speed.currentData() == 0.3
    values = [speed.itemData(place) for place in range(speed.count())]
    assert values == sorted(values)


def test_the_read_out_follows(head: Playhead, transport: Transport) -> None:
    head.seek(123 * MS)
    assert "0.123\u00a0s / 0.455\u00a0s" in transport._time.text()
    assert "123" in transport.scrubber.accessibleDescription()
    assert "paused" in transport.describe()


def test_it_shrinks_gracefully(qtbot: QtBot, transport: Transport) -> None:
    transport.resize(320, 50)
    QApplication.processEvents()
    assert transport.width() <= 400
    assert button(transport, "Play").isVisible()
    assert not button(transport, "Next marker").isVisible()
    assert "/" not in transport._time.text()
    assert not transport.grab().isNull()


def test_every_control_has_a_name_and_takes_the_focus(transport: Transport) -> None:
    for control in (*transport.findChildren(QToolButton), *transport.findChildren(QComboBox), transport.scrubber):
        assert control.accessibleName()
        assert control.focusPolicy() != Qt.FocusPolicy.NoFocus
