"""The skip-join multi-level feedback queue, one iteration after the other."""

from __future__ import annotations

import pytest
from driving import Bench, swapping

from engine.recording import Event, Outcome
from engine.scheduling.mlfq import MlfqScheduler


def levelled(**options: object) -> Bench:
    """Levels with quanta of 2, 4 and 8 iterations; a prompt is foreseen to take one per 100 tokens."""
    bench = Bench(MlfqScheduler, **({"levels": 3, "quantum_ns": 2, "promote_ns": 1000} | options))
    bench.scheduler.prefill_ns = lambda tokens: tokens // 100
    return bench


def test_a_request_joins_the_level_whose_quantum_holds_its_prompt() -> None:
    bench = levelled()
    assert [bench.add(prompt).level for prompt in (10, 200, 300, 400, 500, 5000)] == [0, 0, 1, 1, 2, 2]
    assert [(row[5], row[3]) for row in bench.events(Event.LEVEL)] == list(enumerate([0, 0, 1, 1, 2, 2]))
    assert bench.rows(bench.decide().admitted) == [0, 1, 2, 3, 4, 5]


def test_whoever_has_used_a_quantum_sinks() -> None:
    bench = levelled()
    job = bench.add(10, outputs=20)
    levels = []
    for _ in range(8):
        bench.step()
        levels.append(job.level)
    assert levels == [0, 0, 1, 1, 1, 1, 2, 2]


def test_a_newcomer_takes_the_slot_of_a_lower_one_which_keeps_its_pages() -> None:
    bench = levelled(slots=1)
    low = bench.add(500, outputs=20)
    bench.step()
    pages = list(bench.allocator.block_table(low.row))
    bench.add(10, outputs=2)
    assert bench.step() == [10]
    assert low.paused
    assert list(bench.allocator.block_table(low.row)) == pages
    assert bench.events(Event.PAUSE)[0][5] == low.row
    assert [bench.step(), bench.step()] == [[1], [1]]
    assert not low.paused
    assert (low.outputs, low.preemptions) == (2, 0)


@pytest.mark.parametrize("swap", [False, True])
def test_a_newcomer_takes_the_pages_of_a_lower_one_when_it_needs_them(swap: bool) -> None:
    bench = levelled(pages=41)
    if swap:
        swapping(bench)
    low = bench.add(500, outputs=20)
    bench.step()
    bench.add(200, outputs=2)
    step = bench.decide()
    assert [job.row for job, *_ in step.items] == [1]
    assert step.preempted == [low]
    assert low.host_bytes == (500 if swap else 0)
    bench.run()
    assert low.outcome is Outcome.FINISHED
    assert low.recomputed == (0 if swap else 500)


def test_nobody_is_evicted_for_a_request_that_would_still_not_fit() -> None:
    bench = levelled(pages=41)
    bench.add(200, outputs=40)
    low = bench.add(300, outputs=40)
    bench.step()
    bench.add(450, outputs=2)
    assert bench.decide().preempted == []
    assert low.outputs == 2


@pytest.mark.parametrize(("promote", "served"), [(40, True), (100_000, False)])
def test_nobody_starves(promote: int, served: bool) -> None:
    bench = levelled(slots=1, promote_ns=promote)
    low = bench.add(500, outputs=6)
    for _ in range(400):
        bench.add(10, outputs=1)  # as fast as they can be served
        bench.step()
    assert (low.outcome is Outcome.FINISHED) == served


def test_a_request_alone_with_the_pool_that_outgrows_it_is_named() -> None:
    bench = levelled(pages=33)
    job = bench.add(480, outputs=170)
    other = bench.add(30, outputs=4)
    bench.run()
    assert job.outcome is Outcome.REJECTED
    assert other.outcome is Outcome.FINISHED
    assert bench.recorder.notes == ["request 0 needs 41 pages, the pool has 32"]


def test_a_reset_takes_the_pages_of_paused_requests_too() -> None:
    bench = levelled(slots=1, pages=101)
    low = bench.add(500, outputs=20)
    bench.step()
    bench.add(10, outputs=5)
    bench.step()
    assert low.paused
    assert bench.scheduler.reset(force=True)
    assert bench.allocator.free_pages == 100
    bench.run()
    assert low.outcome is Outcome.FINISHED
