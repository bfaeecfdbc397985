"""The contract: percentiles, what TTFT is made of, deadlines by class and by length, goodput."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from random_scenarios import EVERYTHING, scenarios
from runs import SMALL, changed

from engine.ledgers import measure
from engine.ledgers.account import Account
from engine.ledgers.contract import within_contract
from engine.recording import Outcome
from engine.scenario import Contract, QueueOrder, Scenario
from engine.scenario_file import loads
from engine.simulate import simulate
from engine.summary import summarise

SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
PERCENTILES = (50, 90, 95, 99)


def test_percentiles_are_those_of_the_requests() -> None:
    recording = simulate(SMALL)
    sheet, requests = measure(recording), recording.requests
    first = (requests["first_token"] - requests["arrival"]) / 1e9
    whole = (requests["finish"] - requests["arrival"]) / 1e9
    many = requests["output_tokens"] > 1
    each = ((requests["finish"] - requests["first_token"]) / 1e9)[many] / (requests["output_tokens"][many] - 1)
    for name, samples in (("ttft", first), ("tpot", each), ("e2e", whole)):
        for percent in PERCENTILES:
            row = sheet[f"contract.{name}_p{percent}"]
            assert row.value == pytest.approx(np.percentile(samples, percent))
            assert row.inputs[0].value == len(samples)


@SLOW
@given(scenarios(replace(EVERYTHING, samples=(1,))))
def test_the_parts_of_ttft_add_up_for_every_request(scenario: Scenario) -> None:
    account = Account(simulate(scenario))
    seen, parts = ~np.isnan(account.ttft), account.spent_to_first_token
    assert np.allclose(account.ttft[seen] * 1e9, parts.total[seen], atol=1)
    assert np.allclose(account.queue[seen] * 1e9, parts.queue[seen], atol=1)
    assert (parts.total - parts.queue - parts.transfer - parts.prefill >= 0)[seen].all()


def test_waiting_for_fetched_state_is_a_part_of_its_own() -> None:
    scenario = loads((files("assets") / "scenarios" / "slower-memory.toml").read_text("utf-8"))
    recording = simulate(scenario)
    account, sheet = Account(recording), measure(recording)
    parts, seen = account.spent_to_first_token, ~np.isnan(account.ttft)
    assert parts.transfer[seen].any()
    assert sheet["contract.ttft_transfer_p99"].value == pytest.approx(
        np.percentile(parts.transfer[seen & (parts.transfer > 0)], 99) / 1e9
    )
    assert sheet["contract.handover_p50"].value is None  # nobody changes engines
    assert measure(simulate(SMALL))["contract.ttft_transfer_p50"].value is None


def test_deadlines_are_by_class_and_by_length() -> None:
    scenario = changed(
        policy={"order": QueueOrder.PRIORITY, "max_running": 4},
        contract={"ttft_s": None, "tpot_s": None, "deadline_s": (0.2, 0.9), "deadline_per_token_s": 0.01},
    )
    recording = simulate(scenario)
    requests, account = recording.requests, Account(recording)
    assert set(requests["priority"]) == {0, 1, 2}
    allowed = np.where(requests["priority"] == 0, 0.2, 0.9) + 0.01 * requests["output_tokens"]
    assert account.deadline == pytest.approx(allowed)
    kept = (requests["finish"] - requests["arrival"]) / 1e9 <= allowed
    assert 0 < kept.sum() < len(requests)
    sheet = measure(recording)
    assert sheet["contract.deadline_met"].value == pytest.approx(kept.mean())
    assert sheet["contract.attainment"].value == pytest.approx(kept.mean())
    used = (requests["finish"] - requests["arrival"]) / 1e9 / allowed
    assert sheet["contract.deadline_use_p90"].value == pytest.approx(np.percentile(used, 90))


def test_the_summary_of_a_long_run_judges_deadlines_too() -> None:
    scenario = changed(contract={"ttft_s": None, "tpot_s": None, "deadline_s": (0.3,), "deadline_per_token_s": 0.02})
    share = summarise(scenario).figures()["attainment"]
    assert 0 < share < 1
    assert share == pytest.approx(measure(simulate(scenario))["contract.attainment"].value)


def test_each_limit_is_judged_on_its_own_and_all_of_them_together() -> None:
    recording = simulate(changed(policy={"max_running": 3}, contract={"ttft_s": 0.5, "tpot_s": 0.017, "e2e_s": 1.0}))
    sheet, account = measure(recording), Account(recording)
    alone = [sheet[f"contract.{name}_met"].value for name in ("ttft", "tpot", "e2e")]
    together = sheet["contract.attainment"].value
    assert together is not None
    assert all(share is not None and together <= share < 1 for share in alone)
    good = within_contract(account)
    assert sheet["contract.goodput"].value == pytest.approx(good.sum() / account.seconds)
    assert sheet["contract.goodput_tokens"].value == pytest.approx(account.outputs[good].sum() / account.seconds)
    assert sheet["contract.deadline_met"].reason == "The contract sets no deadline."


def test_rejected_requests_miss_and_have_no_latency() -> None:
    recording = simulate(changed(memory={"pages": 10}, contract={"ttft_s": 100.0, "tpot_s": 100.0}))
    finished = recording.requests["outcome"] == Outcome.FINISHED
    assert 0 < finished.sum() < len(finished)
    sheet = measure(recording)
    assert sheet["contract.attainment"].value == pytest.approx(finished.mean())
    assert sheet["contract.e2e_p50"].inputs[0].value == finished.sum()


def test_handover_is_after_the_first_token_and_in_a_split_only() -> None:
    split = measure(simulate(changed(layout={"prefill_engines": 1})))
    together = measure(simulate(SMALL))
    assert (split["contract.handover_p50"].value or 0) > 0
    assert together["contract.handover_p50"].value is None


def test_without_limits_every_finished_request_counts() -> None:
    open_ended = Contract(ttft_s=None, tpot_s=None, e2e_s=None)
    assert measure(simulate(replace(SMALL, contract=open_ended)))["contract.attainment"].value == 1.0
