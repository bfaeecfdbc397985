"""A sweep: a row per cell, failures with their reason, figures equal to the ledgers', and its files."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from pathlib import Path

import pytest

from engine import ledgers, scenario_file
from engine.scenario import Lengths, Scenario, Workload
from engine.sheet import Evidence
from engine.simulate import simulate
from engine.sweep import Outcome, SweepError, Task, of_values, sweep
from engine.sweep.figures import QUICK, chosen, measured
from engine.sweep.table import to_csv, to_json

SMALL = Scenario(workload=Workload(requests=12, output=Lengths(median=20.0, high=32)))
OVER = ("workload.rate=1,8", "layout.tensor_parallel=1,3,2")
SHIPPED = sorted((Path(__file__).parents[2] / "assets" / "scenarios").glob("*.toml"))


def test_every_combination_is_a_row_and_what_fails_has_a_reason() -> None:
    found = sweep(SMALL, OVER)
    assert [row.cell.values for row in found.rows] == [(1.0, 1), (1.0, 3), (1.0, 2), (8.0, 1), (8.0, 3), (8.0, 2)]
    assert [row.cell.number for row in found.failed] == [1, 4]
    assert "found 3, expected a divisor of the 40 query heads" in found.rows[1].failure
    assert found.column("request.requests") == (12.0, None, 12.0, 12.0, None, 12.0)
    times = found.column("contract.e2e_p50")
    assert times[0] is not None
    assert times[2] is not None
    assert times[2] < times[0]  # two devices are faster than one
    with pytest.raises(KeyError):
        found.column("contract.nothing")


def test_what_does_not_fit_or_breaks_while_it_runs_is_a_row_too(monkeypatch: pytest.MonkeyPatch) -> None:
    found = sweep(SMALL, ["model.card=opt-13b,opt-175b"])
    assert found.rows[0].failure == ""
    assert "opt-175b" in found.rows[1].cell.settings[0]
    assert "B" in found.rows[1].failure
    assert "\n" not in found.rows[1].failure

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("engine.sweep.figures.summarise", broken)
    assert {row.failure for row in sweep(SMALL, ["seed=1,2"]).rows} == {"ZeroDivisionError: division by zero"}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_quick_figures_are_those_of_the_ledgers(path: Path) -> None:
    scenario = scenario_file.load(path)
    requests = min(scenario.workload.requests, 24)
    scenario = dataclasses.replace(scenario, workload=dataclasses.replace(scenario.workload, requests=requests))
    sheet = ledgers.measure(simulate(scenario))
    expected = [row.reason if (row := sheet[key]).value is None else row.value for key in QUICK]
    assert list(measured(scenario, QUICK)) == expected


def test_figures_of_requests_that_were_cut_come_from_the_ledgers() -> None:
    scenario = scenario_file.load(next(path for path in SHIPPED if path.stem == "worker-dies"))
    tight = scenario_file.apply_settings(scenario, ["model.max_length=300", "workload.prompt.median=280"])
    sheet = ledgers.measure(simulate(tight))
    assert measured(tight, ["decode.rate"]) == (sheet["decode.rate"].value,)


def test_quantities_are_chosen_by_key_ledger_pattern_or_all() -> None:
    assert [quantity.key for quantity in chosen([])] == sorted(QUICK, key=[q.key for q in chosen(["all"])].index)
    assert [quantity.key for quantity in chosen(["contract.ttft_p9*"])] == [
        f"contract.ttft_p{percent}" for percent in (90, 95, 99)
    ]
    both = [quantity.key for quantity in chosen(["reuse", "request.requests"])]
    assert both[0] == "request.requests"
    assert len(both) == 1 + len(chosen(["reuse"]))
    assert len(chosen(["all"])) == len(ledgers.quantities())
    for wrong, expected in (("contract.ttft_p98", "contract.ttft_p99"), ("zzz", "economics")):
        with pytest.raises(SweepError, match=f"--quantities: found '{wrong}'.*{expected}"):
            chosen([wrong])


def test_what_a_run_does_not_exercise_has_a_reason() -> None:
    found = sweep(SMALL, ["seed=1"], ["contract.deadline_use_p50", "reuse.hit_rate"])
    row = found.rows[0]
    assert found.column("contract.deadline_use_p50") == (None,)
    assert found.reasons(row)["contract.deadline_use_p50"] == "The contract sets no deadline."
    line = next(csv.DictReader(io.StringIO(to_csv(found))))
    assert line["contract.deadline_use_p50"] == ""
    assert "The contract sets no deadline." in line["reason"]
    assert line["state"] == "ran"


def test_the_csv_says_what_was_varied_what_came_out_and_how_it_is_known() -> None:
    found = sweep(SMALL, OVER)
    text = to_csv(found)
    rows = list(csv.DictReader(io.StringIO(text)))
    keys = [quantity.key for quantity in found.quantities]
    assert list(rows[0]) == ["workload.rate", "layout.tensor_parallel", *keys, "evidence", "state", "reason"]
    assert [row["state"] for row in rows] == ["ran", "failed", "ran", "ran", "failed", "ran"]
    assert [float(row["contract.goodput"]) for row in rows if row["contract.goodput"]] == [
        value for value in found.column("contract.goodput") if value is not None
    ]
    assert {row["evidence"] for row in rows} == {"teaching-estimate", ""}
    counts = sweep(SMALL, ["seed=1"], ["request.requests"])
    assert counts.evidence(counts.rows[0]) is Evidence.REPRODUCIBLE
    assert to_csv(sweep(SMALL, OVER)) == text


def test_no_text_of_the_csv_is_a_formula() -> None:
    found = sweep(SMALL, ["title==1+1,-3,@x,plain"], ["request.requests"])
    assert [row["title"] for row in csv.DictReader(io.StringIO(to_csv(found)))] == ["'=1+1", "-3", "'@x", "plain"]


def test_the_json_holds_scenario_units_evidence_and_reasons() -> None:
    found = json.loads(to_json(sweep(SMALL, [*OVER, "memory.pages=none,4000"])))
    assert scenario_file.loads(found["scenario"]) == SMALL
    assert found["over"] == {
        "workload.rate": [1.0, 8.0],
        "layout.tensor_parallel": [1, 3, 2],
        "memory.pages": [None, 4000],
    }
    columns = {column["key"]: column for column in found["columns"]}
    assert columns["contract.ttft_p99"]["unit"] == "s"
    assert columns["contract.ttft_p99"]["evidence"] == "teaching-estimate"
    assert columns["contract.ttft_p99"]["formula"]
    assert len(found["rows"]) == 12
    assert found["rows"][2]["state"] == "failed"
    assert found["rows"][2]["figures"] == {}
    assert found["rows"][0]["figures"]["request.requests"] == 12.0


def test_progress_goes_from_nothing_to_all_and_may_cancel() -> None:
    told: list[float] = []
    sweep(SMALL, ["seed=1:4:4"], progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0

    class Cancel(Exception):
        pass

    def cancel(share: float) -> None:
        if share > 0.5:
            raise Cancel

    ended: list[int] = []
    with pytest.raises(Cancel):
        sweep(SMALL, ["seed=1:4:4"], progress=cancel, ended=lambda task, _: ended.append(task.number))
    assert ended == [0, 1]


def test_a_callback_that_fails_inside_a_cell_ends_the_sweep_and_is_no_failure_of_the_cell() -> None:
    def fail(share: float) -> None:
        raise ValueError("stop it")

    with pytest.raises(ValueError, match="stop it"):
        sweep(SMALL, ["seed=1,2"], progress=fail)


def test_known_cells_do_not_run_again() -> None:
    whole = sweep(SMALL, ["seed=1:6:6"])
    before = {row.cell.number: row.outcome for row in whole.rows[::2]}
    ran: list[int] = []

    def known(task: Task) -> Outcome | None:
        return before.get(task.number)

    again = sweep(SMALL, ["seed=1:6:6"], known=known, ended=lambda task, _: ran.append(task.number))
    assert ran == [1, 3, 5]
    assert to_csv(again) == to_csv(whole)
    assert to_csv(sweep(SMALL, [of_values("seed", range(1, 7))])) == to_csv(whole)
