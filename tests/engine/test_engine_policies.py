"""What each policy promises, on workloads that ask for it."""

from __future__ import annotations

import numpy as np
import pytest
from runs import changed

from engine.ledgers import measure
from engine.ledgers.account import Account
from engine.recording import HOST, Event, Outcome, Recording, Rejection
from engine.scenario import Batching, Lengths, Preemption, QueueOrder, Scenario
from engine.simulate import simulate

# Answers of very different lengths and few slots: the first come makes everybody wait.
HEAVY_TAILED = changed(
    model={"card": "llama2-7b"},
    workload={
        "requests": 80,
        "rate": 12.0,
        "prompt": Lengths(median=120, spread=1.0, low=8, high=900),
        "output": Lengths(median=60, spread=1.2, low=2, high=900),
    },
    policy={"batching": Batching.CHUNKED, "max_running": 6, "token_budget": 1024},
)
# Long prompts in a small pool: answers outgrow it.
SHORT_OF_MEMORY = changed(
    model={"card": "llama2-7b"},
    memory={"pages": 260},
    workload={
        "requests": 40,
        "rate": 20.0,
        "prompt": Lengths(median=500, spread=0.4, low=200, high=900),
        "output": Lengths(median=200, spread=0.5, low=50, high=500),
    },
    policy={"batching": Batching.CHUNKED, "max_running": 16, "token_budget": 512},
)
# More prompt tokens than the device can compute in time.
OVERLOADED = changed(
    model={"card": "llama2-7b"},
    workload={
        "requests": 150,
        "rate": 14.0,
        "prompt": Lengths(median=900, spread=0.5, low=200, high=1800),
        "output": Lengths(median=40, spread=0.5, low=5, high=200),
    },
    policy={"batching": Batching.CHUNKED, "max_running": 32, "token_budget": 1024},
    contract={"ttft_s": 1.0, "tpot_s": None},
)


def run(base: Scenario, **policy: object) -> Recording:
    return simulate(changed(base, policy=policy))


def mean(recording: Recording, measure: str) -> float:
    return float(np.nanmean(getattr(Account(recording), measure)))


def median(recording: Recording, measure: str) -> float:
    return float(np.nanmedian(getattr(Account(recording), measure)))


def happened(recording: Recording, kind: Event) -> int:
    return int((recording.events["kind"] == kind).sum())


def kept(recording: Recording) -> tuple[int, int]:
    """Requests served, and those of them whose first token came in time."""
    served = recording.requests["outcome"] == Outcome.FINISHED
    return int(served.sum()), int((Account(recording).ttft[served] <= 1.0).sum())


def test_shortest_job_lowers_the_mean_latency_and_less_so_the_worse_it_guesses() -> None:
    fcfs, oracle = run(HEAVY_TAILED), run(HEAVY_TAILED, order=QueueOrder.SHORTEST)
    guessing = run(HEAVY_TAILED, order=QueueOrder.SHORTEST, length_error=1.5)
    assert mean(oracle, "e2e") < mean(guessing, "e2e") < mean(fcfs, "e2e")
    assert mean(oracle, "e2e") < 0.6 * mean(fcfs, "e2e")
    assert any("no real system" in note for note in oracle.notes)
    assert not any("no real system" in note for note in guessing.notes)


def test_shortest_job_makes_the_longest_wait() -> None:
    fcfs, oracle = run(HEAVY_TAILED), run(HEAVY_TAILED, order=QueueOrder.SHORTEST)
    longest = np.argsort(fcfs.requests["output_tokens"])[-8:]
    assert Account(oracle).queue[longest].mean() > Account(fcfs).queue[longest].mean()


def test_mlfq_lowers_the_latencies_of_a_heavy_tailed_workload_without_knowing_lengths() -> None:
    fcfs, mlfq = run(HEAVY_TAILED), run(HEAVY_TAILED, batching=Batching.MLFQ)
    assert median(mlfq, "ttft") < 0.05 * median(fcfs, "ttft")
    assert mean(mlfq, "e2e") < 0.8 * mean(fcfs, "e2e")
    assert mean(mlfq, "tpot") > mean(fcfs, "tpot")  # what it costs: answers are interrupted
    assert happened(mlfq, Event.PAUSE) > 0
    assert mlfq.requests["preemptions"].sum() == 0  # a pause keeps the state


def test_decode_first_has_the_lowest_time_per_token_and_the_highest_to_the_first() -> None:
    runs = {batching: run(HEAVY_TAILED, batching=batching) for batching in Batching if batching != Batching.STATIC}
    last = runs.pop(Batching.DECODE_FIRST)
    assert all(mean(last, "tpot") < mean(other, "tpot") for other in runs.values())
    assert all(mean(last, "ttft") > mean(other, "ttft") for other in runs.values())
    slices = last.slices
    beside = last.iterations["prefill_tokens"][slices["iteration"]] > 0
    assert not (beside & (last.iterations["decode_tokens"][slices["iteration"]] > 0)).any()
    waits = run(HEAVY_TAILED, batching=Batching.DECODE_FIRST, decode_floor=4)
    assert mean(runs[Batching.CONTINUOUS], "ttft") < mean(waits, "ttft") < mean(last, "ttft")


def test_a_prefill_interval_trades_the_first_token_for_the_others() -> None:
    often, seldom = run(OVERLOADED), run(OVERLOADED, prefill_interval=3)
    assert mean(seldom, "tpot") < mean(often, "tpot")
    assert mean(seldom, "ttft") > mean(often, "ttft")


