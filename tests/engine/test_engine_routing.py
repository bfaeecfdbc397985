"""What each routing policy promises, measured on one workload: eight shared prefixes over four engines."""

from __future__ import annotations

from functools import cache

import numpy as np
from runs import changed

from engine.fleets.fleet_plan import Routing
from engine.fleets.prefixes import SeenPrefixes
from engine.ledgers import measure
from engine.recording import Event, Recording, Route
from engine.scenario import Batching, Cache, Lengths
from engine.sheet import LedgerSheet
from engine.simulate import simulate

REQUESTS, ENGINES = 300, 4


@cache
def run(routing: Routing, cap: float = 1.25) -> Recording:
    return simulate(
        changed(
            model={"card": "llama3.1-8b"},
            layout={"engines": ENGINES, "routing": routing, "affinity_cap": cap},
            memory={"cache": Cache.HASH, "pages": 400},
            policy={"batching": Batching.CHUNKED, "max_running": 32},
            workload={
                "requests": REQUESTS,
                "rate": 60.0,
                "shared_prefix_tokens": 512,
                "prefix_families": 8,
                "prompt": Lengths(median=60.0, high=200),
                "output": Lengths(median=40.0, high=120),
            },
        )
    )


def sheet(routing: Routing, cap: float = 1.25) -> LedgerSheet:
    return measure(run(routing, cap))


def routes(recording: Recording) -> np.ndarray:
    return recording.events[recording.events["kind"] == Event.ROUTE]


def hit_share(routing: Routing, cap: float = 1.25) -> float:
    rows = run(routing, cap).requests
    return float(rows["hit_tokens"].sum() / rows["prompt_tokens"].sum())


def imbalance(routing: Routing, cap: float = 1.25) -> float:
    return float(sheet(routing, cap)["routing.request_imbalance"].value or 0)


def test_every_choice_is_on_record_with_its_reason() -> None:
    reasons = {
        Routing.ROUND_ROBIN: {Route.TURN},
        Routing.LEAST_LOADED: {Route.LEAST},
        Routing.LEAST_TOKENS: {Route.LEAST},
        Routing.POWER_OF_TWO: {Route.DRAWN},
        Routing.PREFIX_AFFINITY: {Route.PREFIX, Route.NEW_PREFIX},
    }
    for routing, expected in reasons.items():
        rows = routes(run(routing))
        assert len(rows) == REQUESTS
        assert set(rows["amount"].tolist()) == expected, routing
        assert (rows["order"] == run(routing).requests["engine"][rows["request"]]).all()


def test_round_robin_takes_turns() -> None:
    assert routes(run(Routing.ROUND_ROBIN))["order"].tolist() == [row % ENGINES for row in range(REQUESTS)]


def test_affinity_finds_more_and_balances_less() -> None:
    for other in (Routing.ROUND_ROBIN, Routing.LEAST_LOADED, Routing.POWER_OF_TWO):
        assert hit_share(Routing.PREFIX_AFFINITY) > hit_share(other) + 0.05
        assert imbalance(Routing.PREFIX_AFFINITY) > imbalance(other)


def test_a_cap_on_load_keeps_most_of_the_hits_and_most_of_the_balance() -> None:
    capped = Routing.CAPPED_AFFINITY
    assert imbalance(capped) < imbalance(Routing.PREFIX_AFFINITY) - 0.2
    assert hit_share(capped) > hit_share(Routing.LEAST_LOADED) + 0.04
    overridden = int((routes(run(capped))["amount"] == Route.CAPPED).sum())
    assert overridden > 0
    assert sheet(capped)["routing.overridden"].value == overridden
    assert imbalance(capped, 1.0) <= imbalance(capped, 1.25)
    assert routes(run(capped, 1000.0)).tolist() == routes(run(Routing.PREFIX_AFFINITY)).tolist()


def test_two_choices_are_nearly_as_good_as_all() -> None:
    assert imbalance(Routing.POWER_OF_TWO) < imbalance(Routing.LEAST_LOADED) + 0.15
    waits = {
        routing: float(np.mean(run(routing).requests["first_token"] - run(routing).requests["arrival"]))
        for routing in (Routing.POWER_OF_TWO, Routing.LEAST_LOADED)
    }
    assert waits[Routing.POWER_OF_TWO] < 1.2 * waits[Routing.LEAST_LOADED]


def test_least_tokens_spreads_the_prompts_evenly() -> None:
    spread = {}
    for routing in (Routing.LEAST_TOKENS, Routing.PREFIX_AFFINITY):
        rows = run(routing).requests
        tokens = np.bincount(rows["engine"], rows["prompt_tokens"], minlength=ENGINES)
        spread[routing] = tokens.max() / tokens.mean()
    assert spread[Routing.LEAST_TOKENS] < 1.1 < spread[Routing.PREFIX_AFFINITY]


def test_one_engine_leaves_nothing_to_choose() -> None:
    one = simulate(changed(layout={"engines": 1}))
    assert not len(routes(one))
    assert measure(one)["routing.imbalance"].value is None


def test_the_index_of_prefixes_knows_depths_forgets_engines_and_stays_small() -> None:
    seen = SeenPrefixes(5)
    seen.sent([1, 2, 3], 0)
    seen.sent([1, 2, 9], 1)
    assert seen.depths([1, 2, 3, 4], [0, 1, 2]) == {0: 3, 1: 2, 2: 0}
    assert seen.depths([7, 2, 3], [0, 1]) == {0: 0, 1: 0}  # a prefix starts at the beginning
    seen.forget(0)
    assert seen.depths([1, 2, 3], [0, 1]) == {0: 0, 1: 2}
    seen.sent(list(range(20, 30)), 2)
    assert len(seen) == 5
    assert seen.depths(list(range(20, 30)), [1, 2]) == {1: 0, 2: 5}  # the beginning is kept longest
