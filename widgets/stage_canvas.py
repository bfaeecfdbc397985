"""Where a frame of an experiment is drawn: picks the stage for its kind, and shows what is under the pointer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from engine.experiment import Bars, Curves, Frame, Matrix
from widgets.fonts import scale
from widgets.palette import colours
from widgets.stage_bars import BarsStage
from widgets.stage_curves import CurvesStage
from widgets.stage_matrix import MatrixStage
from widgets.stage_strip import TokenStripStage
from widgets.stage_words import said

Stage = BarsStage | MatrixStage | CurvesStage | TokenStripStage


def stage_of(frame: Frame) -> Stage:
    """The stage that draws a kind of frame."""
    if isinstance(frame, Bars):
        return BarsStage(frame)
    if isinstance(frame, Matrix):
        return MatrixStage(frame)
    if isinstance(frame, Curves):
        return CurvesStage(frame)
    return TokenStripStage(frame)


class StageCanvas(QWidget):
    """Draws one frame, antialiased, in the colours of the theme."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stage: Stage | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def setFrame(self, frame: Frame | None) -> None:
        self._stage = stage_of(frame) if frame else None
        self.setAccessibleName(said(frame.title) if frame else "")
        self.setAccessibleDescription(said(frame.caption) if frame else "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(560, 300)

    def minimumSizeHint(self) -> QSize:
        return QSize(220, 140)

    def paintEvent(self, event: QPaintEvent) -> None:
        own, unit = colours(self), scale()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(own.border)
            painter.setBrush(own.surface)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
            if self._stage is not None:
                edge = 12 * unit
                self._stage.paint(painter, QRectF(self.rect()).adjusted(edge, edge, -edge, -edge), own)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self._stage.tip(event.pos().toPointF()) if self._stage else ""
            if text:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)
