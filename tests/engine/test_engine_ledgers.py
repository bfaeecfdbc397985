"""Ledgers against a recording small enough to be checked by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from assets.ledgers import LEDGERS
from engine.ledgers import measure, quantities
from engine.recording import (
    EVENT_DTYPE,
    ITERATION_DTYPE,
    NANOSECONDS,
    REQUEST_DTYPE,
    SLICE_DTYPE,
    TRANSFER_DTYPE,
    Event,
    Outcome,
    Pool,
    Recording,
    Work,
)
from engine.sheet import Direction, Evidence

FACTS: dict[str, Any] = {
    "engines": 1,
    "prefill_engines": 0,
    "devices": 1,
    "tensor_parallel": 1,
    "memory_bytes": 100_000,
    "weight_bytes": 40_000,
    "weight_elements": 20_000,
    "state_bytes_per_token": 250,
    "fixed_state_bytes_per_request": 0,
    "fixed_state_bytes_whole_request": 0,
    "peak_flops": 1000.0,
    "memory_bandwidth": 100_000.0,
    "tdp_w": 360.0,
    "weight_bits": 16.0,
    "state_bits": 16.0,
    "activation_bits": 16.0,
    "experts_per_layer": 0,
    "experts_per_token": 0,
    "static_slots": 0,
    "contract": {"ttft_s": 2.0, "tpot_s": 1.5, "e2e_s": 3.5, "percentile": 0.9},
}


def _rows(dtype: np.dtype[Any], rows: list[dict[str, Any]]) -> np.ndarray:
    table = np.zeros(len(rows), dtype=dtype)
    for index, row in enumerate(rows):
        for name, value in row.items():
            table[index][name] = value
    return table


def _event(
    time: int, kind: Event, request: int, page: int = -1, block: int = -1, references: int = 0
) -> dict[str, Any]:
    at = time * NANOSECONDS
    return {"time": at, "kind": kind, "request": request, "page": page, "block": block, "references": references}


@pytest.fixture
def recording() -> Recording:
    """Pages of 4 tokens. A: 6 prompt tokens at 0 s, 3 outputs. B: 4 at 1 s, 2 outputs. Three iterations to 4 s."""
    events = [
        _event(0, Event.ARRIVE, 0),
        _event(0, Event.ALLOCATE, 0, 1, 0, 1),
        _event(0, Event.ALLOCATE, 0, 2, 1, 1),
        _event(1, Event.ARRIVE, 1),
        _event(2, Event.FIRST_TOKEN, 0),
        _event(2, Event.ALLOCATE, 1, 3, 0, 1),
        _event(3, Event.FIRST_TOKEN, 1),
        _event(3, Event.ALLOCATE, 1, 4, 1, 1),
        _event(4, Event.FINISH, 0),
        _event(4, Event.RELEASE, 0, 2, 1),
        _event(4, Event.RELEASE, 0, 1, 0),
        _event(4, Event.FINISH, 1),
        _event(4, Event.RELEASE, 1, 4, 1),
        _event(4, Event.RELEASE, 1, 3, 0),
    ]
    costs = {"flops": 500.0, "hbm_bytes": 60_000.0, "weight_bytes": 40_000.0, "overhead": NANOSECONDS // 4}
    spans = [(0, 2, 6, 0, 1), (2, 3, 4, 1, 2), (3, 4, 0, 2, 2)]
    iterations = [
        {
            "start": start * NANOSECONDS,
            "end": end * NANOSECONDS,
            "prefill_tokens": prefill,
            "decode_tokens": decode,
            "budget": 10,
            "running": running,
            **costs,
        }
        for start, end, prefill, decode, running in spans
    ]
    slices = [
        {"iteration": 0, "request": 0, "tokens": 6, "computed": 6, "outputs": 1, "work": Work.PREFILL},
        {"iteration": 1, "request": 0, "tokens": 1, "computed": 7, "outputs": 2, "work": Work.DECODE},
        {"iteration": 1, "request": 1, "tokens": 4, "computed": 4, "outputs": 1, "work": Work.PREFILL},
        {"iteration": 2, "request": 0, "tokens": 1, "computed": 8, "outputs": 3, "work": Work.DECODE},
        {"iteration": 2, "request": 1, "tokens": 1, "computed": 5, "outputs": 2, "work": Work.DECODE},
    ]
    times = [(0, 0, 2, 4, 6, 3), (1, 2, 3, 4, 4, 2)]
    requests = [
        {
            "arrival": arrival * NANOSECONDS,
            "first_scheduled": scheduled * NANOSECONDS,
            "first_token": first * NANOSECONDS,
            "finish": finish * NANOSECONDS,
            "prompt_tokens": prompt,
            "output_tokens": output,
            "outcome": Outcome.FINISHED,
        }
        for arrival, scheduled, first, finish, prompt, output in times
    ]
    return Recording(
        scenario="",
        pools=(Pool(0, 0, 8, 4, 1000, "pool", reserved=1),),
        engines=("engine",),
        request_names=("A", "B"),
        events=_rows(EVENT_DTYPE, events),
        iterations=_rows(ITERATION_DTYPE, iterations),
        slices=_rows(SLICE_DTYPE, slices),
        requests=_rows(REQUEST_DTYPE, requests),
        transfers=np.zeros(0, dtype=TRANSFER_DTYPE),
        facts=FACTS,
    )


EXPECTED = {
    "request.requests": 2,
    "request.rate": 1.0,
    "request.gap_variation": 0.0,
    "request.prompt_mean": 5.0,
    "request.prompt_per_output": 2.0,
    "contract.attainment": 0.5,  # A takes 4 s end to end, half a second too long
    "contract.goodput": 0.25,
    "contract.ttft_p50": 2.0,
    "contract.ttft_queue_p50": 0.5,
    "contract.tpot_p50": 1.0,
    "contract.e2e_p99": 3.99,
    "contract.throughput": 0.5,
    "weights.bytes": 40_000,
    "weights.memory_share": 0.4,
    "weights.read_per_iteration": 40_000,
    "weights.read_per_output_token": 24_000,
    "state.bytes_per_token": 250,
    "state.peak_bytes": 4000,
    "state.bytes_per_running_request": 36 / 6 * 250,
    "state.longest_tokens": 8,
    "state.room_tokens": 28,
    "allocation.utilisation": 36 / 44,
    "allocation.reserved_share": 5 / 44,
    "allocation.wasted_share": 3 / 44,
    "allocation.pool_pages": 8,
    "allocation.peak_pages": 4,
    "allocation.refusals": 0,
    "prefill.tokens": 10,
    "prefill.time": 3.0,
    "prefill.rate": 10 / 3,
    "prefill.mfu": 1000 / 3000,
    "prefill.recomputed_tokens": 0,
    "decode.rate": 1.25,
    "decode.itl_p99": 1.0,
    "decode.longest_gap": 1.0,
    "decode.stall_share": 0.0,
    "decode.mbu": 0.6,
    "decode.time_per_iteration": 1.0,
    "batching.running": 1.5,
    "batching.tokens_per_iteration": 13 / 3,
    "batching.budget_fill": 13 / 30,
    "batching.padding_share": 0.0,
    "batching.prompt_padding_share": 0.0,
    "batching.queue_p50": 0.5,
    "batching.preemptions": 0,
    "batching.iterations": 3,
    "kernels.bytes_per_output_token": 36_000,
    "kernels.intensity": 1500 / 180_000,
    "kernels.ridge": 0.01,
    "kernels.overhead_share": 0.1875,
    "precision.resident_bits": 16.0,
    "precision.state_element_bytes": 2.0,
    "parallelism.busy_share": 1.0,
    "parallelism.devices": 1,
    "faults.tokens_at_risk": 9.0,
    "faults.requests_in_flight": 1.5,
    "faults.state_bytes": 2750.0,
    "faults.rejected": 0,
    "economics.device_seconds": 0.8e6,
    "economics.busy_device_seconds": 0.8e6,
    "economics.tokens_per_device_second": 1.25,
    "economics.energy": 360 * 0.8e6 / 3.6e6,
    "economics.goodput_per_device": 0.25,
}


@pytest.mark.parametrize("key", EXPECTED)
def test_a_ledger_counts_what_the_recording_holds(recording: Recording, key: str) -> None:
    assert measure(recording)[key].value == pytest.approx(EXPECTED[key])


ABSENT = {
    "allocation.evictions",
    "allocation.copies",
    "reuse.hit_rate",
    "reuse.hit_tokens",
    "reuse.resumed_hit_tokens",
    "reuse.peak_shared_pages",
    "speculation.acceptance",
    "speculation.tokens_per_verification",
    "parallelism.communication_share",
    "experts.touched",
    "network.bytes_per_output_token",
    "network.state_bytes",
    "network.transfer_p99",
    "routing.imbalance",
}


def test_what_a_run_does_not_exercise_has_a_reason_and_no_number(recording: Recording) -> None:
    sheet = measure(recording)
    silent = {row.quantity.key for row in sheet.rows if row.value is None}
    assert silent >= ABSENT
    assert not silent & EXPECTED.keys()
    for row in sheet.rows:
        assert (row.value is None) == bool(row.reason)
        if row.value is None:
            assert row.reason.endswith(".")
            assert not row.inputs
        else:
            assert np.isfinite(row.value)
            assert row.inputs, row.quantity.key


def test_a_sheet_has_all_ledgers_in_order_with_one_headline_each(recording: Recording) -> None:
    sheet = measure(recording, "title")
    assert sheet.title == "title"
    assert [row.quantity for row in sheet.rows] == list(quantities())
    assert tuple(dict.fromkeys(row.quantity.ledger for row in sheet.rows)) == LEDGERS
    for ledger in LEDGERS:
        assert sum(row.quantity.headline for row in sheet.ledger(ledger)) == 1, ledger
    keys = [quantity.key for quantity in quantities()]
    assert len(set(keys)) == len(keys)
    assert all(quantity.formula and quantity.unit and quantity.name for quantity in quantities())


def test_times_and_bytes_are_estimates_and_counts_are_reproducible() -> None:
    modelled = {"s", "B", "B/token", "tokens/s", "FLOP/B", "kWh"}
    for quantity in quantities():
        if quantity.unit in modelled:
            assert quantity.evidence is Evidence.TEACHING_ESTIMATE, quantity.key
    counted = {q.key for q in quantities() if q.evidence is Evidence.REPRODUCIBLE}
    assert {"reuse.hit_rate", "batching.preemptions", "speculation.acceptance", "allocation.peak_pages"} <= counted


def test_a_contract_without_limits_is_met_by_all_that_finish(recording: Recording) -> None:
    free = {"ttft_s": None, "tpot_s": None, "e2e_s": None, "percentile": 0.9}
    loose = replace(recording, facts={**FACTS, "contract": free})
    assert measure(loose)["contract.attainment"].value == 1.0


def test_a_rejected_request_misses_the_contract(recording: Recording) -> None:
    requests = recording.requests.copy()
    requests["outcome"][1] = Outcome.REJECTED
    sheet = measure(replace(recording, requests=requests))
    assert sheet["contract.attainment"].value == 0.0
    assert sheet["faults.rejected"].value == 1


def test_energy_needs_a_known_power_limit(recording: Recording) -> None:
    row = measure(replace(recording, facts={**FACTS, "tdp_w": None}))["economics.energy"]
    assert row.value is None
    assert "power" in row.reason


def test_accepted_drafts_arrive_in_one_delivery(recording: Recording) -> None:
    slices = recording.slices.copy()
    slices["outputs"][3:] = (5, 2)
    slices["drafted"][3], slices["accepted"][3] = 3, 2
    sheet = measure(replace(recording, slices=slices))
    assert sheet["speculation.acceptance"].value == pytest.approx(2 / 3)
    assert sheet["speculation.position_acceptance"].value == pytest.approx(2 / 3)
    assert sheet["speculation.wasted_share"].value == pytest.approx(1 / 3)
    assert sheet["speculation.tokens_per_verification"].value == 3.0
    assert sheet["decode.itl_p99"].value == 1.0  # the gaps stay, one of them brings three tokens
    assert sheet["contract.tpot_p50"].value == pytest.approx((2 / 4 + 1) / 2)


def test_padding_counts_slots_of_finished_requests_and_filler_beside_prompts(recording: Recording) -> None:
    filler = {"iteration": 1, "request": 0, "tokens": 6, "computed": 7, "outputs": 2, "work": Work.PADDING}
    kept = {"iteration": 2, "request": 0, "tokens": 1, "computed": 7, "outputs": 2, "work": Work.PADDING}
    slices = np.concatenate([recording.slices[:3], _rows(SLICE_DTYPE, [filler, kept]), recording.slices[4:]])
    sheet = measure(replace(recording, slices=slices))
    assert sheet["batching.padding_share"].value == pytest.approx(1 / 3)
    assert sheet["batching.prompt_padding_share"].value == pytest.approx(6 / 16)
    assert sheet["decode.rate"].value == 1.0  # padding delivers nothing


def test_a_shared_page_counts_once_as_memory_and_for_each_holder_as_tokens(recording: Recording) -> None:
    events = recording.events.copy()
    row = events[5]  # B now hits page 1, which A holds
    row["kind"], row["page"], row["references"] = Event.HIT, 1, 2
    events[10]["references"] = 1  # A lets go first
    events[13]["page"] = 1
    requests = recording.requests.copy()
    requests["hit_tokens"][1] = 4
    sheet = measure(replace(recording, events=events, requests=requests))
    assert sheet["reuse.hit_rate"].value == pytest.approx(0.4)
    assert sheet["reuse.peak_shared_pages"].value == 1
    assert sheet["allocation.peak_pages"].value == 3
    assert sheet["allocation.utilisation"].value == pytest.approx((36 - 8) / (44 - 8))
    assert sheet["faults.tokens_at_risk"].value == 9.0


def test_covered_link_time_counts_overlapping_transfers_once(recording: Recording) -> None:
    rows = [{"start": s * NANOSECONDS, "end": e * NANOSECONDS, "bytes": 500} for s, e in ((0, 2), (1, 2), (3, 4))]
    sheet = measure(replace(recording, transfers=_rows(TRANSFER_DTYPE, rows)))
    assert sheet["network.link_busy_share"].value == 0.75
    assert sheet["network.state_bytes"].value == 1500
    assert sheet["network.transfer_p50"].value == 1.0
    assert sheet["network.bytes_per_output_token"].value == 300


def test_imbalance_compares_engines_with_the_same_job(recording: Recording) -> None:
    iterations = recording.iterations.copy()
    iterations["engine"] = (0, 1, 2)
    three = replace(recording, iterations=iterations, engines=("a", "b", "c"))
    sheet = measure(three)
    assert sheet["routing.imbalance"].value == pytest.approx(6 / (13 / 3))
    assert sheet["routing.engines"].value == 3
    split = measure(replace(three, facts={**FACTS, "prefill_engines": 1}))
    assert split["routing.imbalance"].value == pytest.approx(5 / 3.5)


def test_an_empty_recording_measures_without_numbers_that_need_a_run(recording: Recording) -> None:
    empty = replace(
        recording,
        request_names=(),
        **{name: getattr(recording, name)[:0] for name in ("events", "iterations", "slices", "requests")},
    )
    sheet = measure(empty)
    assert sheet["request.requests"].value == 0
    for key in ("contract.attainment", "decode.rate", "allocation.utilisation", "economics.device_seconds"):
        assert sheet[key].value is None


def test_directions_are_those_a_practitioner_expects() -> None:
    better = {quantity.key: quantity.direction for quantity in quantities()}
    assert better["contract.ttft_p99"] is Direction.LESS
    assert better["contract.goodput"] is Direction.MORE
    assert better["request.rate"] is Direction.NEITHER
    assert better["allocation.utilisation"] is Direction.MORE
