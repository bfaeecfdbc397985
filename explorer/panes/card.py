"""The card of the selected source, with the user's own note."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from citations.notebook.records import Reading
from explorer.librarian import Librarian
from explorer.panes.panel import Panel
from explorer.session import Session
from widgets.source_card import SourceCard


class CardPane(Panel[SourceCard]):
    def __init__(self, session: Session, librarian: Librarian, parent: QWidget | None = None) -> None:
        super().__init__(SourceCard(), parent)
        self._session = session
        self._notes = librarian.notes
        self.view.linkActivated.connect(lambda link: QDesktopServices.openUrl(QUrl(link)))
        self.view.sourceRequested.connect(session.selectSource)
        self.view.ledgerRequested.connect(session.setLedger)
        self.view.noteChanged.connect(lambda text: librarian.notes.write(session.source, text))
        session.shelfChanged.connect(self._show)
        session.sourceChanged.connect(lambda _: self._show())
        session.languageChanged.connect(self._change_language)
        self._change_language(session.language)

    def _change_language(self, language: str) -> None:
        self.view.setLanguage(language)
        self._show()

    def _show(self) -> None:
        shelf, key = self._session.shelf, self._session.source
        if shelf is None:
            return
        source = shelf.source(key)
        self.view.setSource(
            source,
            runnable=key in shelf.runnable,
            relations=shelf.relations(key) if source is not None else (),
            names=shelf.names(self._session.language),
            reading=Reading(key, note=self._notes.read(key)),
        )
