"""The parts of a fleet on their own: clock, link, drafts, queues, conversations."""

from __future__ import annotations

import numpy as np
import pytest
from runs import changed

from engine.clock import Clock, Rank
from engine.drafting.speculation import SeededAcceptance
from engine.drafting.speculation_law import DraftPlan, draft_plan
from engine.fleets.link import Link
from engine.memory.tokens import TokenContent
from engine.recorder import Recorder
from engine.scenario import Arrivals, Batching, Cache, LengthLaw, Lengths, Speculation
from engine.scheduling.job import Job
from engine.scheduling.waiting import FcfsQueue, RankedQueue, WaitingQueue
from engine.simulate import simulate

LINK_CASES = [
    # (start ns, bytes) of each transfer at 1 byte/ns, end of each
    ([(0, 1000)], [1000]),
    ([(0, 1000), (0, 1000)], [2000, 2000]),
    ([(0, 1000), (500, 250)], [1250, 1000]),
    ([(0, 300), (100, 500), (1000, 10)], [500, 800, 1010]),
]


def run_clock(clock: Clock) -> None:
    while (now := clock.next_time()) is not None:
        clock.now = now
        clock.run_due()


@pytest.mark.parametrize(("sends", "ends"), LINK_CASES)
@pytest.mark.parametrize("latency", [0, 7])
def test_overlapping_transfers_share_the_link_equally(sends, ends, latency) -> None:
    clock, recorder = Clock(), Recorder()
    link = Link(clock, recorder, 1e9, latency)
    arrived: dict[int, int] = {}

    def send(row: int, size: int) -> None:
        link.send(row, 0, 1, size, lambda: arrived.update({row: clock.now}))

    for row, (start, size) in enumerate(sends):
        clock.at(start, Rank.ARRIVAL, lambda row=row, size=size: send(row, size))
    run_clock(clock)
    assert [arrived[row] for row in range(len(sends))] == [end + latency for end in ends]
    rows = sorted(recorder.transfers, key=lambda row: row[3])
    assert [row[:3] for row in rows] == [
        (start, end + latency, size) for (start, size), end in zip(sends, ends, strict=True)
    ]


def test_what_happens_at_the_same_time_happens_in_rank_order() -> None:
    clock, seen = Clock(), []
    for rank in (Rank.WAKE, Rank.ARRIVAL, Rank.ITERATION_END, Rank.TRANSFER_END):
        clock.at(5, rank, lambda rank=rank: seen.append(rank))
    clock.at(5, Rank.ARRIVAL, lambda: clock.at(5, Rank.ITERATION_END, lambda: seen.append("added")))
    run_clock(clock)
    assert seen == [Rank.ITERATION_END, Rank.TRANSFER_END, Rank.ARRIVAL, "added", Rank.WAKE]


def job(row: int, *, priority: int = 0, arrival: int = 0, outputs: int = 4000) -> Job:
    one = Job(row, TokenContent([(0, 8)], 100), 8, outputs, arrival=arrival, priority=priority)
    one.decoding = True
    return one


def chain(acceptance: float) -> DraftPlan:
    return draft_plan(Speculation(draft_tokens=9, acceptance=acceptance))


@pytest.mark.parametrize("rate", [0.0, 0.3, 0.8, 1.0])
def test_accepted_drafts_follow_the_truncated_geometric_law(rate: float) -> None:
    accept, drafts = SeededAcceptance(chain(rate), seed=3), 5
    one = job(0)
    one.decoding = True
    accepted = []
    while one.outputs < one.target:
        accepted.append(accept(one, drafts))
        one.outputs += 1 + accepted[-1]
    expected = sum(rate**k for k in range(1, drafts + 1))
    assert np.mean(accepted) == pytest.approx(expected, rel=0.1)


def test_acceptance_belongs_to_the_text_not_to_the_schedule() -> None:
    first, second = SeededAcceptance(chain(0.6), seed=1), SeededAcceptance(chain(0.6), seed=1)
    jobs = [job(row) for row in range(4)]
    for one in jobs:
        one.decoding = True
    assert [first(one, 4) for one in jobs] == [second(one, 4) for one in reversed(jobs)][::-1]
    assert [first(one, 4) for one in jobs] != [SeededAcceptance(chain(0.6), seed=2)(one, 9) for one in jobs]


def test_the_place_in_the_queue_sorts_as_the_queue_serves() -> None:
    for queue in (FcfsQueue(), RankedQueue(lambda job: job.priority)):
        _fill(queue)
        places = [one.place for one in queue]
        assert places == sorted(places)
        served = [queue.pop().row for _ in range(len(queue))]
        assert served == ([2, 0, 3, 4] if isinstance(queue, FcfsQueue) else [2, 4, 0, 3])


def _fill(queue: WaitingQueue) -> None:
    jobs = [job(row, priority=priority, arrival=row) for row, priority in enumerate((2, 1, 0, 2, 1))]
    for one in jobs:
        queue.push(one)
    queue.remove(jobs[1])
    queue.remove(jobs[2])
    queue.put_back(jobs[2])


def test_a_turn_is_sent_after_the_one_before_has_ended() -> None:
    scenario = changed(
        workload={
            "requests": 12,
            "turns": 3,
            "prompt": Lengths(law=LengthLaw.CONSTANT, median=40),
            "output": Lengths(law=LengthLaw.CONSTANT, median=20),
        },
        memory={"cache": Cache.HASH, "pages": 600},
    )
    recording = simulate(scenario)
    rows = recording.requests
    again = rows["hit_tokens"] > 0
    assert again.any()  # later turns hold everything before them
    longest = rows[rows["prompt_tokens"] > 100]
    assert (longest["hit_tokens"] >= 96).all()


def test_replicas_share_the_load() -> None:
    crowd = {"workload": {"requests": 40, "arrivals": Arrivals.AT_ONCE}, "policy": {"max_running": 8}}
    one = simulate(changed(layout={"engines": 1}, **crowd))
    four = simulate(changed(layout={"engines": 4}, **crowd))
    assert four.duration < one.duration / 2
    assert np.bincount(four.requests["engine"]).tolist() == [10] * 4
    assert len(four.pools) == 4
    assert [pool.first for pool in four.pools] == [four.pools[0].pages * index for index in range(4)]


def test_an_idle_engine_sleeps_until_the_next_arrival() -> None:
    recording = simulate(changed(workload={"requests": 5, "rate": 0.01}, policy={"batching": Batching.CHUNKED}))
    starts = set(recording.iterations["start"].tolist())
    assert set(recording.requests["arrival"].tolist()) <= starts
