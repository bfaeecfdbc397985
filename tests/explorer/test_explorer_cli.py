"""The command line: tables, JSON, exit codes, one-line errors."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.recording import Recording
from explorer.__main__ import main

Capture = pytest.CaptureFixture[str]
SMALL = ["--set", "workload.requests=12", "--set", "workload.output.high=32"]


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of one call."""
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_searching_sources_finds_them_in_both_shapes(capsys: Capture) -> None:
    code, out, err = run(capsys, "sources", "paged", "attention")
    assert (code, err) == (0, "")
    header, rule, *rows = out.splitlines()
    assert header.split()[:2] == ["no", "key"]
    assert set(rule) == {"-", " "}
    assert any("pagedattention" in row for row in rows)
    code, out, _ = run(capsys, "sources", "paged attention", "--json")
    assert "pagedattention" in [source["key"] for source in json.loads(out)]


def test_all_62_sources_are_listed_and_neighbours_on_request(capsys: Capture) -> None:
    canon = json.loads(run(capsys, "sources", "--json")[1])
    everyone = json.loads(run(capsys, "sources", "--neighbours", "--json")[1])
    assert len(canon) == 62
    assert len(everyone) > 62


def test_lineage_names_the_edge_it_came_by(capsys: Capture) -> None:
    code, out, _ = run(capsys, "lineage", "pagedattention", "--depth", "1")
    assert code == 0
    assert "builds on" in out
    assert "led to" in out
    found = json.loads(run(capsys, "lineage", "pagedattention", "--json")[1])
    assert "orca" in [entry["key"] for entry in found["builds_on"]]
    assert all(entry["steps"] >= 1 for entry in found["led_to"])


def test_simulate_prints_a_sheet_with_evidence(capsys: Capture) -> None:
    code, out, err = run(capsys, "simulate", *SMALL)
    assert code == 0
    assert "12 of 12 requests finished" in out
    assert "teaching-estimate" in out
    assert "reproducible" in out
    assert err == "" or err.startswith("note: ")


def test_simulate_is_reproducible_and_its_recording_can_be_read(capsys: Capture, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    assert run(capsys, "simulate", *SMALL, "--seed", "7", "-o", str(one))[0] == 0
    assert run(capsys, "simulate", *SMALL, "--seed", "7", "-o", str(two))[0] == 0
    assert one.read_bytes() == two.read_bytes()
    assert len(Recording.from_bytes(one.read_bytes()).requests) == 12


def test_a_scenario_file_can_be_written_and_run(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    _, text, _ = run(capsys, "simulate", *SMALL, "--set", "title='Mine'", "--toml")
    file.write_text(text)
    code, out, _ = run(capsys, "simulate", str(file), "--json")
    assert code == 0
    found = json.loads(out)
    assert found["title"] == "Mine"
    assert found["requests"] == 12
    assert {row["ledger"] for row in found["ledgers"]} >= {"request", "contract", "economics"}
    assert all(row["value"] is not None or row["reason"] for row in found["ledgers"])


def test_a_trace_is_replayed_and_reported(capsys: Capture, tmp_path: Path) -> None:
    trace = tmp_path / "small.csv"
    rows = [f"{second},{100 + second},{10}" for second in range(8)] + ["9,-5,10"]
    trace.write_text("arrived_at,num_prefill_tokens,num_decode_tokens\n" + "\n".join(rows) + "\n")
    code, out, _ = run(capsys, "simulate", "--trace", str(trace))
    assert code == 0, out
    assert "rows read 9, used 8, set aside 1" in out
    assert "line 10" in out
    found = json.loads(run(capsys, "simulate", "--trace", str(trace), "--json")[1])
    assert found["trace"]["rows_used"] == 8


def test_a_trace_is_told_without_running_it(capsys: Capture, tmp_path: Path) -> None:
    trace = tmp_path / "mine.csv"
    trace.write_text("when,question,answer\n0,100,10\n1500,200,20\n1600,0,20\n1700,300,30\n")
    names = "arrival=when,prompt=question,output=answer,unit=ms"
    code, out, _ = run(capsys, "trace", str(trace), "--columns", names, "--start", "1")
    assert code == 0
    for part in (
        "time in ms (declared by the user), first 1500 ms",
        "rows read 3, used 2, set aside 1",
        "lines 3 to 5 of the file after the first 1",
        "set aside 1: no prompt tokens (line 4)",
        "prompt tokens: 200 to 300, median 250",
    ):
        assert part in out
    found = json.loads(run(capsys, "trace", str(trace), "--columns", names, "--json")[1])
    assert (found["rows_read"], found["rows_used"], found["lines"]) == (4, 3, [2, 5])
    assert found["columns"] == ["when", "question", "answer"]
    copy = tmp_path / "copy.jsonl"
    assert run(capsys, "trace", str(trace), "--columns", names, "-o", str(copy))[0] == 0
    assert "rows read 4, used 3, set aside 1" in run(capsys, "trace", str(copy))[1]
    code, out, _ = run(capsys, "simulate", "--trace", str(trace), "--columns", names)
    assert code == 0
    assert "declared by the user" in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--columns", "when=arrival"], "list of arrival="),
        (["--columns", "prompt=a,output=b,unit=weeks"], "found unit weeks, expected one of auto, s"),
        (["--columns", "prompt=a,output=nothing"], "no column 'nothing'"),
        (["--limit", "0"], "positive whole number"),
    ],
)
def test_bad_trace_options_are_named(capsys: Capture, tmp_path: Path, arguments: list[str], told: str) -> None:
    trace = tmp_path / "mine.csv"
    trace.write_text("a,b\n1,2\n")
    code, _, err = run(capsys, "trace", str(trace), *arguments)
    assert (code, told in err) == (2, True), err


