"""The card of one source: its page, what the user keeps about it, and the buttons for what can be done with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QStackedLayout, QVBoxLayout, QWidget

from citations.notebook.records import Reading
from citations.records import Edge, Source
from widgets.empty_note import EmptyNote
from widgets.fonts import scale
from widgets.rich_page import RichPage
from widgets.rich_style import RichStyle
from widgets.source_card_bar import CardBar
from widgets.source_card_fold import OPEN_AT_FIRST
from widgets.source_card_page import Card, card_page
from widgets.source_card_tags import TagLine

LOW = 330  # pixels at scale 1 below which the head of a card takes less room
LEAST_WIDTH = 400  # of a whole picture, in pixels at scale 1


class SourceCard(QWidget):
    """Nothing is opened, copied or saved here: every wish is reported.

    `linkActivated(address)` and `attachmentOpened(path)` on a click; `noteChanged(text)`, `statusChanged(status)`,
    `tagsChanged(tags)` when the user changed them; `citeRequested(key, style)` with text, bibtex or markdown.
    """

    linkActivated = Signal(str)
    sourceRequested = Signal(str)
    ledgerRequested = Signal(str)
    noteChanged = Signal(str)
    statusChanged = Signal(str)
    tagsChanged = Signal(list)
    attachRequested = Signal()
    attachmentOpened = Signal(str)
    detachRequested = Signal(str)
    compareRequested = Signal(str)
    citeRequested = Signal(str, str)
    editRequested = Signal(str)
    removeRequested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._card: Card | None = None
        self._language = "en"
        self._open = OPEN_AT_FIRST
        self._low = False  # whether little is seen at once
        self._page, self._bar = RichPage(), CardBar()
        self._note, self._tags = QPlainTextEdit(), TagLine()
        self._empty = EmptyNote()
        self._build()
        self._connect()
        self._retranslate()
        self.setSource(None)

    def _build(self) -> None:
        self._note.setVisible(False)
        self._note.setTabChangesFocus(True)
        self._tags.setVisible(False)
        filled = QWidget()
        column = QVBoxLayout(filled)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        column.addWidget(self._page, 1)
        for widget in (self._tags, self._note, self._bar):
            column.addWidget(widget)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(filled)
        self.setFocusProxy(self._page)
        self._fit_note()

    def _connect(self) -> None:
        self._page.linkClicked.connect(self._follow)
        self._note.textChanged.connect(self._note_edited)
        self._tags.tagsTyped.connect(self.tagsChanged)
        self._tags.closed.connect(lambda: self._bar.set_tags_open(False))
        bar = self._bar
        bar.statusChosen.connect(self.statusChanged)
        bar.noteToggled.connect(self._toggle_note)
        bar.tagsToggled.connect(self._toggle_tags)
        bar.attachAsked.connect(self.attachRequested)
        bar.citeAsked.connect(lambda style: self.citeRequested.emit(self._key(), style))
        bar.compareAsked.connect(lambda: self.compareRequested.emit(self._key()))

    def _fit_note(self) -> None:
        self._note.setFixedHeight(round(74 * scale()))

    # public

    def setSource(
        self,
        source: Source | None,
        *,
        runnable: bool = False,
        relations: Sequence[Edge] = (),
        names: Mapping[str, str] | None = None,
        reading: Reading | None = None,
    ) -> None:
        """Show a source with all edges it is an end of; None shows the empty state."""
        same = source is not None and source.key == self._key()
        reading = reading or Reading(source.key if source else "")
        edges = tuple(relations)
        self._card = Card(source, runnable, edges, names or {}, self._language, reading) if source else None
        self._stack.setCurrentIndex(1 if source else 0)
        self._set_note(reading.note)
        self._tags.setTags(reading.tags, same=same)
        if not same:
            self._bar.set_tags_open(False)
        if source:
            self._bar.show_reading(reading)
        self._render(keep_place=same)

    def setTagChoices(self, tags: Iterable[str]) -> None:
        """All tags in use, offered while tags are typed."""
        self._tags.setChoices(tags)

    def setLanguage(self, language: str) -> None:
        """The language of the catalogue's texts: "en" or "zh"."""
        self._language = language
        self._render(keep_place=True)

    def editNote(self) -> None:
        """Open the note for writing."""
        self._bar.set_note_open(True)

    def editTags(self) -> None:
        """Open the tags for writing."""
        self._bar.set_tags_open(True)

    def fullSize(self) -> QSize:
        """The size at which nothing of the card is hidden."""
        width = max(self.width(), round(LEAST_WIDTH * scale()))
        others = self.height() - self._page.height()
        return QSize(width, self._page.fullHeight(width) + max(0, others))

    def describe(self) -> str:
        """The page as plain text."""
        return self._page.toPlainText().replace("\u00a0", " ").replace("\u2060", "") if self._card else ""

    # inside

    def _key(self) -> str:
        return self._card.source.key if self._card else ""

    def _render(self, keep_place: bool) -> None:
        """The note is part of the page while its editor is closed."""
        if self._card:
            reading = self._card.reading or Reading(self._key())
            note = "" if self._bar.note_open else self._note.toPlainText()
            card = replace(self._card, language=self._language, reading=replace(reading, note=note))
            self._page.setPage(card_page(card, RichStyle.of(self), self._open, self._low), keep_place)
            self._page.setAccessibleName(card.name)

    def _set_note(self, note: str) -> None:
        if self._note.toPlainText() != note:  # leave the cursor alone while the user types
            self._note.blockSignals(True)
            self._note.setPlainText(note)
            self._note.blockSignals(False)

    def _note_edited(self) -> None:
        self.noteChanged.emit(self._note.toPlainText())

    def _toggle_note(self, shown: bool) -> None:
        self._note.setVisible(shown)
        if shown:
            self._note.setFocus(Qt.FocusReason.OtherFocusReason)
        self._render(keep_place=True)

    def _toggle_tags(self, shown: bool) -> None:
        had_focus = self._tags.hasFocus()
        self._tags.setVisible(shown)
        if shown:
            self._tags.setFocus(Qt.FocusReason.OtherFocusReason)
        elif had_focus:
            self._page.setFocus(Qt.FocusReason.OtherFocusReason)

    def _follow(self, target: str) -> None:
        scheme, _, rest = target.partition(":")
        if scheme == "fold":
            self._fold(rest)
        elif scheme == "go":
            self._page.scrollToAnchor(rest)
            self._page.focusLink(f"fold:{rest}")
        elif scheme in ("edit", "remove"):
            (self.editRequested if scheme == "edit" else self.removeRequested).emit(self._key())
        elif scheme == "source":
            self.sourceRequested.emit(rest)
        elif scheme == "ledger":
            self.ledgerRequested.emit(rest)
        elif scheme in ("pdf", "unpdf") and self._card and self._card.reading:
            path = str(self._card.reading.attachments[int(rest)])
            (self.attachmentOpened if scheme == "pdf" else self.detachRequested).emit(path)
        else:
            self.linkActivated.emit(target)

    def _fold(self, section: str) -> None:
        self._open ^= {section}
        self._render(keep_place=True)
        self._page.focusLink(f"fold:{section}")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        low = self.height() < LOW * scale()
        if low != self._low:
            self._low = low
            self._render(keep_place=True)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Source card"))
        self._note.setPlaceholderText(self.tr("Your note on this source"))
        self._note.setAccessibleName(self.tr("Your note"))
        self._empty.setTexts(
            self.tr("No source selected"), self.tr("Pick one in the lineage to see what it does and what it claims.")
        )
        self._render(keep_place=True)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._fit_note()
            self._render(keep_place=True)
