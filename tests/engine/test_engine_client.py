"""Requests drawn from the tables of one client: the rates and lengths of the tables, and nothing evaluated."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.scenario import Agent, Arrivals, Model, Scenario, Workload
from engine.scenario_file import ScenarioError, validate
from engine.simulate import simulate
from engine.traces import TraceError
from engine.workloads.client import client_requests, histograms, rate_table
from engine.workloads.workload import requests

TABLES = Path(__file__).parents[3] / "shared" / "traces" / "servegen_clients"
RATES = "0,0,0,,0,0\n600,2.0,1.0,Gamma,1.0,0.5\n1200,0.5,2.0,Weibull,0.6,1.0\n1800,0,0,,0,0\n"
LENGTHS = {
    "0": {"input_tokens": "{}", "output_tokens": "{}"},
    "600": {"input_tokens": "{100: 0.5, 200: 0.5}", "output_tokens": "{7: 1.0}"},
    "1200": {"input_tokens": "{50: 1.0}", "output_tokens": "{3: 0.25, 4: 7.5e-01}"},
}


def write(folder: Path, rates: str = RATES, lengths: Any = LENGTHS) -> Path:
    (folder / "client-dataset.json").write_text(json.dumps(lengths, indent=2))
    file = folder / "client-trace.csv"
    file.write_text(rates)
    return file


def scenario(file: Path, **workload: Any) -> Scenario:
    base = Workload(arrivals=Arrivals.CLIENT, trace=str(file), requests=100_000)
    return Scenario(model=Model(max_length=8192), workload=dataclasses.replace(base, **workload))


def test_each_window_has_its_rate_and_lengths(tmp_path: Path) -> None:
    arrivals, prompts, outputs, note = client_requests(write(tmp_path), 1, 100_000)
    assert arrivals[0] == 0
    assert (np.diff(arrivals) >= 0).all()
    first = prompts >= 100
    assert first.sum() == pytest.approx(1200, rel=0.1)
    assert (~first).sum() == pytest.approx(300, rel=0.25)
    assert set(prompts[first]) == {100, 200}
    assert set(outputs[first]) == {7}
    assert (outputs[~first] == 4).mean() == pytest.approx(0.75, abs=0.08)
    assert "2 active windows" in note
    assert "not a log" in note


def test_they_are_a_workload_of_their_own(tmp_path: Path) -> None:
    s = validate(scenario(write(tmp_path), requests=200))
    w = requests(s)
    assert len(w.requests) == 200
    assert w == requests(s)
    assert w != requests(dataclasses.replace(s, seed=2))
    assert w.title == "200 requests like those of client-trace.csv"
    assert len(simulate(s).requests) == 200
    everything = requests(scenario(write(tmp_path)))
    assert any("100,000 requests were asked for, the windows give" in note for note in everything.notes)


@pytest.mark.parametrize(
    ("workload", "field"),
    [
        ({"trace": ""}, "trace"),
        ({"turns": 2}, "turns"),
        ({"tenants": 2}, "tenants"),
        ({"agent": Agent(2)}, "agent.calls"),
    ],
)
def test_what_the_tables_do_not_know_is_refused(tmp_path: Path, workload: dict[str, Any], field: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        validate(scenario(write(tmp_path), **workload))
    assert caught.value.field == f"workload.{field}"


@pytest.mark.parametrize(
    ("rates", "line"),
    [
        ("", None),
        ("a,b\n", 1),
        ("0,1,1,Gamma,1,1\n0,1,1,Gamma,1,1\n", 2),
        ("0,1,1,Poisson,1,1\n", 1),
        ("0,nan,1,Gamma,1,1\n", 1),
        ("0,1,1,Weibull,1e-9,1\n", 1),
        ("0,0,0,,0,0\n", None),
    ],
)
def test_bad_tables_are_named(tmp_path: Path, rates: str, line: int | None) -> None:
    with pytest.raises(TraceError) as caught:
        client_requests(write(tmp_path, rates), 1, 10)
    assert caught.value.line == line
    assert "client-trace.csv" in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["__import__('os').getcwd()", "{1: 0.5", "{1: 0.5}; 2", "{-1: 0.5}", "{1: 0.0}", "{1: 0.5, 'a': 2}", 5, None],
)
def test_histograms_are_parsed_and_never_evaluated(tmp_path: Path, text: Any) -> None:
    write(tmp_path, lengths={"0": {"input_tokens": text, "output_tokens": "{1: 1.0}"}})
    with pytest.raises(TraceError, match=r"client-dataset\.json"):
        histograms(tmp_path / "client-dataset.json")


def test_a_missing_dataset_is_named(tmp_path: Path) -> None:
    file = write(tmp_path)
    (tmp_path / "client-dataset.json").unlink()
    with pytest.raises(TraceError, match=r"client-dataset\.json: found no readable file"):
        client_requests(file, 1, 10)


@given(st.text(alphabet="0123456789.,eE-+ \nGamaWeibulnf", max_size=80))
def test_any_text_is_a_table_or_a_named_error(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.getbasetemp()
    file = write(folder, text)
    try:
        windows = rate_table(file)
    except TraceError:
        return
    assert windows
    try:
        client_requests(file, 1, 50)
    except TraceError as error:
        told = str(error)
        assert "client-" in told


@pytest.mark.parametrize(
    ("name", "made", "prompt", "output"),
    [("reason_deepseek-r1_chunk-37", 4_600, 251, 524), ("language_m-small_chunk-34", 20_300, 1_892, 157)],
)
def test_the_published_tables_can_be_drawn_from(name: str, made: int, prompt: int, output: int) -> None:
    file = TABLES / f"{name}-trace.csv"
    if not file.exists():
        pytest.skip("no trace samples beside the checkout")
    arrivals, prompts, outputs, _ = client_requests(file, 1, 100_000)
    assert len(arrivals) == pytest.approx(made, rel=0.1)
    assert np.median(prompts) == pytest.approx(prompt, rel=0.1)
    assert np.median(outputs) == pytest.approx(output, rel=0.1)
