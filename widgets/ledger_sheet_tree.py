"""The tree of the ledger sheet: rows that share the height, columns that give way, and copying as text."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, Qt
from PySide6.QtGui import (
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from engine.sheet import LEDGERS
from widgets.fonts import scale, ui_font
from widgets.ledger_sheet_delegate import LedgerSheetDelegate
from widgets.ledger_sheet_model import Column, LedgerSheetModel
from widgets.palette import colours

Index = QModelIndex | QPersistentModelIndex
WIDE = 560  # px at scale 1 from which figures carry their units
NO_BEFORE = 330  # px at scale 1 under which the day before gives way


@dataclass(frozen=True)
class Place:
    """What a user had unfolded and where they were."""

    unfolded: frozenset[str]
    current: str


class LedgerSheetTree(QTreeView):
    """All eighteen folded rows fit without scrolling while there are at least 18 px for each (at scale 1)."""

    def __init__(self, model: LedgerSheetModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._delegate = LedgerSheetDelegate(model, colours(self), self)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setExpandsOnDoubleClick(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.header()
        header.setSectionsMovable(False)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(12)
        header.setStyleSheet("QHeaderView::section { padding: 0 0.4em; }")  # the rows need the height
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        model.modelReset.connect(self._arrange)
        self._arrange()

    # sizes

    def _arrange(self) -> None:
        """Share out the height among eighteen rows and the width among the columns."""
        unit, header = scale(), self.header()
        header.setFont(ui_font(-1))
        header.setFixedHeight(QFontMetrics(ui_font(-1)).height() + round(5 * unit))
        room = self.height() - header.height() - 2 * self.frameWidth()
        least = max(round(18 * unit), QFontMetrics(ui_font()).height())
        height = min(max(room // len(LEDGERS), least), round(29 * unit))
        if height != self._delegate.row_height:
            self._delegate.row_height = height
            self.doItemsLayout()
        self.setIndentation(round(10 * unit))
        compared = self._model.delta is not None
        width = self.viewport().width()
        self._delegate.compact = width < WIDE * unit
        self.setColumnHidden(Column.BEFORE, not compared or width < NO_BEFORE * unit)
        self.setColumnHidden(Column.CHANGE, not compared)
        before = round(min(max(width * 0.15, 56 * unit), 104 * unit))
        after = round(min(max(width * 0.16, 66 * unit), 104 * unit))
        change = round(min(max(width * 0.25, 95 * unit), 190 * unit))
        widths = {
            Column.BEFORE: before,
            Column.AFTER: after,
            Column.CHANGE: change,
            Column.EVIDENCE: round(17 * unit),
        }
        taken = sum(size for column, size in widths.items() if not self.isColumnHidden(column))
        for column, size in {**widths, Column.NAME: max(width - taken, 60)}.items():
            header.resizeSection(column, size)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._delegate.own = colours(self)
            self._arrange()
            self.viewport().update()

    # folding

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """A chevron before each ledger."""
        if not self._model.is_ledger(index):
            return
        own, unit = self._delegate.own, scale()
        x, y, size = rect.right() - 6.5 * unit, rect.center().y() + 0.5, 3.2 * unit
        if self.isExpanded(index):
            points = [QPointF(x - size, y - size / 2), QPointF(x, y + size / 2), QPointF(x + size, y - size / 2)]
        else:
            points = [QPointF(x - size / 2, y - size), QPointF(x + size / 2, y), QPointF(x - size / 2, y + size)]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(own.muted, 1.4 * unit, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPolyline(QPolygonF(points))
        painter.restore()

    def place(self) -> Place:
        model = self._model
        unfolded = (ledger for ledger in model.ledgers if self.isExpanded(model.find(ledger)))
        current = self.currentIndex()
        return Place(frozenset(unfolded), current.data(LedgerSheetModel.KEY) if current.isValid() else "")

    def restore(self, place: Place) -> None:
        for ledger in place.unfolded & frozenset(self._model.ledgers):
            self.expand(self._model.find(ledger))
        index = self._model.find(place.current)
        if index.isValid():
            self.setCurrentIndex(index)

    def go_to(self, key: str) -> None:
        index = self._model.find(key)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    # copying

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._fold():
            event.accept()
        else:
            super().keyPressEvent(event)

    def _fold(self) -> bool:
        """Fold or unfold the current ledger; False if the current row is none."""
        index = self.currentIndex().siblingAtColumn(0)
        if not self._model.is_ledger(index):
            return False
        self.setExpanded(index, not self.isExpanded(index))
        return True

    def copy(self) -> None:
        """Tab-separated text with a head line: the selected rows in the order they are shown, or every quantity."""
        QGuiApplication.clipboard().setText(self.selected_text())

    def selected_text(self) -> str:
        rows = sorted(self.selectionModel().selectedRows(), key=lambda index: self.visualRect(index).top())
        text = io.StringIO()
        writer = csv.writer(text, delimiter="\t", lineterminator="\n")
        compared = self._model.delta is not None
        head = ("before", "after", "ratio", "verdict") if compared else ("value",)
        writer.writerow(("ledger", "quantity", *head, "unit", "evidence"))
        for index in rows or self._every_quantity():
            line = self._model.line(index)
            ratio = "" if line.ratio is None else line.ratio
            sides = [("" if side.value is None else side.value) for side in (line.before, line.after)]
            figures = (*sides, ratio, str(line.verdict)) if compared else (sides[1],)
            quantity = line.quantity
            writer.writerow((quantity.ledger, quantity.name, *figures, quantity.unit, str(quantity.evidence)))
        return text.getvalue()

    def _every_quantity(self) -> list[QModelIndex]:
        model = self._model
        parents = [model.find(ledger) for ledger in model.ledgers]
        return [model.index(row, 0, parent) for parent in parents for row in range(model.rowCount(parent))]
