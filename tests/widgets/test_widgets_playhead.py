"""The playhead keeps time however the ticks come."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from widgets.playhead import Playhead

MS, S = 1_000_000, 1_000_000_000


class Wall:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def head(qapp: object, wall: Wall) -> Iterator[Playhead]:
    playhead = Playhead(now=wall)
    playhead.setDuration(10 * S)
    yield playhead
    playhead.pause()


def pass_time(head: Playhead, wall: Wall, nanoseconds: int) -> None:
    wall.now += nanoseconds
    head._timer.timeout.emit()


def test_time_moves_by_wall_time_and_speed(head: Playhead, wall: Wall, qtbot: QtBot) -> None:
    head.setSpeed(0.5)
    head.play()
    with qtbot.waitSignal(head.moved) as moved:
        pass_time(head, wall, 2 * S)
    assert moved.args == [1 * S]
    assert head.time == 1 * S


@pytest.mark.usefixtures("qapp")
@given(ticks=st.lists(st.integers(min_value=1, max_value=50 * MS), max_size=60))
def test_no_time_is_lost_to_rounding(ticks: list[int]) -> None:
    wall = Wall()
    head = Playhead(now=wall)
    head.setDuration(3600 * S)
    head.setSpeed(0.1)
    head.play()
    for tick in ticks:
        pass_time(head, wall, tick)
    assert abs(head.time - sum(ticks) * 0.1) <= 1
    head.pause()


def test_large_times_do_not_overflow(qapp: object, wall: Wall) -> None:
    head = Playhead(now=wall)
    head.setDuration(86_400 * S)
    seen: list[int] = []
    head.moved.connect(seen.append)
    head.seek(50_000 * S)
    assert seen == [50_000 * S]


def test_it_ticks_only_while_playing_and_seen(head: Playhead) -> None:
    assert not head.ticking
    head.play()
    assert head.ticking
    head.setSuspended(True)
    assert head.playing
    assert not head.ticking
    head.setSuspended(False)
    assert head.ticking
    head.pause()
    assert not head.ticking


def test_time_stands_still_while_suspended(head: Playhead, wall: Wall) -> None:
    head.play()
    pass_time(head, wall, 1 * S)
    head.setSuspended(True)
    wall.now += 5 * S
    head.setSuspended(False)
    pass_time(head, wall, 1 * S)
    assert head.time == 2 * S


def test_it_stops_at_the_end_and_plays_again_from_the_start(head: Playhead, wall: Wall, qtbot: QtBot) -> None:
    head.play()
    with qtbot.waitSignal(head.playingChanged, check_params_cb=lambda playing: not playing):
        pass_time(head, wall, 60 * S)
    assert head.time == 10 * S
    assert not head.ticking
    head.play()
    assert head.time == 0


def test_looping_wraps_round(head: Playhead, wall: Wall) -> None:
    head.setLooping(True)
    head.play()
    pass_time(head, wall, 23 * S)
    assert head.time == 3 * S
    assert head.playing


def test_steps_visit_the_marks_and_the_ends(head: Playhead) -> None:
    head.setMarks(np.array([5 * S, 2 * S, 2 * S]))
    visited = []
    for step in (head.stepForward, head.stepForward, head.stepForward, head.stepBack, head.stepBack, head.stepBack):
        step()
        visited.append(head.time)
    assert visited == [2 * S, 5 * S, 10 * S, 5 * S, 2 * S, 0]


def test_stepping_pauses(head: Playhead) -> None:
    head.play()
    head.stepForward()
    assert not head.playing


def test_a_seek_stays_inside_the_run(head: Playhead) -> None:
    head.seek(-5)
    assert head.time == 0
    head.seek(99 * S)
    assert head.time == 10 * S
    head.setDuration(4 * S)
    assert head.time == 4 * S


def test_a_speed_change_keeps_what_has_passed(head: Playhead, wall: Wall) -> None:
    head.play()
    wall.now += 1 * S
    head.setSpeed(4.0)
    pass_time(head, wall, 1 * S)
    assert head.time == 5 * S


def test_a_speed_of_zero_is_refused(head: Playhead) -> None:
    with pytest.raises(ValueError, match="above 0"):
        head.setSpeed(0)


def test_an_empty_run_does_not_play(qapp: object) -> None:
    head = Playhead()
    head.play()
    assert not head.playing


def test_toggle(head: Playhead) -> None:
    head.toggle()
    assert head.playing
    head.toggle()
    assert not head.playing
