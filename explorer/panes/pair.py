"""Two sources side by side, each chosen from a list."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from explorer.desk import Desk
from explorer.panes.following import Following
from explorer.panes.source_choice import SourceChoice
from explorer.session import Session
from widgets.source_card_page import Card
from widgets.source_pair import SourcePair

MOST_PATHS = 12  # written out between the two


class PairPane(Following[SourcePair]):
    """What the engine can run of the two is measured as soon as nothing else is running."""

    def __init__(self, session: Session, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(SourcePair(), parent)
        self._session = session
        self.choices = (SourceChoice(), SourceChoice())
        self._swap = QToolButton()
        self._swap.setText("⇄")
        row = QHBoxLayout()
        row.addWidget(self.choices[0], 1)
        row.addWidget(self._swap)
        row.addWidget(self.choices[1], 1)
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertLayout(0, row)
        for choice in self.choices:
            choice.sourceChosen.connect(lambda _: self._choose())
        self._swap.clicked.connect(lambda: session.setPair(session.pair[::-1]))
        self.view.sourceRequested.connect(session.selectSource)
        self.view.ledgerRequested.connect(session.setLedger)
        self.view.linkActivated.connect(desk.openAddress)
        fill = self.follow(self._fill)
        for signal in (session.shelfChanged, session.languageChanged):
            signal.connect(fill)
        show = self.follow(self._show)
        for changed in (
            *(session.pairChanged, session.shelfChanged, session.readingsChanged),
            *(session.languageChanged, session.deltasChanged),
        ):
            changed.connect(show)
        self._retranslate()

    def focus(self) -> None:
        """The page, or the list that is still to be chosen from."""
        if self._session.pair[1]:
            super().focus()
        else:
            self.choices[1].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _choose(self) -> None:
        self._session.setPair([choice.key for choice in self.choices])

    def _fill(self) -> None:
        shelf = self._session.shelf
        if shelf is not None:
            names = shelf.names(self._session.language)
            offered = {source.key: f"{names[source.key]} · {source.year or '?'}" for source in shelf.sources}
            for choice in self.choices:
                choice.setOffered(offered)

    def _show(self) -> None:
        session, shelf = self._session, self._session.shelf
        if shelf is None:
            return
        for choice, key in zip(self.choices, session.pair, strict=True):
            choice.setKey(key)
        cards = [self._card(key) for key in session.pair]
        keys = [card.source.key for card in cards if card is not None]
        shown = {source.key for source in shelf.sources}
        joined = len(keys) == 2 and shown.issuperset(keys)
        paths = shelf.lineage.paths(keys[0], keys[1], MOST_PATHS) if joined else None
        self.view.setPair(cards[0], cards[1], session.deltas, paths=paths)
        if len(keys) == 2:
            session.askDeltas(key for key in keys if key in shelf.runnable)

    def _card(self, key: str) -> Card | None:
        shelf, language = self._session.shelf, self._session.language
        source = None if shelf is None or not key else shelf.source(key)
        if shelf is None or source is None:
            return None
        reading = shelf.readings.get(key)
        return Card(source, key in shelf.runnable, shelf.relations(key), shelf.names(language), language, reading)

    def _retranslate(self) -> None:
        self.choices[0].setAccessibleName(self.tr("First source"))
        self.choices[1].setAccessibleName(self.tr("Second source"))
        self._swap.setToolTip(self.tr("Change places"))
        self._swap.setAccessibleName(self._swap.toolTip())

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)
