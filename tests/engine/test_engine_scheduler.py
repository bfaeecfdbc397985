"""What a scheduler must do with small inputs, as engines' own suites state it."""

from __future__ import annotations

import pytest
from driving import Bench

from engine.recording import Event, Outcome, Work
from engine.scenario import QueueOrder
from engine.scheduling.continuous import ContinuousScheduler

CHUNKS = [
    # prompts, options, tokens of each step, requests still waiting after the first one
    ([10] * 10, {}, [[10] * 10], 0),
    ([10] * 10, {"slots": 3}, [[10, 10, 10]], 7),
    (
        [800, 800, 800],
        {"budget": 1024, "long_prefill_threshold": 400},
        [[400, 400, 224], [400, 400, 224], [1, 1, 352]],
        0,
    ),
    ([800, 800, 10, 10], {"budget": 1024}, [[800, 224]], 2),
    ([800, 800, 10, 10], {"budget": 1024, "policy": ContinuousScheduler}, [[800], [800, 10, 10]], 3),
    ([1500], {"budget": 128, "long_prefill_threshold": 64}, [[128], [128]], 0),
    ([1500, 20], {"budget": 128, "long_prefill_threshold": 64}, [[64, 20], [64, 1]], 0),
]


@pytest.mark.parametrize(("prompts", "options", "steps", "waiting"), CHUNKS)
def test_the_budget_is_spent_in_order(prompts, options, steps, waiting) -> None:
    bench = Bench(**options)
    for prompt in prompts:
        bench.add(prompt)
    first = bench.step()
    assert len(bench.scheduler.waiting) == waiting
    assert [first, *(bench.step() for _ in steps[1:])] == steps


def test_a_prompt_is_let_in_only_if_the_whole_of_it_fits() -> None:
    bench = Bench(pages=21, budget=64)
    bench.add(160)  # ten pages
    bench.add(176)  # eleven: its first chunk alone would fit
    assert bench.step() == [64]
    assert bench.step() == [64]
    assert bench.step() == [32]
    assert bench.rows(list(bench.scheduler.waiting)) == [1]
    eager = Bench(pages=21, budget=64, reserve_full_prompt=False)
    eager.add(160)
    eager.add(176)
    assert [eager.step() for _ in range(3)] == [[64], [64], [32, 32]]


def test_the_watermark_holds_only_while_somebody_runs() -> None:
    bench = Bench(pages=11, watermark_pages=3)
    bench.add(128)  # eight of ten pages: alone, so the watermark does not count
    bench.add(16)
    assert bench.step() == [128]
    assert bench.rows(list(bench.scheduler.waiting)) == [1]


def test_nobody_overtakes_the_head_of_the_queue() -> None:
    bench = Bench(pages=11)
    bench.add(80)
    bench.add(120)
    bench.add(16)
    assert bench.step() == [80]
    assert bench.rows(list(bench.scheduler.waiting)) == [1, 2]


def test_the_last_running_request_gives_way_and_returns_to_the_front() -> None:
    bench = Bench(pages=11)
    first, second = bench.add(80), bench.add(80)
    bench.step()
    third = bench.add(16)
    step = bench.decide()
    assert bench.rows(step.preempted) == [second.row]
    assert step.admitted == []  # memory was short: nobody new in the same iteration
    assert bench.rows(list(bench.scheduler.waiting)) == [second.row, third.row]
    assert (second.computed, second.outputs, first.outputs) == (0, 1, 2)


def test_hits_after_a_preemption_are_counted_apart() -> None:
    bench = Bench(pages=11, caching=True)
    bench.add(80, outputs=3)
    second = bench.add(80, outputs=3)
    bench.run()
    assert second.preemptions == 1
    assert second.hit_tokens == 0
    assert second.resumed_hit_tokens == 64
    assert second.recomputed == 80 - 64


def test_without_a_cache_nothing_is_hit() -> None:
    bench = Bench()
    bench.add(80, outputs=2, first=0)
    bench.run()
    repeated = bench.add(80, outputs=2, first=0)
    bench.run()
    assert repeated.hit_tokens == 0


def test_a_request_refused_once_counts_its_hits_once() -> None:
    bench = Bench(pages=11, caching=True)
    bench.add(48, outputs=1, first=0)
    bench.run()
    bench.add(96, outputs=2, first=500_000)
    late = bench.add(80, outputs=2, first=0)
    bench.step()
    assert late.first_scheduled < 0
    refusals = bench.events(Event.REFUSE)
    assert [row[5] for row in refusals] == [late.row]
    bench.run()
    assert late.hit_tokens == 48
    assert len(bench.events(Event.REFUSE)) == 1


@pytest.mark.parametrize(("accepted", "outputs", "computed"), [(3, 5, 84), (1, 3, 82), (0, 2, 81)])
def test_rejected_drafts_roll_the_state_back(accepted: int, outputs: int, computed: int) -> None:
    bench = Bench(draft_tokens=3, accept=lambda job, drafts: min(accepted, drafts))
    job = bench.add(80)
    assert bench.step() == [80]
    assert bench.step() == [4]
    assert (job.outputs, job.computed) == (outputs, computed)
    assert bench.recorder.slices[-1][5:7] == (3, accepted)


def test_drafts_never_exceed_the_answer() -> None:
    bench = Bench(draft_tokens=3, accept=lambda job, drafts: drafts)
    job = bench.add(80, outputs=3)
    bench.run()
    assert job.outputs == 3
    assert bench.recorder.slices[-1][4] == 3


