"""A legend that wraps: each entry a swatch (drawn by whoever owns the colour) and a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from widgets.fonts import scale, ui_font
from widgets.palette import DataColours, colours


@dataclass(frozen=True)
class LegendEntry:
    """`draw(painter, rectangle, colours)` paints the swatch; `meaning` is the longer explanation on hover."""

    label: str
    draw: Callable[[QPainter, QRectF, DataColours], None]
    meaning: str = ""
    wide: bool = False  # a swatch twice as wide, for lines and spans


class Legend(QWidget):
    """Entries in one line, or more when there is no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[LegendEntry, ...] = ()
        self._places: list[QRectF] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("Legend"))

    def setEntries(self, entries: Sequence[LegendEntry]) -> None:
        self._entries = tuple(entries)
        self.setAccessibleDescription(
            ", ".join(f"{entry.label}: {entry.meaning}" if entry.meaning else entry.label for entry in entries)
        )
        self._relayout()

    def entries(self) -> tuple[LegendEntry, ...]:
        return self._entries

    def _line(self) -> float:
        return QFontMetricsF(ui_font(-1)).height() + 4

    def _swatch(self, entry: LegendEntry) -> float:
        return round(self._line() * 0.62) * (2 if entry.wide else 1)

    def _arrange(self, width: float) -> list[QRectF]:
        metrics, line = QFontMetricsF(ui_font(-1)), self._line()
        places, x, y = [], 0.0, 0.0
        for entry in self._entries:
            needed = self._swatch(entry) + 5 + metrics.horizontalAdvance(entry.label)
            if x and x + needed > width:
                x, y = 0.0, y + line
            places.append(QRectF(x, y, needed, line))
            x += needed + 14 * scale()
        return places

    def _relayout(self) -> None:
        self._places = self._arrange(self._inner_width(self.width()))
        self.updateGeometry()
        self.update()

    @staticmethod
    def _inner_width(width: int) -> float:
        return width - 20 * scale()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        places = self._arrange(self._inner_width(width))
        return round(max((place.bottom() for place in places), default=0) + 6)

    def sizeHint(self) -> QSize:
        return QSize(360, self.heightForWidth(max(360, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, round(self._line() + 6))

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self._relayout()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._relayout()
        self.update()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        own = colours(self)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(ui_font(-1))
            for entry, flat in zip(self._entries, self._places, strict=True):
                place = flat.translated(10 * scale(), 2)
                side = round(self._line() * 0.62)
                swatch = QRectF(place.left(), place.top() + (place.height() - side) // 2, self._swatch(entry), side)
                painter.save()
                entry.draw(painter, swatch, own)
                painter.restore()
                painter.setPen(own.muted)
                words = place.adjusted(self._swatch(entry) + 5, 0, 20, 0)
                painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, entry.label)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            position = QPointF(event.pos()) - QPointF(10 * scale(), 2)
            under = [e.meaning for e, p in zip(self._entries, self._places, strict=True) if p.contains(position)]
            QToolTip.showText(event.globalPos(), under[0] if under else "", self)
            return True
        return super().event(event)
