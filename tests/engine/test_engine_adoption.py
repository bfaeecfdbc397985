"""Paths of techniques: adopted in turn, passed over with a reason, measured by the engine, the same every time."""

from __future__ import annotations

import csv
import io
import json
import pickle
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.adoption import Outcome, Walk, adopt, differences
from engine.adoption_start import start
from engine.adoption_table import headlines, to_csv, to_json
from engine.compare import compare
from engine.scenario import Cache, Kinds, Memory, Model, Scenario
from engine.scenario_file import ScenarioError, validate
from engine.sheet import LEDGERS, Verdict
from engine.techniques import available, get

ADOPTED_BY_DATE = (
    *("mqa", "orca", "gptq", "speculative-decoding", "fastserve", "pagedattention", "sglang"),
    *("distserve", "kivi", "sarathi-serve", "llumnix", "mooncake", "kimi-k3"),
)


def small() -> Scenario:
    """The shipped start with a handful of requests."""
    base = start()
    return replace(base, workload=replace(base.workload, requests=6), memory=replace(base.memory, page_tokens=4096))


@cache
def played(keys: tuple[str, ...]) -> Walk:
    return adopt(keys, small())


paths = st.lists(st.sampled_from((*available()[:-1], "clockwork", "flashattention")), max_size=6, unique=True)


def test_start_is_a_valid_scenario() -> None:
    assert validate(start()) == start()


def test_by_date_all_but_one_are_adopted() -> None:
    walk = played(available())
    assert tuple(step.key for step in walk.steps if step.adopted) == ADOPTED_BY_DATE
    (passed,) = (step for step in walk.steps if not step.adopted)
    assert (passed.key, passed.outcome) == ("smoothquant", Outcome.REFUSED)
    assert passed.reason == "the weights are narrower than 8 bits, which it would undo."


def test_what_is_refused_in_one_order_is_adopted_in_another() -> None:
    walk = played(("smoothquant", "gptq"))
    assert [step.adopted for step in walk.steps] == [True, True]


def test_adopting_is_cumulative() -> None:
    walk = played(("orca", "pagedattention", "sglang"))
    last = walk.steps[-1].scenario
    assert last.memory.cache is Cache.RADIX
    fields = [change.field for step in walk.steps for change in step.changes]
    assert {field for field, _, _ in differences(walk.scenario, last)} == set(fields)


def test_changes_are_written_as_in_a_scenario_file() -> None:
    walk = played(available())
    (mooncake,) = (step for step in walk.steps if step.key == "mooncake")
    changes = {change.field: (change.before, change.after) for change in mooncake.changes}
    assert changes["policy.early_rejection"] == ("false", "true")
    assert changes["layout.routing"] == ("least-loaded", "capped-affinity")


def test_a_step_names_the_step_whose_setting_it_replaces() -> None:
    walk = played(("orca", "fastserve", "sarathi-serve"))
    batching = [change for step in walk.steps for change in step.changes if change.field == "policy.batching"]
    assert [(change.before, change.after, change.by) for change in batching] == [
        ("static", "continuous", ""),
        ("continuous", "mlfq", "orca"),
        ("mlfq", "chunked", "fastserve"),
    ]


@given(paths)
@settings(max_examples=6, deadline=None)
def test_playing_twice_gives_the_same_walk(keys: list[str]) -> None:
    assert adopt(keys, small()) == played(tuple(keys))


@given(paths)
@settings(max_examples=8, deadline=None)
def test_passing_over_changes_nothing(keys: list[str]) -> None:
    walk = played(tuple(keys))
    scenario = walk.scenario
    for step in walk.steps:
        if not step.adopted:
            assert step.scenario is scenario
            assert (step.sheet, step.changes, step.ground) == (None, (), None)
            assert step.reason
        else:
            assert step.changes
            assert not step.reason
        scenario = step.scenario


@given(paths)
@settings(max_examples=8, deadline=None)
def test_a_path_without_what_it_passes_over_is_the_same_path(keys: list[str]) -> None:
    walk = played(tuple(keys))
    adopted = tuple(step for step in walk.steps if step.adopted)
    again = played(tuple(step.key for step in adopted))
    assert again.base == walk.base
    assert again.steps == adopted


@given(st.permutations(("orca", "pagedattention", "clockwork", "flashattention", "alpaserve")))
@settings(max_examples=6, deadline=None)
def test_the_order_of_what_cannot_run_is_irrelevant(keys: list[str]) -> None:
    walk = played(tuple(keys))
    runnable = tuple(key for key in keys if key in available())
    assert [step for step in walk.steps if step.adopted] == list(played(runnable).steps)
    others = [step for step in walk.steps if step.key not in available()]
    assert {step.outcome for step in others} == {Outcome.NOT_RUNNABLE}


@pytest.mark.parametrize("key", ["mqa", "orca", "gptq", "smoothquant"])
def test_one_technique_is_what_compare_measures(key: str) -> None:
    walk = played((key,))
    comparison = compare(key, small())
    assert walk.base == comparison.before_sheet
    assert walk.steps[0].sheet == comparison.after_sheet
    assert walk.to_before(0) == walk.to_start(0) == comparison.delta


