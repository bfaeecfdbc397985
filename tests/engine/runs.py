"""Small scenarios and what every recording has to satisfy."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from engine.instant import PageState, Timeline
from engine.reading.phases import Phase
from engine.recording import Event, Outcome, Recording, Work
from engine.scenario import Lengths, Scenario

SMALL = Scenario(title="small")
SMALL = replace(
    SMALL,
    workload=replace(
        SMALL.workload,
        requests=24,
        rate=40.0,
        prompt=Lengths(median=80, spread=0.6, low=4, high=300),
        output=Lengths(median=30, spread=0.6, low=1, high=80),
    ),
)


def changed(scenario: Scenario = SMALL, **sections: dict[str, Any]) -> Scenario:
    """`scenario` with some fields of some sections replaced."""
    parts = {name: replace(getattr(scenario, name), **fields) for name, fields in sections.items()}
    return replace(scenario, **parts)


def check_requests(recording: Recording) -> None:
    """Every request ends once, in order, with the tokens it asked for."""
    rows, slices = recording.requests, recording.slices
    finished = rows["outcome"] == Outcome.FINISHED
    assert (rows["outcome"] != Outcome.UNFINISHED).all()
    done = rows[finished]
    assert (done["arrival"] <= done["first_scheduled"]).all()
    assert (done["first_scheduled"] < done["first_token"]).all()
    assert (done["first_token"] <= done["finish"]).all()
    outputs = np.zeros(len(rows), dtype=np.int64)
    np.maximum.at(outputs, slices["request"], slices["outputs"])
    assert (outputs[finished] == done["output_tokens"]).all()
    for kind, mask in ((Event.FINISH, finished), (Event.REJECT, rows["outcome"] == Outcome.REJECTED)):
        ended = recording.events["request"][recording.events["kind"] == kind]
        assert sorted(ended.tolist()) == np.flatnonzero(mask).tolist()


def check_tokens(recording: Recording) -> None:
    """Tokens computed are prompt + outputs - 1, minus what was given at admission, plus what was computed again."""
    rows, slices, events = recording.requests, recording.slices, recording.events
    work = slices[slices["work"] != Work.PADDING]
    rejected = work["drafted"].astype(np.int64) - work["accepted"]
    computed = np.bincount(work["request"], work["tokens"] - rejected, minlength=len(rows))
    admits = events[events["kind"] == Event.ADMIT]
    given = np.bincount(admits["request"], admits["amount"], minlength=len(rows))
    done = rows["outcome"] == Outcome.FINISHED
    final = rows["prompt_tokens"] + rows["output_tokens"] - 1
    # Drafts accepted beyond the last token asked for were computed too.
    beyond = (computed + given - final)[done & (rows["preemptions"] == 0)]
    assert (beyond >= 0).all()
    assert (beyond <= slices["drafted"].max(initial=0)).all()
    assert (computed + given >= final)[done].all()
    assert (rows["recomputed_tokens"][rows["preemptions"] == 0] == 0).all()
    last = np.zeros(len(rows), dtype=np.int64)
    np.maximum.at(last, slices["request"], slices["computed"])
    assert (last[done] == final[done]).all()


def check_caps(recording: Recording, slots: int) -> None:
    """Budgets and slots hold in every iteration, and an engine runs one iteration at a time."""
    its = recording.iterations
    budgeted = its["budget"] > 0
    assert (its["prefill_tokens"] + its["decode_tokens"] <= its["budget"])[budgeted].all()
    assert its["running"].max(initial=0) <= slots
    per_iteration = np.bincount(recording.slices["iteration"], minlength=len(its))
    assert (per_iteration >= 1).all()
    for engine in range(len(recording.engines)):
        own = its[its["engine"] == engine]
        assert (own["start"][1:] >= own["end"][:-1]).all()
        assert (own["end"] > own["start"]).all()
    assert (its["start"][1:] >= its["start"][:-1]).all()
    assert (recording.events["time"][1:] >= recording.events["time"][:-1]).all()


def check_pages(recording: Recording) -> None:
    """Held and free pages add up at every event, reference counts agree with the block tables."""
    timeline = Timeline(recording)
    usable = recording.pages - sum(pool.reserved for pool in recording.pools)
    for event in range(len(recording.events) + 1):
        state = timeline.at_event(event)
        held = int((state.references > 0).sum())
        free = int(np.isin(state.page_state, (PageState.FREE, PageState.CACHED)).sum())
        assert held + free == usable
        counts = np.bincount(state.table_page, minlength=recording.pages)
        assert (counts == state.references).all()
    assert (state.references == 0).all()
    assert np.isin(state.phase, (Phase.FINISHED, Phase.REJECTED)).all()


def check(recording: Recording, slots: int = 64) -> None:
    check_requests(recording)
    check_tokens(recording)
    check_caps(recording, slots)
