"""What an import would bring: every reference with a check box, what the library has already, and every problem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from citations.exchange import Duplicate, Incoming, format_of
from citations.exchange.choice import sensible
from widgets import format as written
from widgets.elided_label import ElidedLabel
from widgets.empty_note import EmptyNote
from widgets.fonts import ui_font
from widgets.library_preview_model import ItemModel, ProblemModel
from widgets.library_preview_rows import ItemTable, ProblemTable
from widgets.library_preview_words import MARKS, State, about, headline, problem_text, state_name, tr


class LibraryPreview(QWidget):
    """`takenChanged` when boxes are checked; `sourceRequested(key)` for what a reference is a duplicate of."""

    takenChanged = Signal()
    sourceRequested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._incoming: Incoming | None = None
        self._items, self._problems = ItemModel(), ProblemModel()
        self._title, self._about = QLabel(), ElidedLabel()
        self.table, self.problems = ItemTable(self._items), ProblemTable(self._problems)
        self._problem_title, self._empty = QLabel(), EmptyNote()
        self.states: dict[State | None, QPushButton] = {state: self._button() for state in (None, *State)}
        self.all, self.none, self.new = QPushButton(), QPushButton(), QPushButton()
        self._arrange()
        self._connect()
        self._retranslate()

    def _button(self) -> QPushButton:
        button = QPushButton()
        button.setCheckable(True)
        return button

    def _arrange(self) -> None:
        states, self._group = QHBoxLayout(), QButtonGroup(self)
        for button in self.states.values():
            self._group.addButton(button)
            states.addWidget(button)
        states.addStretch(1)
        for button in (self.new, self.all, self.none):
            button.setAutoDefault(False)
            states.addWidget(button)
        self.states[None].setChecked(True)
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 6, 0, 0)
        column.addWidget(self._problem_title)
        column.addWidget(self.problems, 1)
        above = QWidget()
        self._stack = QStackedLayout(above)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self._empty)
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        for part, weight in ((above, 3), (below, 1)):
            self._splitter.addWidget(part)
            self._splitter.setStretchFactor(self._splitter.count() - 1, weight)
            self._splitter.setCollapsible(self._splitter.count() - 1, False)
        self._below = below
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._title)
        whole.addWidget(self._about)
        whole.addLayout(states)
        whole.addWidget(self._splitter, 1)
        self.setFocusProxy(self.table)

    def _connect(self) -> None:
        for state, button in self.states.items():
            button.clicked.connect(lambda _=False, state=state: self._show(state))
        self.all.clicked.connect(lambda: self._items.take(range(self._items.rowCount()), True))
        self.none.clicked.connect(lambda: self._items.take(range(self._items.rowCount()), False))
        self.new.clicked.connect(self._take_new)
        self._items.takenChanged.connect(self._tell)
        self.table.opened.connect(self._open)
        self.problems.lineChosen.connect(self._go_to_line)

    def setIncoming(self, incoming: Incoming | None, duplicates: Mapping[int, Duplicate]) -> None:
        """Show what a file holds; checked is what is new and has a title."""
        self._incoming, self._duplicates = incoming, duplicates
        taken = sensible(incoming, duplicates) if incoming is not None else ()
        self._items.setIncoming(incoming, duplicates, taken)
        self._problems.setProblems(() if incoming is None else incoming.problems)
        self._below.setVisible(bool(self._problems.problems))
        self.states[None].setChecked(True)
        self._show(None)
        self._retranslate()

    def taken(self) -> frozenset[int]:
        """Places of the references that are checked."""
        return frozenset(self._items.taken)

    def setTaken(self, places: Iterable[int]) -> None:
        """Check these references and no others."""
        self._items.setIncoming(self._incoming, self._duplicates, places)
        self._tell()

    def describe(self) -> str:
        """Everything as text."""
        if self._incoming is None:
            return tr("No file has been read.")
        lines = [self._about.text(), self._title.text()]
        lines += [self._items.spoken(place) for place in range(len(self._incoming.items))]
        return "\n".join([*lines, *(problem_text(problem) for problem in self._incoming.problems)])

    def _take_new(self) -> None:
        if self._incoming is not None:
            self.setTaken(sensible(self._incoming, self._duplicates))

    def _show(self, state: State | None) -> None:
        self._items.show(state)
        empty = self._items.rowCount() == 0
        self._stack.setCurrentWidget(self._empty if empty else self.table)
        if not empty:
            self.table.selectRow(0)

    def _open(self, row: int) -> None:
        duplicate = self._items.duplicate(self._items.place(row))
        if duplicate is not None and not duplicate.inside:
            self.sourceRequested.emit(duplicate.of)

    def _go_to_line(self, line: int) -> None:
        self.states[None].setChecked(True)
        self._items.show(None)
        row = self._items.row_at_line(line)
        if row >= 0:
            self.table.selectRow(row)
            self.table.scrollTo(self._items.index(row, 0))

    def _tell(self) -> None:
        self._retranslate()
        self.takenChanged.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange):
            self._retranslate()

    def _retranslate(self) -> None:
        incoming, counts = self._incoming, self._items.counts()
        title = headline(incoming, len(self._items.taken)) if incoming is not None else tr("No file has been read.")
        self._title.setText(title)
        self._title.setFont(ui_font(2, QFont.Weight.DemiBold))
        name = format_of(incoming.format).name if incoming is not None and incoming.format else ""
        self._about.setText(about(incoming, name) if incoming is not None else "")
        for state, button in self.states.items():
            count = counts[state] if state is not None else sum(counts.values())
            words = tr("All") if state is None else state_name(state)
            mark = f"{MARKS[state]} " if state is not None else ""
            button.setText(f"{mark}{words[:1].upper()}{words[1:]} {written.count(count)}")
            button.setVisible(state is None or count > 0)
        self.new.setText(tr("Check new"))
        self.all.setText(tr("Check shown"))
        self.none.setText(tr("Uncheck shown"))
        self.new.setToolTip(tr("Check what is new and has a title, uncheck the rest"))
        self._problem_title.setText(tr("Problems ({0})").format(written.count(len(self._problems.problems))))
        self._problem_title.setFont(ui_font(0.5, QFont.Weight.DemiBold))
        self._empty.setTexts(
            tr("No references"), tr("The list of problems says why.") if self._problems.problems else ""
        )
        self.table.setAccessibleName(tr("References of the file"))
        self.table.setAccessibleDescription(
            tr("Space checks or unchecks the selected rows; Enter shows what a row is a duplicate of.")
        )
        self.problems.setAccessibleName(tr("Problems of the file"))
        self.problems.setAccessibleDescription(tr("Moving to a problem shows the reference at its line."))
        self.setAccessibleName(tr("Preview of the import"))
        self.setAccessibleDescription(title)
        self.table.fit()
        self.problems.fit()
