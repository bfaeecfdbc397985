"""The source card: what it says, and what its links and buttons report."""

from __future__ import annotations

from dataclasses import replace

import pytest
from library_samples import CLAIMS, EDGES, SOURCES
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QToolButton
from pytestqt.qtbot import QtBot
from rich_clicks import click_words

from citations.records import Reference, Source
from widgets.palette import apply_theme, colours
from widgets.rich_page import RichPage
from widgets.source_card import SourceCard

MIDDLE = replace(
    SOURCES[3], claims=CLAIMS, notes=("Version 2 changed Table 1.",), doi="10.1145/1", code="https://x.io/r"
)
RELATIONS = tuple(edge for edge in EDGES if "middle" in (edge.newer, edge.older))
NAMES = {source.key: source.name.en for source in SOURCES}


@pytest.fixture
def card(qtbot: QtBot) -> SourceCard:
    card = SourceCard()
    qtbot.addWidget(card)
    card.resize(420, 700)
    card.show()
    card.setSource(MIDDLE, runnable=True, relations=RELATIONS, names=NAMES)
    return card


def page(card: SourceCard) -> RichPage:
    return card.findChild(RichPage)


def text(card: SourceCard) -> str:
    return page(card).toPlainText().replace("\u00a0", " ").replace("\u2060", "")


def button(card: SourceCard, words: str) -> QToolButton:
    return next(found for found in card.findChildren(QToolButton) if found.text().startswith(words))


def test_the_card_says_what_the_source_is_and_does(card: SourceCard) -> None:
    said = text(card)
    for words in (
        *("Middle", "The full title of Middle", "Ada Example", "SOSP 2023", "12 Sep 2023", "can be run"),
        *("Memory was reserved", "does a thing", "It costs a little", "blocks = ceil(T / B)"),
        *("▲ Allocation", "no holes", "▼ Kernels", "Version 2 changed Table 1."),
    ):
        assert words in said


def test_claims_carry_their_evidence_and_doubts(card: SourceCard) -> None:
    said = text(card)
    assert "2.4×" in said
    assert "author-reported" in said
    assert "against Orca" in said
    assert "production-internal" in said
    assert "against -" not in said
    assert said.count("unverified") == 2  # one claim and one edge


def test_relations_name_their_basis(card: SourceCard) -> None:
    said = text(card)
    assert said.index("Builds on") < said.index("Left") < said.index("Led to") < said.index("Leaf")
    assert "stated in the repository" in said
    assert "drops the table" in said


def test_a_source_that_cannot_be_run_says_so(card: SourceCard) -> None:
    card.setSource(MIDDLE, runnable=False, relations=(), names={})
    assert "Not yet runnable: shows its card and lineage only." in text(card)
    assert "can be run" not in text(card)


def test_unchecked_bibliography_and_date_are_flagged(card: SourceCard) -> None:
    card.setSource(replace(MIDDLE, checked=False, date_checked=False), runnable=True, relations=(), names={})
    assert "bibliography not verified" in text(card)
    assert "date not verified" in text(card)


def test_chinese_texts(card: SourceCard) -> None:
    card.setLanguage("zh")
    assert "Middle（中文）" in text(card)
    assert "内存按最大长度预留。" in text(card)
    assert "It costs a little." in text(card)  # no Chinese text exists: English


def test_clicking_a_relation_asks_for_that_source(card: SourceCard, qtbot: QtBot) -> None:
    with qtbot.waitSignal(card.sourceRequested) as caught:
        click_words(page(card), "Leaf")
    assert caught.args == ["leaf"]


def test_clicking_an_effect_asks_for_that_ledger(card: SourceCard, qtbot: QtBot) -> None:
    with qtbot.waitSignal(card.ledgerRequested) as caught:
        click_words(page(card), "Kernels")
    assert caught.args == ["kernels"]


def test_links_can_be_reached_by_keyboard(card: SourceCard, qtbot: QtBot) -> None:
    page(card).setFocus()
    qtbot.keyClick(page(card), Qt.Key.Key_Tab)
    with qtbot.waitSignal(card.ledgerRequested) as caught:
        qtbot.keyClick(page(card), Qt.Key.Key_Return)
    assert caught.args == ["allocation"]


