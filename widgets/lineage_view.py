"""The timeline of the library: sources under their years on a vertical axis, with arcs from what they build on."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from citations.filters import SourceFilter
from citations.records import Basis, Edge, Source
from widgets.lineage_delegate import kin_colour
from widgets.lineage_filter_note import LineageFilterNote
from widgets.lineage_legend import LineageLegend
from widgets.lineage_list import LineageList
from widgets.lineage_model import Kin, LineageModel
from widgets.palette import colours
from widgets.rich_style import sized


class LineageView(QWidget):
    """It shows what it is given and filters nothing by itself; setters emit nothing.

    `sourceSelected(key)` on click or Enter. `textChanged(text)`: the user typed into the field of words, and waits
    for `setFilter` with the sources that are left. `filterCleared()`: the user wants all sources back, that is an
    empty `SourceFilter`.
    """

    sourceSelected = Signal(str)
    textChanged = Signal(str)
    filterCleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = LineageModel(self)
        self._filter = SourceFilter()
        self._words = QLineEdit()
        self._count = QLabel()
        self._note = LineageFilterNote()
        self._list = LineageList(self._model)
        self._status = QLabel()
        self._legend = LineageLegend()
        self._build()
        self._words.textChanged.connect(self.textChanged)
        self._words.installEventFilter(self)
        self._list.installEventFilter(self)
        self._note.clicked.connect(self._clear)
        self._list.chosen.connect(self._choose)
        self._retranslate()

    def _build(self) -> None:
        self.setFocusProxy(self._list)
        self._words.setClearButtonEnabled(True)
        self._status.setTextFormat(Qt.TextFormat.RichText)
        self._status.setWordWrap(True)
        self._status.setMinimumWidth(1)
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(self._words, 1)
        top.addWidget(self._count)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(5)
        layout.addLayout(top)
        layout.addWidget(self._note)
        layout.addWidget(self._list, 1)
        layout.addWidget(self._status)
        layout.addWidget(self._legend)

    # public

    def setLibrary(self, sources: Sequence[Source], edges: Sequence[Edge], runnable: frozenset[str]) -> None:
        """All sources and edges that there are; `runnable` are the keys whose technique the engine can run."""
        self._model.set_library(sources, edges, runnable)
        self._legend.setContents(self._model.rings, any(edge.basis is Basis.OWN for edge in edges))
        self._retranslate()

    def setFilter(self, wanted: SourceFilter, visible: Collection[str] | None) -> None:
        """Show only the `visible` sources (None: all), and say what `wanted` asks for."""
        self._filter = wanted
        if self._words.text().split() != wanted.text.split():
            self._words.blockSignals(True)
            self._words.setText(wanted.text)
            self._words.blockSignals(False)
        self._note.setFilter(wanted)
        self._model.set_visible(visible)
        self._list.reveal(self._model.selected)
        self._refresh()
        if self._words.hasFocus() and QAccessible.isActive():
            count = self.tr("{0} of {1}").format(self._model.shown, self._model.total)
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._words, count))

    def setLanguage(self, language: str) -> None:
        """The language of names, months and tooltips: "en" or "zh"."""
        self._model.set_language(language)
        self._refresh()

    def select(self, key: str) -> None:
        """Select a source, light up its whole lineage and bring it into sight; "" clears. No signal is emitted."""
        self._model.set_selected(key)
        self._list.reveal(key)
        self._refresh()

    def setKin(self, ancestors: Collection[str], descendants: Collection[str]) -> None:
        """Light up these (keys, or a mapping from keys to steps) instead of the whole lineage of the selected source,
        until the next `select`."""
        self._model.set_kin(ancestors, descendants)
        self._refresh()

    def setSelection(self, keys: Collection[str]) -> None:
        """Mark the sources that a command would be about, in other views selected together."""
        self._model.marked = frozenset(keys)
        self._list.viewport().update()

    def focusText(self) -> None:
        """Put the cursor into the field of words, all of them selected."""
        self._words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._words.selectAll()

    def fullSize(self) -> QSize:
        """The size at which nothing scrolls: for exporting the whole lineage and not only what is in sight."""
        return QSize(self.width(), self.height() - self._list.viewport().height() + self._list.full_height())

    def describe(self) -> str:
        """The timeline in words: what is shown, and a line for every year and source."""
        model = self._model
        said = Qt.ItemDataRole.AccessibleTextRole
        lines = [self._status_plain(*self._counts())] + [
            str(model.index(row).data(said)) for row in range(model.rowCount())
        ]
        return "\n".join(lines)

    # inside

    def _choose(self, key: str) -> None:
        self.select(key)
        self.sourceSelected.emit(key)

    def _clear(self) -> None:
        self._list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.filterCleared.emit()

    def _refresh(self) -> None:
        model = self._model
        counts = self._counts()
        self._count.setText(sized(self.tr("{0} of {1}").format(model.shown, model.total), -1))
        self._status.setText(sized(self._status_text(*counts), -0.5))
        self._status.setVisible(bool(model.selected))
        self._list.setAccessibleDescription(self._status_plain(*counts))
        self._list.setEmpty(
            self.tr("No source passes the filter") if model.total else self.tr("The library is empty"),
            self.tr("Take a part of it away to see more.") if model.total else "",
        )
        self._legend.setLeftOut(self._list.left_out)

    def _selected(self) -> Source | None:
        return self._model.source(self._model.row(self._model.selected))

    def _counts(self) -> tuple[str, str]:
        older, newer = self._model.ancestors, self._model.descendants
        return (
            self._count_of(older, self.tr("1 ancestor"), self.tr("{0} ancestors")),
            self._count_of(newer, self.tr("1 descendant"), self.tr("{0} descendants")),
        )

    def _count_of(self, keys: Collection[str], one: str, many: str) -> str:
        """How many, and how many of them the filter hides."""
        text = one if len(keys) == 1 else many.format(len(keys))
        hidden = len(keys) - self._model.rows_of(keys).size
        return f"{text} ({self.tr('{0} hidden').format(hidden)})" if hidden else text

    def _status_text(self, ancestors: str, descendants: str) -> str:
        """The counts in their colours; says so when the filter hides the selected source."""
        own = colours(self)
        up, down = (own.readable(kin_colour(own, kin), own.window).name() for kin in (Kin.PARENT, Kin.CHILD))
        text = f'<span style="color:{up}">▲&nbsp;{ancestors}</span> · '
        text += f'<span style="color:{down}">▼&nbsp;{descendants}</span>'
        if self._selected() is None and self._model.selected:
            text += f'<br><span style="color:{own.muted.name()}">{self.tr("hidden by the filter")}</span>'
        return text

    def _status_plain(self, *counts: str) -> str:
        model, source = self._model, self._selected()
        text = self.tr("{0} of {1}").format(model.shown, model.total)
        return f"{text}. {model.name(source)}: {', '.join(counts)}" if source else text

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Lineage"))
        self._list.setAccessibleName(self.tr("Sources in order of date"))
        self._words.setPlaceholderText(self.tr("Filter {0} sources").format(self._model.total))
        self._words.setAccessibleName(self.tr("Filter the sources"))
        self._words.setToolTip(self.tr("Words of a name, title, author, mechanism, note or tag. Esc clears."))
        self._note.setFilter(self._filter)
        self._legend.retranslate()
        self._refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape and self._words.text():
                self._words.clear()
                return True
            if watched is self._words and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._list.enter()
                return True
        return False

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._refresh()
