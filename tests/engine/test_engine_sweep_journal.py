"""What an interrupted sweep leaves behind, and how the next one goes on with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.scenario import Arrivals, Lengths, Scenario, Workload
from engine.sweep import sweep
from engine.sweep.journal import Journal
from engine.sweep.table import to_csv

SMALL = Scenario(workload=Workload(requests=8, output=Lengths(median=20.0, high=32)))
OVER = ["seed=1:8:8", "layout.tensor_parallel=1,3"]


class Stop(Exception):
    pass


def stopped(path: Path, scenario: Scenario = SMALL, after: int = 3, resume: bool = False) -> None:
    """A sweep that is cancelled when so many of its cells have ended."""
    ended: list[int] = []

    def look(share: float) -> None:
        if len(ended) >= after:
            raise Stop

    with pytest.raises(Stop), Journal(path, resume) as journal:
        sweep(
            scenario,
            OVER,
            known=journal.known,
            progress=look,
            ended=lambda task, outcome: (journal.note(task, outcome), ended.append(task.number)),
        )


def resumed(path: Path, scenario: Scenario = SMALL, keys: tuple[str, ...] = ()) -> tuple[str, int]:
    """The sweep to its end: its CSV and how many cells it did not have to run."""
    with Journal(path, resume=True) as journal:
        found = sweep(scenario, OVER, keys, known=journal.known, ended=journal.note)
    return to_csv(found), journal.taken


def test_a_sweep_goes_on_where_it_was_stopped_and_finds_the_same(tmp_path: Path) -> None:
    path, whole = tmp_path / "out.csv.partial", to_csv(sweep(SMALL, OVER))
    stopped(path)
    stopped(path, after=2, resume=True)
    assert len(path.read_text().splitlines()) == 5
    assert resumed(path) == (whole, 5)
    assert not path.exists()


def test_a_line_that_was_cut_off_or_damaged_counts_as_not_written(tmp_path: Path) -> None:
    path, whole = tmp_path / "j", to_csv(sweep(SMALL, OVER))
    stopped(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"\xff\xfe\n[]\n{}\n" + lines[0] + lines[1] + lines[2][:-9])
    stopped(path, after=1, resume=True)
    assert path.read_bytes().endswith(b"\n")
    assert resumed(path) == (whole, 3)


def test_cells_of_another_scenario_quantity_or_engine_are_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Scenario(title="Other", workload=SMALL.workload)
    for change in ("scenario", "keys", "engine"):
        path = tmp_path / change
        stopped(path)
        if change == "engine":
            monkeypatch.setattr("engine.sweep.journal.fingerprint", lambda: "other")
        keys = ("contract.ttft_p50",) if change == "keys" else ()
        assert resumed(path, other if change == "scenario" else SMALL, keys)[1] == 0


def test_cells_of_a_trace_that_changed_are_not_taken(tmp_path: Path) -> None:
    trace, path = tmp_path / "t.csv", tmp_path / "j"
    head = "arrived_at,num_prefill_tokens,num_decode_tokens\n"
    trace.write_text(head + "0,100,10\n1,100,10\n")
    scenario = Scenario(workload=Workload(arrivals=Arrivals.TRACE, trace=str(trace)))
    stopped(path, scenario)
    trace.write_text(head + "0,100,10\n1,100,10\n2,100,10\n")
    text, taken = resumed(path, scenario)
    assert taken == 0
    assert ",3," in text


def test_without_resume_it_begins_anew_and_what_holds_nothing_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "j"
    stopped(path)
    stopped(path, after=1)
    assert len(path.read_text().splitlines()) == 1
    with pytest.raises(Stop), Journal(path):
        raise Stop
    assert not path.exists()
