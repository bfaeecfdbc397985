"""A page of rich text whose inline backgrounds are drawn as rounded chips. Text stays selectable text."""

from __future__ import annotations

from math import ceil
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QBrush,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
    QTextLine,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from widgets.fonts import ui_font

_FAR = 1e6  # pixels; below any page
_CHIP = QTextFormat.Property.UserProperty + 1


class RichPage(QTextBrowser):
    """`linkClicked(target)` when a link is clicked or activated by keyboard; nothing is ever opened."""

    linkClicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: list[tuple[QRectF, QBrush]] | None = None
        self._written: QTextDocument | None = None
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(8)
        self.anchorClicked.connect(self._clicked)

    def setPage(self, html: str, keep_place: bool = False) -> None:
        """Show `html` from its top, or where it was with `keep_place`."""
        place = self.verticalScrollBar().value() if keep_place else 0
        page = QTextDocument(self)  # written before it is shown, so that it is laid out once
        page.setUndoRedoEnabled(False)
        page.setDocumentMargin(self.document().documentMargin())
        page.setDefaultFont(ui_font())
        page.setHtml(html)
        _take_backgrounds(page)
        self.setDocument(page)
        if self._written is not None:
            self._written.deleteLater()
        self._written = page
        page.documentLayout().documentSizeChanged.connect(self._forget)
        self._forget()
        self.verticalScrollBar().setValue(place)

    def fullHeight(self, width: int) -> int:
        """The height at which a page of that width needs no scroll bar."""
        bar, edge = self.verticalScrollBar(), self.height() - self.viewport().height()
        sides = self.width() - self.viewport().width() + (0 if bar.isVisible() else bar.sizeHint().width())
        copy = self.document().clone()
        copy.setTextWidth(width - sides)  # with the bar: one that is there goes only when there is room beside it
        copy.documentLayout().hitTest(QPointF(0, _FAR), Qt.HitTestAccuracy.FuzzyHit)  # lays out to the end
        height = ceil(copy.size().height()) + edge + 2
        copy.deleteLater()
        return height

    def focusLink(self, target: str) -> None:
        """Put the keyboard on the first link to `target`, if there is one: Tab goes on from there."""
        block = self.document().begin()
        while block.isValid():
            for fragment in _fragments(block):
                if fragment.charFormat().anchorHref() == target:
                    cursor = QTextCursor(self.document())
                    cursor.setPosition(fragment.position())
                    cursor.setPosition(fragment.position() + fragment.length(), QTextCursor.MoveMode.KeepAnchor)
                    place = self.verticalScrollBar().value()
                    self.setTextCursor(cursor)
                    self.verticalScrollBar().setValue(place)
                    return
            block = block.next()

    def _forget(self, *_: object) -> None:
        self._chips = None
        self.viewport().update()

    def _measured(self) -> list[tuple[QRectF, QBrush]]:
        """Where the chips are, in document coordinates."""
        if self._chips is None:
            self._chips = []
            block = self.document().begin()
            while block.isValid():
                for fragment in _fragments(block):
                    brush = fragment.charFormat().property(_CHIP)
                    if brush is not None:
                        self._measure(block, fragment.position(), fragment.length(), brush)
                block = block.next()
        return self._chips

    def _measure(self, block: QTextBlock, position: int, length: int, brush: QBrush) -> None:
        layout, start = block.layout(), position - block.position()
        origin = self.document().documentLayout().blockBoundingRect(block).topLeft()
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            first, last = max(start, line.textStart()), min(start + length, line.textStart() + line.textLength())
            if first >= last:
                continue
            left, right = (_x(line, place) for place in (first, last))
            base = origin.y() + line.y() + line.ascent()
            tall = self.fontMetrics().ascent()
            box = QRectF(origin.x() + left, base - tall * 0.98, right - left, tall * 1.32)
            if self._chips is not None:
                self._chips.append((box, brush))

    def paintEvent(self, event: QPaintEvent) -> None:
        shift = self.verticalScrollBar().value()
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.translate(0, -shift)
            for box, brush in self._measured():
                painter.setBrush(brush)
                painter.drawRoundedRect(box, 5, 5)
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._forget()

    def _clicked(self, url: QUrl) -> None:
        self.linkClicked.emit(url.toString())


def _take_backgrounds(page: QTextDocument) -> None:
    """Turn inline backgrounds into chips: Qt would fill them as sharp rectangles."""
    cursor = QTextCursor(page)
    found = []
    block = page.begin()
    while block.isValid():
        for fragment in _fragments(block):
            brush = fragment.charFormat().background()
            if brush.style() is not Qt.BrushStyle.NoBrush:
                found.append((fragment.position(), fragment.length(), fragment.charFormat(), QBrush(brush)))
        block = block.next()
    cursor.beginEditBlock()
    for position, length, style, brush in found:
        style.clearBackground()
        style.setProperty(_CHIP, brush)
        cursor.setPosition(position)
        cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(style)
    cursor.endEditBlock()


def _x(line: QTextLine, place: int) -> float:
    found: Any = line.cursorToX(place)  # the binding returns (x, place)
    return float(found[0] if isinstance(found, tuple) else found)


def _fragments(block: QTextBlock) -> list[QTextFragment]:
    found = []
    iterator = block.begin()
    while not iterator.atEnd():
        found.append(iterator.fragment())
        iterator += 1
    return found
