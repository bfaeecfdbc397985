"""The ground of the labs' pictures: title, hover, keyboard cursor, focus frame, text twin."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.fonts import scale, ui_font
from widgets.lab_plot_callout import draw_callout
from widgets.palette import DataColours, colours
from widgets.surface import paint_focus

REACH = 18.0  # px at scale 1 from which the pointer finds a point
_PAD = 6.0
_LEAST = 60.0  # px at scale 1 without which a picture would only be a smear


@dataclass(frozen=True)
class Target:
    """Something with a value: hover and keyboard find it. `row` groups what Left and Right walk along."""

    place: QPointF
    text: str
    row: int = 0
    box: QRectF | None = None  # its whole area; None: it is a point


class LabPlot(QWidget):
    """A subclass paints (`paintPlot`), names its targets as it does so (`targets`), and tells them as text.

    `cursorMoved(number)`: the keyboard or the mouse is on another target, -1 for none.
    """

    cursorMoved = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ""
        self._empty = ""
        self._cursor = -1  # of the keyboard
        self._hovered = -1
        self._targets: list[Target] = []
        self._laid_out: tuple[object, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # --- for subclasses ------------------------------------------------------------------------------------------

    def paintPlot(self, painter: QPainter, room: QRectF, own: DataColours) -> None:
        """Paint into `room`."""
        raise NotImplementedError

    def layTargets(self, room: QRectF) -> list[Target]:
        """Everything that has a value, row by row, from left to right."""
        raise NotImplementedError

    def isEmpty(self) -> bool:
        raise NotImplementedError

    def lines(self) -> list[str]:
        """The text twin without the title."""
        return [target.text for target in self.targets()]

    def tableData(self) -> tuple[Sequence[str], Sequence[Sequence[object]]]:
        """Header and rows of what is shown."""
        raise NotImplementedError

    def changed(self) -> None:
        """Other data: what was found out from the old is forgotten."""
        self._laid_out = ()
        self._hovered = -1
        self.setAccessibleDescription("\n".join(self.lines()[:40]))
        self.update()

    # --- public --------------------------------------------------------------------------------------------------

    def setTitle(self, title: str) -> None:
        """Stands over the picture, and names it to screen readers."""
        self._title = title
        self.setAccessibleName(title)
        self._laid_out = ()
        self.update()

    def title(self) -> str:
        return self._title

    def setEmptyText(self, text: str) -> None:
        """What stands there while there is nothing to show."""
        self._empty = text
        self.update()

    def describe(self) -> str:
        """The text twin."""
        body = [self._empty] if self.isEmpty() else self.lines()
        return "\n".join(line for line in (self._title, *body) if line)

    def targets(self) -> list[Target]:
        """What hover and keyboard find, at the present size."""
        key = (self.width(), self.height(), scale())
        if self._laid_out != key:
            self._targets = [] if self.isEmpty() else self.layTargets(self.room())
            self._laid_out = key
            self._cursor = min(self._cursor, len(self._targets) - 1)
        return self._targets

    def setCursorTarget(self, number: int) -> None:
        """Put the cursor on a target, -1 for none."""
        number = max(-1, min(number, len(self.targets()) - 1))
        if number != self._cursor:
            self._cursor = number
            self.update()
            self.cursorMoved.emit(number)
            if number >= 0:
                self.setAccessibleDescription(self._targets[number].text)
                QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def cursorTarget(self) -> int:
        return self._cursor

    def room(self) -> QRectF:
        """What is left for the picture under its title."""
        pad = _PAD * scale()
        return QRectF(self.rect()).adjusted(pad, pad + self._title_height(), -pad, -pad)

    def sizeHint(self) -> QSize:
        return QSize(420, 260) * scale()

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 130) * scale()

    # --- inside --------------------------------------------------------------------------------------------------

    def _title_height(self) -> float:
        return QFontMetricsF(_title_font()).height() + 4 if self._title else 0.0

    def paintEvent(self, event: QPaintEvent) -> None:
        own = colours(self)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            room = self.room()
            if self._title:
                painter.setFont(_title_font())
                painter.setPen(own.text)
                metrics = QFontMetricsF(painter.font())
                shown = metrics.elidedText(self._title, Qt.TextElideMode.ElideRight, room.width())
                painter.drawText(QPointF(room.left(), _PAD * scale() + metrics.ascent()), shown)
            if self.isEmpty() or min(room.width(), room.height()) < _LEAST * scale():
                painter.setFont(ui_font(-0.5))
                painter.setPen(own.muted)
                flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(room.adjusted(12, 0, -12, 0), flags, self._empty if self.isEmpty() else "…")
            else:
                self.paintPlot(painter, room, own)
                self._paint_callout(painter, own)
            paint_focus(painter, self, own)

    def _paint_callout(self, painter: QPainter, own: DataColours) -> None:
        number = self._hovered if self._hovered >= 0 else (self._cursor if self.hasFocus() else -1)
        if 0 <= number < len(self.targets()):
            target = self._targets[number]
            draw_callout(painter, QRectF(self.rect()), target.place, target.box, target.text, own)

    def _find(self, place: QPointF) -> int:
        """The target under a position, or the nearest point within reach."""
        best, found = REACH * scale(), -1
        for number, target in enumerate(self.targets()):
            if target.box is not None:
                if target.box.contains(place):
                    return number
                continue
            away = math.hypot(target.place.x() - place.x(), target.place.y() - place.y())
            if away < best:
                best, found = away, number
        return found

    def _hover(self, number: int) -> None:
        if number != self._hovered:
            self._hovered = number
            self.update()
            self.cursorMoved.emit(number)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self._find(event.position()))
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setCursorTarget(self._find(event.position()))
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moved = self._walked(event.key())
        if moved is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        self._hovered = -1
        self.setCursorTarget(moved)

    def _walked(self, key: int) -> int | None:
        """The target that a key leads to, None if it is no key for walking."""
        targets, keys = self.targets(), Qt.Key
        if key not in (keys.Key_Left, keys.Key_Right, keys.Key_Up, keys.Key_Down, keys.Key_Home, keys.Key_End):
            return None
        if not targets or self._cursor < 0:
            return 0 if targets else -1
        here = targets[self._cursor]
        row = [number for number, target in enumerate(targets) if target.row == here.row]
        if key in (keys.Key_Home, keys.Key_End):
            return row[0] if key == keys.Key_Home else row[-1]
        if key in (keys.Key_Left, keys.Key_Right):
            place = row.index(self._cursor) + (1 if key == keys.Key_Right else -1)
            return row[max(0, min(place, len(row) - 1))]
        rows = sorted({target.row for target in targets})
        wanted = rows.index(here.row) + (1 if key == keys.Key_Down else -1)
        if not 0 <= wanted < len(rows):
            return self._cursor
        others = [number for number, target in enumerate(targets) if target.row == rows[wanted]]
        return min(others, key=lambda number: abs(targets[number].place.x() - here.place.x()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._laid_out = ()
            self.update()


def _title_font() -> QFont:
    return ui_font(0, QFont.Weight.DemiBold)
