"""The speculation lab: reports, what its presets promise, settings and refusals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from speculation_lab import HYBRID, KINDS, PLAIN, PRESETS, TREE, TWO_LAWS, answer, played

import assets
from engine.labs import settings as lab_settings
from engine.labs.records import Outcome, Preset
from engine.labs.registry import get
from engine.labs.speculation import LAB
from engine.labs.speculation_costs import deepest, nodes, plan
from engine.labs.speculation_laws import Judge
from engine.labs.speculation_published import REPORTED, Reported, settings_of
from engine.labs.speculation_settings import AcceptanceLaw, SpeculationSettings, Verification
from engine.scenario import Drafting, Rollback
from engine.scenario_file import dumps, loads, validate
from engine.sheet import Evidence

# --- reports ------------------------------------------------------------------------------------------------------


def told(report: Reported) -> float:
    point = answer(settings_of(report)).point
    return point.speedup


def test_reports_with_all_conditions_are_met_by_the_closed_form() -> None:
    """LayerSkip's two runs, DeepSeek-V3's second token, Kimi K3's seven drafts: within 13 per cent."""
    by_key = {report.key: report for report in REPORTED}
    ratios = {key: told(by_key[key]) / by_key[key].speedup for key in ("layerskip", "layerskip-fails", "mtp", "k3")}
    assert ratios["layerskip"] == pytest.approx(1.125, abs=0.01)
    assert ratios["layerskip-fails"] == pytest.approx(0.98, abs=0.01)
    assert ratios["mtp"] == pytest.approx(1.025, abs=0.01)
    assert ratios["k3"] == pytest.approx(1.105, abs=0.02)
    plain = 1 / answer(settings_of(by_key["k3"])).point.step.plain
    assert plain == pytest.approx(118, rel=0.1), "tokens per second of one user without drafts"


def test_the_layer_reads_of_layerskip_are_the_same_law() -> None:
    """L (accepted + 1) / (K E + L) with 32 layers, exit at 8, 6 drafts of which 4.77 are accepted."""
    report = next(report for report in REPORTED if report.key == "layerskip")
    assert told(report) == pytest.approx(32 * 5.77 / 80, rel=0.001)


def test_reports_are_claims_of_the_library() -> None:
    """Each figure stands in a claim of the source it names."""
    claims = {
        "layerskip": "39.05 -> 80.12",
        "layerskip-fails": "45.00 -> 14.11",
        "mtp": "value: 1.8",
        "k3": "118 to 370 tokens/s",
        "t5-small": "value: 3.4",
        "t5-large": "value: 1.7",
        "humaneval": "value: 2.46",
        "xsum": "value: 1.92",
    }
    catalogue = Path(assets.__file__).parent / "catalogue" / "canon"
    for report in REPORTED:
        (path,) = catalogue.glob(f"*-{report.source}.yaml")
        assert claims[report.key] in path.read_text(encoding="utf-8")


def test_no_report_is_above_its_tokens_per_verification_and_better_drafts_cost_more() -> None:
    by_key = {report.key: report for report in REPORTED}
    implied = []
    for key in ("t5-small", "t5-large"):
        report = by_key[key]
        assert report.acceptance is not None
        tokens = plan(replace(PLAIN, acceptance=report.acceptance), report.draft_tokens).expected_tokens
        assert report.speedup < tokens
        implied.append((tokens / report.speedup - 1) / report.draft_tokens)
    assert 0 < implied[0] < implied[1] / 10, "accepted more often, and yet slower: the draft is dear"
    for key in ("humaneval", "xsum"):
        report = by_key[key]
        assert report.draft_cost is not None
        tokens = report.speedup * (1 + report.draft_tokens * report.draft_cost)
        assert 1 < tokens < 1 + report.draft_tokens


def test_a_report_stands_beside_the_answer_only_under_its_own_conditions() -> None:
    settings = settings_of(REPORTED[0])
    (figure,) = (each for each in answer(settings).figures if each.key == "reported")
    assert figure.evidence is Evidence.AUTHOR_REPORTED
    assert figure.value == pytest.approx(2.05, abs=0.01)
    assert not answer(replace(settings, draft_tokens=5)).reports
    assert not answer(replace(settings, verification=Verification.COST_MODEL)).reports
    with pytest.raises(ValueError, match="humaneval"):
        settings_of(next(report for report in REPORTED if report.key == "humaneval"))


# --- what presets promise -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", LAB.presets, ids=lambda preset: preset.key)
def test_every_preset_comes_out_as_promised(preset: Preset[SpeculationSettings]) -> None:
    verdict = answer(preset.settings).verdict
    assert (verdict.outcome, verdict.reason) == (preset.outcome, preset.reason)


def test_some_presets_work_and_some_fail() -> None:
    assert sum(preset.outcome is Outcome.WORKS for preset in LAB.presets) >= 5
    assert sum(preset.outcome is Outcome.FAILS for preset in LAB.presets) >= 5
    assert LAB.presets[0].key == "longer-is-slower"


def test_the_first_preset_is_mended_by_a_shorter_draft() -> None:
    settings = PRESETS["longer-is-slower"].settings
    long, short = answer(settings), answer(replace(settings, draft_tokens=answer(settings).best.depth))
    assert long.point.tokens > short.point.tokens
    assert long.point.speedup < 1 < 1.3 < short.point.speedup
    assert long.point.wasted / long.point.drafts > 0.8


