"""Says in the narrow timeline that a filter is on: what it asks for if that fits, else how much, and a way out."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from citations.filters import SourceFilter
from widgets.colour_math import mix
from widgets.filter_bar_words import as_tooltip, sentence, value_name
from widgets.fonts import scale, ui_font
from widgets.palette import colours


class LineageFilterNote(QAbstractButton):
    """A click, Space, Enter, Delete or Backspace: `clicked`, the user wants all sources back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts: tuple[str, ...] = ()  # longest first
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setVisible(False)

    def setFilter(self, wanted: SourceFilter) -> None:
        """Words are left to the field that they stand in."""
        parts = [part for part in wanted.parts() if part.field != "text"]
        whole = sentence(parts)
        values = ", ".join(value_name(part.field, part.value) for part in parts)
        self._texts = (whole, values, self.tr("{0} filters").format(len(parts)))
        if len(parts) == 1:
            self._texts = (whole, values)
        self.setVisible(bool(parts))
        self.setText(whole.replace("&", "&&"))
        self.setAccessibleName(self.tr("Filter: {0}").format(whole))
        self.setAccessibleDescription(self.tr("Takes the filter away"))
        self.setToolTip(as_tooltip(whole, self.tr("Click to show all sources again")))
        self.update()

    def shown(self) -> str:
        """The longest text that fits."""
        room, metrics = self.width() - 40 * scale(), QFontMetrics(self._font())
        fitting = (text for text in self._texts if metrics.horizontalAdvance(text) <= room)
        last = self._texts[-1] if self._texts else ""
        return next(fitting, metrics.elidedText(last, Qt.TextElideMode.ElideRight, round(room)))

    def _font(self) -> QFont:
        return ui_font(-1, QFont.Weight.DemiBold)

    def sizeHint(self) -> QSize:
        return QSize(120, QFontMetrics(self._font()).height() + round(8 * scale()))

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        own, unit = colours(self), scale()
        ground = mix(own.surface, own.accent, 0.26 if self.underMouse() else 0.17)
        frame = QRectF(self.rect()).adjusted(0.8, 0.8, -0.8, -0.8)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(own.accent, 2) if self.hasFocus() else QPen(mix(own.surface, own.accent, 0.5), 1))
            painter.setBrush(ground)
            painter.drawRoundedRect(frame, frame.height() / 2, frame.height() / 2)
            painter.setFont(self._font())
            painter.setPen(own.readable(own.text, ground))
            room = self.rect().adjusted(round(11 * unit), 0, 0, 0)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.shown())
            centre, reach = QPointF(self.width() - 13 * unit, self.height() / 2), 3.6 * unit
            pen = QPen(own.readable(own.muted, ground), 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(centre + QPointF(-reach, -reach), centre + QPointF(reach, reach))
            painter.drawLine(centre + QPointF(-reach, reach), centre + QPointF(reach, -reach))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() in keys:
            self.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self.updateGeometry()
