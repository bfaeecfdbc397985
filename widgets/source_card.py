"""The card of one source: its page, explicit buttons for links, and the user's own note."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from citations.records import Edge, Source
from widgets.empty_note import EmptyNote
from widgets.fonts import scale
from widgets.rich_page import RichPage
from widgets.rich_style import RichStyle
from widgets.source_card_page import Card, card_page


class SourceCard(QWidget):
    """Links are only reported, never opened: `linkActivated(address)` on a click.

    `noteChanged(text)` at every edit by the user; `citationRequested(key)` from the copy button.
    """

    linkActivated = Signal(str)
    sourceRequested = Signal(str)
    ledgerRequested = Signal(str)
    noteChanged = Signal(str)
    citationRequested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._card: Card | None = None
        self._language = "en"
        self._page = RichPage()
        self._links = {kind: QToolButton() for kind in ("arxiv", "doi", "page", "code")}
        self._note = QPlainTextEdit()
        self._note_button = QToolButton()
        self._cite_button = QToolButton()
        self._empty = EmptyNote()
        self._build()
        self._page.linkClicked.connect(self._follow)
        self._note.textChanged.connect(self._note_edited)
        self._note_button.toggled.connect(self._toggle_note)
        self._cite_button.clicked.connect(self._cite)
        self._retranslate()
        self.setSource(None)

    def _build(self) -> None:
        self._note_button.setCheckable(True)
        self._note.setVisible(False)
        self._note.setTabChangesFocus(True)
        bar = QHBoxLayout()
        bar.setSpacing(5)
        for kind, button in self._links.items():
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(partial(self._open, kind))
            bar.addWidget(button)
        bar.addStretch(1)
        bar.addWidget(self._cite_button)
        bar.addWidget(self._note_button)
        filled = QWidget()
        column = QVBoxLayout(filled)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        column.addWidget(self._page, 1)
        column.addWidget(self._note)
        column.addLayout(bar)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(filled)
        self.setFocusProxy(self._page)
        self._fit_note()

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
        note: str = "",
    ) -> None:
        """Show a source with all edges it is an end of; None shows the empty state."""
        same = source is not None and self._card is not None and self._card.source.key == source.key
        self._card = Card(source, runnable, tuple(relations), names or {}, self._language) if source else None
        self._stack.setCurrentIndex(1 if source else 0)
        self._set_note(note)
        self._fill_links()
        self._render(keep_place=same)

    def setLanguage(self, language: str) -> None:
        """The language of the catalogue's texts: "en" or "zh"."""
        self._language = language
        self._render(keep_place=True)

    # inside

    def _render(self, keep_place: bool) -> None:
        """The note is part of the page while its editor is closed."""
        if self._card:
            note = "" if self._note_button.isChecked() else self._note.toPlainText()
            page = card_page(replace(self._card, language=self._language, note=note), RichStyle.of(self))
            self._page.setPage(page, keep_place)
            self._page.setAccessibleName(self._card.source.name.get(self._language))

    def _set_note(self, note: str) -> None:
        if self._note.toPlainText() != note:  # leave the cursor alone while the user types
            self._note.blockSignals(True)
            self._note.setPlainText(note)
            self._note.blockSignals(False)
        self._mark_note()

    def _note_edited(self) -> None:
        self._mark_note()
        self.noteChanged.emit(self._note.toPlainText())

    def _toggle_note(self, shown: bool) -> None:
        self._note.setVisible(shown)
        if shown:
            self._note.setFocus(Qt.FocusReason.OtherFocusReason)
        self._render(keep_place=True)

    def _mark_note(self) -> None:
        filled = bool(self._note.toPlainText().strip())
        self._note_button.setText(self.tr("Note ●") if filled else self.tr("Note"))

    def _fill_links(self) -> None:
        addresses = self._addresses()
        for kind, button in self._links.items():
            address = addresses.get(kind, "")
            button.setVisible(bool(address))
            button.setText(self._link_names()[kind])
            button.setToolTip(address)
            button.setAccessibleName(self.tr("Open {0}").format(button.text()))
            button.setAccessibleDescription(address)

    def _link_names(self) -> dict[str, str]:
        return {
            "arxiv": self.tr("arXiv"),
            "doi": self.tr("DOI"),
            "page": self.tr("Page"),
            "code": self.tr("Code"),
        }

    def _addresses(self) -> dict[str, str]:
        if not self._card:
            return {}
        source = self._card.source
        found = {
            "arxiv": f"https://arxiv.org/abs/{source.arxiv}" if source.arxiv else "",
            "doi": f"https://doi.org/{source.doi}" if source.doi else "",
            "code": source.code,
        }
        return {**found, "page": "" if source.url in found.values() else source.url}

    def _open(self, kind: str, _checked: bool = False) -> None:
        self.linkActivated.emit(self._addresses()[kind])

    def _follow(self, target: str) -> None:
        scheme, _, rest = target.partition(":")
        if scheme == "source":
            self.sourceRequested.emit(rest)
        elif scheme == "ledger":
            self.ledgerRequested.emit(rest)
        else:
            self.linkActivated.emit(target)

    def _cite(self) -> None:
        if self._card:
            self.citationRequested.emit(self._card.source.key)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Source card"))
        self._cite_button.setText(self.tr("Copy citation"))
        self._cite_button.setToolTip(self.tr("Copy the bibliographic entry of this source"))
        self._note_button.setToolTip(self.tr("Your own note on this source, kept on this computer"))
        self._note.setPlaceholderText(self.tr("Your note on this source"))
        self._note.setAccessibleName(self.tr("Your note"))
        self._empty.setTexts(
            self.tr("No source selected"), self.tr("Pick one in the lineage to see what it does and what it claims.")
        )
        self._mark_note()
        self._fill_links()
        self._render(keep_place=True)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._fit_note()
            self._render(keep_place=True)
