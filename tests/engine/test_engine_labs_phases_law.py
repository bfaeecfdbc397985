"""The closed form of the phases lab: against exact queues, against simulation, and how long it takes."""

from __future__ import annotations

import math
import re
import time
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.labs.phases import LAB
from engine.labs.phases_law import Law, limit_rate
from engine.labs.phases_queue import CLASSES, Lawful, class_waits, queue_wait
from engine.labs.phases_settings import PhasesSettings, Serving, prompt_law, scenario
from engine.labs.records import Outcome
from engine.scenario import Lengths
from engine.summary import summarise

PLAIN = PhasesSettings()
EVEN = replace(PLAIN, prompt_spread=0.0, output_spread=0.0)


# --- queues -------------------------------------------------------------------------------------------------------


@given(load=st.floats(0.01, 0.99), service=st.floats(1e-3, 10))
def test_one_server_is_exact(load: float, service: float) -> None:
    """M/D/1 and M/M/1."""
    assert queue_wait(load, service, 1, 1, 0) == pytest.approx(load * service / (2 * (1 - load)))
    assert queue_wait(load, service, 1, 1, 1) == pytest.approx(load * service / (1 - load))


@given(load=st.floats(0.05, 0.95), servers=st.integers(2, 8))
def test_several_servers_wait_less_at_the_same_load_and_close_to_erlang(load: float, servers: int) -> None:
    offered = load * servers
    terms = [offered**n / math.factorial(n) for n in range(servers)]
    last = offered**servers / math.factorial(servers) / (1 - load)
    exact = last / (sum(terms) + last) / (servers * (1 - load))
    found = queue_wait(load, 1, servers, 1, 1)
    assert found < queue_wait(load, 1, 1, 1, 1)
    assert found == pytest.approx(exact, rel=0.3, abs=0.03)


def test_a_queue_that_cannot_keep_up_waits_for_ever() -> None:
    assert queue_wait(1.0, 1, 1, 1, 1) == math.inf
    assert queue_wait(0.0, 1, 1, 1, 1) == 0


@given(load=st.floats(0.01, 0.99), wait=st.floats(0.001, 100))
def test_priority_moves_the_wait_and_does_not_shorten_it(load: float, wait: float) -> None:
    waits = class_waits(wait, load)
    assert list(waits) == sorted(waits)
    assert sum(waits) / CLASSES == pytest.approx(wait)


@pytest.mark.parametrize("spread", [0.0, 0.5, 1.0])
def test_quantiles_stand_for_the_law(spread: float) -> None:
    law = Lawful(Lengths(median=500, spread=spread, low=1, high=100_000))
    drawn = 500 * np.exp(spread * np.random.default_rng(1).standard_normal(200_000))
    assert law.mean == pytest.approx(drawn.mean(), rel=0.03)
    groups = drawn[:199_992].reshape(-1, 8).max(axis=1)
    assert law.longest_of(8) == pytest.approx(groups.mean(), rel=0.2)


# --- against simulation -------------------------------------------------------------------------------------------


def means(settings: PhasesSettings, serving: Serving, seeds: int) -> tuple[float, float, float]:
    runs = [summarise(scenario(replace(settings, seed=10 + seed), serving)) for seed in range(seeds)]
    found = [[float(getattr(run, name)().mean()) for run in runs] for name in ("ttft", "tpot", "e2e")]
    return tuple(float(np.mean(values)) for values in found)  # type: ignore[return-value]


@pytest.mark.parametrize("serving", [Serving.CONTINUOUS, Serving.CHUNKED])
@pytest.mark.parametrize("rate", [2.0, 6.0, 12.0])
@pytest.mark.parametrize("base", [PLAIN, EVEN, replace(PLAIN, prompt_tokens=500)], ids=["varied", "even", "short"])
def test_engines_that_do_both(serving: Serving, rate: float, base: PhasesSettings) -> None:
    settings = replace(base, rate=rate, requests=1000)
    found = Law(settings).estimate(serving)
    assert found.outside == ""
    ttft, tpot, e2e = means(settings, serving, 5)
    assert found.ttft == pytest.approx(ttft, rel=0.15)
    assert found.tpot == pytest.approx(tpot, rel=0.06)
    assert found.e2e == pytest.approx(e2e, rel=0.08)


@pytest.mark.parametrize("rate", [4.0, 9.0])
@pytest.mark.parametrize("base", [PLAIN, EVEN], ids=["varied", "even"])
def test_split(rate: float, base: PhasesSettings) -> None:
    settings = replace(base, rate=rate, requests=250)
    found = Law(settings).estimate(Serving.SPLIT)
    assert found.outside == ""
    ttft, tpot, e2e = means(settings, Serving.SPLIT, 4)
    assert found.ttft == pytest.approx(ttft, rel=0.2)
    assert found.tpot == pytest.approx(tpot, rel=0.08)
    assert found.e2e == pytest.approx(e2e, rel=0.1)


def test_two_engines_that_read_share_one_queue() -> None:
    settings = replace(EVEN, engines=3, prefill_engines=2, rate=20.0, requests=300)
    found = Law(settings).estimate(Serving.SPLIT)
    ttft, _, _ = means(settings, Serving.SPLIT, 3)
    assert found.ttft == pytest.approx(ttft, rel=0.15)


@pytest.mark.parametrize("rate", [0.5, 1.0, 3.0])
def test_static_while_batches_are_small(rate: float) -> None:
    settings = replace(EVEN, rate=rate, requests=250)
    found = Law(settings).estimate(Serving.STATIC)
    assert found.outside == ""
    ttft, tpot, _ = means(settings, Serving.STATIC, 3)
    assert found.ttft == pytest.approx(ttft, rel=0.2)
    assert found.tpot == pytest.approx(tpot, rel=0.06)


