"""The legend under the lineage: shapes of kinds, the mark of runnable techniques, the dash of editorial edges."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.fonts import scale, ui_font
from widgets.lineage_delegate import draw_kind, draw_play
from widgets.palette import DataColours, colours
from widgets.source_text import kind_name

_KINDS = ("paper", "report", "repository")


class LineageLegend(QWidget):
    """One line, two where it is narrow. Says nothing that the tooltips do not say as well."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._entries: list[tuple[str, str]] = []
        self.retranslate()

    def retranslate(self) -> None:
        self._entries = [(kind, kind_name(kind)) for kind in _KINDS]
        self._entries += [("run", self.tr("can be run")), ("edge", self.tr("our reading"))]
        self.setAccessibleName(self.tr("Legend"))
        self.setAccessibleDescription(
            self.tr("Disc: paper. Diamond: report. Square: repository. Triangle: can be run. Dashed: our reading.")
        )
        self.updateGeometry()
        self.update()

    def _places(self, width: int) -> list[tuple[int, int]]:
        """x and line of each entry."""
        metrics, unit = QFontMetrics(ui_font(-1.5)), scale()
        places, x, line = [], 2, 0
        for shape, text in self._entries:
            length = metrics.horizontalAdvance(text) + round((30 if shape == "edge" else 24) * unit)
            if x > 2 and x + length > width:
                x, line = 2, line + 1
            places.append((x, line))
            x += length
        return places

    def _line_height(self) -> int:
        return QFontMetrics(ui_font(-1.5)).height() + 1

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return (self._places(width)[-1][1] + 1) * self._line_height() + 2

    def sizeHint(self) -> QSize:
        return QSize(260, self.heightForWidth(260))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self._line_height())

    def paintEvent(self, event: QPaintEvent) -> None:
        own, unit, height = colours(self), scale(), self._line_height()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(ui_font(-1.5))
            for (shape, text), (x, line) in zip(self._entries, self._places(self.width()), strict=True):
                middle = line * height + height / 2
                start = x + round((20 if shape == "edge" else 14) * unit)
                self._draw(painter, shape, QPointF(x + 6 * unit, middle), own)
                painter.setPen(own.muted)
                painter.drawText(QPointF(start, middle + painter.fontMetrics().ascent() / 2 - 1), text)

    def _draw(self, painter: QPainter, shape: str, centre: QPointF, own: DataColours) -> None:
        unit = scale()
        if shape == "run":
            draw_play(painter, centre, 3.8 * unit, own.accent)
        elif shape == "edge":
            painter.setPen(QPen(own.muted, 1.4, Qt.PenStyle.DashLine))
            painter.drawLine(centre - QPointF(5 * unit, 0), centre + QPointF(9 * unit, 0))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(own.muted)
            draw_kind(painter, shape, centre, 3.6 * unit)
