"""Two sources side by side: what is said of both, and what their ledgers measured."""

from __future__ import annotations

from dataclasses import replace

import pytest
from library_samples import CLAIMS, EDGES, SOURCES
from pytestqt.qtbot import QtBot
from rich_clicks import click_words
from sheet_samples import sheet

from citations.records import OWN, Conflict, Text, Version
from engine.sheet import LEDGERS, DeltaSheet
from widgets.rich_page import RichPage
from widgets.source_card_page import Card
from widgets.source_pair import SourcePair

NAMES = {source.key: source.name.en for source in SOURCES}
BY_KEY = {source.key: source for source in SOURCES}


def card(key: str, **changes: object) -> Card:
    relations = tuple(edge for edge in EDGES if key in (edge.newer, edge.older))
    return Card(replace(BY_KEY[key], **changes), key == "middle", relations, NAMES, "en")


@pytest.fixture
def pair(qtbot: QtBot) -> SourcePair:
    pair = SourcePair()
    qtbot.addWidget(pair)
    pair.resize(900, 2400)
    pair.show()
    return pair


def page(pair: SourcePair) -> RichPage:
    return pair.findChild(RichPage)


def test_nothing_chosen_says_so(pair: SourcePair) -> None:
    assert not page(pair).isVisible()
    pair.setPair(card("middle"), None, {})
    assert not page(pair).isVisible()
    assert pair.describe() == ""


def test_both_columns_and_all_ledgers_are_there(pair: SourcePair) -> None:
    conflict = Conflict("speed", (Version("2x", "arXiv"), Version("3x", "proceedings")), "the proceedings", True)
    pair.setPair(card("middle", claims=CLAIMS, conflicts=(conflict,)), card("right"), {})
    said = pair.describe()
    for words in ("Middle", "Right", "Middle does a thing.", "Right does a thing.", "2.4×", "? unverified", "speed"):
        assert words in said
    for ledger in LEDGERS:
        assert ledger.capitalize() in said
    assert "▲ saves no holes" in said
    assert "▲ saves fuller" in said
    assert "not comparable with each other" in said
    assert pair.findChild(RichPage).accessibleName() == "Middle beside Right"


def test_edges_and_paths_between_them_are_told(pair: SourcePair) -> None:
    pair.setPair(card("middle"), card("right"), {})
    assert "Middle builds on Right" in pair.describe()
    pair.setPair(card("root"), card("middle"), {}, paths=[("root", "left", "middle"), ("root", "right", "middle")])
    assert "Root → Left → Middle" in pair.describe()
    pair.setPair(card("alone"), card("middle"), {})
    assert "Neither builds directly on the other" in pair.describe()
    pair.setPair(card("alone"), card("middle"), {}, paths=[])
    assert "not even by way of others" in pair.describe()


def test_what_was_measured_stands_under_what_is_said(pair: SourcePair) -> None:
    delta = DeltaSheet(sheet("before", 1.0), sheet("after", 1.5))
    pair.setPair(card("middle"), card("right"), {"middle": delta})
    said = pair.describe()
    assert "not runnable yet: nothing is measured" in said
    assert "not measured yet" not in said
    assert "×1.5" in said
    pair.setPair(card("middle"), card("right"), {})
    assert "not measured yet: run it once" in pair.describe()


def test_links_ask_for_ledgers_and_sources(pair: SourcePair, qtbot: QtBot) -> None:
    pair.setPair(card("root"), card("middle"), {}, paths=[("root", "left", "middle")])
    with qtbot.waitSignal(pair.ledgerRequested) as ledger:
        click_words(page(pair), "Kernels")
    assert ledger.args == ["kernels"]
    with qtbot.waitSignal(pair.sourceRequested) as source:
        click_words(page(pair), "Left")
    assert source.args == ["left"]


def test_the_ledgers_are_one_jump_away_and_a_picture_holds_all(pair: SourcePair) -> None:
    pair.setPair(card("middle"), card("right"), {})
    full = pair.fullSize()
    pair.resize(900, 300)
    bar = page(pair).verticalScrollBar()
    click_words(page(pair), "The eighteen ledgers")
    assert bar.value() > 100
    pair.resize(full)
    assert bar.maximum() == 0
    assert full.height() < 2000


def test_own_sources_without_anything_do_not_break_it(pair: SourcePair) -> None:
    bare = {"ring": OWN, "number": 0, "primary_ledger": "", "effects": (), "family": "", "date": "", "year": None}
    own = card("alone", **bare, bottleneck=Text(""), mechanism=Text(""), caveat=Text(""))
    pair.setPair(own, own, {})
    assert "yours" in pair.describe()


def test_chinese_texts(pair: SourcePair) -> None:
    pair.setPair(replace(card("middle"), language="zh"), replace(card("right"), language="zh"), {})
    assert "Middle 做一件事。" in pair.describe()
