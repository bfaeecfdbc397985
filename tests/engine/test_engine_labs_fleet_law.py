"""The closed forms of the fleet lab: their edges, what moves them, and that simulation finds what they say."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fleets.fleet_plan import Publish, Routing
from engine.labs import fleet_law as law
from engine.labs.fleet_answer import CAPS, answer, demand_of
from engine.labs.fleet_law import Demand
from engine.labs.fleet_presets import PRESETS
from engine.labs.fleet_run import measured
from engine.labs.fleet_settings import FleetSettings
from engine.labs.records import Outcome
from engine.sheet import Evidence

demands = st.builds(
    Demand,
    families=st.integers(1, 40),
    popularity=st.floats(0, 4),
    prefix_tokens=st.floats(1000, 500_000),
    first_tokens=st.floats(10, 5000),
    result_tokens=st.floats(10, 5000),
    output_tokens=st.floats(1, 1000),
    calls=st.integers(1, 8),
    requests=st.integers(8, 2000),
    gap=st.floats(0, 50),
)
replicas = st.integers(1, 12)
room = st.floats(1e4, 1e8)


@given(demands, replicas, room)
def test_shares_are_shares_and_hits_never_exceed_prompts(demand: Demand, count: int, capacity: float) -> None:
    for found in (law.affine(demand, count, capacity), law.balanced(demand, count, capacity)):
        assert 0 <= found.prefix <= 1 + 1e-9
        assert ((found.known >= -1e-9) & (found.known <= 1 + 1e-9)).all()
        assert (found.known * found.there <= found.prompts + 1e-6).all()
        assert -1e-9 <= found.misses.sum() <= 1 + 1e-9
        assert 0 <= found.share < 1


@given(demands, replicas, room, st.floats(1, 4))
def test_more_memory_never_finds_less(demand: Demand, count: int, capacity: float, more: float) -> None:
    for routing in (law.affine, law.balanced):
        assert (
            routing(demand, count, capacity * more).share >= routing(demand, count, capacity).share - 1e-3
        )  # whole requests are rounded


@given(demands, replicas)
def test_with_room_for_everything_affinity_finds_at_least_what_balance_does(demand: Demand, count: int) -> None:
    ample = 1e12
    assert law.affine(demand, count, ample).share >= law.balanced(demand, count, ample).share - 0.02


@given(demands, replicas, st.floats(1, 8))
def test_a_cap_holds_and_sends_every_request_somewhere(demand: Demand, count: int, cap: float) -> None:
    sent = law.sent(demand, count, cap)
    assert sent.sum() == pytest.approx(1)
    assert (sent <= cap / count + 1e-9).all()
    assert 0 <= law.overflow(demand, count, cap) <= 1
    assert law.overflow(demand, count, cap) == pytest.approx(max(0.0, law.overflow(demand, count, cap)))
    assert law.loads(demand, count).sum() == pytest.approx(1)


def test_one_prefix_on_one_replica_by_hand() -> None:
    """Ten tasks of one call on one prefix: nine find it. Three replicas at random: 10 − 3·(1 − (2/3)^10) do."""
    demand = Demand(1, 1.0, 1000.0, 100.0, 100.0, 10.0, 1, 10)
    assert law.affine(demand, 1, 1e9).prefix == pytest.approx(0.9)
    assert law.affine(demand, 3, 1e9).prefix == pytest.approx(0.9)
    assert law.balanced(demand, 3, 1e9).prefix == pytest.approx(1 - 3 * (1 - (2 / 3) ** 10) / 10)
    assert law.affine(demand, 3, 1e9).share == pytest.approx(0.9 * 1000 / 1100)


def test_the_characteristic_time_agrees_with_an_lru_cache_played_out() -> None:
    """Independent requests for 40 prefixes, room for ten of them."""
    demand = Demand(40, 0.8, 1000.0, 0.001, 0.001, 0.001, 1, 20_000)
    rng, cache, hits = np.random.default_rng(1), list[int](), 0
    for wanted in rng.choice(40, 20_000, p=demand.shares).tolist():
        hits += wanted in cache
        cache = [wanted, *(held for held in cache if held != wanted)][:10]
    assert law.affine(demand, 1, 10_000.0).prefix == pytest.approx(hits / 20_000, abs=0.02)


CASES = (
    FleetSettings(),
    FleetSettings(popularity=1.0, prefix_families=12),
    FleetSettings(shared_prefix_tokens=50_000, ttft_s=5.0, rate=6.0),
    FleetSettings(engines=8, popularity=1.2, prefix_families=16, shared_prefix_tokens=100_000, calls=3),
)


@pytest.mark.parametrize("settings", CASES, ids=["repos", "even", "short", "eight"])
def test_a_simulation_finds_what_the_closed_forms_say(settings: FleetSettings) -> None:
    """To three or four hundredths of the prompt tokens at both ends; between them it is a little less."""
    numbers = answer(settings).numbers
    assert numbers is not None
    affine = measured(replace(settings, routing=Routing.PREFIX_AFFINITY))
    assert affine.hit_share == pytest.approx(numbers.affine.found.share, abs=0.03)
    assert affine.request_imbalance == pytest.approx(numbers.affine.imbalance, rel=0.3)  # 48 to 80 tasks are drawn
    balanced = measured(replace(settings, routing=Routing.LEAST_LOADED))
    assert balanced.hit_share == pytest.approx(numbers.balanced.found.share, abs=0.04)
    capped = measured(replace(settings, routing=Routing.CAPPED_AFFINITY, affinity_cap=1.5))
    estimate = numbers.curve[
        CAPS.index(1.5)
    ].found.share  # of shares; moments at which a replica is full pass more over
    assert estimate - 0.08 < capped.hit_share < estimate + 0.03


def test_a_store_gives_balance_the_hits_of_affinity() -> None:
    settings = next(preset.settings for preset in PRESETS if preset.key == "store")
    numbers = answer(settings).numbers
    assert numbers is not None
    assert numbers.fetch_s is not None
    assert numbers.fetch_s < numbers.cold_s / 10
    assert measured(settings).hit_share == pytest.approx(numbers.chosen.found.share, abs=0.04)
    without = answer(replace(settings, store=Publish.NEVER)).numbers
    assert without is not None
    assert without.fetch_s is None
    assert without.chosen.found.share < numbers.chosen.found.share - 0.05


def test_answers_come_at_once_and_say_how_they_are_known() -> None:
    answer(FleetSettings())  # cards are read once
    for preset in PRESETS:
        start = time.process_time()
        found = answer(preset.settings)
        assert time.process_time() - start < 0.1
        assert found.verdict.outcome is not Outcome.WORKS or preset.outcome is not Outcome.FAILS
        for figure in found.figures:
            assert figure.evidence is Evidence.TEACHING_ESTIMATE
            assert figure.formula
            assert figure.filled


def test_what_does_not_fit_says_so() -> None:
    found = answer(FleetSettings(model="llama3.1-405b", tensor_parallel=1))
    assert (found.verdict.outcome, found.verdict.reason, found.numbers) == (Outcome.FAILS, "does-not-fit", None)
    assert "405" in found.verdict.values["why"] or "GiB" in found.verdict.values["why"]
    found = answer(FleetSettings(pages=100))
    assert (found.verdict.outcome, found.verdict.reason) == (Outcome.FAILS, "prefix-too-large")


def test_a_demand_follows_its_settings() -> None:
    demand = demand_of(FleetSettings(calls=1, popularity=0.0, prefix_families=4))
    assert demand.shares.tolist() == [0.25] * 4
    assert len(demand.prompts) == 1
    assert demand.prompts[0] > 400_000 + 2000  # the mean of a lognormal law is above its median