def test_decode_alone_is_the_step_that_the_simulation_takes() -> None:
    settings = replace(EVEN, rate=0.05, requests=8)
    law = Law(settings)
    run = summarise(scenario(settings, Serving.CONTINUOUS))
    assert law.decode(1) == pytest.approx(float(run.tpot().mean()), rel=0.01)
    assert law.prefill(settings.prompt_tokens) == pytest.approx(float(run.ttft().mean()), rel=0.01)


def test_a_link_that_is_slow_shows_in_the_next_token() -> None:
    settings = replace(EVEN, rate=4.0, link_bytes_per_s=2e9, requests=150)
    found = Law(settings).estimate(Serving.SPLIT)
    ttft, tpot, _ = means(settings, Serving.SPLIT, 3)
    assert found.transfer > 0.1
    assert found.tpot == pytest.approx(tpot, rel=0.15)
    assert found.ttft == pytest.approx(ttft, rel=0.15)


# --- where it does not hold ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("serving", Serving)
def test_it_says_when_it_is_not_to_be_trusted(serving: Serving) -> None:
    limit = limit_rate(PLAIN, serving)
    law = Law(PLAIN)
    assert law.estimate(serving, 1.05 * limit).outside == "saturated"
    assert law.estimate(serving, 0.05 * limit).outside == ""
    assert law.estimate(serving, 0.95 * limit).outside in ("near", "slots")
    assert Law(replace(PLAIN, variation=5.0)).estimate(serving, 0.05 * limit).outside == "bursty"
    assert law.estimate(Serving.STATIC, 0.5 * limit_rate(PLAIN, Serving.STATIC)).outside == "batches"


@pytest.mark.parametrize("serving", [Serving.CONTINUOUS, Serving.CHUNKED, Serving.SPLIT])
def test_the_limit_is_the_throughput_of_a_flood(serving: Serving) -> None:
    settings = replace(EVEN, rate=200.0, requests=300)
    run = summarise(scenario(settings, serving))
    flood = float(run.finished.sum()) / (run.duration_ns / 1e9)
    assert limit_rate(EVEN, serving) == pytest.approx(flood, rel=0.2)


def test_more_load_is_never_faster() -> None:
    law = Law(PLAIN)
    for serving in Serving:
        found = [law.estimate(serving, rate) for rate in np.linspace(0.2, limit_rate(PLAIN, serving) * 0.9, 12)]
        assert all(after.load > before.load for before, after in pairwise(found))
        assert all(after.tpot >= before.tpot - 1e-9 for before, after in pairwise(found))


# --- the answer ---------------------------------------------------------------------------------------------------


def test_the_answer_takes_less_than_a_tenth_of_a_second() -> None:
    LAB.answer(PLAIN)
    for preset in LAB.presets:
        best = math.inf
        for _ in range(3):
            start = time.perf_counter()
            LAB.answer(preset.settings)
            best = min(best, time.perf_counter() - start)
        assert best < 0.1


def test_a_long_prompt_stops_others_only_where_it_can() -> None:
    stall = {one.serving: one.stall for one in LAB.answer(PLAIN).estimates}
    assert stall[Serving.CONTINUOUS] > 3 * stall[Serving.CHUNKED] > 0
    assert stall[Serving.SPLIT] == stall[Serving.STATIC] == 0
    assert stall[Serving.CONTINUOUS] == Law(PLAIN).prefill(Lawful(prompt_law(PLAIN)).at(0.95))


UNITS = {" ms": "e-3", " s": ""}


def worked_out(filled: str) -> float:
    """The value of a formula with its numbers in place."""
    text = filled.partition(";")[0].replace("−", "-").replace("·", "*").replace("^", "**").replace(",", "")
    for unit, power in UNITS.items():
        text = re.sub(rf"(\d){unit}\b", rf"\g<1>{power}", text)
    return float(eval(text, {"__builtins__": {}}))


@pytest.mark.parametrize("serving", [Serving.CONTINUOUS, Serving.CHUNKED, Serving.SPLIT, Serving.PRIORITY])
def test_formulas_with_their_numbers_in_place_give_the_figure(serving: Serving) -> None:
    other = Serving.STATIC
    figures = {f.key: f for f in LAB.answer(replace(PLAIN, policy=serving, against=other)).figures}
    for key in ("batch", "wait", "ttft", "tpot", "e2e"):
        assert figures[key].value == pytest.approx(worked_out(figures[key].filled), rel=0.02), figures[key]
    if serving is not Serving.SPLIT:
        assert figures["load"].value == pytest.approx(worked_out(figures["load"].filled), rel=0.02)


@pytest.mark.parametrize(
    ("changes", "outcome", "reason"),
    [
        ({}, Outcome.WORKS, "expect_within"),
        ({"rate": 100.0}, Outcome.FAILS, "expect_saturated"),
        ({"tpot_s": 0.002}, Outcome.FAILS, "expect_tpot"),
        ({"ttft_s": 0.01}, Outcome.FAILS, "expect_ttft"),
        ({"tpot_s": 0.0, "ttft_s": 0.0, "e2e_s": 0.1}, Outcome.FAILS, "expect_e2e"),
        ({"tpot_s": 0.014}, Outcome.TIGHT, "expect_close"),
    ],
)
def test_what_is_to_be_expected(changes: dict[str, object], outcome: Outcome, reason: str) -> None:
    verdict = LAB.answer(replace(PLAIN, **changes)).verdict  # type: ignore[arg-type]
    assert (verdict.outcome, verdict.reason) == (outcome, reason)
