"""The experiments' invariants hold, and fail for whoever breaks the rule that they watch."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import engine.experiment
import engine.sheet
from assets.ledgers import LEDGERS
from engine.experiment import Bars, Curves, Experiment, Invariant, Matrix, TokenStrip
from engine.plain import Vocabulary
from engine.sheet import Evidence
from engine.techniques import available, get

KEYS = tuple(key for key in available() if get(key).has_experiment)
SMALL: dict[str, dict[str, Any]] = {
    "mqa": {"heads": 4, "d_k": 16, "d_v": 16, "d_model": 64, "steps": 24, "sequences": 2},
    "speculative-decoding": {"texts": 20_000},
    "kivi": {"tokens": 300},
    "smoothquant": {"tokens": 256, "channels": 512, "outputs": 128, "outliers": 5},
    "gptq": {"rows": 48, "columns": 128, "samples": 512, "block": 32},
}


def run(key: str, seed: int = 0, **parameters: Any) -> Experiment:
    experiment = get(key).experiment(np.random.default_rng(seed), **(SMALL[key] | parameters))
    assert experiment is not None
    return experiment


@cache
def default(key: str) -> Experiment:
    experiment = get(key).experiment(np.random.default_rng(0))
    assert experiment is not None
    return experiment


def broken(experiment: Experiment) -> set[str]:
    return {invariant.name for invariant in experiment.invariants if not invariant.holds}


def value(experiment: Experiment, key: str) -> float:
    (found,) = (row.value for row in experiment.findings if row.quantity.key == key)
    assert found is not None
    return found


def test_every_technique_that_names_an_experiment_has_one() -> None:
    assert set(KEYS) == set(SMALL)
    for key in KEYS:
        assert import_module(f"engine.experiments.{get(key).laboratory}").run


@pytest.mark.parametrize("key", KEYS)
def test_invariants_hold_at_the_size_of_the_source(key: str) -> None:
    experiment = default(key)
    assert experiment.holds, broken(experiment)
    assert len({invariant.name for invariant in experiment.invariants}) == len(experiment.invariants) >= 4
    assert {type(invariant.holds) for invariant in experiment.invariants} == {bool}, "they are written as JSON"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", range(1, 6))
def test_invariants_hold_for_any_seed(key: str, seed: int) -> None:
    experiment = run(key, seed)
    assert experiment.holds, [invariant for invariant in experiment.invariants if not invariant.holds]


@pytest.mark.parametrize("key", KEYS)
def test_a_seed_gives_one_result_and_another_seed_another(key: str) -> None:
    vocabulary = Vocabulary((engine.experiment, engine.sheet))
    first = vocabulary.to_bytes(run(key))
    assert vocabulary.to_bytes(run(key)) == first
    assert vocabulary.to_bytes(run(key, seed=9)) != first


@pytest.mark.parametrize("key", KEYS)
def test_an_experiment_travels_as_plain_data(key: str) -> None:
    vocabulary = Vocabulary((engine.experiment, engine.sheet))
    data = vocabulary.to_bytes(default(key))
    back = vocabulary.from_bytes(data)
    assert back.findings == default(key).findings
    assert vocabulary.to_bytes(back) == data


@pytest.mark.parametrize("key", KEYS)
def test_findings_are_filed_with_formula_and_inputs(key: str) -> None:
    findings = default(key).findings
    keys = [row.quantity.key for row in findings]
    assert len(set(keys)) == len(keys)
    for row in findings:
        assert row.quantity.ledger in LEDGERS
        assert row.value is not None
        assert np.isfinite(row.value)
        assert row.quantity.formula
        assert row.inputs
        assert all(entry.symbol in row.quantity.formula for entry in row.inputs), row.quantity.key
        assumed = row.quantity.key == "contract.exact.speedup"
        assert row.quantity.evidence is (Evidence.TEACHING_ESTIMATE if assumed else Evidence.REPRODUCIBLE)


@pytest.mark.parametrize("key", KEYS)
def test_frames_can_be_drawn(key: str) -> None:
    frames = default(key).frames
    assert 2 <= len(frames) <= 4
    for frame in frames:
        assert frame.title
        assert frame.caption.endswith(".")
        match frame:
            case Bars():
                assert all(len(series.values) == len(frame.categories) for series in frame.series)
                assert not frame.logarithmic or all((v or 0) > 0 for series in frame.series for v in series.values)
            case Matrix():
                assert all(panel.values.ndim == 2 and np.isfinite(panel.values).any() for panel in frame.panels)
                assert not frame.logarithmic or all(np.nanmin(panel.values) > 0 for panel in frame.panels)
                names = frame.column_names
                assert not names or all(panel.values.shape[1] == len(names) for panel in frame.panels)
            case Curves():
                assert all(len(curve.x) == len(curve.y) for curve in frame.curves)
                assert not frame.y_logarithmic or all(curve.y.min() > 0 for curve in frame.curves)
            case TokenStrip():
                assert all(row.tokens for row in frame.rows)


@pytest.mark.parametrize(
    ("key", "parameters"),
    [
        ("mqa", {"heads": 1}),
        ("mqa", {"steps": 0}),
        ("speculative-decoding", {"acceptance": 1.0}),
        ("speculative-decoding", {"vocabulary": 40}),
        ("speculative-decoding", {"draft_tokens": 0}),
        ("kivi", {"group": 48}),
        ("kivi", {"residual": 100}),
        ("kivi", {"tokens": 128}),
        ("kivi", {"bits": 9}),
        ("smoothquant", {"alpha": 1.5}),
        ("smoothquant", {"outliers": 4000}),
        ("gptq", {"bits": ()}),
        ("gptq", {"samples": 64}),
        ("gptq", {"block": 0}),
    ],
)
def test_parameters_that_make_no_sense_are_refused_by_name(key: str, parameters: dict[str, Any]) -> None:
    (name,) = parameters
    with pytest.raises(ValueError, match=rf"^{name}: found .*, expected "):
        run(key, **parameters)


# What breaks a rule breaks the invariant that watches it, and no other.


@pytest.mark.parametrize(
    ("key", "parameters", "names"),
    [
        (
            "speculative-decoding",
            {"rule": "resample from the target"},
            {"What comes out follows the target's own law"},
        ),
        (
            "speculative-decoding",
            {"rule": "accept with q/p"},
            {
                "What comes out follows the target's own law",
                "A draft is accepted as often as the two laws overlap",
                "Tokens per verification follow the formula",
                "At temperature zero the text is the target's, token for token",
            },
        ),
        ("kivi", {"outliers": 0}, {"Keys lose less per channel than per token"}),
        ("kivi", {"token_spread": 0.0}, {"Values lose less per token than per channel"}),
        ("smoothquant", {"outliers": 0}, {"Smoothing brings 8-bit products close to the exact one"}),
        ("smoothquant", {"alpha": 1.0}, {"Smoothing brings 8-bit products close to the exact one"}),
        ("gptq", {"strength": 0.0}, {"Compensation lowers the output error clearly"}),
        ("gptq", {"strength": -1.0}, {"Compensation lowers the output error clearly"}),
        ("gptq", {"noise": 50.0}, {"Compensation lowers the output error clearly"}),
    ],
)
def test_breaking_the_rule_breaks_its_invariant(key: str, parameters: dict[str, Any], names: set[str]) -> None:
    assert broken(run(key, **parameters)) == names


def test_mqa_reads_a_head_count_fewer_bytes() -> None:
    experiment = default("mqa")
    assert value(experiment, "decode.mqa.read_ratio") == 8
    assert value(experiment, "decode.mqa.keys_only_ratio") == 16 / 9
    assert value(experiment, "state.mqa.multi_query") == (128 + 128) * 8
    assert value(experiment, "kernels.mqa.multi_head") == 1
    assert value(experiment, "kernels.mqa.multi_query") == 8


def test_speculation_yields_what_the_formula_says() -> None:
    experiment = run("speculative-decoding", acceptance=0.6, draft_tokens=3)
    assert value(experiment, "speculation.exact.acceptance") == pytest.approx(0.6, abs=0.005)
    tokens = value(experiment, "speculation.exact.tokens_per_verification")
    assert tokens == pytest.approx((1 - 0.6**4) / 0.4, abs=0.04)
    assert value(experiment, "decode.exact.passes_per_token") == pytest.approx(1 / tokens)
    assert value(experiment, "kernels.exact.positions_per_token") == pytest.approx(4 / tokens)


def test_kivi_stores_three_bits_a_number_and_tails() -> None:
    experiment = default("kivi")
    assert value(experiment, "precision.kivi.group_bits") == 3
    tokens, tail = 2000, 2000 % 128 + 128
    expected = (tail * 16 + (2 * tokens - tail) * 3) / (2 * tokens)
    assert value(experiment, "precision.kivi.held_bits") == pytest.approx(expected, rel=1e-12)
    assert value(experiment, "precision.kivi.output_error") < 0.1
    bars = experiment.frames[2]
    assert isinstance(bars, Bars)
    (right, keys_wrong), (values_wrong, both_wrong) = (series.values for series in bars.series)
    assert right < values_wrong < keys_wrong < both_wrong  # type: ignore[operator]


def test_kivi_loses_less_with_more_bits() -> None:
    errors = [value(run("kivi", bits=bits), "precision.kivi.output_error") for bits in (2, 4, 8)]
    assert errors[0] > 3 * errors[1] > 20 * errors[2]


def test_smoothing_frees_the_activations() -> None:
    experiment = default("smoothquant")
    as_is = value(experiment, "precision.smoothquant.error_as_is")
    assert as_is > 4 * value(experiment, "precision.smoothquant.error_smoothed")
    assert value(experiment, "precision.smoothquant.zeros_as_is") > 0.5
    assert value(experiment, "precision.smoothquant.zeros_smoothed") < 0.2
    assert value(experiment, "weights.smoothquant.ratio") == pytest.approx(2, abs=1e-3)


def test_compensation_helps_at_every_width_and_on_unseen_inputs() -> None:
    experiment = default("gptq")
    for bits in (4, 3):
        nearest = value(experiment, f"precision.gptq.nearest_{bits}")
        assert nearest > 2 * value(experiment, f"precision.gptq.compensated_{bits}")
        assert nearest > 2 * value(experiment, f"precision.gptq.unseen_{bits}")
        assert value(experiment, f"weights.gptq.width_{bits}") == pytest.approx(bits + (16 + bits) / 256)


def test_invariants_carry_what_was_compared() -> None:
    for key in KEYS:
        for invariant in default(key).invariants:
            assert isinstance(invariant, Invariant)
            assert any(character.isdigit() for character in invariant.detail), invariant