@pytest.mark.parametrize(("accepted", "hit"), [(3, 96), (0, 80)])
def test_a_page_completed_by_accepted_drafts_can_be_hit_after_the_end(accepted: int, hit: int) -> None:
    bench = Bench(caching=True, draft_tokens=3, accept=lambda job, drafts: min(accepted, drafts))
    bench.add(80, outputs=17 if accepted else 16, first=0)
    bench.run()
    follower = bench.add(80, first=0)
    follower.content = type(follower.content)([(0, 80), (1_000_000_000, 17)], 7)
    follower.known = follower.prompt = 97
    bench.step()
    assert follower.hit_tokens == hit


def test_the_context_limit_ends_a_request() -> None:
    bench = Bench(max_length=90)
    job = bench.add(80, outputs=100)
    bench.run()
    assert job.outputs == 10
    assert job.outcome is Outcome.FINISHED


def test_by_priority_the_urgent_run_and_ties_go_to_the_earlier() -> None:
    bench = Bench(slots=2, order=QueueOrder.PRIORITY)
    for priority in (3, 1, 2, 0):
        bench.add(16, priority=priority)
    assert bench.rows(bench.decide().admitted) == [3, 1]
    tied = Bench(slots=1, order=QueueOrder.PRIORITY)
    for _ in range(3):
        tied.add(16, outputs=1)
    assert [tied.rows(tied.decide().admitted) for _ in range(3)] == [[0], [1], [2]]


def test_the_priority_queue_serves_in_order_of_the_value() -> None:
    bench = Bench(slots=1, order=QueueOrder.PRIORITY)
    priorities = (5, 1, 8, 3, 2, 7, 4, 6)
    for priority in priorities:
        bench.add(16, outputs=1, priority=priority)
    served = [priorities[bench.decide().admitted[0].row] for _ in priorities]
    assert served == sorted(priorities)


def test_by_priority_the_least_urgent_gives_way() -> None:
    bench = Bench(pages=11, order=QueueOrder.PRIORITY)
    low = bench.add(75, outputs=40, priority=9)
    bench.step()
    high = bench.add(75, outputs=40, priority=0)
    bench.step()
    for _ in range(8):
        bench.step()
    assert low.preemptions == 1
    assert high.outcome is Outcome.UNFINISHED
    assert high.preemptions == 0
    bench.run()
    assert (low.outcome, high.outcome) == (Outcome.FINISHED, Outcome.FINISHED)


def test_a_step_may_do_nothing_but_preempt() -> None:
    bench = Bench(pages=11, order=QueueOrder.PRIORITY)
    low = bench.add(80, outputs=40, priority=9)
    bench.step()
    bench.allocator.allocate(99, low.content, None, 0, 80)  # somebody else's pages: the pool is full
    bench.add(75, outputs=40, priority=0)
    step = bench.decide()
    assert bench.rows(step.preempted) == [low.row]
    assert step.items == []
    assert bench.decide().items


def test_nothing_is_left_behind() -> None:
    bench = Bench(pages=33, caching=True, slots=8, budget=128)
    for prompt in (40, 70, 30, 100, 50, 60, 20, 90):
        bench.add(prompt, outputs=40)
    bench.run()
    scheduler = bench.scheduler
    assert not scheduler.running
    assert not scheduler.waiting
    assert scheduler.queued == scheduler.unborn == scheduler.slots_held() == 0
    assert bench.allocator.free_pages == 32
    assert all(job.outcome is Outcome.FINISHED for job in bench.jobs)


def test_a_prompt_larger_than_the_pool_is_rejected_on_arrival() -> None:
    bench = Bench(pages=11)
    job = bench.add(161)
    assert job.outcome is Outcome.REJECTED
    assert bench.events(Event.REJECT)[0][3] == 17
    assert bench.recorder.notes == ["request 0 needs 17 pages, the pool has 10"]
    assert bench.add(16).outcome is Outcome.UNFINISHED


@pytest.mark.parametrize("reserve", [True, False])
def test_a_request_that_outgrows_the_pool_ends_with_a_note(reserve: bool) -> None:
    bench = Bench(pages=11, reserve_full_prompt=reserve)
    job = bench.add(150, outputs=50)
    other = bench.add(30, outputs=4)
    bench.run()
    assert job.outcome is Outcome.REJECTED
    assert other.outcome is Outcome.FINISHED
    assert bench.recorder.notes == ["request 0 needs 13 pages, the pool has 10"]


def test_whole_prompts_stall_the_requests_that_decode() -> None:
    bench = Bench(ContinuousScheduler)
    first = bench.add(64)
    bench.step()
    bench.add(640)
    assert bench.step() == [640]
    assert first.outputs == 1
    assert bench.step() == [1, 1]


def test_a_prompt_longer_than_the_budget_gets_an_iteration_of_its_own() -> None:
    bench = Bench(ContinuousScheduler, budget=128)
    bench.add(300)
    bench.add(20)
    step = bench.decide()
    assert [tokens for _, tokens, _, _ in step.items] == [300]
    assert step.budget == 300


def test_slices_tell_prefill_from_decode() -> None:
    bench = Bench(budget=64)
    bench.add(100, outputs=3)
    bench.run()
    assert [row[7] for row in bench.recorder.slices] == [Work.PREFILL, Work.PREFILL, Work.DECODE, Work.DECODE]
    assert [row[3] for row in bench.recorder.slices] == [64, 100, 101, 102]
