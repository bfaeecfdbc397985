"""A layout that flows from left to right and wraps, with a tail that keeps to the right end of the first line."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Items as wide as they hint. What was added with `addTail` stands at the right; the first item may grow."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 6, grow: int = 0) -> None:
        super().__init__(parent)
        self._flow: list[QLayoutItem] = []
        self._tail: list[QLayoutItem] = []
        self._into = self._flow
        self._glued: set[int] = set()  # ids of items, which live in `_flow`
        self._gap = gap
        self.grow = grow  # px that the first item may be wider than its hint

    def addGlued(self, widget: QWidget) -> None:
        """Add a widget that never ends a line: it goes with the one after it."""
        self.addWidget(widget)
        self._glued.add(id(self._flow[-1]))

    def addTail(self, widget: QWidget) -> None:
        self._into = self._tail
        self.addWidget(widget)
        self._into = self._flow

    # Qt's side

    def addItem(self, item: QLayoutItem) -> None:
        self._into.append(item)

    def count(self) -> int:
        return len(self._flow) + len(self._tail)

    def itemAt(self, index: int) -> QLayoutItem | None:
        items = [*self._flow, *self._tail]
        return items[index] if 0 <= index < len(items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        if 0 <= index < len(self._flow):
            self._glued.discard(id(self._flow[index]))
            return self._flow.pop(index)
        index -= len(self._flow)
        return self._tail.pop(index) if 0 <= index < len(self._tail) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        shown = [item for item in (*self._flow, *self._tail) if not item.isEmpty()]
        margins = self.contentsMargins()
        width = max((item.minimumSize().width() for item in shown), default=0)
        height = max((item.sizeHint().height() for item in shown), default=0)
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, place=True)

    def _arrange(self, rect: QRect, *, place: bool) -> int:
        """Put every item in its place (or only measure); the height that is needed."""
        margins = self.contentsMargins()
        room = rect.marginsRemoved(margins)
        flow = [item for item in self._flow if not item.isEmpty()]
        tail = [item for item in self._tail if not item.isEmpty()]
        tail_width = sum(item.sizeHint().width() + self._gap for item in tail)
        line = max((item.sizeHint().height() for item in (*flow, *tail)), default=0)
        sizes = self._sizes(flow, room.width() - tail_width)
        # Where not even the first two fit beside it, the tail has a line of its own at the end.
        first_end = room.right() + 1 - tail_width
        own_line = sum(size.width() + self._gap for size in sizes[:2]) > room.width() - tail_width
        x, y = room.left(), room.top()
        for number, (item, size) in enumerate(zip(flow, sizes, strict=True)):
            end = room.right() + 1 if own_line or y > room.top() else first_end
            needed = size.width()
            if id(item) in self._glued and number + 1 < len(flow):
                needed += self._gap + sizes[number + 1].width()
            if x > room.left() and x + needed > end:
                x, y = room.left(), y + line + self._gap
            if place:
                item.setGeometry(QRect(QPoint(x, y + (line - size.height()) // 2), size))
            x += size.width() + self._gap
        if own_line and tail:
            y += line + self._gap
        if place:
            self._place_tail(tail, room, y if own_line else room.top(), line)
        return y + line + margins.bottom() - rect.top()

    def _sizes(self, flow: list[QLayoutItem], width: int) -> list[QSize]:
        sizes = [item.sizeHint() for item in flow]
        if sizes and self.grow:
            spare = width - sum(size.width() + self._gap for size in sizes)
            sizes[0].setWidth(sizes[0].width() + min(max(spare, 0), self.grow))
        return sizes

    def _place_tail(self, tail: list[QLayoutItem], room: QRect, y: int, line: int) -> None:
        x = room.right() + 1
        for item in reversed(tail):
            size = item.sizeHint()
            x -= size.width()
            item.setGeometry(QRect(QPoint(x, y + (line - size.height()) // 2), size))
            x -= self._gap
