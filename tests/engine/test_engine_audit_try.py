"""Pairs of runs for claims: well formed, quick, honest about their conditions, and showing what they are for."""

from __future__ import annotations

import math
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from engine import audit_try, scenario_file
from engine.audit_try import Pair, Tried
from engine.audit_try_measures import MEASURES
from engine.audit_try_speculation import chance
from engine.sheet import Direction, Evidence

PAIRS = audit_try.pairs()


def differing(before: Any, after: Any, path: str = "") -> set[str]:
    """Fields in which two scenarios differ, as "memory.allocator"."""
    found = set()
    for item in fields(before):
        one, other = getattr(before, item.name), getattr(after, item.name)
        name = f"{path}{item.name}"
        if is_dataclass(one) and is_dataclass(other):
            found |= differing(one, other, f"{name}.")
        elif one != other:
            found.add(name)
    return found - {"title"}


@pytest.fixture(scope="module")
def tried() -> dict[str, Tried]:
    return {key: audit_try.try_claim(pair) for key, pair in PAIRS.items()}


def test_pairs_are_keyed_by_their_claim_and_found() -> None:
    assert len(PAIRS) >= 20
    for key, pair in PAIRS.items():
        assert key == pair.key == f"{pair.source}:{pair.position}"
        assert audit_try.find(pair.source, pair.position) is pair
    assert audit_try.find("medusa", 1) is None


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_both_sides_are_asked_the_same_and_differ_in_what_is_claimed(pair: Pair) -> None:
    changed = differing(pair.before, pair.after)
    assert changed
    assert not any(name.startswith(("workload.", "contract.", "seed")) for name in changed)
    assert not any(name.startswith("hardware.") for name in changed)
    assert pair.measure in MEASURES
    assert pair.matched
    for scenario in (pair.before, pair.after):
        assert scenario_file.loads(scenario_file.dumps(scenario)) == scenario


def test_every_pair_gives_a_figure_under_a_label(tried: dict[str, Tried]) -> None:
    for key, found in tried.items():
        assert math.isfinite(found.ratio)
        assert found.ratio > 0
        measure = MEASURES[PAIRS[key].measure]
        better = found.after / found.before if measure.direction is Direction.MORE else found.before / found.after
        assert found.ratio == pytest.approx(better)
        assert found.evidence in (Evidence.TEACHING_ESTIMATE, Evidence.REPRODUCIBLE)


@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        ("pagedattention:2", 4.0, 5.5),  # 96.3 % against 20.4 % is 4.7
        ("deepseek-v2:1", 14.5, 15.5),  # 93.3 % smaller is 14.9
        ("deepseek-v4:2", 9.5, 9.6),  # its byte formulas give 9.55
        ("deepseek-v4:5", 8.6, 8.8),  # 83.9 to 9.62 GiB is 8.7
        ("awq:3", 2.3, 3.1),
        ("speculative-decoding:1", 2.8, 3.8),
        ("layerskip:3", 0.25, 0.4),  # speculation that only costs
        ("kimi-k3:3", 2.6, 3.6),
        ("orca:1", 5.0, 60.0),
    ],
)
def test_known_cases_come_out_in_kind(tried: dict[str, Tried], key: str, low: float, high: float) -> None:
    assert low < tried[key].ratio < high


def test_what_is_counted_is_told_from_what_is_modelled(tried: dict[str, Tried]) -> None:
    assert tried["pagedattention:2"].evidence is Evidence.REPRODUCIBLE
    assert tried["pagedattention:2"].before == pytest.approx(0.204, abs=0.02), "Orca Max: 20.4 %"
    assert tried["awq:3"].evidence is Evidence.TEACHING_ESTIMATE


def test_a_trial_survives_as_bytes(tried: dict[str, Tried]) -> None:
    for found in tried.values():
        assert Tried.from_bytes(found.to_bytes()) == found
    with pytest.raises(ValueError, match="cut short"):
        Tried.from_bytes(b"")


def test_progress_goes_to_one_and_may_cancel() -> None:
    told: list[float] = []
    audit_try.try_claim(PAIRS["pagedattention:2"], told.append)
    assert told[-1] == 1.0
    assert all(0 <= one <= 1 for one in told)
    assert told == sorted(told)

    class Enough(Exception):
        pass

    def stop(fraction: float) -> None:
        raise Enough

    with pytest.raises(Enough):
        audit_try.try_claim(PAIRS["pagedattention:1"], stop)


def test_running_twice_gives_the_same(tried: dict[str, Tried]) -> None:
    for key in ("kivi:2", "sarathi-serve:1", "pagedattention:2"):
        assert audit_try.try_claim(PAIRS[key]) == tried[key]


@pytest.mark.parametrize(("accepted", "drafts"), [(0.0, 4), (0.228, 12), (3.73, 7), (4.77, 6), (6.0, 6)])
def test_the_chance_gives_back_the_accepted_drafts(accepted: float, drafts: int) -> None:
    found = chance(accepted, drafts)
    assert sum(found**k for k in range(1, drafts + 1)) == pytest.approx(accepted, abs=1e-6)


def test_more_drafts_accepted_than_made_is_refused() -> None:
    with pytest.raises(ValueError, match="accepted: found 5, expected 0 to 4"):
        chance(5, 4)
