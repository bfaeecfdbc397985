"""Models whose layers are all windowed: with pools by kind, state stops growing at the window."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from engine.models.memory_notes import memory_notes
from engine.recording import Event, Outcome, Recording
from engine.scenario import (
    Arrivals,
    Batching,
    Cache,
    Hardware,
    Kinds,
    LengthLaw,
    Lengths,
    Memory,
    Model,
    Policy,
    Scenario,
    Workload,
)
from engine.simulate import simulate

WINDOW = 4096
LONG = Scenario(
    model=Model(card="mistral-7b", max_length=16_384),
    hardware=Hardware(card="h100-sxm-80gb"),
    memory=Memory(page_tokens=64, kinds=Kinds.APART),
    policy=Policy(batching=Batching.CHUNKED, max_running=2, token_budget=1024),
    workload=Workload(
        requests=3,
        arrivals=Arrivals.AT_ONCE,
        prompt=Lengths(LengthLaw.CONSTANT, median=12_000.0, low=12_000, high=12_000),
        output=Lengths(LengthLaw.CONSTANT, median=100.0, low=100, high=100),
    ),
)


def most_held(recording: Recording) -> list[int]:
    """The most pages that each request holds at any moment."""
    held = np.zeros(len(recording.requests), dtype=int)
    most = held.copy()
    for kind, request in zip(recording.events["kind"], recording.events["request"], strict=True):
        if kind in (Event.ALLOCATE, Event.HIT):
            held[request] += 1
        elif kind == Event.RELEASE:
            held[request] -= 1
        most = np.maximum(most, held)
    assert not held.any()
    return [int(n) for n in most]


@pytest.mark.parametrize("cache", [Cache.NONE, Cache.HASH])
def test_no_request_holds_more_than_its_window_and_a_chunk(cache: Cache) -> None:
    scenario = dataclasses.replace(LONG, memory=dataclasses.replace(LONG.memory, cache=cache))
    recording = simulate(scenario)
    assert (recording.requests["outcome"] == Outcome.FINISHED).all()
    bound = (WINDOW + 1024) // 64 + 2
    assert max(most_held(recording)) <= bound < 12_100 // 64
    plain = simulate(dataclasses.replace(scenario, memory=dataclasses.replace(scenario.memory, kinds=Kinds.SINGLE)))
    assert max(most_held(plain)) == -(-12_099 // 64)


def test_the_last_window_of_a_prompt_is_enough_to_go_on() -> None:
    scenario = dataclasses.replace(
        LONG,
        memory=dataclasses.replace(LONG.memory, cache=Cache.HASH),
        workload=dataclasses.replace(
            LONG.workload,
            arrivals=Arrivals.CONSTANT,
            rate=0.05,
            shared_prefix_tokens=8_000,
            prompt=Lengths(LengthLaw.CONSTANT, median=1_000.0, low=1_000, high=1_000),
            turns=2,
        ),
    )
    recording = simulate(scenario)
    assert (recording.requests["outcome"] == Outcome.FINISHED).all()
    assert recording.requests["hit_tokens"].max() > 8_000


def test_the_note_about_old_pages_goes_with_the_pages() -> None:
    single = dataclasses.replace(LONG, memory=dataclasses.replace(LONG.memory, kinds=Kinds.SINGLE))
    assert any("upper bound" in note for note in memory_notes(single))
    assert not memory_notes(LONG)
