"""The headings of the source table: the keyboard reaches them, sorts by them, moves and resizes them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QFontMetrics, QKeyEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from widgets.fonts import scale, ui_font
from widgets.palette import colours
from widgets.source_table_columns import NUMBERS, Column

STEP = 16  # px at scale 1 by which Alt+arrow resizes


class SourceTableHeader(QHeaderView):
    """Left and Right move along, Enter or Space sorts, Down leaves. Ctrl+arrow moves a column, Alt+arrow sizes it."""

    sortAsked = Signal(int)
    left = Signal()
    menuAsked = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._current = 0  # logical
        self._sorted: tuple[int, bool] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSectionsMovable(True)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(lambda place: self.menuAsked.emit(self.mapToGlobal(place)))
        self.sectionClicked.connect(self.sortAsked)

    def setSorted(self, column: int, descending: bool) -> None:
        """Show an arrow at the column that rows are sorted by."""
        self._sorted = (column, descending)
        self.viewport().update()

    @property
    def current(self) -> int:
        """The column that the keyboard is at."""
        return self._current

    def needed(self, column: int) -> int:
        """The width at which a heading is whole, with its arrow."""
        unit, text = scale(), str(self.model().headerData(column, Qt.Orientation.Horizontal))
        return QFontMetrics(ui_font(-1, QFont.Weight.DemiBold)).horizontalAdvance(text) + round(25 * unit)

    def setCurrent(self, column: int) -> None:
        self._current = column
        self.viewport().update()

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        own, unit = colours(self), scale()
        painter.fillRect(rect, own.window)
        painter.setPen(own.border)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.drawLine(rect.right(), rect.top() + 5, rect.right(), rect.bottom() - 5)
        column, pad = Column(logicalIndex), round(8 * unit)
        is_sorted = self._sorted is not None and self._sorted[0] == logicalIndex
        font = ui_font(-1, QFont.Weight.DemiBold)
        room = rect.adjusted(pad, 0, -pad // 2 - 1, 0)
        text = str(self.model().headerData(logicalIndex, Qt.Orientation.Horizontal))
        metrics = QFontMetrics(font)
        arrow = round(11 * unit) if is_sorted else 0
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width() - arrow)
        width = metrics.horizontalAdvance(shown)
        x = room.right() - width - arrow if column in NUMBERS else room.left()
        painter.setFont(font)
        painter.setPen(own.text if is_sorted else own.readable(own.muted, own.window))
        painter.drawText(QRect(x, rect.top(), width + 2, rect.height()), Qt.AlignmentFlag.AlignVCenter, shown)
        if is_sorted and self._sorted:
            self._paint_arrow(painter, QPointF(x + width + 7 * unit, rect.center().y() + 0.5), self._sorted[1])
        if self.hasFocus() and logicalIndex == self._current:
            painter.setPen(QPen(own.accent, 2))
            painter.drawRect(rect.adjusted(1, 1, -2, -2))

    def _paint_arrow(self, painter: QPainter, centre: QPointF, descending: bool) -> None:
        size, turn = 3.6 * scale(), 1 if descending else -1
        tip, base = QPointF(0, turn * size * 0.8), turn * size * -0.6
        points = [centre + tip, centre + QPointF(-size, base), centre + QPointF(size, base)]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours(self).accent)
        painter.drawPolygon(QPolygonF(points))
        painter.restore()

    # keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = event.key(), event.modifiers()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._sideways(-1 if key == Qt.Key.Key_Left else 1, held)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.sortAsked.emit(self._current)
        elif key == Qt.Key.Key_Menu or (key == Qt.Key.Key_Down and held & Qt.KeyboardModifier.AltModifier):
            self.menuAsked.emit(self.mapToGlobal(QPoint(self.sectionViewportPosition(self._current), self.height())))
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Escape):
            self.left.emit()
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            shown = self.shown()
            self._go(shown[0] if key == Qt.Key.Key_Home else shown[-1])
        else:
            event.ignore()

    def shown(self) -> list[int]:
        """The columns to be seen, from left to right."""
        order = (self.logicalIndex(place) for place in range(self.count()))
        return [column for column in order if not self.isSectionHidden(column)]

    def _sideways(self, step: int, held: Qt.KeyboardModifier) -> None:
        shown = self.shown()
        place = shown.index(self._current) if self._current in shown else 0
        if held & Qt.KeyboardModifier.AltModifier:
            width = self.sectionSize(self._current) + step * round(STEP * scale())
            self.resizeSection(self._current, max(width, self.minimumSectionSize()))
            return
        to = shown[min(max(place + step, 0), len(shown) - 1)]
        if held & Qt.KeyboardModifier.ControlModifier:
            self.moveSection(self.visualIndex(self._current), self.visualIndex(to))
        self._go(self._current if held & Qt.KeyboardModifier.ControlModifier else to)

    def _go(self, column: int) -> None:
        self._current = column
        self.setAccessibleDescription(str(self.model().headerData(column, Qt.Orientation.Horizontal)))
        start, end = self.sectionPosition(column), self.sectionPosition(column) + self.sectionSize(column)
        view = self.parentWidget()
        if isinstance(view, QAbstractItemView):
            bar = view.horizontalScrollBar()
            if start < self.offset():
                bar.setValue(start)
            elif end > self.offset() + self.viewport().width():
                bar.setValue(end - self.viewport().width())
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        shown = self.shown()
        if self._current not in shown and shown:
            self._current = shown[0]
        self._go(self._current)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.viewport().update()
