"""`eighteen-ledgers ledgers`: figures with their definitions, and the books."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.recording import Recording
from explorer.cli import ledgers
from explorer.cli.errors import BadInput
from explorer.cli.parser import Parser

SMALL = ("--set", "workload.requests=6", "--set", "workload.rate=50")


def run(*arguments: str) -> int:
    parser = Parser("ledgers")
    ledgers.configure(parser)
    return ledgers.run(parser.parse_args([*SMALL, *arguments]))


def test_definitions_stand_beside_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--ledger", "contract", "--define") == 0
    text = capsys.readouterr().out
    assert "contract.tpot_p50" in text
    assert "median of (last token − first token) / (outputs − 1)" in text
    assert "TPOT: time per output token" in text
    assert "not exercised: The contract sets no deadline." in text
    assert "weights.bytes" not in text


def test_the_books_are_printed_and_balance(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--ledger", "request", "--books") == 0
    text = capsys.readouterr().out
    assert text.count(": balances") == 5
    assert "= Memory" in text


def test_json_holds_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--json", "--ledger", "reuse") == 0
    read = json.loads(capsys.readouterr().out)
    assert all(row["key"].startswith("reuse.") and row["definition"] for row in read["ledgers"])
    assert all(book["balances"] for book in read["books"])


def test_a_recording_is_read_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from engine.scenario import Scenario, Workload
    from engine.simulate import simulate

    recording = simulate(Scenario(title="kept", workload=Workload(requests=3)))
    path = tmp_path / "run.bin"
    path.write_bytes(recording.to_bytes())
    assert isinstance(Recording.from_bytes(path.read_bytes()), Recording)
    assert run(str(path), "--ledger", "request") == 0
    assert capsys.readouterr().out.startswith("kept")


def test_an_unknown_ledger_is_named_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match="found 'speed', expected one of request"):
        run("--ledger", "speed")
