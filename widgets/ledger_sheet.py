"""The ledger sheet: eighteen rows that unfold, the day before beside the day after."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QModelIndex, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from engine.sheet import DeltaSheet, LedgerSheet, Verdict
from widgets.empty_note import EmptyNote
from widgets.fonts import scale
from widgets.ledger_sheet_legend import EvidenceLegend
from widgets.ledger_sheet_model import LedgerSheetModel
from widgets.ledger_sheet_tree import LedgerSheetTree
from widgets.ledger_text import VERDICT_GLYPHS, verdict_name
from widgets.palette import colours
from widgets.rich_style import sized

_TALLIED = (Verdict.BETTER, Verdict.WORSE, Verdict.CHANGED, Verdict.APPEARED, Verdict.VANISHED)


class LedgerSheetView(QWidget):
    """`ledgerSelected(key)` and `quantitySelected(key)` when the user moves to a row (a quantity emits both)."""

    ledgerSelected = Signal(str)
    quantitySelected = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = LedgerSheetModel(self)
        self._tree = LedgerSheetTree(self._model)
        self._moved = QLabel()
        self._tally = QLabel()
        self._legend = EvidenceLegend()
        self._empty = EmptyNote()
        self._quiet = False
        self._build()
        self._tree.selectionModel().currentRowChanged.connect(self._moved_to)
        self._retranslate()

    def _build(self) -> None:
        self.setFocusProxy(self._tree)
        self._tally.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        head = QHBoxLayout()
        head.setContentsMargins(2, 2, 2, 0)
        head.setSpacing(12)
        head.addWidget(self._moved)
        head.addWidget(self._tally, 1)
        filled = QWidget()
        column = QVBoxLayout(filled)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addLayout(head)
        column.addWidget(self._tree, 1)
        column.addWidget(self._legend)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(filled)

    # public

    def setSheet(self, sheet: LedgerSheet | None) -> None:
        """Show one run: one column of values. None shows the empty state."""
        self._keep_place(lambda: self._model.show_sheet(sheet))

    def setDelta(self, delta: DeltaSheet | None) -> None:
        """Show two runs side by side. None shows the empty state."""
        self._keep_place(lambda: self._model.show_delta(delta))

    def sheet(self) -> LedgerSheet | DeltaSheet | None:
        """What is shown, for `engine.sheet_file`."""
        return self._model.delta or self._model.sheet

    def selectLedger(self, key: str) -> None:
        """Make a ledger (or a quantity, unfolding its ledger) the current row. No signal is emitted."""
        self._quiet = True
        self._tree.go_to(key)
        self._quiet = False

    def copySelection(self) -> None:
        """Put the selected rows, or all when none is selected, on the clipboard as tab-separated text."""
        self._tree.copy()

    # inside

    def _keep_place(self, change: Callable[[], None]) -> None:
        """What is unfolded and selected survives a new run."""
        self._quiet = True
        place = self._tree.place()
        change()
        self._tree.restore(place)
        self._quiet = False
        self._stack.setCurrentIndex(1 if self._model.sheet is not None else 0)
        self._refresh()

    def _moved_to(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if self._quiet or not current.isValid():
            return
        self.ledgerSelected.emit(self._model.ledger(current))
        if not self._model.is_ledger(current):
            self.quantitySelected.emit(self._model.line(current).quantity.key)

    def _refresh(self) -> None:
        model = self._model
        if model.delta is None:
            exercised = sum(model.line(model.find(ledger)).after.value is not None for ledger in model.ledgers)
            text = self.tr("{0} of {1} ledgers exercised").format(exercised, len(model.ledgers))
            self._moved.setText(sized(text, 0, 600))
            self._tally.setText("")
        else:
            text = self.tr("{0} of {1} ledgers moved").format(len(model.moved), len(model.ledgers))
            self._moved.setText(sized(text, 0, 600))
            self._tally.setText(sized(" &nbsp; ".join(self._tallies()), -1))
            self._tally.setToolTip(
                "<p>" + " &nbsp; ".join(self._tallies(spelt=True)) + "</p>"
                f"<p>{self.tr('Verdicts on the headlines; unfold a ledger for its other quantities.')}</p>"
            )
        self._tree.setAccessibleDescription(text)

    def _tallies(self, spelt: bool = False) -> list[str]:
        """Sign, count and, where there is room, the word of each verdict."""
        own, counts = colours(self), self._model.tally()
        spelt = spelt or self.width() >= 480 * scale()
        return [
            f'<span style="color:{own.readable(own.verdict[verdict], own.window).name()}">'
            f"{VERDICT_GLYPHS[verdict]}&nbsp;{counts[verdict]}{' ' + verdict_name(verdict) if spelt else ''}</span>"
            for verdict in _TALLIED
            if counts[verdict]
        ]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._legend.setVisible(self.height() >= 450 * scale())
        self._refresh()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Ledger sheet"))
        self._tree.setAccessibleName(self.tr("The eighteen ledgers"))
        self._empty.setTexts(
            self.tr("No run yet"), self.tr("Pick a technique that can be run: its eighteen ledgers appear here.")
        )
        self._legend.update()
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._refresh()
