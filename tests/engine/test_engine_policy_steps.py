"""What policies decide, one iteration after the other: holding prompts back, shortest job first, resets."""

from __future__ import annotations

import pytest
from driving import Bench

from engine.recording import Outcome
from engine.scenario import QueueOrder
from engine.scheduling.chunked import ChunkedScheduler
from engine.scheduling.continuous import ContinuousScheduler
from engine.scheduling.decode_first import DecodeFirstScheduler


def test_with_running_work_a_new_prompt_is_deferred_and_without_it_is_admitted() -> None:
    bench = Bench(DecodeFirstScheduler)
    bench.add(64, outputs=3)
    assert bench.step() == [64]
    bench.add(32, outputs=3)
    assert [bench.step() for _ in range(3)] == [[1], [1], [32]]


def test_decode_first_lets_prompts_start_from_its_floor_on() -> None:
    bench = Bench(DecodeFirstScheduler, decode_floor=1)
    bench.add(64, outputs=3)
    bench.add(64, outputs=6)
    assert bench.step() == [64, 64]
    bench.add(32)
    assert [bench.step() for _ in range(4)] == [[1, 1], [1, 1], [32], [1, 1]]


@pytest.mark.parametrize("policy", [ChunkedScheduler, ContinuousScheduler])
def test_a_prefill_interval_puts_decode_steps_between_prefill_steps(policy) -> None:
    bench = Bench(policy, budget=43, prefill_interval=3)
    bench.add(40)
    assert bench.step() == [40]
    for _ in range(3):
        bench.add(40)
    kinds = []
    for _ in range(9):
        step = bench.decide()
        kinds.append("P" if any(not decodes for *_, decodes in step.items) else "d")
    assert "".join(kinds) == "ddPddPddP"


def test_a_prompt_under_way_is_held_back_too() -> None:
    bench = Bench(budget=32, prefill_interval=2)
    bench.add(20)
    bench.add(80)
    assert [bench.step() for _ in range(6)] == [[20, 12], [1], [1, 31], [1], [1, 31], [1]]
    assert bench.step() == [1, 6]


def test_a_last_single_token_of_a_prompt_is_held_back_too() -> None:
    bench = Bench(budget=32, prefill_interval=2)
    bench.add(20)
    bench.add(44)
    assert [bench.step() for _ in range(5)] == [[20, 12], [1], [1, 31], [1], [1, 1]]


def test_empty_calls_do_not_consume_the_interval() -> None:
    bench = Bench(prefill_interval=3)
    first = bench.add(40, outputs=2)
    assert [bench.step(), bench.step()] == [[40], [1]]
    assert first.outcome is Outcome.FINISHED
    for _ in range(5):
        assert bench.scheduler.schedule() is None
    bench.add(40)
    assert bench.step() == [40]  # nobody decodes: nobody is spared by waiting
    bench.add(40)
    assert [bench.step() for _ in range(3)] == [[1], [1], [1, 40]]


def test_a_reset_is_refused_while_requests_run_and_forced_returns_them_in_order() -> None:
    bench = Bench(pages=41, caching=True)
    jobs = [bench.add(40) for _ in range(3)]
    bench.step()
    bench.add(1000)
    assert not bench.scheduler.reset()
    assert bench.scheduler.running == jobs
    assert bench.scheduler.reset(force=True)
    assert bench.scheduler.running == []
    assert list(bench.scheduler.waiting)[:3] == jobs
    assert [job.computed for job in jobs] == [0, 0, 0]
    assert bench.allocator.free_pages == 40
    assert bench.scheduler.reset()
    assert bench.allocator.reset_cache()


def test_the_shortest_answer_comes_first_and_the_longest_gives_way() -> None:
    bench = Bench(slots=1, order=QueueOrder.SHORTEST)
    for outputs in (5, 1, 8, 3):
        bench.add(16, outputs=outputs)
    served = [bench.decide().admitted for _ in range(17)]
    assert [job.asked for jobs in served for job in jobs] == [1, 3, 5, 8]
    tight = Bench(pages=11, order=QueueOrder.SHORTEST)
    long, short = tight.add(80, outputs=60), tight.add(80, outputs=30)
    tight.step()
    assert tight.rows(tight.decide().preempted) == [long.row]
    assert short.preemptions == 0


def test_what_has_been_written_counts_for_a_preempted_request() -> None:
    bench = Bench(pages=11, order=QueueOrder.SHORTEST)
    nearly = bench.add(70, outputs=30)
    bench.step()
    for _ in range(10):
        bench.step()
    bench.add(64, outputs=25)
    bench.step()
    assert bench.scheduler.waiting.last_of(bench.scheduler.running) is not nearly


def test_a_guess_belongs_to_the_request() -> None:
    guesses = []
    for seed in (1, 1, 2):
        bench = Bench(order=QueueOrder.SHORTEST, length_error=0.7, seed=seed)
        jobs = [bench.add(16, outputs=100) for _ in range(50)]
        guesses.append([job.guess for job in jobs])
    assert guesses[0] == guesses[1] != guesses[2]
    wrong = [guess for guess in guesses[0] if not 50 < guess < 200]
    assert 5 <= len(wrong) <= 30  # about one in three is off by more than a factor of two
