"""The source card: what it says, and what its links and buttons report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from library_samples import CLAIMS, EDGES, SOURCES
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QToolButton
from pytestqt.qtbot import QtBot
from rich_clicks import click_words

from citations.notebook.records import Reading, Status
from citations.records import OWN, Basis, Conflict, Reference, Source, Version
from widgets.palette import apply_theme, colours
from widgets.rich_page import RichPage
from widgets.source_card import SourceCard
from widgets.source_card_bar import STYLES

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
    """The button whose tooltip begins so."""
    return next(found for found in card.findChildren(QToolButton) if found.toolTip().startswith(words))


def unfold(card: SourceCard) -> None:
    for section in ("Builds on", "Led to", "Effect on the ledgers", "Worth knowing", "Formula", "Where the facts"):
        if f"▸ {section}" in text(card):
            click_words(page(card), f"▸ {section}")


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


def test_the_note_is_edited_in_place_and_shown_on_the_card(card: SourceCard, qtbot: QtBot) -> None:
    editor = card.findChild(QPlainTextEdit)
    qtbot.mouseClick(button(card, "Your own note"), Qt.MouseButton.LeftButton)
    assert editor.isVisible()
    with qtbot.waitSignal(card.noteChanged) as caught:
        qtbot.keyClicks(editor, "a")
    assert caught.args == ["a"]
    qtbot.mouseClick(button(card, "Your own note"), Qt.MouseButton.LeftButton)
    assert "Your note: a" in text(card)


def test_what_is_handed_in_is_no_edit(card: SourceCard, qtbot: QtBot) -> None:
    kept = Reading("middle", Status.TAUGHT, "read before class", tags=("paging",))
    with (
        qtbot.assertNotEmitted(card.noteChanged),
        qtbot.assertNotEmitted(card.tagsChanged),
        qtbot.assertNotEmitted(card.statusChanged),
    ):
        card.setSource(MIDDLE, runnable=True, relations=(), names={}, reading=kept)
        assert "read before class" in text(card)
        assert "# paging" in text(card)
        assert button(card, "How far").text() == "★ Taught"
        card.setSource(SOURCES[0], runnable=True, relations=(), names={})
    assert "read before class" not in text(card)
    assert button(card, "How far").text() == "○ Unread"


def test_a_status_is_chosen_from_the_menu(card: SourceCard, qtbot: QtBot) -> None:
    actions = {action.text(): action for action in button(card, "How far").menu().actions()}
    assert list(actions) == ["○ Unread", "◐ Skimmed", "● Read", "★ Taught"]
    with qtbot.waitSignal(card.statusChanged) as caught:
        actions["● Read"].trigger()
    assert caught.args == ["read"]


def test_tags_are_typed_in_one_line(card: SourceCard, qtbot: QtBot) -> None:
    card.setTagChoices(["paging", "lecture 3"])
    qtbot.mouseClick(button(card, "Your tags"), Qt.MouseButton.LeftButton)
    line = card.findChild(QLineEdit)
    assert line.isVisible()
    line.setText("#paging, lecture 3，paging")
    with qtbot.waitSignal(card.tagsChanged) as caught:
        qtbot.keyClick(line, Qt.Key.Key_Return)
    assert caught.args == [["paging", "lecture 3"]]
    assert not line.isVisible()


def test_leaving_tags_with_escape_changes_nothing(card: SourceCard, qtbot: QtBot) -> None:
    card.setSource(MIDDLE, reading=Reading("middle", tags=("kept",)))
    card.editTags()
    line = card.findChild(QLineEdit)
    line.setText("kept, lost")
    with qtbot.assertNotEmitted(card.tagsChanged):
        qtbot.keyClick(line, Qt.Key.Key_Escape)
    assert line.text() == "kept"


def test_tags_being_typed_never_reach_another_source(card: SourceCard, qtbot: QtBot) -> None:
    card.editTags()
    line = card.findChild(QLineEdit)
    qtbot.keyClicks(line, "half")
    card.setSource(MIDDLE, reading=Reading("middle"))  # the same again, as after any change
    assert line.text() == "half"
    with qtbot.assertNotEmitted(card.tagsChanged):
        card.setSource(SOURCES[0], reading=Reading("root", tags=("old",)))
    assert not line.isVisible()
    assert line.text() == "old"


def test_attached_files_are_listed_opened_and_detached(card: SourceCard, qtbot: QtBot) -> None:
    path = Path("/home/ada/论文/a b.pdf")
    card.setSource(MIDDLE, reading=Reading("middle", attachments=(path,)))
    with qtbot.waitSignal(card.attachmentOpened) as opened:
        click_words(page(card), "a b.pdf")
    with qtbot.waitSignal(card.detachRequested) as detached:
        click_words(page(card), "✕")
    assert opened.args == detached.args == [str(path)]
    with qtbot.waitSignal(card.attachRequested):
        qtbot.mouseClick(button(card, "Attach"), Qt.MouseButton.LeftButton)


def test_a_citation_is_asked_for_in_a_style(card: SourceCard, qtbot: QtBot) -> None:
    for action, style in zip(button(card, "Copy the citation").menu().actions(), STYLES, strict=True):
        with qtbot.waitSignal(card.citeRequested) as caught:
            action.trigger()
        assert caught.args == ["middle", style]


def test_comparing_is_asked_for(card: SourceCard, qtbot: QtBot) -> None:
    with qtbot.waitSignal(card.compareRequested) as caught:
        qtbot.mouseClick(button(card, "Put this source"), Qt.MouseButton.LeftButton)
    assert caught.args == ["middle"]


def test_only_own_sources_can_be_edited_and_removed(card: SourceCard, qtbot: QtBot) -> None:
    assert "Edit…" not in text(card)
    own = replace(MIDDLE, ring=OWN, number=0, primary_ledger="", effects=(), claims=(), family="", checked=False)
    card.setSource(own, relations=(replace(RELATIONS[0], basis=Basis.OWN, checked=False),), names=NAMES)
    said = text(card)
    assert "yours" in said
    assert "verified" not in said
    assert "Claims" not in said
    with qtbot.waitSignal(card.editRequested) as caught:
        click_words(page(card), "Edit…")
    assert caught.args == ["middle"]
    with qtbot.waitSignal(card.removeRequested) as caught:
        click_words(page(card), "Remove")
    assert caught.args == ["middle"]


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