@pytest.mark.parametrize(("rate", "faster"), [(100e9, True), (1e9, False)])
def test_swapping_beats_recomputing_when_the_host_link_is_fast_and_loses_when_it_is_slow(rate, faster) -> None:
    again = run(SHORT_OF_MEMORY)
    swapped = run(SHORT_OF_MEMORY, preemption=Preemption.SWAP, host_link_bytes_per_s=rate)
    assert happened(swapped, Event.SWAP_OUT) == happened(swapped, Event.SWAP_IN) > 0
    assert swapped.requests["recomputed_tokens"].sum() == 0 < again.requests["recomputed_tokens"].sum()
    assert (mean(swapped, "e2e") < mean(again, "e2e")) == faster
    assert (swapped.duration < again.duration) == faster


def test_a_swap_takes_its_bytes_over_the_link_both_ways_and_the_iteration_waits() -> None:
    recording = run(SHORT_OF_MEMORY, preemption=Preemption.SWAP, host_link_bytes_per_s=1e9)
    out = recording.transfers[recording.transfers["target"] == HOST]
    back = recording.transfers[recording.transfers["source"] == HOST]
    assert out["bytes"].sum() == back["bytes"].sum() > 0
    for row in (*out, *back):
        assert row["end"] - row["start"] == pytest.approx(row["bytes"], abs=1)
    starts, ends = recording.iterations["start"], recording.iterations["end"]
    for row in back:
        waiting = np.flatnonzero((starts <= row["start"]) & (ends >= row["end"]))
        assert len(waiting) == 1
        assert row["request"] in recording.slices["request"][recording.slices["iteration"] == waiting[0]]


def test_where_host_memory_is_full_the_state_is_lost() -> None:
    recording = run(SHORT_OF_MEMORY, preemption=Preemption.SWAP, host_memory_bytes=500_000_000)
    assert happened(recording, Event.PREEMPT) > 0
    assert happened(recording, Event.SWAP_OUT) > 0
    assert recording.requests["recomputed_tokens"].sum() > 0


@pytest.mark.parametrize("batching", [Batching.CHUNKED, Batching.CONTINUOUS])
def test_early_rejection_keeps_the_promise_to_those_it_lets_in(batching: Batching) -> None:
    everybody, early = run(OVERLOADED, batching=batching), run(OVERLOADED, batching=batching, early_rejection=True)
    served, in_time = kept(early)
    assert served < len(early.requests)
    assert in_time / served > 0.9 > 0.5 > kept(everybody)[1] / len(everybody.requests)
    assert in_time > kept(everybody)[1]  # less work for nothing: more are served in time, not only a larger share
    refused = early.events[early.events["kind"] == Event.REJECT]
    assert set(refused["order"].tolist()) == {int(Rejection.LATENCY)}
    assert (refused["time"] == early.requests["arrival"][refused["request"]]).all()
    assert any("contract's 1 s" in note for note in early.notes)


def test_early_rejection_sees_that_slots_are_short() -> None:
    few = changed(OVERLOADED, policy={"max_running": 4}, workload={"rate": 4.0})
    served, in_time = kept(run(few, early_rejection=True))
    assert in_time == served > kept(run(few))[1]


def test_a_budget_of_outstanding_tokens_bounds_what_waits() -> None:
    recording = run(OVERLOADED, outstanding_tokens=8000)
    requests = recording.requests
    turned_away = requests["outcome"] == Outcome.REJECTED
    size = requests["prompt_tokens"] + requests["output_tokens"]
    for row in np.flatnonzero(~turned_away):
        now = requests["arrival"][row]
        here = ~turned_away & (requests["arrival"] <= now) & (requests["finish"] > now)
        assert size[here].sum() <= 8000
    assert turned_away.any()
    assert any("8,000 outstanding tokens" in note for note in recording.notes)
    reasons = recording.events["order"][recording.events["kind"] == Event.REJECT]
    assert set(reasons.tolist()) == {int(Rejection.OUTSTANDING)}


@pytest.mark.parametrize("batching", list(Batching))
def test_long_prompts_and_the_watermark_count_where_they_make_sense(batching: Batching) -> None:
    """A watermark spares evictions where the urgent do not evict anyway; a chunk cap needs chunks."""
    base = changed(SHORT_OF_MEMORY, policy={"batching": batching})
    kept_free = simulate(changed(base, memory={"watermark": 0.3}))
    spared = simulate(base).requests["preemptions"].sum() - kept_free.requests["preemptions"].sum()
    assert spared >= 0
    assert (spared > 0) == (batching in (Batching.STATIC, Batching.CONTINUOUS, Batching.CHUNKED))
    capped = simulate(changed(base, policy={"batching": batching, "long_prefill_threshold": 100}))
    chunks = capped.slices["tokens"][capped.slices["work"] == 0]
    assert (np.median(chunks) <= 100) == (batching in (Batching.CHUNKED, Batching.MLFQ))


def test_the_batching_ledger_counts_what_only_some_policies_do() -> None:
    swaps = run(SHORT_OF_MEMORY, preemption=Preemption.SWAP)
    assert measure(swaps)["batching.swaps"].value == happened(swaps, Event.SWAP_OUT)
    paused = run(HEAVY_TAILED, batching=Batching.MLFQ)
    assert measure(paused)["batching.pauses"].value == happened(paused, Event.PAUSE)
    early = run(OVERLOADED, early_rejection=True)
    assert measure(early)["batching.turned_away"].value == happened(early, Event.REJECT)
    assert "memory can hold" in measure(swaps)["batching.turned_away"].reason
