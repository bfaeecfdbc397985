"""The collection against the plain meaning of every filter, on made-up sources and on the library."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from graph_helpers import edge, source
from hypothesis import given, settings
from hypothesis import strategies as st

from citations.collection import Collection
from citations.errors import UnknownSource
from citations.facets import MENUS
from citations.filters import UNVERIFIED, SourceFilter
from citations.folding import fold, words
from citations.library import Library
from citations.notebook import Notebook, Reading, Status
from citations.records import CANON, NEIGHBOUR, OWN, Basis, Claim, Conflict, Edge, Effect, Source, Text

WORDS = ("paged", "kv", "cache", "注意力", "分页", "é", "x")
LEDGERS = ("state", "decode", "faults")
EFFECTS = ("saves", "costs", "shapes")
EVIDENCE = ("author-reported", "reproducible")
RELATIONS = ("uses", "baseline")
TAGS = ("课", "exam")


@dataclass
class Shelf:
    """What a collection asks of the library, without a database."""

    entries: tuple[Source, ...]
    joins: tuple[Edge, ...] = ()
    asked: list[str] = field(default_factory=list)

    def sources(self, ring: int | None = 1) -> tuple[Source, ...]:
        return tuple(entry for entry in self.entries if ring in (None, entry.ring))

    def keys(self) -> tuple[str, ...]:
        return tuple(entry.key for entry in self.entries)

    def source(self, key: str) -> Source:
        found = [entry for entry in self.entries if entry.key == key]
        if not found:
            raise UnknownSource(key, self.keys())
        return found[0]

    def edges(self, ring: int | None = 1) -> tuple[Edge, ...]:
        shown = {entry.key for entry in self.sources(ring)}
        return tuple(join for join in self.joins if {join.newer, join.older} <= shown)

    def find(self, word: str) -> frozenset[str]:
        self.asked.append(word)
        return frozenset(entry.key for entry in self.entries if word in told_of(entry))


@dataclass
class Marks:
    """What a collection asks of the notebook, in memory."""

    kept: dict[str, Reading] = field(default_factory=dict)
    brought: tuple[Source, ...] = ()
    joins: tuple[Edge, ...] = ()
    edition: int = 1
    own_edition: int = 1

    def readings(self) -> dict[str, Reading]:
        return dict(self.kept)

    def own_sources(self) -> tuple[Source, ...]:
        return self.brought

    def own_edges(self) -> tuple[Edge, ...]:
        return self.joins

    def version(self) -> int:
        return self.edition

    def own_version(self) -> int:
        return self.own_edition

    def find(self, word: str) -> frozenset[str]:
        marked = {key for key, kept in self.kept.items() if word in fold("\n".join([kept.note, *kept.tags]))}
        return frozenset(marked | {entry.key for entry in self.brought if word in told_of(entry)})


def told_of(entry: Source) -> str:
    sentences = [text for pair in (entry.name, entry.mechanism) for text in (pair.en, pair.zh)]
    return fold("\n".join([entry.key, entry.arxiv, entry.title, *entry.authors, *sentences, *entry.notes]))


@st.composite
def entries(draw: st.DrawFn, key: str, rings: tuple[int, ...]) -> Source:
    text = st.lists(st.sampled_from(WORDS), max_size=2).map(" ".join)
    choose = st.lists(st.tuples(st.sampled_from(LEDGERS), st.sampled_from(EFFECTS)), max_size=2)
    effects = tuple(Effect(ledger, effect, "why") for ledger, effect in draw(choose))
    claims = tuple(
        Claim("1", "", "m", "", "", "", evidence, checked, ())
        for evidence, checked in draw(st.lists(st.tuples(st.sampled_from(EVIDENCE), st.booleans()), max_size=2))
    )
    year = draw(st.sampled_from((None, 2022, 2023, 2024)))
    return source(
        key,
        draw(st.sampled_from(("", "2022", "2023-05", "2024-01-01"))),
        ring=draw(st.sampled_from(rings)),
        name=Text(draw(text) or key, draw(text)),
        title=draw(text),
        authors=(draw(text),),
        mechanism=Text(draw(text), draw(text)),
        year=year,
        kind=draw(st.sampled_from(("paper", "report", "repository"))),
        primary_ledger=draw(st.sampled_from(("", *LEDGERS))),
        effects=effects,
        claims=claims,
        checked=draw(st.sampled_from((True, True, False))),
        date_checked=draw(st.sampled_from((True, True, False))),
        conflicts=draw(st.sampled_from(((), (Conflict("speed", (), "", False),)))),
    )


@st.composite
def collections(draw: st.DrawFn) -> Collection:
    shelf = [draw(entries(f"s{index}", (CANON, NEIGHBOUR))) for index in range(draw(st.integers(1, 5)))]
    brought = [draw(entries(f"own-{index}", (OWN,))) for index in range(draw(st.integers(0, 3)))]
    keys = [entry.key for entry in (*shelf, *brought)]
    ends = st.tuples(st.sampled_from(keys), st.sampled_from(keys), st.sampled_from(RELATIONS))
    joins = [edge(newer, older, relation) for newer, older, relation in draw(st.lists(ends, max_size=5))]
    own = [join for join in joins if "own" in join.newer + join.older]
    readings = {}
    for key in draw(st.sets(st.sampled_from(keys))):
        tags = tuple(sorted(draw(st.sets(st.sampled_from(TAGS)))))
        note = draw(st.sampled_from(("", *WORDS)))
        readings[key] = Reading(key, draw(st.sampled_from(Status)), note, "2026", tags)
    stock = Shelf(tuple(shelf), tuple(join for join in joins if join not in own))
    marks = Marks(readings, tuple(brought), tuple(own))
    return Collection(stock, marks, neighbours=draw(st.booleans()))  # type: ignore[arg-type]


def some(values: tuple[str, ...]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(values), min_size=1, max_size=2, unique=True).map(tuple)


YEARS = st.sampled_from((None, 2022, 2023, 2024))
ASKED = {
    "text": st.lists(st.sampled_from((*WORDS, "pag", "É", "KV分页", "s1", "own")), max_size=2).map(" ".join),
    "ledgers": some(LEDGERS),
    "effects": some(EFFECTS),
    "years": st.tuples(YEARS, YEARS),
    "evidence": some((*EVIDENCE, UNVERIFIED)),
    "kinds": some(("paper", "report")),
    "relations": some(RELATIONS),
    "statuses": some(tuple(status.value for status in Status)),
    "tags": some((*TAGS, "none has it")),
}
# Few fields at a time: what asks for much finds nothing, and that is soon tested.
filters = (
    st.lists(st.sampled_from(sorted(ASKED)), max_size=3, unique=True)
    .flatmap(lambda names: st.fixed_dictionaries({name: ASKED[name] for name in names}))
    .map(lambda asked: SourceFilter(**asked))
)


def holds(collection: Collection, wanted: SourceFilter, entry: Source) -> bool:
    """The meaning of a filter, as it is written down."""
    reading = collection.readings.get(entry.key, Reading(entry.key))
    whole = "\n".join([told_of(entry), fold("\n".join([reading.note, *reading.tags]))])
    acts = {(effect.ledger, effect.effect) for effect in entry.effects}
    filed = {ledger for ledger, _ in acts} | {entry.primary_ledger}
    year = entry.year if entry.year is not None else int(entry.date[:4]) if entry.date else None
    first, last = wanted.years
    told = {claim.evidence for claim in entry.claims}
    seen = entry.checked and entry.date_checked and not entry.conflicts
    seen = seen and all(claim.checked for claim in entry.claims)
    relations = {join.relation for join in collection.edges if entry.key in (join.newer, join.older)}
    if wanted.ledgers and wanted.effects:
        acting = any(ledger in wanted.ledgers and effect in wanted.effects for ledger, effect in acts)
    else:
        acting = not wanted.ledgers or bool(filed & set(wanted.ledgers))
        acting = acting and (not wanted.effects or any(effect in wanted.effects for _, effect in acts))
    return (
        all(word in whole for word in words(wanted.text))
        and acting
        and (wanted.years == (None, None) or (year is not None and (first or 0) <= year <= (last or 9999)))
        and (not wanted.evidence or bool((told if seen else told | {UNVERIFIED}) & set(wanted.evidence)))
        and (not wanted.kinds or entry.kind in wanted.kinds)
        and (not wanted.relations or bool(relations & set(wanted.relations)))
        and (not wanted.statuses or reading.status in wanted.statuses)
        and (not wanted.tags or bool(set(reading.tags) & set(wanted.tags)))
    )


@settings(max_examples=100)
@given(collections(), filters)
def test_a_filter_lets_through_what_it_says(collection: Collection, wanted: SourceFilter) -> None:
    found = collection.matching(wanted)
    expected = [entry.key for entry in collection.sources if holds(collection, wanted, entry)]
    assert sorted(found) == sorted(expected)
    if not wanted.text.strip():
        assert list(found) == expected, "in date order"


@settings(max_examples=40)
@given(collections(), filters)
def test_a_count_tells_what_choosing_the_value_would_show(collection: Collection, given: SourceFilter) -> None:
    for name, counts in collection.choices(given).items():
        for value, count in counts.items():
            chosen: Any = (int(value), int(value)) if name == "years" else (value,)
            assert count == len(collection.matching(replace(given, **{name: chosen})))


@settings(max_examples=40)
@given(collections())
def test_neighbours_come_and_go(collection: Collection) -> None:
    shown, hidden = collection.with_neighbours(True), collection.with_neighbours(False)
    assert collection in (shown, hidden)
    assert {entry.ring for entry in hidden.sources} <= {CANON, OWN}
    assert set(hidden.sources) <= set(shown.sources)
    assert set(hidden.edges) <= set(shown.edges)
    for one in (shown, hidden):
        keys = {entry.key for entry in one.sources}
        assert all({join.newer, join.older} <= keys for join in one.edges)
        assert list(one.sources) == sorted(one.sources, key=lambda entry: entry.order)
        assert one.names("zh").keys() == {entry.key for entry in shown.sources}
        for entry in shown.sources:
            assert one.source(entry.key) == entry
            assert set(one.relations(entry.key)) == {j for j in shown.edges if entry.key in (j.newer, j.older)}
            assert one.readings == collection.readings


def test_words_may_match_here_and_there() -> None:
    shelf = Shelf((source("vllm", name=Text("vLLM")), source("orca", mechanism=Text("paged"))))
    marks = Marks({"vllm": Reading("vllm", note="ask about PAGED things", tags=("Prüfung",))})
    collection = Collection(shelf, marks)  # type: ignore[arg-type]
    assert collection.matching(SourceFilter("vllm paged prufung")) == ("vllm",)
    assert set(collection.matching(SourceFilter("paged"))) == {"vllm", "orca"}


def test_a_text_puts_names_before_titles_before_authors_before_the_rest() -> None:
    shelf = Shelf(
        (
            source("a", "2020-01-01", notes=("quest",)),
            source("b", "2020-01-02", authors=("Quest",)),
            source("c", "2020-01-03", title="A quest"),
            source("d", "2020-01-04", name=Text("Prequest")),
            source("e", "2020-01-05", name=Text("On Quest")),
            source("f", "2020-01-06", name=Text("The Quest")),
            source("g", "2020-01-07", name=Text("Quest")),
            source("h", "2020-01-08"),
        )
    )
    marks = Marks({"h": Reading("h", note="see Quest")})
    collection = Collection(shelf, marks)  # type: ignore[arg-type]
    assert "".join(collection.matching(SourceFilter(" QUEST"))) == "gefdcbah"


def test_a_word_is_looked_up_once_while_the_next_is_typed() -> None:
    shelf = Shelf((source("a"),))
    collection = Collection(shelf)  # type: ignore[arg-type]
    for text in ("kv", "kv c", "kv ca", "kv c"):
        collection.matching(SourceFilter(text))
    assert shelf.asked == ["kv", "c", "ca"][: len(shelf.asked)]


def test_refreshing() -> None:
    shelf = Shelf((source("a"), source("b", ring=NEIGHBOUR)))
    marks = Marks()
    collection = Collection(shelf, marks)  # type: ignore[arg-type]
    assert collection.refreshed() is collection
    assert Collection(shelf).refreshed().readings == {}  # type: ignore[arg-type]

    marks.kept, marks.edition = {"a": Reading("a", Status.READ, tags=("new",))}, 2
    marked = collection.refreshed()
    assert collection.tags == {}
    assert marked.tags == {"new": 1}
    assert marked.matching(SourceFilter(statuses=("read",))) == ("a",)
    assert marked.sources is collection.sources
    assert marked.lineage is collection.lineage, "nothing is built again for a mark"

    marks.brought = (source("own-a", ring=OWN, title="Mine"),)
    marks.joins = (edge("own-a", "a", basis=Basis.OWN), edge("own-a", "b", basis=Basis.OWN))
    marks.edition, marks.own_edition = 3, 2
    grown = marked.refreshed()
    assert [entry.key for entry in grown.sources] == ["a", "own-a"]
    assert grown.lineage.descendants("a") == {"own-a": 1}
    assert len(grown.edges) == 1
    assert len(grown.relations("own-a")) == 2, "the edge to a hidden neighbour too"
    assert len(grown.with_neighbours(True).edges) == 2
    assert grown.matching(SourceFilter("mine")) == ("own-a",)
    assert grown.with_neighbours(True).with_neighbours(False).sources == grown.sources


def test_the_library_comes_before_an_own_source_of_the_same_key() -> None:
    shelf = Shelf((source("a", title="shipped"), source("b", ring=NEIGHBOUR)))
    marks = Marks({"a": Reading("a", note="noted")}, (source("a", ring=OWN), source("b", ring=OWN)))
    collection = Collection(shelf, marks)  # type: ignore[arg-type]
    assert [entry.title for entry in collection.sources] == ["shipped"]
    assert collection.matching(SourceFilter("noted")) == ("a",)
    assert collection.source("b").ring == NEIGHBOUR


def test_what_is_unknown_is_named() -> None:
    marks = Marks(brought=(source("own-paper", ring=OWN),))
    collection = Collection(Shelf((source("orca"),)), marks)  # type: ignore[arg-type]
    with pytest.raises(UnknownSource, match="did you mean orca"):
        collection.source("orka")
    with pytest.raises(UnknownSource, match="did you mean own-paper"):
        collection.source("own-papers")
    assert collection.relations("orka") == ()
    for name in ("text", "colour"):
        with pytest.raises(ValueError, match=f"field: found '{name}', expected one of ledgers"):
            collection.counts(name)
    assert collection.matching(SourceFilter(ledgers=("no such ledger",))) == ()


class TestLibrary:
    def test_menus(self, library: Library) -> None:
        collection = Collection(library, neighbours=True)
        menus = collection.choices()
        assert tuple(menus) == MENUS
        assert len(menus["ledgers"]) == 18
        assert tuple(menus["effects"]) == EFFECTS
        assert list(menus["years"]) == sorted(menus["years"])
        assert list(menus["evidence"])[-1] == UNVERIFIED
        assert menus["statuses"] == {"unread": 153}
        assert menus["tags"] == {}
        assert sum(menus["kinds"].values()) == 153

    def test_of_the_canon_and_of_all(self, library: Library) -> None:
        canon = Collection(library)
        assert len(canon.sources) == len(canon.matching(SourceFilter())) == 62
        both = canon.with_neighbours(True)
        assert len(both.sources) == 153
        assert len(both.edges) > len(canon.edges)
        assert both.lineage.main_path() != ()

    @pytest.mark.parametrize("text", ["KV缓存", "kv 缓存", "缓存kv", "缓存  KV"])
    def test_chinese_beside_english_needs_no_blank(self, library: Library, text: str) -> None:
        found = Collection(library).matching(SourceFilter(text))
        assert len(found) > 10
        assert set(found) == set(Collection(library).matching(SourceFilter("缓存 kv")))

    @pytest.mark.parametrize("text", ["\ud83d", "\ude00\ud83d", "\0", "kv\0cache", '"', "a OR b", "%", "（", "‘"])
    def test_no_text_is_refused(self, library: Library, text: str) -> None:
        assert isinstance(Collection(library).matching(SourceFilter(text)), tuple)

    def test_every_keystroke_narrows(self, library: Library) -> None:
        collection = Collection(library, neighbours=True)
        for phrase in ("pagedattention", "kv cache", "分页注意力", "speculative decoding"):
            shown = {entry.key for entry in collection.sources}
            for end in range(1, len(phrase) + 1):
                found = set(collection.matching(SourceFilter(phrase[:end])))
                assert found <= shown
                shown = found


class TestNotebook:
    """With the notebook itself."""

    @pytest.fixture
    def notebook(self, tmp_path: Path) -> Iterator[Notebook]:
        with Notebook(tmp_path / "我的 notes.sqlite") as notebook:
            yield notebook

    def test_what_another_window_saves_is_there_after_refreshing(self, library: Library, notebook: Notebook) -> None:
        collection = Collection(library, notebook)
        with Notebook(notebook.path) as other:
            other.set_note("orca", "Über Stapel")
            other.set_tags("mqa", ["考试"])
        marked = collection.refreshed()
        assert marked.matching(SourceFilter("uber stapel")) == ("orca",)
        assert marked.matching(SourceFilter("考试")) == marked.matching(SourceFilter(tags=("考试",))) == ("mqa",)
        assert marked.sources is collection.sources
        assert marked.refreshed() is marked

    def test_own_sources_come_go_and_are_edited(self, library: Library, notebook: Notebook) -> None:
        collection = Collection(library, notebook)
        mine = source("mine", "2026-01-01", name=Text("Mine", "我的"), title="Paged things", primary_ledger="state")
        batch = notebook.add([mine], [edge("mine", "orca")])
        (key,) = batch.keys
        grown = collection.refreshed()
        assert len(grown.sources) == 63
        assert grown.lineage.kin(key).ancestors["orca"] == 1
        assert key in grown.matching(SourceFilter("paged things", ledgers=("state",), years=(2026, None)))
        assert grown.matching(SourceFilter("我的")) == (key,)

        notebook.replace(replace(grown.source(key), title="Other things"))
        edited = grown.refreshed()
        assert edited.source(key).title == "Other things"
        assert key not in edited.matching(SourceFilter("paged things"))

        notebook.take_back(batch.id)
        without = edited.refreshed()
        assert without.sources == collection.sources
        assert without.edges == collection.edges
        assert without.matching(SourceFilter("other things")) == collection.matching(SourceFilter("other things"))
        notebook.put_back(batch.id)
        assert without.refreshed().sources == edited.sources
        notebook.remove([key])
        assert without.refreshed().sources == collection.sources

    def test_words_meet_across_library_and_notebook(self, library: Library, notebook: Notebook) -> None:
        notebook.set_note("pagedattention", "第三讲 whiteboard")
        collection = Collection(library, notebook)
        for text in ("whiteboard kwon", "vllm 第三讲", "第三 whiteb"):
            assert collection.matching(SourceFilter(text)) == ("pagedattention",)
        assert collection.matching(SourceFilter("whiteboard zebra")) == ()
