"""Paths on the command line and in the worker."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.adoption import Walk, adopt
from engine.adoption_start import start
from engine.scenario_file import dumps
from explorer.__main__ import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def small(tmp_path: Path) -> str:
    """The shipped start with a handful of requests, as a file."""
    base = start()
    few = replace(base, workload=replace(base.workload, requests=6), memory=replace(base.memory, page_tokens=4096))
    path = tmp_path / "small start.toml"
    path.write_text(dumps(few), "utf-8")
    return str(path)


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of one call."""
    try:
        code = main(("path", *arguments))
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_a_path_is_printed_with_reasons_and_changes(capsys: Capture, small: str) -> None:
    code, out, _ = run(capsys, "orca", "clockwork", "sarathi-serve", "--scenario", small, "--steps")
    assert code == 0
    assert "2. Clockwork: Passed over, nothing changes: the engine cannot run it yet." in out
    assert "3. Sarathi-Serve: Sets policy.batching: continuous → chunked (set by Orca)" in out
    assert "From Start to Sarathi-Serve" in out
    assert "teaching-estimate" in out


def test_a_new_ground_has_a_table_of_its_own(capsys: Capture, small: str) -> None:
    code, out, _ = run(capsys, "gptq", "kimi-k3", "--scenario", small)
    assert code == 0
    assert "From Start to GPTQ" in out
    assert "From “Kimi K3, nothing kept between turns (2026)” to Kimi K3" in out
    assert "Left behind: GPTQ: the new ground has set precision.weight_bits itself." in out


def test_json_and_csv_hold_the_same_figures(capsys: Capture, small: str) -> None:
    code, out, _ = run(capsys, "orca", "--scenario", small, "--json")
    assert code == 0
    figures = json.loads(out)["places"][1]["figures"]
    rows = list(csv.DictReader(io.StringIO(run(capsys, "orca", "--scenario", small, "--csv")[1])))
    decode = next(figure for figure in figures if figure["ledger"] == "decode")
    (line,) = (row for row in rows if row["ledger"] == "decode" and row["place"] == "1")
    assert float(line["value"]) == decode["value"]
    assert line["technique"] == "Orca"


@pytest.mark.parametrize("name", ["path.csv", "path.json", "path.md", "path.svg", "路径 picture.png"])
def test_files_are_written(capsys: Capture, small: str, tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    code, out, _ = run(capsys, "orca", "--scenario", small, "-o", str(target))
    assert (code, out) == (0, "")
    assert target.stat().st_size > 500


def test_ways_through_the_library(capsys: Capture, small: str) -> None:
    for arguments, last in (
        (("--to", "kimi-k3"), "kimi-k3"),
        (("--main",), None),
        (("--between", "orca", "sarathi-serve"), "sarathi-serve"),
    ):
        code, out, _ = run(capsys, *arguments, "--scenario", small, "--json")
        assert code == 0
        keys = [place["key"] for place in json.loads(out)["places"][1:]]
        assert len(keys) > 1
        assert last in (None, keys[-1])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("no-such-source",), "no-such-source"),
        (("orca", "--main"), "found 2 paths, expected one"),
        (("--to", "nothing"), "nothing"),
        (("--json", "--csv"), "found several"),
        (("-o", "path.txt"), "found suffix '.txt'"),
        (("orca", "--scenario", "missing.toml"), "missing.toml"),
    ],
)
def test_wrong_input_is_told_in_one_line(capsys: Capture, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_the_worker_plays_a_path_and_tells_how_far_it_is(small: str) -> None:
    from explorer.worker import _WORK

    told: list[float] = []
    text = Path(small).read_text("utf-8")
    found = _WORK["walk"]({"keys": ["orca", "clockwork"], "scenario": text}, told.append)
    assert isinstance(found, Walk)
    assert [step.adopted for step in found.steps] == [True, False]
    assert found == adopt(["orca", "clockwork"], found.scenario)
    assert told[-1] == 1.0


def test_the_worker_can_be_cancelled_while_it_plays(small: str) -> None:
    from explorer.worker import walk

    def stop(fraction: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        walk({"keys": ["orca"], "scenario": Path(small).read_text("utf-8")}, stop)
