"""The lineage of the library: every source on a vertical time axis, with arcs from what it builds on."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QToolButton, QVBoxLayout, QWidget

from citations.records import Edge, Source
from widgets.ledger_text import ledger_name
from widgets.lineage_delegate import kin_colour
from widgets.lineage_legend import LineageLegend
from widgets.lineage_list import LineageList
from widgets.lineage_model import Kin, LineageModel
from widgets.palette import colours
from widgets.rich_style import sized


class LineageView(QWidget):
    """`sourceSelected(key)` on click or Enter. `ledgerFilterChanged("")` when the user removes the ledger filter."""

    sourceSelected = Signal(str)
    ledgerFilterChanged = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = LineageModel(self)
        self._filter = QLineEdit()
        self._filter.setClearButtonEnabled(True)
        self._count = QLabel()
        self._chip = QToolButton()
        self._list = LineageList(self._model)
        self._status = QLabel()
        self._legend = LineageLegend()
        self._build()
        self._filter.textChanged.connect(self._apply_filter)
        self._filter.installEventFilter(self)
        self._list.installEventFilter(self)
        self._chip.clicked.connect(self._drop_ledger)
        self._list.chosen.connect(self._choose)
        self._retranslate()

    def _build(self) -> None:
        self.setFocusProxy(self._list)
        self._status.setTextFormat(Qt.TextFormat.RichText)
        self._status.setWordWrap(True)
        self._status.setMinimumWidth(1)
        self._chip.setVisible(False)
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(self._filter, 1)
        top.addWidget(self._chip)
        top.addWidget(self._count)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(5)
        layout.addLayout(top)
        layout.addWidget(self._list, 1)
        layout.addWidget(self._status)
        layout.addWidget(self._legend)

    # public

    def setLibrary(self, sources: Sequence[Source], edges: Sequence[Edge], runnable: frozenset[str]) -> None:
        """Show these sources and edges; `runnable` are the keys whose technique the engine can run."""
        self._model.set_library(sources, edges, runnable)
        self._retranslate()

    def setLanguage(self, language: str) -> None:
        """The language of names, months and tooltips: "en" or "zh"."""
        self._model.set_language(language)
        self._refresh()

    def select(self, key: str) -> None:
        """Select a source, light up its whole lineage and bring it into sight; "" clears. No signal is emitted."""
        self._model.set_selected(key)
        self._list.reveal(key)
        self._refresh()

    def setHighlight(self, ancestors: Collection[str], descendants: Collection[str]) -> None:
        """Light up these instead of the whole lineage of the selected source, until the next `select`."""
        self._model.set_kin(ancestors, descendants)
        self._refresh()

    def setLedgerFilter(self, ledger: str | None) -> None:
        """Show only the sources with an effect on `ledger`; None shows all again."""
        self._model.set_filter(self._filter.text(), ledger or None)
        self._refresh()

    def fullSize(self) -> QSize:
        """The size at which nothing scrolls: for exporting the whole lineage and not only what is in sight."""
        return QSize(self.width(), self.height() - self._list.viewport().height() + self._list.full_height())

    # inside

    def _choose(self, key: str) -> None:
        self.select(key)
        self.sourceSelected.emit(key)

    def _apply_filter(self, text: str) -> None:
        self._model.set_filter(text, self._model.ledger)
        self._list.reveal(self._model.selected)
        self._refresh()

    def _drop_ledger(self) -> None:
        self.setLedgerFilter(None)
        self.ledgerFilterChanged.emit("")

    def _refresh(self) -> None:
        model = self._model
        self._count.setText(sized(self.tr("{0} of {1}").format(model.rowCount(), model.total), -1))
        self._chip.setVisible(model.ledger is not None)
        self._chip.setText(f"{ledger_name(model.ledger or '')}  ×")
        self._status.setText(sized(self._status_text(), -0.5))
        self._status.setVisible(bool(model.selected))
        self._list.setAccessibleDescription(self._status_plain())

    def _selected(self) -> Source | None:
        row = self._model.row(self._model.selected)
        return self._model.source(row) if row >= 0 else None

    def _counts(self) -> tuple[str, str]:
        model = self._model
        older, newer = len(model.ancestors), len(model.descendants)
        return (
            self.tr("1 ancestor") if older == 1 else self.tr("{0} ancestors").format(older),
            self.tr("1 descendant") if newer == 1 else self.tr("{0} descendants").format(newer),
        )

    def _status_text(self) -> str:
        """The counts in their colours; says so when the filter hides the selected source."""
        own = colours(self)
        up, down = (own.readable(kin_colour(own, kin), own.window).name() for kin in (Kin.PARENT, Kin.CHILD))
        ancestors, descendants = self._counts()
        text = f'<span style="color:{up}">▲ {ancestors}</span> · '
        text += f'<span style="color:{down}">▼ {descendants}</span>'
        if self._selected() is None and self._model.selected:
            text += f'<br><span style="color:{own.muted.name()}">{self.tr("hidden by the filter")}</span>'
        return text

    def _status_plain(self) -> str:
        source = self._selected()
        return f"{self._model.name(source)}: {', '.join(self._counts())}" if source else ""

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Lineage"))
        self._list.setAccessibleName(self.tr("Sources in order of date"))
        self._filter.setPlaceholderText(self.tr("Filter {0} sources").format(self._model.total))
        self._filter.setAccessibleName(self.tr("Filter the sources"))
        self._filter.setToolTip(self.tr("Words of a name, title, author or mechanism. Esc clears."))
        self._chip.setToolTip(self.tr("Only sources with an effect on this ledger. Click to show all."))
        self._legend.retranslate()
        self._refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape and self._filter.text():
                self._filter.clear()
                return True
            if watched is self._filter and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._enter_list()
                return True
        return False

    def _enter_list(self) -> None:
        if not self._list.currentIndex().isValid() and self._model.rowCount():
            self._list.setCurrentIndex(self._model.index(0))
        self._list.setFocus(Qt.FocusReason.TabFocusReason)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._refresh()
