"""The ledger sheet and, for the ledger that is looked at, the reasons."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QTreeView, QVBoxLayout, QWidget

from engine.sheet import DeltaSheet, LedgerSheet
from explorer.panes.panel import Panel
from explorer.session import Session
from widgets.ledger_sheet import LedgerSheetView
from widgets.ledger_why import LedgerWhy, Mover


class LedgerPane(Panel[LedgerSheetView]):
    """Eighteen rows: before, after, change."""

    def __init__(self, session: Session, narrow: QAction, parent: QWidget | None = None) -> None:
        """`narrow` is the command that filters the library by the ledger that is looked at."""
        super().__init__(LedgerSheetView(), parent)
        self._session = session
        rows = self.view.findChild(QTreeView)
        assert isinstance(rows, QTreeView)
        rows.addAction(narrow)  # a click of the right button selects the row first
        rows.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.view.ledgerSelected.connect(session.setLedger)
        self._shown: object = self  # nothing yet
        for changed in (session.comparisonChanged, session.walkChanged):
            changed.connect(self._show)
        for moved in (session.stepChanged, session.stageChanged, session.routeChanged):
            moved.connect(lambda _: self._show())
        self._show()

    def _show(self) -> None:
        accounts = self._session.accounts
        if accounts is self._shown:
            return
        self._shown = accounts
        if isinstance(accounts, LedgerSheet):
            self.view.setSheet(accounts)
        else:
            self.view.setDelta(accounts)


class WhyPane(Panel[LedgerWhy]):
    """Formula, inputs and evidence of a ledger's quantities, and the sources that act on it."""

    def __init__(self, session: Session, narrow: QAction, parent: QWidget | None = None) -> None:
        super().__init__(LedgerWhy(), parent)
        self._session = session
        self._narrow = QToolButton()
        self._narrow.setDefaultAction(narrow)
        self._narrow.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._narrow.setVisible(False)
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.addWidget(self._narrow)
        self.view.sourceRequested.connect(session.selectSource)
        for changed in (session.comparisonChanged, session.shelfChanged, session.walkChanged):
            changed.connect(self._show)
        for moved in (
            *(session.ledgerChanged, session.languageChanged),
            *(session.stepChanged, session.stageChanged, session.routeChanged),
        ):
            moved.connect(lambda _: self._show())
        self._show()

    def _show(self) -> None:
        ledger, accounts, sheet = self._session.ledger, self._session.accounts, self._session.sheet
        self._narrow.setVisible(bool(ledger))
        if not ledger:
            return
        deltas = accounts.ledger(ledger) if isinstance(accounts, DeltaSheet) else None
        measured = () if sheet is None else sheet.ledger(ledger)
        self.view.setLedger(ledger, deltas, measured, self._movers(ledger))

    def _movers(self, ledger: str) -> list[Mover]:
        shelf = self._session.shelf
        if shelf is None:
            return []
        movers = []
        for source in shelf.acting_on(ledger):
            effect = source.effect_on(ledger)
            assert effect is not None
            name = source.name.get(self._session.language)
            runnable = source.key in shelf.runnable
            movers.append(Mover(source.key, name, effect.effect, effect.why, runnable, self._measured(source.key)))
        return movers

    def _measured(self, key: str) -> str:
        """What the shown comparison measured in the ledger, for the technique it is about."""
        comparison, delta = self._session.comparison, self._session.delta
        if comparison is None or delta is None or comparison.key != key:
            return ""
        return headline_text(delta, self._session.ledger)


def headline_text(delta: DeltaSheet, ledger: str) -> str:
    """A ledger's headline, before → after, in words."""
    from widgets import format as written

    row = delta.headline(ledger)
    unit = row.quantity.unit
    return f"{written.quantity(row.before.value, unit)} → {written.quantity(row.after.value, unit)}"
