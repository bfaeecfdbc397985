"""A row of widgets that goes on in a further line when there is no more room."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowRow(QLayout):
    """Items in reading order; what comes after `addGap` is pushed to the right end of its line."""

    def __init__(self, parent: QWidget | None = None, spacing: int = 5) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._pushed: int | None = None  # index of the first item of the right end
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addGap(self) -> None:
        self._pushed = len(self._items)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        edges = self.contentsMargins()
        inner = QRect(0, 0, width - edges.left() - edges.right(), 0)
        return self._arrange(inner, move=False) + edges.top() + edges.bottom()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect.marginsRemoved(self.contentsMargins()), move=True)

    def sizeHint(self) -> QSize:
        shown = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() for size in shown) + self.spacing() * max(0, len(shown) - 1)
        return QSize(width, max((size.height() for size in shown), default=0)).grownBy(self.contentsMargins())

    def minimumSize(self) -> QSize:
        shown = [item.minimumSize() for item in self._items if not item.isEmpty()]
        least = QSize(max((s.width() for s in shown), default=0), max((s.height() for s in shown), default=0))
        return least.grownBy(self.contentsMargins())

    def _arrange(self, rect: QRect, move: bool) -> int:
        """The height that the lines take."""
        top = rect.top()
        for line in self._lines(rect.width()):
            tall = max(item.sizeHint().height() for item in line)
            if move:
                self._place(line, QRect(rect.left(), top, rect.width(), tall))
            top += tall + self.spacing()
        return max(0, top - rect.top() - self.spacing())

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._items:
            if item.isEmpty():
                continue
            wide = item.sizeHint().width()
            if lines and used + self.spacing() + wide <= width:
                lines[-1].append(item)
                used += self.spacing() + wide
            else:
                lines.append([item])
                used = wide
        return lines

    def _place(self, line: list[QLayoutItem], rect: QRect) -> None:
        pushed = set(map(id, self._items[self._pushed :])) if self._pushed is not None else set()
        left = rect.left()
        for index, item in enumerate(line):
            size = item.sizeHint()
            if id(item) in pushed and (index == 0 or id(line[index - 1]) not in pushed):
                rest = sum(other.sizeHint().width() + self.spacing() for other in line[index:]) - self.spacing()
                left = max(left, rect.right() + 1 - rest)
            item.setGeometry(QRect(QPoint(left, rect.top() + (rect.height() - size.height()) // 2), size))
            left += size.width() + self.spacing()
