"""What the user keeps about a source, and what can be asked of its card."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from card_helpers import MIDDLE, NAMES, RELATIONS, button, page, text
from library_samples import SOURCES
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot
from rich_clicks import click_words

from citations.notebook.records import Reading, Status
from citations.records import OWN, Basis
from widgets.source_card import SourceCard
from widgets.source_card_bar import STYLES


@pytest.fixture
def card(qtbot: QtBot) -> SourceCard:
    card = SourceCard()
    qtbot.addWidget(card)
    card.resize(420, 700)
    card.show()
    card.setSource(MIDDLE, runnable=True, relations=RELATIONS, names=NAMES)
    return card


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
