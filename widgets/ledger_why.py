"""The why panel: behind every figure of a ledger its formula, its inputs, its evidence, and who moves it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from engine.sheet import Delta, Measured
from widgets.empty_note import EmptyNote
from widgets.ledger_text import ledger_name
from widgets.ledger_why_page import Mover, why_page
from widgets.rich_page import RichPage
from widgets.rich_style import RichStyle

__all__ = ["LedgerWhy", "Mover"]


class LedgerWhy(QWidget):
    """`sourceRequested(key)` when a technique that moves the ledger is clicked."""

    sourceRequested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ledger = ""
        self._deltas: tuple[Delta, ...] | None = None
        self._measured: tuple[Measured, ...] = ()
        self._movers: tuple[Mover, ...] = ()
        self._page = RichPage()
        self._empty = EmptyNote()
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._page)
        self.setFocusProxy(self._page)
        self._page.linkClicked.connect(self._follow)
        self._retranslate()

    def setLedger(
        self,
        ledger: str | None,
        deltas: Sequence[Delta] | None = None,
        measured: Sequence[Measured] = (),
        movers: Sequence[Mover] = (),
    ) -> None:
        """Explain a ledger: its quantities in two runs (`deltas`) or in one (`measured`). None: the empty state."""
        same = ledger == self._ledger
        self._ledger = ledger or ""
        self._deltas = tuple(deltas) if deltas is not None else None
        self._measured, self._movers = tuple(measured), tuple(movers)
        self._stack.setCurrentIndex(1 if ledger else 0)
        self._render(keep_place=same)

    def showQuantity(self, key: str) -> None:
        """Scroll to a quantity of the ledger that is shown."""
        self._page.scrollToAnchor(key)

    def _render(self, keep_place: bool) -> None:
        if self._ledger:
            style = RichStyle.of(self)
            self._page.setPage(why_page(self._ledger, self._deltas, self._measured, self._movers, style), keep_place)
            self._page.setAccessibleName(ledger_name(self._ledger))

    def _follow(self, target: str) -> None:
        scheme, _, key = target.partition(":")
        if scheme == "source":
            self.sourceRequested.emit(key)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Why this figure"))
        self._empty.setTexts(
            self.tr("No ledger selected"), self.tr("Pick a ledger to see its formulas, its inputs and who moves it.")
        )
        self._render(keep_place=True)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._render(keep_place=True)
