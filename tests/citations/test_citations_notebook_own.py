"""Sources and edges that the user brings."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from notebook_helpers import own_source

from citations.errors import UnknownSource
from citations.library import Library
from citations.notebook import Batch, InvalidSource, Kind, Notebook, is_own
from citations.notebook.checks import check_source, own_key
from citations.notebook.codec import dumps, loads
from citations.records import OWN, Basis, Claim, Conflict, Edge, Effect, Parameter, Reference, Source, Text, Version


def edge(newer: str, older: str, why: str = "") -> Edge:
    return Edge(newer, older, "uses", why, Basis.OWN, False)


def keys(notebook: Notebook) -> list[str]:
    return [source.key for source in notebook.own_sources()]


def test_what_was_added_is_there_in_date_order(path: Path) -> None:
    new, undated = own_source("Kwon:2023/vLLM", date="2023-09", year=None), own_source("undated", date="", year=None)
    with Notebook(path) as notebook:
        batch = notebook.add([undated, new], [edge("Kwon:2023/vLLM", "orca", "why 页")], "my library.bib")
        assert batch == Batch(1, "my library.bib", 2, ("own-undated", "own-kwon-2023-vllm"), batch.when, Kind.ADD, 1)
    with Notebook(path) as notebook:
        assert keys(notebook) == ["own-kwon-2023-vllm", "own-undated"]
        assert notebook.own_sources()[0] == replace(new, key="own-kwon-2023-vllm", year=2023)
        assert notebook.own_edges() == (edge("own-kwon-2023-vllm", "orca", "why 页"),)
        assert notebook.batches() == (batch,)


def test_keys_are_like_those_that_came_and_never_taken_twice(path: Path) -> None:
    wanted = [own_source(key) for key in ("A", "a", "own-a", "页 表", "")]
    wanted[-1] = own_source("", name=Text("Ünï Name"))
    with Notebook(path) as notebook:
        assert notebook.add(wanted).keys == ("own-a", "own-a-2", "own-a-3", "own-页-表", "own-uni-name")
        notebook.take_back(1)
        assert notebook.add([own_source("a")]).keys == ("own-a-4",)
        assert notebook.add([own_source(":", name=Text("?!"))]).keys == ("own-source",)


def test_a_source_that_comes_is_not_taken_for_one_that_an_edge_means(path: Path) -> None:
    with Notebook(path) as notebook:
        assert notebook.add([own_source("a")], [edge("a", "own-a")]).keys == ("own-a-2",)
        assert notebook.own_edges() == ()
        assert notebook.add([own_source("own-a")]).keys == ("own-a",)
        assert notebook.own_edges() == (edge("own-a-2", "own-a"),)


@given(st.text(max_size=80), st.integers(0, 3))
def test_any_key_becomes_an_own_one(wish: str, taken: int) -> None:
    keys: list[str] = []
    for _ in range(taken + 1):
        keys.append(own_key(wish, keys))
    assert len(set(keys)) == taken + 1
    assert all(is_own(key) and len(key) < 80 and key == "".join(key.split()) for key in keys)
    assert own_key(keys[0], ()) == keys[0]


def test_no_key_of_the_library_looks_like_an_own_one(library: Library) -> None:
    assert not any(map(is_own, library.keys()))


def test_sources_of_the_library_survive_as_own_ones(library: Library) -> None:
    """Every field there is, filled as it is in earnest."""
    for source in library.sources(None):
        assert loads(dumps(source)) == source


def test_every_kind_of_field_survives() -> None:
    claim = Claim("2", "x", "m", "b", "c", "w", "reproducible", True, (Reference("https://a", "d"), Reference("b")))
    conflict = Conflict("speed", (Version("2", "arXiv"), Version("3", "proceedings")), "quote both", False)
    source = own_source(
        "a",
        et_al=True,
        claims=(claim,),
        conflicts=(conflict,),
        effects=(Effect("state", "saves", "less"),),
        parameters=(Parameter("n", "1"),),
        date_checked=False,
        living=True,
        name=Text("页", "\U0001f4c4"),
        notes=("a", "b\n\0"),
    )
    assert loads(dumps(source)) == source
    assert loads(dumps(source).replace('"et_al"', '"of a later version"')).et_al is False


def test_half_characters_are_replaced() -> None:
    assert loads(dumps(own_source("a", authors=("x\ud83d",)))).authors == ("x\ufffd",)


WRONG = {
    "title": {"title": " ", "name": Text("")},
    "date": {"date": "2024-13"},
    "year": {"year": 2023},
    "kind": {"kind": "blog"},
    "authors": {"authors": ("Ada", " ")},
    "arxiv": {"arxiv": "arXiv:1"},
    "doi": {"doi": "https://doi.org/10.1/x"},
    "url": {"url": "javascript:alert(1)"},
    "code": {"code": "file:///etc/passwd"},
    "primary_ledger": {"primary_ledger": "wealth"},
    "effects": {"effects": (Effect("state", "doubles", "x"),)},
}


@pytest.mark.parametrize("field", WRONG)
def test_an_invalid_field_is_named_and_nothing_is_kept(field: str, path: Path) -> None:
    wrong = own_source("kwon", **WRONG[field])
    with Notebook(path) as notebook:
        version = notebook.version()
        with pytest.raises(InvalidSource, match=rf"^kwon: {field}: found .*, expected ") as caught:
            notebook.add([own_source("fine"), wrong], [edge("fine", "orca")])
        assert caught.value.field == field
        assert notebook.own_sources() == notebook.own_edges() == notebook.batches() == ()
        assert notebook.version() == version


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (Edge("a", "a", "uses", "", Basis.OWN, False), "older"),
        (Edge("a", " ", "uses", "", Basis.OWN, False), "older"),
        (Edge("", "b", "uses", "", Basis.OWN, False), "newer"),
        (Edge("a", "b", "likes", "", Basis.OWN, False), "relation"),
    ],
)
def test_an_invalid_edge_is_named(wrong: Edge, field: str, path: Path) -> None:
    with Notebook(path) as notebook, pytest.raises(InvalidSource, match=rf": {field}: found"):
        notebook.add_edge(wrong)


@pytest.mark.parametrize("arxiv", ["2309.06180", "2309.06180v2", "hep-th/9901001", "cs.DC/0112017"])
def test_arxiv_ids_of_all_times_are_taken(arxiv: str) -> None:
    checked = check_source(own_source("a", arxiv=arxiv, ring=1, number=7))
    assert (checked.arxiv, checked.ring, checked.number) == (arxiv, OWN, 0)


def test_an_edit_can_be_undone(path: Path) -> None:
    with Notebook(path) as notebook:
        notebook.add([own_source("a", title="first words")])
        (first,) = notebook.own_sources()
        assert notebook.replace(own_source("own-a", title="other 页")) == first
        assert notebook.own_sources()[0].title == "other 页"
        assert notebook.find("first words") == frozenset()
        assert notebook.find("页") == {"own-a"}
        notebook.replace(first)
        assert notebook.own_sources() == (first,)
        with pytest.raises(InvalidSource, match="date"):
            notebook.replace(own_source("own-a", date="soon"))
        with pytest.raises(UnknownSource, match="did you mean own-a"):
            notebook.replace(own_source("own-b"))


def test_a_removal_takes_edges_along_and_keeps_the_notes(path: Path) -> None:
    with Notebook(path) as notebook:
        notebook.add([own_source("a"), own_source("b")], [edge("a", "b"), edge("b", "orca")])
        notebook.set_note("own-a", "dear to me")
        notebook.set_tags("own-a", ["t"])
        removal = notebook.remove(["own-a"])
        assert keys(notebook) == ["own-b"]
        assert notebook.own_edges() == (edge("own-b", "orca"),)
        assert notebook.find("dear") == notebook.find("Lovelace") - {"own-b"} == frozenset()
        assert notebook.tags() == {}
        assert notebook.batches()[0].keys == ("own-a",)
        notebook.set_note("own-a", "dearer to me")
        notebook.take_back(removal)
        assert notebook.own_edges() == (edge("own-a", "own-b"), edge("own-b", "orca"))
        assert notebook.find("dearer") == {"own-a"}
        assert notebook.tags() == {"t": 1}
        notebook.put_back(removal)
        assert keys(notebook) == ["own-b"]
        with pytest.raises(UnknownSource, match="pagedattention"):
            notebook.remove(["own-b", "pagedattention"])
        assert keys(notebook) == ["own-b"]


def test_an_edge_takes_the_place_of_an_earlier_one_and_gives_it_back(path: Path) -> None:
    with Notebook(path) as notebook:
        notebook.add_edge(edge("vllm", "orca", "first"))
        second = notebook.add_edge(edge("vllm", "orca", "second"))
        assert notebook.own_edges() == (edge("vllm", "orca", "second"),)
        removal = notebook.remove_edge("vllm", "orca")
        assert notebook.own_edges() == ()
        with pytest.raises(KeyError, match="vllm -> orca"):
            notebook.remove_edge("vllm", "orca")
        notebook.take_back(removal)
        notebook.take_back(second)
        assert notebook.own_edges() == (edge("vllm", "orca", "first"),)


@pytest.mark.parametrize("put", [Notebook.take_back, Notebook.put_back])
def test_an_unknown_batch_is_refused(put: Callable[[Notebook, int], Batch], path: Path) -> None:
    with Notebook(path) as notebook, pytest.raises(KeyError, match="no batch 7"):
        put(notebook, 7)


def test_two_windows_undo_their_own_doings_only(path: Path) -> None:
    with Notebook(path) as one, Notebook(path) as other:
        batch = one.add([own_source("a")])
        removals = [one.remove(["own-a"]), other.remove(["own-a"])]
        random.shuffle(removals)
        one.take_back(removals[0])
        assert one.own_sources() == other.own_sources() == ()
        other.take_back(removals[1])
        assert keys(one) == ["own-a"]
        other.take_back(batch.id)
        assert keys(one) == []


def test_thousands_of_sources_come_at_once(path: Path) -> None:
    sources: list[Source] = [own_source(f"s{number}", notes=("page " * 20,)) for number in range(2000)]
    with Notebook(path) as notebook:
        batch = notebook.add(sources)
        assert batch.added == len(set(batch.keys)) == 2000
        assert len(notebook.find("page page")) == 2000
        assert notebook.find("s1999") == {"own-s1999"}
        notebook.take_back(batch.id)
        assert notebook.find("page page") == frozenset()


def test_own_sources_are_read_again_only_when_they_have_changed(path: Path) -> None:
    with Notebook(path) as one, Notebook(path) as other:
        one.add([own_source("a")], [edge("a", "orca")])
        sources, edges = one.own_sources(), one.own_edges()
        version = other.own_version()
        other.set_note("own-a", "x")
        assert one.own_version() == version
        assert one.own_sources() is sources
        assert one.own_edges() is edges
        other.add_edge(edge("own-a", "vllm"))
        assert one.own_version() != version
        assert len(one.own_edges()) == 2
