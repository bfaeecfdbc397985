"""`eighteen-ledgers sweep`: files, exit codes, errors in one line, stopping and going on."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from explorer.__main__ import main

Capture = pytest.CaptureFixture[str]
SMALL = ("--set", "workload.requests=8", "--set", "workload.output.high=32")
OVER = ("--over", "workload.rate=1:8:3", "--over", "layout.tensor_parallel=1,3")


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of one call."""
    try:
        code = main(["sweep", *arguments])
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_it_prints_a_row_per_cell_and_says_what_failed_and_how_figures_are_known(capsys: Capture) -> None:
    code, out, err = run(capsys, *SMALL, *OVER, "--jobs", "1")
    assert code == 0
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["workload.rate"] for row in rows] == ["1", "1", "4.5", "4.5", "8", "8"]
    assert [row["state"] for row in rows] == ["ran", "failed"] * 3
    assert "divisor of the 40 query heads" in rows[1]["reason"]
    assert "6 cells in" in err
    assert "3 failed: the column reason says why" in err
    assert "evidence: reproducible for request.requests" in err
    assert "teaching-estimate for all others" in err


def test_files_are_the_same_with_one_job_and_with_two(capsys: Capture, tmp_path: Path) -> None:
    for name in ("out.csv", "deep/out.json"):
        written = []
        for jobs in "12":
            path = tmp_path / jobs / name
            assert run(capsys, *SMALL, *OVER, "--jobs", jobs, "-o", str(path))[:2] == (0, "")
            assert not path.with_name(path.name + ".partial").exists()
            written.append(path.read_bytes())
        assert written[0] == written[1]
    assert json.loads(written[0])["rows"][0]["settings"] == {"workload.rate": 1.0, "layout.tensor_parallel": 1}


def test_a_scenario_file_and_chosen_quantities(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('title = "Mine"\n[workload]\nrequests = 5\n')
    code, out, _ = run(
        capsys, str(file), "--over", "seed=1,2", "--quantities", "reuse.hit_rate, request.requests", "--json"
    )
    assert code == 0
    found = json.loads(out)
    assert found["title"] == "Mine"
    assert [column["key"] for column in found["columns"]] == ["request.requests", "reuse.hit_rate"]
    assert found["rows"][1]["figures"]["request.requests"] == 5.0


def test_when_every_cell_fails_the_rows_are_written_and_the_exit_code_is_1(capsys: Capture) -> None:
    code, out, err = run(capsys, *SMALL, "--over", "layout.tensor_parallel=3,7")
    assert code == 1
    assert out.count("failed") == 2
    assert "2 failed" in err


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ((), ("--over", "no field to sweep over", "KEY=A,B,C")),
        (("--over", "workload.rat=1"), ("--over workload.rat=1", "unknown field", "workload.rate")),
        (("--over", "workload.rate=0"), ("--over workload.rate=0", "found 0", "expected a number in (0")),
        (("--over", "seed=1", "--over", "seed=2"), ("seed 2 times", "every field once")),
        (("--over", "seed=1", "--quantities", "ttft"), ("--quantities", "'ttft'", "contract.ttft")),
        (("--over", "seed=1", "-o", "out.xls"), ("-o", "out.xls", ".csv, .tsv, .json")),
        (("--over", "seed=1", "-o", "out.csv", "--json"), ("-o", "out.csv", "ends in .json")),
        (("--over", "seed=1", "--resume"), ("--resume", "no -o FILE")),
        (("--over", "seed=1", "--jobs", "0"), ("--jobs", "0")),
        (("--over", "seed=1", "--jobs", "2", "--dask", "tcp://x:1"), ("--jobs", "--dask")),
        (("nothing.toml", "--over", "seed=1"), ("nothing.toml",)),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: tuple[str, ...],
    parts: tuple[str, ...],
    capsys: Capture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("eighteen-ledgers sweep: ")
    assert len(err.splitlines()) == 1
    for part in parts:
        assert part in err
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_is_told_before_anything_runs(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, _, err = run(capsys, "--over", "seed=1,2", "-o", str(tmp_path / "file" / "out.csv"))
    assert code == 1
    assert "cannot be written" in err
    assert "cells" not in err


def test_without_dask_it_says_what_to_install(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, _, err = run(capsys, "--over", "seed=1,2", "--dask", "tcp://127.0.0.1:1")
    assert code == 1
    assert "eighteen-ledgers[dask]" in err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send to one process")
def test_ctrl_c_stops_all_processes_and_the_sweep_can_go_on(capsys: Capture, tmp_path: Path) -> None:
    out, whole = tmp_path / "out.csv", tmp_path / "whole.csv"
    sweep = ["--over", "seed=1:16:16", "--set", "workload.requests=60", "--quantities", "contract", "--jobs", "2"]
    program = [sys.executable, "-m", "explorer", "sweep", *sweep, "-o", str(out)]
    journal = out.with_name("out.csv.partial")
    with subprocess.Popen(
        program, cwd=Path(__file__).parents[2], stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        while process.poll() is None and not (journal.exists() and journal.stat().st_size):
            pass
        process.send_signal(signal.SIGINT)
        err = process.communicate(timeout=30)[1]
    if process.returncode == 0:
        pytest.skip("the sweep had ended before it could be stopped")
    assert process.returncode == 130
    assert err.startswith("stopped (after ")
    assert "are kept for --resume" in err
    assert "Traceback" not in err
    assert not out.exists()
    code, _, err = run(capsys, *sweep, "-o", str(out), "--resume")
    assert code == 0
    assert "of them from before" in err
    assert run(capsys, *sweep, "-o", str(whole))[0] == 0
    assert out.read_bytes() == whole.read_bytes()
    assert not journal.exists()
