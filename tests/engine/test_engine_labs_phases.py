"""The phases lab: what its presets promise, what a run gives, capacity at a contract, refusals."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engine.labs import settings as lab_settings
from engine.labs.phases import LAB
from engine.labs.phases_capacity import contract_axes, crossing
from engine.labs.phases_run import PhasesRun
from engine.labs.phases_settings import PhasesSettings, Serving, contract, scenario
from engine.labs.records import Outcome, Preset
from engine.labs.registry import get
from engine.ledgers import measure
from engine.scenario import Contract
from engine.sheet import Evidence
from engine.simulate import simulate
from engine.summary import summarise
from engine.sweep import sweep

PLAIN = PhasesSettings()
NO_WINNER = replace(PLAIN, policy=Serving.CHUNKED, against=Serving.CONTINUOUS, sweep=True)
SMALL = replace(PLAIN, requests=24, prompt_tokens=1500, output_tokens=24)
PAIRS = [preset for preset in LAB.presets if preset.settings != NO_WINNER]


@cache
def pair(settings: PhasesSettings) -> PhasesRun:
    return LAB.run(replace(settings, sweep=False))


@cache
def whole() -> PhasesRun:
    return LAB.run(NO_WINNER)


@cache
def swept() -> PhasesRun:
    return LAB.run(replace(SMALL, sweep=True))


# --- presets ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", LAB.presets, ids=lambda preset: preset.key)
def test_preset_keeps_its_promise(preset: Preset[PhasesSettings]) -> None:
    verdict = (whole() if preset.settings == NO_WINNER else pair(preset.settings)).verdict
    assert (verdict.outcome, verdict.reason) == (preset.outcome, preset.reason)


def test_every_policy_wins_in_one_preset_and_loses_in_another() -> None:
    for outcome in (Outcome.WORKS, Outcome.FAILS):
        assert {p.settings.policy for p in LAB.presets if p.outcome is outcome} == set(Serving)


@pytest.mark.parametrize("preset", PAIRS, ids=lambda preset: preset.key)
def test_a_preset_that_fails_is_about_the_policy_and_not_about_too_much_to_do(
    preset: Preset[PhasesSettings],
) -> None:
    """The other policy keeps the contract where this one breaks it, and the other way round."""
    own, other = pair(preset.settings).sides
    kept, works = preset.settings.percentile, preset.outcome is Outcome.WORKS
    assert (own.attainment >= kept) is works
    assert (other.attainment >= kept) is not works


def test_presets_differ_and_are_found_by_key() -> None:
    keys = [preset.key for preset in LAB.presets]
    assert len(set(keys)) == len(keys)
    assert len({preset.settings for preset in LAB.presets}) == len(keys)
    assert get("phases") is LAB


# --- a pair -------------------------------------------------------------------------------------------------------


def test_both_policies_see_the_same_requests() -> None:
    for preset in LAB.presets:
        own, other = pair(preset.settings).sides
        assert np.array_equal(own.summary.arrival, other.summary.arrival)
        assert np.array_equal(own.summary.prompt_tokens, other.summary.prompt_tokens)
        assert own.recording.facts["devices"] == other.recording.facts["devices"]


@pytest.mark.parametrize("serving", Serving)
def test_attainment_and_goodput_are_those_of_the_ledgers(serving: Serving) -> None:
    other = Serving.CHUNKED if serving is Serving.STATIC else Serving.STATIC
    side = pair(replace(SMALL, policy=serving, against=other)).sides[0]
    rows = {row.quantity.key: row.value for row in measure(simulate(scenario(SMALL, serving))).rows}
    assert side.attainment == pytest.approx(rows["contract.attainment"])
    assert side.goodput == pytest.approx(rows["contract.goodput"])
    assert side.throughput == pytest.approx(rows["contract.throughput"])


def test_a_value_that_never_came_is_no_short_one() -> None:
    side = pair(replace(SMALL, prompt_tokens=30_000, prompt_spread=2.0)).sides[0]
    for name in ("ttft", "tpot", "e2e"):
        assert len(side.samples(name)) == len(side.summary.arrival)
    assert side.at("ttft", 1.0) == side.samples("ttft").max()


def test_chunks_cap_what_a_long_prompt_does_to_the_others() -> None:
    """The mechanism itself, without a contract: slower first tokens for steadier next ones."""
    run = pair(LAB.presets[0].settings)
    whole, chunks = run.sides
    assert whole.at("tpot", 0.9) > chunks.at("tpot", 0.9)
    assert whole.at("ttft", 0.9) < chunks.at("ttft", 0.9)


# --- capacity -----------------------------------------------------------------------------------------------------


def test_crossing() -> None:
    assert crossing((1, 2, 4), (1.0, 1.0, 1.0), 0.9) == 4
    assert crossing((1, 2, 4), (0.8, 1.0, 1.0), 0.9) == 0
    assert crossing((1, 2, 4), (1.0, 1.0, 0.8), 0.9) == pytest.approx(2 * math.sqrt(2))
    assert crossing((1, 2, 4), (1.0, 0.9, 0.0), 0.9) == pytest.approx(2)


def test_every_policy_has_a_curve_and_its_capacity_lies_where_it_stops_to_keep_the_contract() -> None:
    run = swept()
    assert [curve.serving for curve in run.curves] == list(Serving)
    for curve in run.curves:
        assert list(curve.rates) == sorted(curve.rates)
        if not curve.capacity:
            assert curve.attainment[0] < SMALL.percentile
            continue
        below = [met for rate, met in zip(curve.rates, curve.attainment, strict=True) if rate < curve.capacity]
        assert all(met >= SMALL.percentile for met in below)
        above = [rate for rate in curve.rates if rate > curve.capacity]
        assert not above or curve.attainment[curve.rates.index(above[0])] < SMALL.percentile


@pytest.mark.parametrize("serving", [Serving.CHUNKED, Serving.STATIC])
def test_the_curve_is_that_of_the_sweep_command(serving: Serving) -> None:
    curve = next(one for one in swept().curves if one.serving is serving)
    rates = [repr(rate) for rate in curve.rates[:3]]
    table = sweep(scenario(SMALL, serving), [f"workload.rate={','.join(rates)}"], ["contract.attainment"])
    assert [row.outcome.figures[0] for row in table.rows] == pytest.approx(curve.attainment[:3])


def test_the_map_judges_the_same_runs_as_the_curves() -> None:
    run = swept()
    found = run.contracts
    assert found is not None
    row, column = found.ttft.index(SMALL.ttft_s), found.tpot.index(SMALL.tpot_s)
    assert found.cells[row][column].capacity == pytest.approx(
        [min(found.top, curve.capacity) for curve in run.curves]
    )
    assert run.curves[1].capacity_at(contract(SMALL)) == pytest.approx(run.curves[1].capacity)
    for limits, cells in zip(found.ttft, found.cells, strict=True):
        for limit, cell in zip(found.tpot, cells, strict=True):
            asked = Contract(limits if limits < math.inf else None, limit if limit < math.inf else None)
            for curve, capacity in zip(run.curves, cell.capacity, strict=True):
                assert min(found.top, curve.capacity_at(asked)) == pytest.approx(capacity)


def test_a_looser_contract_never_lowers_a_capacity() -> None:
    found = swept().contracts
    assert found is not None
    whole = np.array([[cell.capacity for cell in row] for row in found.cells])
    assert (np.diff(whole, axis=0) >= -1e-9).all()
    assert (np.diff(whole, axis=1) >= -1e-9).all()


def test_there_is_no_winner_outside_a_contract() -> None:
    """Every policy carries most under some contract, and none under all."""
    found = whole().contracts
    assert found is not None
    contracts = sum(len(row) for row in found.cells)
    alone = {cell.winners[0] for row in found.cells for cell in row if len(cell.winners) == 1}
    assert {Serving.STATIC, Serving.CONTINUOUS, Serving.SPLIT} <= alone
    for serving in Serving:
        assert 0 < found.wins(serving) < contracts
    assert found.cells[-1][-1].winners == tuple(Serving)  # nothing promised, nothing to win


def test_a_policy_that_keeps_the_contract_may_still_carry_less_than_the_other() -> None:
    verdict = LAB.run(replace(PLAIN, sweep=True)).verdict
    assert (verdict.outcome, verdict.reason) == (Outcome.TIGHT, "other_carries_more")
    assert verdict.values["more"] > 1.1


def test_no_preset_is_decided_by_how_short_its_run_is() -> None:
    """A policy that keeps the contract in the run can do so for ever, unless the preset is about a flood."""
    for preset in PAIRS:
        answer = LAB.answer(preset.settings)
        kept = answer.own if preset.outcome is Outcome.WORKS else answer.against
        assert kept.saturated is (preset.key == "urgent-first")


def test_capacity_is_also_told_against_static_batching() -> None:
    run = whole()
    figures = {figure.key: figure.value for figure in run.figures}
    own = next(curve.capacity for curve in run.curves if curve.serving is NO_WINNER.policy)
    assert figures["over_static"] == pytest.approx(own / run.static)
    assert figures["over_static"] > 2


def test_axes_hold_the_settings_own_limits_and_none() -> None:
    rows, columns = contract_axes(replace(PLAIN, ttft_s=0.321, tpot_s=0.0))
    assert 0.321 in rows
    assert rows[-1] == columns[-1] == math.inf
    assert list(rows) == sorted(rows)


def test_another_contract_needs_no_other_simulation() -> None:
    first = swept()
    again = LAB.run(replace(SMALL, ttft_s=0.2, sweep=True))
    assert again.curves[1].runs[0].first_token is first.curves[1].runs[0].first_token


# --- the rest -----------------------------------------------------------------------------------------------------


def test_without_a_sweep_there_is_only_the_pair() -> None:
    run = pair(SMALL)
    assert not run.curves
    assert run.contracts is None
    assert run.static == 0


def test_progress_rises_to_the_end_and_cancels() -> None:
    told: list[float] = []
    LAB.run(replace(SMALL, seed=7, requests=16, sweep=True), told.append)
    assert told == sorted(told)
    assert all(0 <= share <= 1 for share in told)

    class Stopped(Exception):
        pass

    def stop(share: float) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        LAB.run(replace(SMALL, seed=8, sweep=True), stop)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"model": "llama9"}, "model"),
        ({"hardware": "h1000"}, "hardware"),
        ({"against": Serving.CONTINUOUS}, "against"),
        ({"policy": Serving.SPLIT, "engines": 1}, "prefill_engines"),
        ({"ttft_s": 0.0, "tpot_s": 0.0}, "ttft_s"),
        ({"tensor_parallel": 3}, "tensor_parallel"),
    ],
)
def test_settings_that_make_no_sense_are_named(changes: dict[str, object], field: str) -> None:
    with pytest.raises(ValueError, match=f"^{field}: "):
        LAB.answer(replace(PLAIN, **changes))  # type: ignore[arg-type]


def test_one_engine_has_no_split() -> None:
    single = replace(SMALL, engines=1)
    assert Serving.SPLIT not in single.servings
    assert {one.serving for one in LAB.answer(single).estimates} == set(Serving) - {Serving.SPLIT}


def test_settings_as_file_and_link() -> None:
    for preset in LAB.presets:
        text = lab_settings.dumps("phases", preset.settings)
        assert lab_settings.loads(PhasesSettings, "phases", text) == preset.settings
        link = lab_settings.link("phases", preset.settings)
        assert lab_settings.from_link(PhasesSettings, "phases", link) == preset.settings


def test_clock_and_ledgers_get_the_two_policies() -> None:
    settings = replace(SMALL, policy=Serving.SPLIT, against=Serving.CHUNKED)
    assert LAB.scenario(settings).layout.prefill_engines == 1
    assert LAB.baseline(settings).layout.engines == 2
    assert LAB.scenario(settings).workload == LAB.baseline(settings).workload


def test_figures_are_estimates_with_a_formula() -> None:
    for preset in LAB.presets:
        figures = (*LAB.answer(preset.settings).figures, *pair(preset.settings).figures)
        assert len({figure.key for figure in figures}) == len(figures)
        for figure in figures:
            assert figure.evidence is Evidence.TEACHING_ESTIMATE  # they rest on the cost model
            assert figure.formula
            assert figure.filled


def test_a_run_of_the_lab_is_a_run_of_the_engine() -> None:
    side = pair(SMALL).sides[1]
    summary = summarise(scenario(SMALL, SMALL.against))
    assert np.array_equal(side.summary.finish, summary.finish)
