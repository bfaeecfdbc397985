"""The speculation lab: closed forms against what is played out and simulated."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import exp, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from speculation_lab import HYBRID, KINDS, PLAIN, POSITIONS, TREE, TWO_LAWS, answer, played, weights

from engine.costs.cost import CostModel
from engine.drafting.speculation_law import draft_plan
from engine.experiments.drafting import Pair, verify
from engine.experiments.speculative_decoding import ERRORS, SIGNIFICANCE
from engine.labs.speculation import LAB
from engine.labs.speculation_costs import Costing, expected_replay, plan
from engine.labs.speculation_laws import Judge, at_random, bias, judged, output_law, overlapping, threshold
from engine.labs.speculation_run import count, prove, single_chances, table
from engine.labs.speculation_settings import AcceptanceLaw, SpeculationSettings
from engine.labs.speculation_trials import Fate
from engine.scenario import Rollback

# --- laws of two distributions ------------------------------------------------------------------------------------


@given(weights, weights, st.integers(1, 4))
def test_the_exact_rule_gives_the_targets_law_for_any_draft_and_any_number_of_candidates(
    p: list[float], q: list[float], width: int
) -> None:
    place = at_random(p, q)
    node = judged(place, width, Judge.EXACT)
    assert output_law(place, node) == pytest.approx(place.target, abs=1e-12)
    assert node.tries[0] == pytest.approx(place.overlap)
    assert bias(place, node) < 1e-12


@given(weights, weights, st.sampled_from(Judge), st.integers(1, 3))
def test_what_comes_out_is_a_law_whatever_the_rule(p: list[float], q: list[float], rule: Judge, width: int) -> None:
    place = at_random(p, q)
    node = judged(place, width, rule)
    assert output_law(place, node).sum() == pytest.approx(1)
    assert 0 <= node.passed <= 1


@given(weights, weights)
def test_the_overlap_is_one_less_the_distance_and_its_loss_is_its_logarithm(p: list[float], q: list[float]) -> None:
    place = at_random(p, q)
    assert place.overlap == pytest.approx(1 - float(np.abs(place.target - place.draft).sum()) / 2)
    assert exp(-place.loss) == pytest.approx(place.overlap)


def test_laws_that_share_nothing_have_an_infinite_loss() -> None:
    assert at_random([1, 0], [0, 1]).loss == float("inf")
    assert at_random([1, 1], [1, 1]).loss == 0


@given(st.floats(0, 1), st.integers(1, 5))
def test_with_a_chance_alone_siblings_are_independent_as_in_the_engine(acceptance: float, width: int) -> None:
    place = overlapping((3, 2, 1), acceptance)
    assert place.overlap == pytest.approx(acceptance)
    assert judged(place, width, Judge.EXACT).passed == pytest.approx(1 - (1 - acceptance) ** width)


def test_siblings_from_a_real_draft_are_worth_less_than_independent_ones() -> None:
    """After a rejection less of p is left where q looks for it."""
    place = at_random(PLAIN.target_weights, PLAIN.draft_weights)
    node = judged(place, 3, Judge.EXACT)
    assert node.tries[0] > node.tries[1] > node.tries[2]
    assert node.passed < 1 - (1 - place.overlap) ** 3


def test_typical_acceptance_follows_its_threshold() -> None:
    place = at_random((8, 1, 1), (1, 8, 1))
    entropy = -(0.8 * log(0.8) + 0.2 * log(0.1))
    assert threshold(place.target, 0.09, 0.3) == 0.09
    assert threshold(place.target, 0.9, 0.3) == pytest.approx(0.3 * exp(-entropy))
    assert judged(place, 1, Judge.TYPICAL, 0.09, 0.3).passed == 1  # all are likely enough: the draft speaks
    assert output_law(place, judged(place, 1, Judge.TYPICAL, 0.09, 0.3)) == pytest.approx(place.draft)
    assert judged(place, 1, Judge.TYPICAL, 0.5, 0.9).passed == pytest.approx(0.1)


# --- the law of a step --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [PLAIN, POSITIONS, TREE, replace(TREE, widths=(3,), draft_tokens=5)])
def test_the_plan_is_the_engines_own_where_only_chances_are_given(settings: SpeculationSettings) -> None:
    law = plan(settings, settings.draft_tokens)
    engine = draft_plan(LAB.scenario(settings).speculation)
    assert law.levels == engine.levels
    assert law.chances == pytest.approx(engine.chances)


def test_a_scenario_passes_each_position_as_often_as_two_distributions_do() -> None:
    settings = replace(TREE, law=AcceptanceLaw.DISTRIBUTIONS)
    law = plan(settings, 3)
    assert draft_plan(LAB.scenario(settings).speculation).chances == pytest.approx(law.chances)
    assert all(0 <= chance <= 1 for chance in single_chances(settings, law))


def test_the_expectation_is_the_geometric_sum() -> None:
    assert answer(PLAIN).point.tokens == pytest.approx((1 - 0.7**5) / 0.3)
    assert answer(replace(PLAIN, acceptance=1.0)).point.tokens == pytest.approx(5)
    assert answer(replace(PLAIN, acceptance=0.0)).point.tokens == 1


def test_what_runs_again_is_every_outcome_with_a_rejection_weighed() -> None:
    law, expected = plan(POSITIONS, 3), 0.0
    for passed in product((True, False), repeat=3):
        weight = float(np.prod([c if yes else 1 - c for yes, c in zip(passed, law.chances, strict=True)]))
        if not all(passed):
            expected += weight * (passed.index(False) + 1)
    assert expected_replay(law) == pytest.approx(expected)


def test_a_step_is_timed_by_the_cost_model_of_the_simulation() -> None:
    found, cost = answer(PLAIN).point.step, CostModel(LAB.scenario(PLAIN))
    context, batch = 8 * PLAIN.context_tokens, PLAIN.max_running
    assert found.plain == cost.iteration((), context, batch, batch).seconds
    assert found.verification == cost.iteration((), context, batch * 5, batch).seconds
    assert found.replay == 0
    assert found.draft > 0


def test_the_cost_of_verification_grows_with_the_batch() -> None:
    costing = Costing(PLAIN)
    shares = [
        costing.point(4, batch).step.verification / costing.point(0, batch).step.plain for batch in (1, 16, 256)
    ]
    assert shares[0] < 1.05 < shares[1] < 2 < shares[2]


def test_rejections_cost_nothing_in_pages_memory_in_copies_and_time_in_replays() -> None:
    kept, again = answer(HYBRID), answer(replace(HYBRID, rollback=Rollback.REPLAY))
    assert [each.rollback for each in (answer(PLAIN), kept, again)] == ["trim", "snapshot", "replay"]
    assert answer(PLAIN).copies_bytes == 0
    assert kept.copies_bytes == pytest.approx(4 * again.copies_bytes)
    assert kept.point.step.replay == 0 < again.point.step.replay
    assert again.point.speedup < kept.point.speedup


def test_the_best_length_falls_as_drafts_get_dearer() -> None:
    best = [answer(replace(PLAIN, draft_model="", draft_cost=cost)).best.depth for cost in (0.02, 0.1, 0.3, 0.9)]
    assert best == sorted(best, reverse=True)
    assert best[0] > 4
    assert best[-1] == 0


# --- played out ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", KINDS)
def test_verifications_yield_what_the_closed_form_expects_at_every_depth(settings: SpeculationSettings) -> None:
    counted, accepted = count(settings, 40_000)
    for each in counted:
        expected = plan(settings, each.depth).expected_tokens
        assert abs(each.mean - expected) <= ERRORS * each.error + 1e-12
    for share, chance in zip(accepted, plan(settings, settings.draft_tokens).accepted_law, strict=True):
        assert abs(share - chance) < ERRORS * sqrt(max(chance * (1 - chance), 1e-9) / 40_000)


@pytest.mark.parametrize("rule", list(Judge))
def test_rules_that_are_not_exact_accept_as_their_closed_form_says_too(rule: Judge) -> None:
    settings = replace(TWO_LAWS, rule=rule)
    counted, _ = count(settings, 40_000)
    assert abs(counted[4].mean - plan(settings, 4).expected_tokens) < ERRORS * counted[4].error


def test_a_chain_accepts_as_the_experiment_on_markov_models_does() -> None:
    place = at_random(TWO_LAWS.target_weights, TWO_LAWS.draft_weights)
    pair = Pair(np.tile(place.target, (8, 1)), np.tile(place.draft, (8, 1)))
    theirs = verify(np.random.default_rng(3), pair, np.zeros(40_000, np.int64), 4).accepted
    ours, _ = table(TWO_LAWS, 4).play(np.random.default_rng(4), 40_000)
    error = sqrt((theirs.var() + ours.var()) / 40_000)
    assert abs(theirs.mean() - ours.mean()) < ERRORS * error


@pytest.mark.parametrize("settings", [PLAIN, POSITIONS, TWO_LAWS, replace(TREE, law=AcceptanceLaw.DISTRIBUTIONS)])
def test_the_proof_holds_for_the_exact_rule(settings: SpeculationSettings) -> None:
    checks = prove(settings, lambda share: None)
    assert all(check.p > SIGNIFICANCE for check in checks)
    assert checks[-1].texts == settings.texts
    assert sum(checks[-1].shares) == pytest.approx(1)
    assert checks[-1].distance < 0.01


@pytest.mark.parametrize("rule", [Judge.TYPICAL, Judge.RESAMPLE])
def test_the_proof_fails_for_the_rules_that_break_it_and_more_clearly_with_every_text(rule: Judge) -> None:
    settings = replace(TWO_LAWS, rule=rule, texts=5000)
    checks = prove(settings, lambda share: None)
    assert checks[0].holds, "a few texts prove nothing"
    assert not checks[-1].holds
    assert checks[-1].statistic > checks[len(checks) // 2].statistic
    place, node = answer(settings).place, answer(settings).node
    assert bias(place, node) > 0.01


def test_a_text_is_the_same_length_however_it_came_about() -> None:
    texts = table(PLAIN, 4).write(np.random.default_rng(0), 500, 7)
    assert texts.shape == (500, 7)
    assert texts.min() >= 0


@pytest.mark.parametrize("settings", [PLAIN, TREE, replace(TWO_LAWS, rule=Judge.TYPICAL)])
def test_a_story_is_consistent(settings: SpeculationSettings) -> None:
    for told in answer(settings).story:
        assert len(told.drafts) == settings.draft_tokens
        assert len(told.tokens) == told.accepted + 1
        assert told.corrected == (told.accepted < settings.draft_tokens)
        for place, level in enumerate(told.drafts):
            fates = [candidate.fate for candidate in level]
            assert fates.count(Fate.ACCEPTED) == (place < told.accepted)
            if place == told.accepted:
                assert set(fates) == {Fate.REJECTED}
            if place > told.accepted:
                assert set(fates) == {Fate.SPARED}
    assert answer(settings).story == LAB.answer(settings).story


@pytest.mark.parametrize(
    "settings",
    [
        PLAIN,
        replace(PLAIN, max_running=128),
        replace(TREE, max_running=32),
        replace(HYBRID, rollback=Rollback.REPLAY, max_running=16),
        replace(TWO_LAWS, max_running=64),
    ],
)
def test_the_engine_runs_as_fast_as_the_closed_form_says(settings: SpeculationSettings) -> None:
    point, engine = answer(settings).point, played(settings).engine
    assert engine is not None
    assert abs(engine.tokens - point.tokens) < ERRORS * engine.error
    assert engine.speedup == pytest.approx(point.speedup, rel=0.02 + 4 * engine.error / engine.tokens)