def test_a_workload_shaped_like_a_trace(capsys: Capture) -> None:
    few = ("--workload", "uniform-4-to-1", "--set", "workload.requests=20", "--set", "policy.batching=chunked")
    text = run(capsys, "simulate", *few, "--toml")[1]
    assert "ratio = 4.0" in text
    assert "requests = 20" in text
    assert "20 of 20 requests finished" in run(capsys, "simulate", *few)[1]
    code, _, err = run(capsys, "simulate", "--workload", "azur")
    assert (code, "expected one of azure-conversation, azure-code" in err) == (2, True)


def test_compare_shows_before_after_and_invariants(capsys: Capture) -> None:
    code, out, _ = run(capsys, "compare", "pagedattention", *SMALL)
    assert code == 0
    assert "verdict" in out
    assert "holds: " in out
    found = json.loads(run(capsys, "compare", "pagedattention", *SMALL, "--json")[1])
    assert set(found) == {"technique", "before", "after", "delta", "checks", "experiment", "trace"}
    assert "allocation" in found["delta"]["moved"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["no-such-file.csv"], "neither a file nor a command"),
        (["sources", "--ledger", "memory"], "expected one of request"),
        (["lineage", "pagedatention"], "did you mean pagedattention"),
        (["lineage", "orca", "--depth", "0"], "expected 1 or more"),
        (["compare", "pagedatention"], "pagedattention"),
        (["simulate", "missing.toml"], "missing.toml"),
        (["simulate", "--trace", "missing.csv"], "missing.csv"),
        (["simulate", "--seed", "-1"], "--seed"),
        (["simulate", "--set", "memory.page_tokns=32"], "page_tokens"),
        (["simulate", "--set", "memory.page_tokens=many"], "page_tokens"),
        (["simulate", "--frobnicate"], "--frobnicate"),
        (["shot", "window", "-o", "picture.bmp"], ".bmp"),
        (["shot", "nothing", "-o", "picture.png"], "nothing"),
        (["shot", "window", "-o", "picture.png", "--size", "9x9"], "--size"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys: Capture, arguments: list[str], told: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert told in err
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("title = 3\n", "title"),
        ("[memory]\npage_tokens = 'x'\n", "line 2"),
        ("[memory\n", "line 1"),
        ("", ""),
    ],
)
def test_a_broken_scenario_names_file_and_line(capsys: Capture, tmp_path: Path, content: str, told: str) -> None:
    file = tmp_path / "broken scenario.toml"
    file.write_text(content)
    code, _, err = run(capsys, "simulate", str(file), *SMALL)
    if not content:
        assert code == 0  # an empty scenario is the default one
        return
    assert code == 2
    assert "broken scenario.toml" in err
    assert told in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"a,b,c\n1,2,3\n", b'{"timestamp": ', "时间\n".encode()])
def test_a_file_that_is_no_trace_is_refused_by_name(capsys: Capture, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "not a trace.csv"
    file.write_bytes(content)
    code, _, err = run(capsys, "simulate", "--trace", str(file))
    assert code == 2
    assert "not a trace.csv" in err
    assert len(err.splitlines()) == 1


def test_an_output_that_cannot_be_written_is_exit_code_1(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, _, err = run(capsys, "simulate", *SMALL, "-o", str(tmp_path / "file" / "recording"))
    assert code == 1
    assert "cannot be written" in err
    assert len(err.splitlines()) == 1


def test_doctor_reports_every_check(capsys: Capture) -> None:
    code, out, _ = run(capsys, "doctor", "--json")
    findings = json.loads(out)
    assert code == (1 if any(finding["state"] == "missing" for finding in findings) else 0)
    assert {"Python", "PySide6", "citation library", "SQLite with FTS5 trigrams"} <= {f["what"] for f in findings}
    assert all(finding["advice"] for finding in findings if finding["state"] != "ok")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end differently")
def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m explorer sources --neighbours --json | head -1; echo ${{PIPESTATUS[0]}}"
    root = Path(__file__).parents[2]
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, cwd=root)
    assert done.stderr == ""
    assert done.stdout.split() == ["[", "141"]