def test_a_perfect_draft_that_is_as_dear_as_the_target_gains_nothing() -> None:
    point = answer(PRESETS["perfect-draft"].settings).point
    assert point.tokens == 5
    assert point.speedup == pytest.approx(1, abs=0.03)


def test_a_large_batch_loses_and_a_small_one_gains_with_the_same_drafts() -> None:
    settings = PRESETS["large-batch"].settings
    assert answer(settings).point.speedup < 1
    assert answer(replace(settings, max_running=1)).point.speedup > 2


def test_typical_acceptance_is_faster_and_something_else() -> None:
    broken, sound = PRESETS["typical"].settings, PRESETS["proof-holds"].settings
    assert answer(broken).point.speedup > answer(sound).point.speedup
    assert answer(broken).bias > 0.1
    assert answer(sound).bias < 1e-12
    assert not played(broken).proof[-1].holds
    assert played(sound).proof[-1].holds


def test_replay_loses_where_copies_gain_and_copies_run_out_of_memory() -> None:
    replay, full = PRESETS["replay"].settings, PRESETS["no-room-for-copies"].settings
    assert answer(replace(replay, rollback=Rollback.SNAPSHOT)).point.speedup > 1 > answer(replay).point.speedup
    assert answer(replace(full, rollback=Rollback.REPLAY)).point.fits
    assert answer(replace(full, draft_tokens=0)).point.fits


# --- settings, figures, refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", LAB.presets, ids=lambda preset: preset.key)
def test_clock_and_ledgers_get_sound_scenarios(preset: Preset[SpeculationSettings]) -> None:
    drafted, plain = LAB.scenario(preset.settings), LAB.baseline(preset.settings)
    assert loads(dumps(validate(drafted))) == drafted
    assert validate(plain).speculation.draft_tokens == 0
    assert drafted.workload == plain.workload


@pytest.mark.parametrize("preset", LAB.presets, ids=lambda preset: preset.key)
def test_settings_come_back_from_files_and_links(preset: Preset[SpeculationSettings]) -> None:
    assert get("speculation") is LAB
    text = lab_settings.dumps(LAB.key, preset.settings)
    assert lab_settings.loads(SpeculationSettings, LAB.key, text) == preset.settings
    line = lab_settings.link(LAB.key, preset.settings)
    assert lab_settings.from_link(SpeculationSettings, LAB.key, line) == preset.settings


@pytest.mark.parametrize(
    "settings", [*KINDS, HYBRID, replace(PLAIN, draft_tokens=0), replace(TWO_LAWS, rule=Judge.TYPICAL)]
)
def test_every_figure_has_its_formula_filled_in(settings: SpeculationSettings) -> None:
    figures = answer(settings).figures
    assert len({figure.key for figure in figures}) == len(figures)
    for figure in figures:
        assert figure.formula
        assert figure.filled
        assert figure.evidence in Evidence


def test_the_region_says_where_nothing_pays() -> None:
    region = answer(PRESETS["tree-in-a-crowd"].settings).region
    assert region.loses_from == 128
    row = region.batches.index(128)
    assert region.best_depth(row) == 0
    assert all(point.speedup < 1 for point in region.points[row][1:])
    assert answer(PLAIN).region.loses_from is None


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"target_weights": (0.0, 0.0)}, "target_weights"),
        ({"draft_weights": (1.0, 2.0)}, "draft_weights"),
        ({"law": AcceptanceLaw.POSITIONS, "acceptance_by_position": ()}, "acceptance_by_position"),
        ({"method": Drafting.TREE, "widths": ()}, "widths"),
        ({"method": Drafting.TREE, "widths": (8, 8), "draft_tokens": 6}, "widths"),
        ({"tensor_parallel": 3}, "tensor_parallel"),
        ({"model": "gpt9"}, "gpt9"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(change: dict[str, object], named: str) -> None:
    with pytest.raises((ValueError, KeyError), match=named):
        LAB.answer(replace(PLAIN, **change))  # type: ignore[arg-type]


def test_a_tree_is_drafted_only_as_deep_as_it_stays_narrow() -> None:
    assert deepest(replace(TREE, widths=(4, 2, 1))) == 16
    assert deepest(replace(TREE, widths=(4,))) == 4
    assert len(answer(replace(TREE, widths=(4,))).curve) == 5


def test_what_does_not_fit_is_told_apart() -> None:
    reasons = {
        "batch_has_no_room": replace(PLAIN, max_running=512),
        "does_not_fit": replace(PLAIN, tensor_parallel=1),
        "draft_takes_room": replace(HYBRID, draft_tokens=8, max_running=32),
    }
    for reason, settings in reasons.items():
        assert answer(settings).verdict.reason == reason
        assert played(settings).engine is None


def test_progress_is_told_and_may_cancel() -> None:
    seen: list[float] = []
    LAB.run(replace(PLAIN, texts=2000), seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1

    class Enough(Exception):
        pass

    def stop(share: float) -> None:
        raise Enough

    with pytest.raises(Enough):
        LAB.run(PLAIN, stop)


def test_nodes_follow_the_widths() -> None:
    assert [len(node.chance) for node in nodes(TREE, 4)] == [4, 2, 1, 1]
