"""Refusals are told by name as long as that helps, and counted after that."""

from __future__ import annotations

from engine.recording import Outcome
from engine.scenario import Arrivals, LengthLaw, Lengths, Memory, Model, Scenario, Workload
from engine.scheduling.refusals import NAMED, Refusals
from engine.simulate import simulate


def test_the_first_are_named_and_the_rest_counted() -> None:
    refusals = Refusals()
    assert [refusals.add(f"r{i}", 10 + i, 8) for i in range(2)] == [
        "r0 needs 10 pages, the pool has 8",
        "r1 needs 11 pages, the pool has 8",
    ]
    assert refusals.rest() == ""
    assert refusals.add("r2", 9, 8)
    assert refusals.add("r3", 12, 8) == ""
    assert refusals.rest() == "1 more request needs more pages than the pool has, up to 12"
    assert refusals.add("r4", 30, 8) == ""
    assert refusals.rest() == "2 more requests need more pages than the pool has, up to 30"


def test_a_run_of_refusals_does_not_flood_its_notes() -> None:
    lengths = Lengths(LengthLaw.UNIFORM, low=400, high=500)
    workload = Workload(requests=50, arrivals=Arrivals.CONSTANT, prompt=lengths)
    for turns in (1, 2):  # skipping from decision to decision, and step by step
        more = Workload(requests=50, arrivals=Arrivals.CONSTANT, prompt=lengths, turns=turns)
        run = simulate(Scenario(model=Model(max_length=2048), memory=Memory(pages=20), workload=more))
        rejected = int((run.requests["outcome"] == Outcome.REJECTED).sum())
        assert rejected == workload.requests
        told = [note for note in run.notes if "page" in note]
        assert len(told) == NAMED + 1
        assert told[-1].startswith(f"{rejected - NAMED:,} more requests need more pages than the pool has")
