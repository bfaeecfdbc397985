"""The library on the command line: every filter, kin, paths between two sources, the main path."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from citations.library import Library
from citations.notebook import Notebook, Status
from explorer import paths
from explorer.__main__ import main

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def data(capsys: Capture, *arguments: str) -> Any:
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def keys(capsys: Capture, *arguments: str) -> list[str]:
    return [source["key"] for source in data(capsys, "sources", *arguments)]


def test_every_filter_narrows(capsys: Capture) -> None:
    canon = {source.key: source for source in Library.open().sources()}
    assert set(keys(capsys, "--ledger", "faults")) == {k for k, s in canon.items() if s.effect_on("faults")}
    assert set(keys(capsys, "--ledger", "state", "--effect", "costs")) == {
        key for key, source in canon.items() if (effect := source.effect_on("state")) and effect.effect == "costs"
    }
    both = set(keys(capsys, "--kind", "report", "--kind", "repository"))
    assert both == {key for key, source in canon.items() if source.kind != "paper"}
    assert set(keys(capsys, "--years", "2022-2023")) == {k for k, s in canon.items() if s.year in (2022, 2023)}
    assert set(keys(capsys, "--years", "-2021")) == {k for k, s in canon.items() if (s.year or 9999) <= 2021}
    assert set(keys(capsys, "--years", "2026-")) == set(keys(capsys, "--years", "2026"))
    assert "kimi-k3" in keys(capsys, "--years", "2026")
    assert keys(capsys, "--evidence", "reproducible")
    assert keys(capsys, "--evidence", "unverified")
    assert set(keys(capsys, "--relation", "replaces")) < set(canon)
    assert keys(capsys, "KV缓存", "--ledger", "reuse") == keys(capsys, "缓存", "kv", "--ledger", "reuse")
    assert len(keys(capsys, "--neighbours")) > len(keys(capsys)) == 62


def test_a_filter_is_not_silent(capsys: Capture) -> None:
    assert run(capsys, "sources", "orca")[1].splitlines()[-1].endswith(" of 62 sources")
    assert run(capsys, "sources", "no such word")[1] == "no source matches (of 62)\n"
    assert "of 62" not in run(capsys, "sources")[1]


def test_a_notebook_is_read_where_there_is_one(capsys: Capture) -> None:
    assert keys(capsys, "--status", "taught") == []
    assert not paths.notebook_file().exists(), "a question makes no notebook"
    with Notebook(paths.notebook_file()) as notebook:
        notebook.set_status("orca", Status.TAUGHT)
        notebook.set_tags("mqa", ["lecture 3"])
        notebook.set_note("mqa", "ask for the FROBNICATOR")
    assert keys(capsys, "--status", "taught") == ["orca"]
    assert keys(capsys, "--tag", "lecture 3") == ["mqa"]
    assert keys(capsys, "frobnicator") == keys(capsys, "shazeer frobnicator") == ["mqa"]
    assert len(keys(capsys, "--status", "unread")) == 61
    assert run(capsys, "sources", "--tag", "lecture")[2].endswith("found 'lecture', expected one of lecture 3\n")


def test_one_direction(capsys: Capture) -> None:
    both = data(capsys, "lineage", "orca")
    older = data(capsys, "lineage", "orca", "--direction", "ancestors")
    newer = data(capsys, "lineage", "orca", "--direction", "descendants", "--depth", "1")
    assert older["builds_on"] == both["builds_on"] != []
    assert older["led_to"] == newer["builds_on"] == []
    assert newer["led_to"] == [entry for entry in both["led_to"] if entry["steps"] == 1]
    out = run(capsys, "lineage", "orca", "--direction", "ancestors")[1]
    assert "builds on" in out
    assert "led to" not in out


def test_between_two(capsys: Capture) -> None:
    found = data(capsys, "lineage", "--between", "kimi-k3", "mqa")
    assert found["count"] == len(found["paths"]) >= 1
    edges = {(edge["older"], edge["newer"]) for edge in found["edges"]}
    for path in found["paths"]:
        assert (path[0], path[-1]) == ("mqa", "kimi-k3")
        assert set(pairwise(path)) <= edges
    code, out, _ = run(capsys, "lineage", "--between", "mqa", "kimi-k3")
    assert code == 0
    assert out.startswith("MQA (2019) → ")
    assert "shortest lines of descent: 1, steps: 2; sources on any line:" in out
    assert run(capsys, "lineage", "--between", "quest", "fastserve")[1] == "neither builds on the other\n"


def test_the_main_path(capsys: Capture) -> None:
    found = data(capsys, "lineage", "--main")
    assert len(found["edges"]) == len(found["path"]) - 1 > 5
    assert all(edge["search_paths"] >= 1 for edge in found["edges"])
    assert [(edge["older"], edge["newer"]) for edge in found["edges"]] == list(pairwise(found["path"]))
    for key in ("kimi-k3", "deepseek-v4"):
        assert data(capsys, "lineage", "--main", "--to", key)["path"][-1] == key
    assert data(capsys, "lineage", "--from", "orca")["path"][0] == "orca"
    beside = data(capsys, "lineage", "--main", "--beside")
    assert {"baseline", "same-problem"} & {edge["relation"] for edge in beside["edges"]}
    rows = run(capsys, "lineage", "--to", "kimi-k3")[1].splitlines()
    assert rows[0].split()[:3] == ["key", "name", "date"]
    assert rows[-1].startswith("kimi-k3 ")


def test_neighbours_are_there_when_one_is_asked_about(capsys: Capture) -> None:
    neighbour = next(source.key for source in Library.open().sources(2) if source.key == "gqa")
    assert data(capsys, "lineage", neighbour)["led_to"]
    assert data(capsys, "lineage", "--to", neighbour)["path"][-1] == neighbour
    assert len(data(capsys, "lineage", "--main", "--neighbours")["path"]) > 5


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["sources", "--effect", "helps"], "--effect: found 'helps', expected one of saves, costs, shapes"),
        (["sources", "--status", "lost"], "expected one of unread, skimmed, read, taught"),
        (["sources", "--kind", "book"], "--kind: found 'book', expected one of paper"),
        (["sources", "--relation", "likes"], "--relation: found 'likes'"),
        (["sources", "--evidence", "rumour"], "--evidence: found 'rumour'"),
        (["sources", "--tag", "x"], "expected none, because no source has any"),
        (["sources", "--years", "22"], "--years: found '22'"),
        (["sources", "--years", "-"], "--years: found '-'"),
        (["sources", "--years", "2024-2022"], "expected the earlier year first"),
        (["lineage"], "found 0 questions"),
        (["lineage", "orca", "--main"], "found 2 questions"),
        (["lineage", "--between", "orca"], "--between"),
        (["lineage", "--between", "orca", "orka"], "did you mean orca"),
        (["lineage", "--to", "orka"], "did you mean orca"),
        (["lineage", "--to", "mqa", "--from", "mqa"], "expected one of them"),
        (["lineage", "--main", "--depth", "2"], "expected the key of a source"),
        (["lineage", "orca", "--beside"], "expected --main"),
        (["lineage", "orca", "--direction", "up"], "--direction"),
    ],
)
def test_what_is_wrong_is_one_line(capsys: Capture, arguments: list[str], told: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