def test_a_technique_with_a_model_of_its_own_brings_its_day_before() -> None:
    walk = played(("orca", "kimi-k3"))
    step = walk.steps[-1]
    comparison = compare("kimi-k3")
    assert step.ground is not None
    assert step.ground.carried == ()
    assert dict(step.ground.left)["orca"] == "the scenario schedules by iteration already, in chunks."
    assert step.ground.sheet == comparison.before_sheet
    assert step.sheet == comparison.after_sheet
    assert walk.to_before(1) == walk.to_start(1) == comparison.delta


def test_what_the_new_ground_leaves_open_is_carried_over() -> None:
    step = played(available()).steps[-1]
    assert step.ground is not None
    assert step.ground.carried == ("speculative-decoding",)
    assert step.scenario.speculation.draft_tokens == 5
    left = dict(step.ground.left)
    assert set(left) | set(step.ground.carried) == set(ADOPTED_BY_DATE[:-1])
    assert left["gptq"] == "the new ground has set precision.weight_bits itself."
    assert "memory.cache" in left["sglang"]
    own = get("kimi-k3").day_before()
    assert {field.partition(".")[0] for field, _, _ in differences(own, step.ground.scenario)} == {"speculation"}


def test_on_a_model_that_it_suits_nothing_is_new_ground() -> None:
    walk = adopt(["kimi-k3"], get("kimi-k3").day_before())
    assert walk.steps[0].ground is None
    assert walk.steps[0].adopted


def test_a_combination_that_the_engine_does_not_have_is_passed_over_with_its_reason() -> None:
    base = get("kimi-k3").day_before()
    walk = adopt(["sglang", "kimi-k3"], replace(base, workload=replace(base.workload, requests=3)))
    assert walk.steps[0].outcome is Outcome.CONFLICT
    assert walk.steps[0].reason.startswith('memory.cache: found "radix", expected')
    assert walk.steps[1].adopted


def test_a_technique_twice_is_refused_the_second_time() -> None:
    walk = played(("kimi-k3", "orca", "kimi-k3"))
    assert [step.outcome for step in walk.steps] == [Outcome.ADOPTED, Outcome.REFUSED, Outcome.REFUSED]


def test_a_base_that_cannot_run_is_an_error() -> None:
    with pytest.raises(ScenarioError, match=r"memory\.kinds"):
        adopt([], replace(Scenario(), model=Model(), memory=Memory(kinds=Kinds.APART)))


def test_progress_rises_to_one_and_may_cancel() -> None:
    told: list[float] = []
    adopt(["orca", "clockwork", "kimi-k3"], small(), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0

    def cancel(fraction: float) -> None:
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        adopt(["orca"], small(), progress=cancel)


def test_sheets_in_force_and_changes() -> None:
    walk = played(("clockwork", "mqa", "orca"))
    assert walk.sheet(-1) is walk.sheet(0) is walk.base
    assert walk.to_before(0).moved() == ()
    assert walk.to_before(2).before is walk.sheet(1)
    assert walk.to_start(2).before is walk.base


def test_a_walk_survives_pickling() -> None:
    walk = played(("mqa", "kimi-k3"))
    assert pickle.loads(pickle.dumps(walk)) == walk


def test_every_ledger_is_shown_by_one_quantity() -> None:
    walk = played(("orca", "kimi-k3"))
    shown = headlines(walk)
    assert tuple(shown) == LEDGERS
    assert all(walk.base[key].quantity.ledger == ledger for ledger, key in shown.items())
    assert shown["experts"] == "experts.touched"


def test_csv_has_a_line_for_each_place_and_ledger() -> None:
    walk = played(("smoothquant", "clockwork", "kimi-k3"))
    rows = list(csv.DictReader(io.StringIO(to_csv(walk, {"clockwork": "=Clockwork"}))))
    assert len(rows) == 18 + 18 + 1 + 18 + 18
    (passed,) = (row for row in rows if row["outcome"] == "not-runnable")
    assert passed["technique"] == "'=Clockwork"
    assert passed["reason"] == "the engine cannot run it yet."
    weights = [row for row in rows if row["ledger"] == "weights"]
    assert [row["outcome"] for row in weights] == ["start", "adopted", "ground", "adopted"]
    assert float(weights[1]["value"]) == walk.steps[0].sheet["weights.bytes"].value  # type: ignore[index]
    assert weights[1]["verdict"] == Verdict.BETTER
    assert weights[2]["verdict"] == ""


def test_json_tells_what_changed_and_why_not() -> None:
    walk = played(("smoothquant", "clockwork", "kimi-k3"))
    places = json.loads(to_json(walk))["places"]
    assert [place["outcome"] for place in places] == ["start", "adopted", "not-runnable", "adopted"]
    assert "figures" not in places[2]
    assert {change["field"] for change in places[1]["changes"]} >= {"precision.weight_bits"}
    assert places[3]["ground"]["left"]["smoothquant"]
    assert len(places[3]["ground"]["figures"]) == 18
