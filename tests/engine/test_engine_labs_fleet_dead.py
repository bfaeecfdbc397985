"""That no dead page is ever counted as a hit: in every run of a fleet with faults, and seen where it is not so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from fleet_runs import fleets
from hypothesis import given, settings

from engine.labs.fleet_dead import DeadPages, aftermath, dead_pages
from engine.labs.fleet_map import prefix_hashes
from engine.labs.fleet_settings import FleetSettings, Trouble, scenario
from engine.recording import Event, Recording
from engine.scenario import Scenario
from engine.simulate import simulate

SMALL = FleetSettings(
    shared_prefix_tokens=20_000,
    requests=40,
    rate=8.0,
    page_tokens=512,
    tensor_parallel=2,
    calls=3,
    fault=Trouble.PAGES_INVALIDATED,
    fault_at_s=3.0,
)


@settings(max_examples=25, deadline=None)
@given(fleets())
def test_no_run_of_any_fleet_hits_a_dead_page(fleet: Scenario) -> None:
    recording = simulate(replace(fleet, workload=replace(fleet.workload, samples_per_request=1)))
    found = dead_pages(recording)
    assert not found.hits_on_dead
    assert found.hits_checked == (recording.events["kind"] == Event.HIT).sum()
    assert found.died == (recording.events["kind"] == Event.INVALIDATE).sum()


def spoiled(recording: Recording) -> tuple[Recording, int]:
    """The recording with one page invalidated just before a hit on it, and the row of that hit."""
    events = recording.events
    row = int(np.flatnonzero(events["kind"] == Event.HIT)[5])
    wrong = events[row : row + 1].copy()
    wrong["kind"], wrong["content"] = Event.INVALIDATE, 0
    return replace(recording, events=np.concatenate([events[:row], wrong, events[row:]])), row


def test_a_hit_on_a_dead_page_would_be_seen() -> None:
    sound = simulate(scenario(SMALL))
    assert dead_pages(sound).holds
    found = dead_pages(spoiled(sound)[0])
    assert not found.holds
    assert found.hits_on_dead >= 1


def test_a_hit_on_other_content_would_be_seen() -> None:
    sound = simulate(scenario(SMALL))
    events = sound.events.copy()
    events["content"][np.flatnonzero(events["kind"] == Event.HIT)[5]] ^= np.uint64(1)
    found = dead_pages(replace(sound, events=events))
    assert (found.hits_on_dead, found.hits_on_nothing, found.holds) == (0, 1, False)


def test_a_run_without_faults_has_no_aftermath_and_nothing_dies() -> None:
    base = scenario(replace(SMALL, fault=Trouble.NONE))
    recording = simulate(base)
    assert aftermath(recording, prefix_hashes(base)) is None
    assert dead_pages(recording) == DeadPages(0, int((recording.events["kind"] == Event.HIT).sum()), 0, 0)


def test_what_dies_is_known_by_its_prefix() -> None:
    base = scenario(SMALL)
    recording, prefixes = simulate(base), prefix_hashes(base)
    found = aftermath(recording, prefixes)
    assert found is not None
    assert max(found.by_family) <= 20_000 // 512
    assert sum(found.by_family) > 0
    dead = recording.events[recording.events["kind"] == Event.INVALIDATE]
    assert found.pages == len(dead)
    assert found.held == (dead["references"] > 0).sum()
    assert 0 <= found.hits_before <= 1
    assert 0 <= found.hits_after <= 1
