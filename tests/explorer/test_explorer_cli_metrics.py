"""`eighteen-ledgers metrics` prints percentiles of a run without its recording."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from explorer.__main__ import main

LONG = ("--set", "workload.requests=3000", "--set", "policy.batching=chunked", "--seed", "7")


def test_it_prints_counts_percentiles_and_what_they_mean(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["metrics", *LONG]) == 0
    printed = capsys.readouterr()
    assert "of 3,000 requests finished" in printed.out
    assert "p99" in printed.out
    assert "TPOT = (last token - first token) / (outputs - 1)" in printed.out
    assert "requests per second" in printed.err


def test_json_agrees_with_the_ledgers_of_the_recording(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["metrics", "--json", "--seed", "7"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert main(["simulate", "--json", "--seed", "7"]) == 0
    sheet = json.loads(capsys.readouterr().out)
    rows = {row["key"]: row["value"] for row in sheet["ledgers"]}
    assert figures["attainment"] == pytest.approx(rows["contract.attainment"])
    assert figures["tpot_s"]["p50"] == pytest.approx(rows["contract.tpot_p50"])


def test_a_broken_scenario_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.toml"
    path.write_text("[policy]\ntoken_budgets = 3\n", encoding="utf-8")
    with pytest.raises(SystemExit) as stopped:
        raise SystemExit(main(["metrics", str(path)]))
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    assert "broken.toml" in error
    assert "token_budget" in error
