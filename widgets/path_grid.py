"""The eighteen ledgers of a path as small multiples."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QToolTip, QWidget

from engine.sheet import LEDGERS
from widgets.fonts import scale
from widgets.ledger_text import ledger_account, ledger_name
from widgets.palette import colours
from widgets.path_cell import least_height, paint_cell
from widgets.path_data import PathData
from widgets.path_words import figure_words

_COLUMNS = (9, 6, 3, 2, 1)  # that make whole rows of eighteen
_LEAST_WIDTH = 100.0  # px of a cell at scale 1
_GAP = 6.0
_SHAPE = 1.55  # width to height that suits a cell


class PathGrid(QWidget):
    """Up and Down walk through the ledgers, Enter asks for one. `ledgerRequested(ledger)`."""

    ledgerRequested = Signal(str)
    chosenMoved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data = PathData((), {}, {}, frozenset())
        self._place = 0
        self._chosen = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._name_it()

    def setData(self, data: PathData, place: int) -> None:
        """Show a path as it is at a place."""
        self._data, self._place = data, place
        self._tell()
        self.update()

    def fit(self, room: QSize) -> None:
        """Take the size that suits the room: all of it, or more height than it has where cells would be too low."""
        self.resize(room.width(), max(room.height(), self.leastHeight(room.width(), room.height())))

    def leastHeight(self, width: int, height: int = 0) -> int:
        """The height that shows everything at a width, and at best in a height."""
        return self._least(self._columns(width, height), width)

    def _least(self, columns: int, width: float) -> int:
        rows = len(LEDGERS) // columns
        cell = (width + _GAP) / columns - _GAP
        return math.ceil(rows * least_height(cell, colours(self)) + (rows - 1) * _GAP)

    def _columns(self, width: float, height: float) -> int:
        fitting = [n for n in _COLUMNS if (width + _GAP) / n - _GAP >= _LEAST_WIDTH * scale()] or [1]

        def misfit(columns: int) -> float:
            wide = (width + _GAP) / columns - _GAP
            tall = max(self._least(columns, width), height) * columns / len(LEDGERS)
            beyond = max(0.0, self._least(columns, width) - height) if height else 0.0
            return beyond + abs(math.log(wide / tall / _SHAPE))

        return min(fitting, key=misfit)

    def _cells(self) -> list[QRectF]:
        columns = self._columns(self.width(), self.height())
        rows = len(LEDGERS) // columns
        wide = (self.width() + _GAP) / columns
        tall = (self.height() + _GAP) / rows
        return [
            QRectF(n % columns * wide, n // columns * tall, wide - _GAP, tall - _GAP) for n in range(len(LEDGERS))
        ]

    def _at(self, point: QPointF) -> int:
        return next((number for number, cell in enumerate(self._cells()) if cell.contains(point)), -1)

    def paintEvent(self, event: QPaintEvent) -> None:
        own = colours(self)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for number, cell in enumerate(self._cells()):
                if not cell.intersects(QRectF(event.rect())):
                    continue
                chosen = self.hasFocus() and number == self._chosen
                paint_cell(painter, cell, LEDGERS[number], self._data, self._place, own, chosen)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._at(event.position())
        if number >= 0 and event.button() is Qt.MouseButton.LeftButton:
            self._choose(number)
            self.ledgerRequested.emit(LEDGERS[number])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        columns = self._columns(self.width(), self.height())
        keys = Qt.Key
        steps = {keys.Key_Up: -1, keys.Key_Down: 1, keys.Key_PageUp: -columns, keys.Key_PageDown: columns}
        if event.key() in (keys.Key_Return, keys.Key_Enter):
            self.ledgerRequested.emit(LEDGERS[self._chosen])
        elif event.key() in steps:
            self._choose(max(0, min(len(LEDGERS) - 1, self._chosen + steps[keys(event.key())])))
        else:
            super().keyPressEvent(event)

    def _choose(self, number: int) -> None:
        self._chosen = number
        self._tell()
        self.chosenMoved.emit()
        self.update()

    def chosen(self) -> QRectF:
        """Where the chosen ledger is."""
        return self._cells()[self._chosen]

    def _words(self, number: int) -> str:
        ledger = LEDGERS[number]
        figure = self._data.figure(ledger, self._place) if self._data.stations else None
        return f"{ledger_name(ledger)}: {ledger_account(ledger)}" if figure is None else figure_words(ledger, figure)

    def _tell(self) -> None:
        self.setAccessibleDescription(self._words(self._chosen))

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._tell()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = self._at(event.pos().toPointF())
            text = "" if number < 0 else f"{self._words(number)}\n{ledger_account(LEDGERS[number])}"
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def _name_it(self) -> None:
        self.setAccessibleName(self.tr("Ledgers along the path"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._name_it()
        self.update()


class PathGridArea(QScrollArea):
    """Scrolls the grid where there is no room for readable cells."""

    def __init__(self, grid: PathGrid) -> None:
        super().__init__()
        self._grid = grid
        self.setWidget(grid)
        grid.chosenMoved.connect(self._reveal)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        grid.setAutoFillBackground(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.maximumViewportSize()
        # Qt hides a bar that is not needed only later, which is too late for a picture.
        whole = self._grid.leastHeight(room.width(), room.height()) <= room.height()
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if whole else policy.ScrollBarAlwaysOn)
        self._grid.fit(self.viewport().size())

    def _reveal(self) -> None:
        cell = self._grid.chosen().toAlignedRect()
        middle = cell.center()
        self.ensureVisible(middle.x(), middle.y(), cell.width() // 2, cell.height() // 2 + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 120)
