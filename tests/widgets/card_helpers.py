"""A card to test: one source of the small library with everything that can hang on it."""

from __future__ import annotations

from dataclasses import replace

from library_samples import CLAIMS, EDGES, SOURCES
from PySide6.QtWidgets import QToolButton
from rich_clicks import click_words

from widgets.rich_page import RichPage
from widgets.source_card import SourceCard

MIDDLE = replace(
    SOURCES[3], claims=CLAIMS, notes=("Version 2 changed Table 1.",), doi="10.1145/1", code="https://x.io/r"
)
RELATIONS = tuple(edge for edge in EDGES if "middle" in (edge.newer, edge.older))
NAMES = {source.key: source.name.en for source in SOURCES}


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
