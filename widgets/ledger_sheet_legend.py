"""One line under the ledger sheet: the marks of verdicts that carry no figure, and the marks of evidence."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.sheet import Evidence, Verdict
from widgets.channels import EVIDENCE_SHAPE
from widgets.fonts import scale, ui_font
from widgets.ledger_text import VERDICT_GLYPHS, evidence_name, verdict_name
from widgets.palette import colours
from widgets.shapes import draw_shape


class EvidenceLegend(QWidget):
    """Entries that do not fit into the width are left out: every mark has its tooltip too."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(200, QFontMetrics(ui_font(-1.5)).height() + 3)

    def paintEvent(self, event: QPaintEvent) -> None:
        own, unit = colours(self), scale()
        font = ui_font(-1.5)
        metrics = QFontMetrics(font)
        x, base = 4.0, (self.height() + metrics.ascent() - metrics.descent()) / 2
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(font)
            for verdict in (Verdict.SAME, Verdict.UNEXERCISED):
                text = f"{VERDICT_GLYPHS[verdict]} {verdict_name(verdict)}"
                painter.setPen(own.muted)
                painter.drawText(QPointF(x, base), text)
                x += metrics.horizontalAdvance(text) + 14 * unit
            for evidence in (Evidence.REPRODUCIBLE, Evidence.TEACHING_ESTIMATE):
                text = evidence_name(evidence)
                if x + 12 * unit + metrics.horizontalAdvance(text) > self.width():
                    break
                centre = QPointF(x + 4 * unit, self.height() / 2)
                draw_shape(painter, EVIDENCE_SHAPE[evidence], centre, 3.8 * unit, own.evidence[evidence], None)
                painter.setPen(own.muted)
                painter.drawText(QPointF(x + 12 * unit, base), text)
                x += 12 * unit + metrics.horizontalAdvance(text) + 14 * unit

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.updateGeometry()
        self.update()
