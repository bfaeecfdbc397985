"""Comparisons: what they hold, how they are cancelled, and how they travel."""

from __future__ import annotations

import numpy as np
import pytest

from engine.compare import Comparison, compare, same_tokens, with_workload
from engine.scenario import Arrivals, Lengths, Memory, Model, Policy, Scenario, Workload
from engine.simulate import simulate
from engine.techniques import NotApplicable, get

SMALL = Workload(requests=12, rate=6.0, prompt=Lengths(median=60.0, high=128), output=Lengths(median=20.0, high=48))


def small(key: str) -> Scenario:
    return with_workload(get(key).day_before(), SMALL)


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare("kivi", small("kivi"))


def test_a_comparison_holds_two_runs_of_the_same_requests(comparison: Comparison) -> None:
    assert comparison.before.request_names == comparison.after.request_names
    assert len(comparison.before.requests) == 12
    assert comparison.before_sheet.title == get("kivi").day_before().title
    assert comparison.after_sheet.title == "KIVI"
    assert "precision" in comparison.delta.moved()
    assert comparison.checks[0].holds


def test_a_comparison_travels_as_bytes(comparison: Comparison) -> None:
    back = Comparison.from_bytes(comparison.to_bytes())
    assert back.before.to_bytes() == comparison.before.to_bytes()
    assert back.after.to_bytes() == comparison.after.to_bytes()
    assert back.before_sheet == comparison.before_sheet
    assert back.after_sheet == comparison.after_sheet
    assert back.checks == comparison.checks
    assert back.experiment is not None
    assert back.to_bytes() == comparison.to_bytes()


def test_a_comparison_without_experiment_travels_too() -> None:
    comparison = compare("orca", small("orca"))
    assert comparison.experiment is None
    assert Comparison.from_bytes(comparison.to_bytes()).experiment is None


def test_equal_scenarios_give_equal_bytes(comparison: Comparison) -> None:
    assert compare("kivi", small("kivi")).to_bytes() == comparison.to_bytes()


@pytest.mark.parametrize("size", [0, 7, 20, 100, -1])
def test_foreign_or_shortened_bytes_are_refused(comparison: Comparison, size: int) -> None:
    with pytest.raises(ValueError, match=r"not a comparison|cut short"):
        Comparison.from_bytes(comparison.to_bytes()[:size])


def test_progress_rises_to_one() -> None:
    seen: list[float] = []
    compare("orca", small("orca"), seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert all(0 <= fraction <= 1 for fraction in seen)


def test_a_comparison_can_be_cancelled() -> None:
    class Cancelled(Exception):
        pass

    def stop(fraction: float) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        compare("orca", small("orca"), stop)


def test_a_base_in_which_it_is_on_already_is_refused_before_anything_runs() -> None:
    with pytest.raises(NotApplicable):
        compare("pagedattention", Scenario(memory=Memory()))


def test_another_workload_changes_nothing_else() -> None:
    base = get("orca").day_before()
    other = with_workload(base, SMALL)
    assert other.workload is SMALL
    assert with_workload(other, base.workload) == base


def test_runs_of_other_requests_are_not_taken_for_the_same() -> None:
    base = Scenario(model=Model(card="llama2-7b"), workload=SMALL)
    more = with_workload(base, Workload(requests=13, arrivals=Arrivals.AT_ONCE))
    assert not same_tokens(simulate(base), simulate(more)).holds


def test_a_request_cut_short_is_noticed() -> None:
    base = Scenario(model=Model(card="llama2-7b"), workload=SMALL, policy=Policy(max_running=4))
    recording = simulate(base)
    slices = recording.slices.copy()
    last = np.flatnonzero(slices["request"] == 3)[-1]
    slices["outputs"][last] -= 1
    shortened = type(recording)(**{**vars(recording), "slices": slices})
    check = same_tokens(recording, shortened)
    assert not check.holds
    assert "1 differ" in check.detail
