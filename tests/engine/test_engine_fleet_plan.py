"""Fleets in scenario files: arrays of tables, and what does not go together."""

from __future__ import annotations

import pytest

from engine.fleets.fleet_plan import Fault, FaultKind, FaultPolicy, PoolRole, Resize
from engine.scenario import Scenario
from engine.scenario_file import ScenarioError, apply_settings, dumps, loads, validate

FAULTY = """
[layout]
engines = 2

[[faults]]
kind = "worker-dies"
at_s = 1.5
engine = 1
duration_s = 2

[[faults]]  # a second one
kind = "link-slows"
at_s = 0
policy = "reject"
"""


def test_faults_are_read_written_and_read_again() -> None:
    scenario = loads(FAULTY)
    assert scenario.faults == (
        Fault(FaultKind.WORKER_DIES, 1.5, 1, 2.0),
        Fault(FaultKind.LINK_SLOWS, 0.0, policy=FaultPolicy.REJECT),
    )
    assert loads(dumps(scenario)) == scenario
    assert validate(scenario) == scenario


def test_a_setting_gives_the_whole_array() -> None:
    setting = "fleet.resize=[{at_s = 3, engine = 0, role = 'decode'}]"
    scenario = apply_settings(Scenario(), ["layout.prefill_engines=2", setting])
    assert scenario.fleet.resize == (Resize(3.0, 0, PoolRole.DECODE),)
    assert apply_settings(scenario, ["seed=2"]).fleet.resize == scenario.fleet.resize


DIES = '[[faults]]\nkind = "worker-dies"\nat_s = 1\n'
SPLIT = "[layout]\nprefill_engines = 1\n"
WRONG = [
    (DIES + "engine = 1", 4, "faults[0].engine", "1", "one of the 1 engines"),
    (DIES + "at = 1", 4, "faults[0].at", "unknown", "at_s"),
    (DIES + DIES + "share = 0", 7, "faults[1].share", "0", "(0, 1]"),
    ('\n[[faults]]\nkind = "worker-dies"', 2, "faults[0].at_s", "nothing", "a number"),
    ('[[faults]]\nkind = "worker-die"\nat_s = 1', 2, "faults[0].kind", "worker-die", "closest: worker-dies"),
    ("faults = 3", 1, "faults", "3", "[[faults]]"),
    ('[[faults]]\nkind = "straggler"\nat_s = 1\nfactor = 0.5', 4, "faults[0].factor", "0.5", "at least 1"),
    ('[[faults]]\nkind = "link-slows"\nat_s = 1\nfactor = 2', 4, "faults[0].factor", "2", "at most 1"),
    (DIES + '[policy]\nbatching = "static"', 1, "faults", "1 faults", "a static batch"),
    ('[[fleet.resize]]\nat_s = 1\nengine = 0\nrole = "decode"', 1, "fleet.resize", "1 changes", "none"),
    (
        SPLIT + '[[fleet.resize]]\nat_s = 1\nengine = 0\nrole = "decode"',
        6,
        "fleet.resize[0].role",
        "decode",
        "prefill",
    ),
    ('[fleet]\nstore = "evicted"', 2, "fleet.store", "evicted", "without a cache"),
    (
        '[fleet]\nstore = "evicted"\n[memory]\nkinds = "apart"\ncache = "hash"\n[model]\ncard = "gpt-oss-120b"',
        2,
        "fleet.store",
        "evicted",
        "one kind",
    ),
    ('[fleet]\nmigration = "live"\n[policy]\nbatching = "static"', 2, "fleet.migration", "live", "static batch"),
    (
        '[fleet]\nmigration = "live"\n[memory]\nallocator = "contiguous"',
        2,
        "fleet.migration",
        "live",
        "stop-and-copy",
    ),
]


@pytest.mark.parametrize(("text", "line", "field", "found", "expected"), WRONG, ids=[entry[2] for entry in WRONG])
def test_mistakes_are_named(text: str, line: int, field: str, found: str, expected: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        loads(text, "talk.toml")
    error = caught.value
    assert (error.line, error.field) == (line, field)
    assert found in error.found
    assert expected in error.expected
