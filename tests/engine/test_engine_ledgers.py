"""Ledgers against a recording small enough to be checked by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from ledger_recording import FACTS, hand_recording, rows_of

from assets.ledgers import LEDGERS
from engine.ledgers import measure, quantities
from engine.recording import NANOSECONDS, SLICE_DTYPE, TRANSFER_DTYPE, Event, Outcome, Recording, Work
from engine.sheet import Direction, Evidence


@pytest.fixture
def recording() -> Recording:
    return hand_recording()


EXPECTED = {
    "request.requests": 2,
    "request.rate": 1.0,
    "request.gap_variation": 0.0,
    "request.prompt_mean": 5.0,
    "request.prompt_per_output": 2.0,
    "request.longest": 9,
    "request.tokens": 15,
    "request.offered_tokens": 15.0,
    "request.busiest_second": 1,
    "request.rejected_share": 0.0,
    "contract.attainment": 0.5,  # A takes 4 s end to end, half a second too long
    "contract.goodput": 0.25,
    "contract.goodput_tokens": 0.5,  # B's two tokens
    "contract.ttft_met": 1.0,
    "contract.e2e_met": 0.5,
    "contract.ttft_p50": 2.0,
    "contract.ttft_mean": 2.0,
    "contract.ttft_prefill_p50": 1.5,
    "contract.ttft_wait_p50": 0.0,
    "contract.e2e_p50": 3.5,
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
    "allocation.held_share": 11 / 28,  # of seven usable pages: two for 2 s, three for 1 s, four for 1 s
    "allocation.cached_share": 0.0,
    "allocation.free_share": 17 / 28,
    "allocation.peak_share": 4 / 7,
    "allocation.pages_taken": 4,
    "allocation.pool_pages": 8,
    "allocation.peak_pages": 4,
    "allocation.refusals": 0,
    "prefill.tokens": 10,
    "prefill.time": 3.0,
    "prefill.rate": 10 / 3,
    "prefill.mfu": 1000 / 3000,
    "prefill.recomputed_tokens": 0,
    "prefill.busy_share": 0.75,
    "prefill.chunks": 1.0,
    "prefill.chunk_tokens": 5.0,
    "prefill.iteration_p50": 1.5,
    "decode.rate": 1.25,
    "decode.itl_p99": 1.0,
    "decode.longest_gap": 1.0,
    "decode.stall_share": 0.0,
    "decode.mbu": 0.6,
    "decode.time_per_iteration": 1.0,
    "decode.mixed_share": 1 / 3,  # A's second token beside B's prompt, then one of each
    "decode.batch": 1.5,
    "decode.context": (7 + 8 + 5) / 3,
    "decode.weight_share": 2 / 3,
    "batching.running": 1.5,
    "batching.running_max": 2,
    "batching.waiting": 0.0,
    "batching.stall_share": 0.0,
    "batching.requeued_share": 0.0,
    "batching.preempted_share": 0.0,
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
    "kernels.flops_per_output_token": 300,
    "kernels.mfu": 1500 / 4000,
    "kernels.mbu": 180_000 / 400_000,
    "kernels.memory_bound_share": 1.0,  # 500 / 60,000 operations per byte are below the ridge
    "kernels.iteration_mean": 4 / 3,
    "kernels.overhead_share": 0.1875,
    "precision.resident_bits": 16.0,
    "precision.compression": 1.0,
    "precision.saved_bytes": 0.0,
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
    "economics.all_tokens_per_device_second": 3.75,
    "economics.device_seconds_per_request": 4.0,
    "economics.idle_share": 0.0,
    "reuse.sharing": 1.0,
}


@pytest.mark.parametrize("key", EXPECTED)
def test_a_ledger_counts_what_the_recording_holds(recording: Recording, key: str) -> None:
    assert measure(recording)[key].value == pytest.approx(EXPECTED[key])


ABSENT = {
    "allocation.evictions",
    "allocation.copies",
    "batching.swaps",
    "batching.pauses",
    "batching.turned_away",
    "reuse.hit_rate",
    "reuse.hit_tokens",
    "reuse.resumed_hit_tokens",
    "reuse.peak_shared_pages",
    "reuse.resumed_hit_rate",
    "reuse.window_hit_rate",
    "allocation.external_share",
    "contract.deadline_met",
    "contract.handover_p50",
    "speculation.expected",
    "speculation.reached_1",
    "economics.price",
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
    slices = np.concatenate([recording.slices[:3], rows_of(SLICE_DTYPE, [filler, kept]), recording.slices[4:]])
    sheet = measure(replace(recording, slices=slices))
    assert sheet["batching.padding_share"].value == pytest.approx(1 / 3)
    assert sheet["batching.prompt_padding_share"].value == pytest.approx(6 / 16)
    assert sheet["decode.rate"].value == 1.0  # padding delivers nothing


def test_a_shared_page_counts_once_as_memory_and_for_each_holder_as_tokens(recording: Recording) -> None:
    events = recording.events.copy()
    row = events[7]  # B now hits page 1, which A holds
    row["kind"], row["page"], row["references"] = Event.HIT, 1, 2
    events[12]["references"] = 1  # A lets go first
    events[15]["page"] = 1
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
    sheet = measure(replace(recording, transfers=rows_of(TRANSFER_DTYPE, rows)))
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
