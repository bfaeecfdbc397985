"""The card of the selected source, with what the user keeps about it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from citations.notebook.records import Reading
from explorer.desk import Desk
from explorer.panes.panel import Panel
from explorer.session import Session
from widgets.source_card import SourceCard


class CardPane(Panel[SourceCard]):
    def __init__(self, session: Session, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(SourceCard(), parent)
        self._session = session
        self._desk = desk
        self._connect(self.view)
        for changed in (session.shelfChanged, session.readingsChanged):
            changed.connect(self._show)
        session.sourceChanged.connect(lambda _: self._show())
        session.languageChanged.connect(self._change_language)
        self._change_language(session.language)

    def _connect(self, view: SourceCard) -> None:
        session, desk = self._session, self._desk
        view.linkActivated.connect(desk.openAddress)
        view.sourceRequested.connect(session.selectSource)
        view.ledgerRequested.connect(session.setLedger)
        view.noteChanged.connect(lambda text: desk.librarian.notes.write(session.source, text))
        view.statusChanged.connect(lambda status: desk.setStatus(status, (session.source,)))
        view.tagsChanged.connect(lambda tags: desk.setTags(tags, session.source))
        view.attachRequested.connect(desk.attach)
        view.attachmentOpened.connect(desk.openAttachment)
        view.detachRequested.connect(desk.detach)
        view.compareRequested.connect(desk.compare)
        view.citeRequested.connect(lambda key, style: desk.cite(style, (key,)))
        view.editRequested.connect(desk.shelving.change)
        view.removeRequested.connect(lambda key: desk.shelving.remove((key,)))

    def _change_language(self, language: str) -> None:
        self.view.setLanguage(language)
        self._show()

    def _show(self) -> None:
        shelf, key = self._session.shelf, self._session.source
        if shelf is None:
            return
        source = shelf.source(key)
        reading = shelf.readings.get(key) or Reading(key)
        self.view.setTagChoices(shelf.collection.tags)
        self.view.setSource(
            source,
            runnable=key in shelf.runnable,
            relations=shelf.relations(key) if source is not None else (),
            names=shelf.names(self._session.language),
            reading=replace(reading, note=self._desk.librarian.notes.read(key)),
        )
