"""Preemption that keeps its state in host memory, one iteration after the other."""

from __future__ import annotations

from driving import Bench, swapping

from engine.recording import HOST, Event, Outcome
from engine.scheduling.continuous import ContinuousScheduler


def test_a_swapped_request_goes_on_where_it_stopped() -> None:
    bench = Bench(pages=11)
    host = swapping(bench)
    first, second = bench.add(80, outputs=4), bench.add(80, outputs=4)
    bench.step()
    assert bench.rows(bench.decide().preempted) == [second.row]
    assert (second.computed, second.outputs, second.host_bytes, host.used) == (80, 1, 80, 80)
    assert bench.scheduler.stall() == 80
    bench.run()
    assert (first.outcome, second.outcome) == (Outcome.FINISHED, Outcome.FINISHED)
    assert second.recomputed == host.used == 0
    assert [row[2:] for row in bench.recorder.transfers] == [(80, second.row, 0, HOST), (80, second.row, HOST, 0)]
    kinds = [row[9] for row in bench.recorder.events if row[5] == second.row and row[6] < 0]
    there_and_back = [Event.REFUSE, Event.SWAP_OUT, Event.SWAP_IN, Event.RESUME]
    assert sorted(kinds) == sorted([Event.ARRIVE, Event.ADMIT, Event.FIRST_TOKEN, *there_and_back, Event.FINISH])


def test_state_that_the_cache_still_has_is_not_copied_back() -> None:
    bench = Bench(pages=11, caching=True)
    swapping(bench)
    bench.add(80, outputs=2)
    second = bench.add(80, outputs=4)
    bench.run()
    assert second.preemptions == 1
    assert [row[2] for row in bench.recorder.transfers] == [80, 80 - 64]  # the fifth page was taken


def test_without_room_in_host_memory_the_state_is_lost() -> None:
    bench = Bench(pages=11)
    swapping(bench, capacity=79)
    bench.add(80, outputs=4)
    second = bench.add(80, outputs=4)
    bench.run()
    assert second.recomputed == 80
    assert bench.recorder.transfers == []


def test_half_a_prompt_can_be_swapped_and_finished_later() -> None:
    bench = Bench(pages=11, budget=100, reserve_full_prompt=False)
    swapping(bench)
    bench.add(90, outputs=20)
    half = bench.add(75, outputs=2)
    for _ in range(8):
        bench.step()
    assert (half.preemptions, half.outputs, half.host_bytes) == (1, 1, 0) or half.host_bytes
    bench.run()
    assert half.outcome is Outcome.FINISHED
    assert half.recomputed == 0


def test_a_request_that_outgrows_the_pool_leaves_host_memory() -> None:
    bench = Bench(pages=11)
    host = swapping(bench)
    job = bench.add(150, outputs=50)
    bench.run()
    assert job.outcome is Outcome.REJECTED
    assert host.used == 0
    assert bench.recorder.notes == ["request 0 needs 13 pages, the pool has 10"]


def test_whole_prompts_do_not_overtake_what_waits_in_host_memory() -> None:
    bench = Bench(ContinuousScheduler, pages=11)
    swapping(bench)
    bench.add(80, outputs=3)
    second = bench.add(80, outputs=5)
    bench.step()
    bench.step()
    assert second.host_bytes
    bench.add(16, outputs=1)
    assert bench.step() == [1]
    assert bench.step() == [1]  # the swapped request is back, in a decode iteration
    assert second.outputs == 2
    assert bench.step() == [16]
