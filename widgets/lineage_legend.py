"""The legend under the timeline: shapes of kinds, fillings of rings, what can be run, and lines of edges."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from citations.records import CANON, NEIGHBOUR, OWN
from widgets.fonts import scale, ui_font
from widgets.lineage_marks import draw_mark, draw_play
from widgets.palette import DataColours, colours
from widgets.source_text import kind_name, ring_name

_KINDS = ("paper", "report", "repository")


class LineageLegend(QWidget):
    """As many lines as are needed; rings and lines that do not occur are left out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._rings: frozenset[int] = frozenset()
        self._own_edges, self._left_out = False, 0
        self._entries: list[tuple[str, str]] = []
        self.retranslate()

    def setContents(self, rings: frozenset[int], own_edges: bool) -> None:
        """Which rings occur, and whether the user drew edges."""
        self._rings, self._own_edges = rings, own_edges
        self.retranslate()

    def setLeftOut(self, arcs: int) -> None:
        """How many arcs are not drawn because there are too many."""
        if arcs != self._left_out:
            self._left_out = arcs
            self.retranslate()

    def retranslate(self) -> None:
        left_out = self.tr("{0} long arcs left out").format(self._left_out)
        self._entries = [(kind, kind_name(kind)) for kind in _KINDS]
        self._entries += [(f"ring {ring}", ring_name(ring)) for ring in (NEIGHBOUR, OWN) if ring in self._rings]
        self._entries += [("run", self.tr("can be run")), ("edge", self.tr("our reading"))]
        if self._own_edges:
            self._entries.append(("own edge", self.tr("your link")))
        if self._left_out:
            self._entries.append(("", left_out))
        self.setAccessibleName(self.tr("Legend"))
        meaning = self.tr(
            "Disc: paper. Diamond: report. Square: repository. Hollow: neighbour. Half filled: yours. "
            "Triangle: can be run. Dashed: our reading. Dotted: your link."
        )
        self.setAccessibleDescription(f"{meaning} {left_out}." if self._left_out else meaning)
        self.updateGeometry()
        self.update()

    @staticmethod
    def _swatch(shape: str) -> int:
        """The width in px at scale 1 of a shape and the gap behind it."""
        return 20 if shape.endswith("edge") else 14 if shape else 0

    def _places(self, width: int) -> list[tuple[int, int]]:
        """x and line of each entry."""
        metrics, unit = QFontMetrics(ui_font(-1.5)), scale()
        places, x, line = [], 2, 0
        for shape, text in self._entries:
            length = metrics.horizontalAdvance(text) + round((self._swatch(shape) + 10) * unit)
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
                start = x + round(self._swatch(shape) * unit)
                self._draw(painter, shape, QPointF(x + 6 * unit, middle), own)
                painter.setPen(own.muted)
                painter.drawText(QPointF(start, middle + painter.fontMetrics().ascent() / 2 - 1), text)

    def _draw(self, painter: QPainter, shape: str, centre: QPointF, own: DataColours) -> None:
        unit = scale()
        if shape == "run":
            draw_play(painter, centre, 3.8 * unit, own.accent)
        elif shape.endswith("edge"):
            pen = QPen(own.muted, 1.6)
            pen.setDashPattern([4.0, 2.6] if shape == "edge" else [1.1, 1.9])
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawLine(centre - QPointF(5 * unit, 0), centre + QPointF(9 * unit, 0))
        elif shape:
            kind, _, ring = shape.partition(" ")
            kind, number = ("paper", int(ring)) if ring else (kind, CANON)
            draw_mark(painter, kind, number, centre, 3.9 * unit, own.muted, own.window)