@pytest.mark.parametrize(
    ("words", "address"),
    [("arXiv", "https://arxiv.org/abs/2309.00001"), ("DOI", "https://doi.org/10.1145/1"), ("Code", "https://x.io/r")],
)
def test_addresses_are_reported_only_on_a_click(card: SourceCard, qtbot: QtBot, words: str, address: str) -> None:
    with qtbot.waitSignal(card.linkActivated) as caught:
        qtbot.mouseClick(button(card, words), Qt.MouseButton.LeftButton)
    assert caught.args == [address]
    assert button(card, words).toolTip() == address


def test_only_addresses_that_exist_have_buttons(card: SourceCard) -> None:
    assert not button(card, "Page").isVisible()  # the same address as the arXiv button
    card.setSource(replace(MIDDLE, arxiv="", doi="", code=""), runnable=True, relations=(), names={})
    assert not button(card, "arXiv").isVisible()
    assert button(card, "Page").isVisible()


def test_references_that_are_no_links_are_plain_text(card: SourceCard, qtbot: QtBot) -> None:
    seen = (Reference("https://example.org/a", "title"), Reference("a printed book", "chapter 2"))
    card.setSource(replace(MIDDLE, seen=seen), runnable=True, relations=(), names={})
    with qtbot.waitSignal(card.linkActivated) as caught:
        click_words(page(card), "example.org")
    assert caught.args == ["https://example.org/a"]
    with qtbot.assertNotEmitted(card.linkActivated):
        click_words(page(card), "printed book")


def test_the_note_is_edited_in_place_and_shown_on_the_card(card: SourceCard, qtbot: QtBot) -> None:
    editor = card.findChild(QPlainTextEdit)
    qtbot.mouseClick(button(card, "Note"), Qt.MouseButton.LeftButton)
    assert editor.isVisible()
    with qtbot.waitSignal(card.noteChanged) as caught:
        qtbot.keyClicks(editor, "a")
    assert caught.args == ["a"]
    qtbot.mouseClick(button(card, "Note"), Qt.MouseButton.LeftButton)
    assert "Your note: a" in text(card)
    assert button(card, "Note").text() == "Note ●"


def test_a_note_that_is_handed_in_is_no_edit(card: SourceCard, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(card.noteChanged):
        card.setSource(MIDDLE, runnable=True, relations=(), names={}, note="read before class")
        card.setSource(SOURCES[0], runnable=True, relations=(), names={})
    assert "read before class" not in text(card)


def test_copying_a_citation_is_asked_for(card: SourceCard, qtbot: QtBot) -> None:
    with qtbot.waitSignal(card.citationRequested) as caught:
        qtbot.mouseClick(button(card, "Copy citation"), Qt.MouseButton.LeftButton)
    assert caught.args == ["middle"]


def test_markup_in_the_catalogue_is_text(card: SourceCard) -> None:
    odd: Source = replace(MIDDLE, title="<h1>x</h1> & y", formula="a < b && c > d")
    card.setSource(odd, runnable=True, relations=(), names={})
    assert "<h1>x</h1> & y" in text(card)
    assert "a < b && c > d" in text(card)


def test_nothing_selected_has_a_page_of_its_own(card: SourceCard) -> None:
    card.setSource(None)
    assert not page(card).isVisible()
    card.grab()


def test_the_card_follows_the_theme(card: SourceCard) -> None:
    for scheme in ("dark", "light"):
        apply_theme(QApplication.instance(), scheme)
        assert colours(card).link.name() in page(card).toHtml()


def test_the_place_is_kept_when_the_same_source_comes_again(card: SourceCard) -> None:
    bar = page(card).verticalScrollBar()
    bar.setValue(120)
    card.setSource(MIDDLE, runnable=True, relations=RELATIONS, names=NAMES, note="x")
    assert bar.value() == 120
    card.setSource(SOURCES[0], runnable=True, relations=(), names={})
    assert bar.value() == 0
