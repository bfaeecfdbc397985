"""Finding sources of the library by words in either language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest
from graph_helpers import source

from citations.collection import Collection
from citations.filters import SourceFilter
from citations.folding import fold, spellings, words
from citations.library import Library
from citations.records import Text


@pytest.fixture
def canon(library: Library) -> Collection:
    return Collection(library)


def found(collection: Collection, text: str) -> list[str]:
    return list(collection.matching(SourceFilter(text)))


def texts(record: object) -> Iterator[str]:
    """Everything readable in a record."""
    if isinstance(record, str):
        yield record
    elif isinstance(record, tuple):
        for entry in record:
            yield from texts(entry)
    elif is_dataclass(record):
        for field in fields(record):
            yield from texts(getattr(record, field.name))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("PagedAttention", "pagedattention"),
        ("paged", "pagedattention"),
        ("pa", "pagedattention"),
        ("  ORCA ", "orca"),
        ("eagle", "eagle"),
        ("EAGLE 3", "eagle-3"),
        ("eagle3", "eagle-3"),
        ("deepseekv3", "deepseek-v3"),
        ("kimi k3", "kimi-k3"),
        ("kimik3", "kimi-k3"),
        ("分页", None),
        ("投机", None),
        ("注意力", None),
        ("多查询", "mqa"),
        ("MQ", "mqa"),
        ("Inigo", "splitwise"),
        ("Íñigo Goiri", "splitwise"),
        ("2309.06180", "pagedattention"),
        ("SOSP 2023", "pagedattention"),
        ("goodput kwon", None),
    ],
)
def test_searching(canon: Collection, text: str, first: str | None) -> None:
    keys = found(canon, text)
    if first is not None:
        assert keys[0] == first
    for key in keys:
        entry = canon.source(key)
        whole = fold("\n".join([*texts(entry), *spellings(entry)]))
        assert all(word in whole for word in words(text))


def test_chinese_words_of_two_characters_are_found(canon: Collection) -> None:
    keys = set(found(canon, "缓存"))
    assert keys == {entry.key for entry in canon.sources if "缓存" in "\n".join(texts(entry))}
    assert len(keys) > 10


def test_names_come_before_titles_before_texts(canon: Collection) -> None:
    places = []
    for key in found(canon, "attention"):
        entry = canon.source(key)
        in_name = "attention" in f"{entry.key} {entry.name.en} {entry.name.zh}".lower()
        places.append(0 if in_name else 1 if "attention" in entry.title.lower() else 2)
    assert places == sorted(places)
    assert set(places) == {0, 1, 2}


def test_every_word_must_occur(canon: Collection) -> None:
    both = set(found(canon, "prefix kv"))
    assert both
    assert both == set(found(canon, "prefix")) & set(found(canon, "kv"))


@pytest.mark.parametrize(
    "text", ['"', "'", "%", "_", "*", "a OR b", 'NEAR("x")', "-", "name:", "\0", "😀" * 4, "(" * 50]
)
def test_no_text_is_a_query_language(library: Library, text: str) -> None:
    collection = Collection(library, neighbours=True)
    for key in found(collection, text):
        whole = fold("\n".join([*texts(collection.source(key)), *spellings(collection.source(key))]))
        assert all(word in whole for word in words(text))


def test_an_empty_search_finds_all_by_date(canon: Collection) -> None:
    assert found(canon, " \t　") == [entry.key for entry in canon.sources]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("KV缓存 kv", ["kv", "缓存"]),
        ("Ｉñigo\tSTRASSE straße", ["inigo", "strasse"]),
        ("分页、注意力", ["分页", "注意力"]),
        ("kv, cache,1,2; ,", ["kv", "cache,1,2"]),
        ("缓存，kv，分页", ["缓存", "kv", "分页"]),
        ("a\0b", ["a", "b"]),
        ("\ud83d\ude00 \ud83d", ["😀", "\ufffd"]),
        (" \u3000\n", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_spellings() -> None:
    entry = source("flash-attention", name=Text("Flash Attention_2", "闪存"), arxiv="2205.14135")
    assert spellings(entry) == [
        "flash-attention", "Flash Attention_2", "闪存", "2205.14135", "flashattention", "FlashAttention2",
    ]  # fmt: skip
