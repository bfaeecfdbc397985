"""The source card: what it says, and where its links and sections lead."""

from __future__ import annotations

from dataclasses import replace

import pytest
from card_helpers import MIDDLE, NAMES, RELATIONS, page, text, unfold
from library_samples import CLAIMS, SOURCES
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from rich_clicks import click_words

from citations.notebook.records import Reading
from citations.records import Conflict, Reference, Source, Version
from widgets.palette import apply_theme, colours
from widgets.source_card import SourceCard


@pytest.fixture
def card(qtbot: QtBot) -> SourceCard:
    card = SourceCard()
    qtbot.addWidget(card)
    card.resize(420, 700)
    card.show()
    card.setSource(MIDDLE, runnable=True, relations=RELATIONS, names=NAMES)
    return card


def test_the_card_says_what_the_source_is_and_does(card: SourceCard) -> None:
    unfold(card)
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
    assert said.count("unverified") == 2  # one claim and, in few words, one edge


def test_relations_name_their_basis(card: SourceCard) -> None:
    unfold(card)
    said = text(card)
    assert said.index("▾ Builds on") < said.index("Left") < said.index("▾ Led to") < said.index("Leaf")
    assert "stated in the repository" in said
    assert "drops the table" in said


def test_a_source_that_cannot_be_run_says_so(card: SourceCard) -> None:
    card.setSource(MIDDLE, runnable=False, relations=(), names={})
    assert "not yet runnable" in text(card)
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
    for _ in range(4):  # arXiv, DOI, code, then the ledger
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
        click_words(page(card), words)
    assert caught.args == [address]


def test_only_addresses_that_exist_have_links(card: SourceCard) -> None:
    assert "Page" not in text(card)  # the same address as that of arXiv
    card.setSource(replace(MIDDLE, arxiv="", doi="", code=""), runnable=True, relations=(), names={})
    assert "arXiv" not in text(card)
    assert "Page" in text(card)


def test_references_that_are_no_links_are_plain_text(card: SourceCard, qtbot: QtBot) -> None:
    seen = (Reference("https://example.org/a", "title"), Reference("a printed book", "chapter 2"))
    card.setSource(replace(MIDDLE, seen=seen), runnable=True, relations=(), names={})
    unfold(card)
    with qtbot.waitSignal(card.linkActivated) as caught:
        click_words(page(card), "example.org")
    assert caught.args == ["https://example.org/a"]
    with qtbot.assertNotEmitted(card.linkActivated):
        click_words(page(card), "printed book")


def test_what_was_read_second_hand_says_so(card: SourceCard) -> None:
    seen = (Reference("reading notes", "Table 2"),)
    card.setSource(replace(MIDDLE, claims=(replace(CLAIMS[0], seen=seen),), seen=seen))
    unfold(card)
    assert text(card).count("second hand: notes of a reader") == 2


def test_versions_that_disagree_stand_side_by_side(card: SourceCard) -> None:
    versions = (Version("up to 525 %", "arXiv"), Version("59-498 %", "proceedings"))
    conflict = Conflict("throughput", versions, "Quote the proceedings.", checked=False)
    card.setSource(replace(MIDDLE, conflicts=(conflict,)), runnable=True)
    said = text(card)
    for words in ("Versions disagree", "throughput", "up to 525 %", "arXiv", "59-498 %", "Quote the proceedings."):
        assert words in said
    assert "unverified" in said


def test_a_folded_section_says_the_same_in_fewer_words(card: SourceCard, qtbot: QtBot) -> None:
    before = text(card)
    assert "drops the table" not in before
    click_words(page(card), "▸ Led to")
    assert "drops the table" in text(card)
    qtbot.keyClick(page(card), Qt.Key.Key_Return)  # the head has kept the keyboard
    assert text(card) == before
    click_words(page(card), "▾ Claims")
    assert "2.4×" in text(card)
    assert "against Orca" not in text(card)


def test_markup_in_the_catalogue_is_text(card: SourceCard) -> None:
    odd: Source = replace(MIDDLE, title="<h1>x</h1> & y", formula="a < b && c > d")
    card.setSource(odd, runnable=True, relations=(), names={})
    assert "<h1>x</h1> & y" in text(card)
    unfold(card)
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
    unfold(card)
    bar = page(card).verticalScrollBar()
    bar.setValue(120)
    card.setSource(MIDDLE, runnable=True, relations=RELATIONS, names=NAMES, reading=Reading("middle", note="x"))
    assert bar.value() == 120
    card.setSource(SOURCES[0], runnable=True, relations=(), names={})
    assert bar.value() == 0


def test_a_low_card_keeps_its_texts_in_sight(card: SourceCard) -> None:
    high = text(card)
    card.resize(390, 230)
    low = text(card)
    assert low.index("Memory was reserved") < low.index("The full title of Middle")
    assert high.index("The full title of Middle") < high.index("Memory was reserved")
    for words in ("can be run", "Allocation", "SOSP 2023", "Claims 2", "Ledgers 2"):
        assert words in low
    card.resize(390, 700)
    assert text(card) == high


def test_the_sections_can_be_jumped_to(card: SourceCard, qtbot: QtBot) -> None:
    card.resize(390, 230)
    bar = page(card).verticalScrollBar()
    click_words(page(card), "Led to 1")
    assert bar.value() > 100
    qtbot.keyClick(page(card), Qt.Key.Key_Return)  # the keyboard went there too
    assert "drops the table" in text(card)


def test_a_picture_holds_the_whole_card(card: SourceCard) -> None:
    unfold(card)
    assert page(card).verticalScrollBar().maximum() > 0
    card.resize(card.fullSize())
    assert page(card).verticalScrollBar().maximum() == 0


def test_the_name_is_not_said_twice(card: SourceCard) -> None:
    card.setSource(replace(MIDDLE, title="Middle: A Thing between Things"))
    assert "Middle\nA Thing between Things" in text(card)
    card.setSource(replace(MIDDLE, title="Middle"))
    assert text(card).count("Middle\n") == 1


def test_the_card_describes_itself(card: SourceCard) -> None:
    assert card.describe() == text(card)
    card.setSource(None)
    assert card.describe() == ""
