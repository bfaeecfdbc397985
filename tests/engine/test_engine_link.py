"""The link between engines: ports, cancelled transfers, a rate that changes on the way."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import Clock, Rank
from engine.fleets.link import Link, Transfer, share_out
from engine.recorder import Recorder
from engine.recording import STORE


class Wire:
    """A link of 1 byte/ns, its clock, and when each transfer arrived."""

    def __init__(self, port: float | None = None, latency: int = 0) -> None:
        self.clock, self.recorder = Clock(), Recorder()
        self.link = Link(self.clock, self.recorder, 1e9, latency, None if port is None else port * 1e9)
        self.arrived: dict[int, int] = {}
        self.sent: dict[int, Transfer] = {}

    def at(self, time: int, action: Any, *arguments: Any) -> None:
        self.clock.at(time, Rank.ARRIVAL, lambda: action(*arguments))

    def send(self, row: int, size: int, source: int = 0, target: int = 1) -> None:
        self.sent[row] = self.link.send(row, source, target, size, lambda: self.arrived.update({row: self.clock.now}))

    def run(self) -> None:
        while (now := self.clock.next_time()) is not None:
            self.clock.now = self.recorder.now = now
            self.clock.run_due()


def test_a_port_limits_what_one_engine_receives_and_others_use_the_rest() -> None:
    wire = Wire(port=0.4)
    for row, (source, target) in enumerate([(0, 2), (1, 2), (0, 3)]):
        wire.at(0, wire.send, row, 400, source, target)
    wire.run()
    # The two from port 0 get 0.2 each, and so do the two into port 2: 400 / 0.2 = 2000 ns for all of them.
    assert wire.arrived == {0: 2000, 1: 2000, 2: 2000}


def test_the_tightest_port_is_divided_first() -> None:
    wire = Wire(port=0.5)
    for row, (source, target) in enumerate([(0, 1), (0, 2), (0, 3), (4, 5)]):
        wire.at(0, wire.send, row, 300, source, target)
    wire.run()
    assert wire.arrived[3] == 600  # its own two ports are free: 0.5
    assert wire.arrived[0] == pytest.approx(1800, abs=1)  # 0.5 / 3 each


def test_the_store_has_no_port() -> None:
    wire = Wire(port=0.5)
    for row in range(2):
        wire.at(0, wire.send, row, 500, STORE, row)
    wire.run()
    assert wire.arrived == {0: 1000, 1: 1000}


def test_a_cancelled_transfer_leaves_what_was_sent_and_gives_its_share_away() -> None:
    wire = Wire()
    wire.at(0, wire.send, 0, 1000)
    wire.at(0, wire.send, 1, 1000)
    wire.at(500, lambda: wire.link.cancel(wire.sent[0]))
    wire.run()
    assert wire.arrived == {1: 1250}
    assert [row[:4] for row in wire.recorder.transfers] == [(0, 500, 250, 0), (0, 1250, 1000, 1)]


def test_what_is_cancelled_in_its_latency_has_been_sent_and_never_arrives() -> None:
    wire = Wire(latency=100)
    wire.at(0, wire.send, 0, 1000)
    wire.at(1050, lambda: wire.link.cancel(wire.sent[0]))
    wire.run()
    assert not wire.arrived
    assert [row[:3] for row in wire.recorder.transfers] == [(0, 1100, 1000)]


def test_transfers_under_way_are_planned_anew_when_the_link_slows() -> None:
    wire = Wire()
    wire.at(0, wire.send, 0, 1000)
    wire.at(500, wire.link.slow, 0.1)
    wire.at(1500, wire.link.slow, 1.0)
    wire.run()
    assert wire.arrived == {0: 500 + 1000 + 400}


PAIRS = st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda pair: pair[0] != pair[1])


@given(st.lists(PAIRS, min_size=1, max_size=8), st.sampled_from((0.2, 0.5, 2.0)))
def test_shares_are_fair_and_within_every_limit(pairs: list[tuple[int, int]], port: float) -> None:
    transfers = [Transfer(row, source, target, 1, 0, None) for row, (source, target) in enumerate(pairs)]
    share_out(transfers, 1.0, port)
    rates = [one.share[0] / one.share[1] for one in transfers]
    users = {("link", 0): rates}
    for rate, (source, target) in zip(rates, pairs, strict=True):
        users.setdefault(("out", source), []).append(rate)
        users.setdefault(("in", target), []).append(rate)
    limits = {end: 1.0 if end[0] == "link" else port for end in users}
    assert all(sum(there) <= limits[end] + 1e-9 for end, there in users.items())
    for rate, (source, target) in zip(rates, pairs, strict=True):
        # Max-min: each has a full limit on its way where nobody gets more.
        ends = (("link", 0), ("out", source), ("in", target))
        assert any(sum(users[end]) >= limits[end] - 1e-9 and rate >= max(users[end]) - 1e-9 for end in ends)
