"""One thing that is asked for, as a rounded chip: its cross takes it away, the rest opens its field's values."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from citations.filters import Part
from widgets.colour_math import mix
from widgets.filter_bar_words import as_tooltip, field_name, value_name
from widgets.fonts import scale, ui_font
from widgets.palette import DataColours, colours

LONGEST = 220  # px at scale 1; longer texts end in an ellipsis and are whole in the tooltip


class FilterChip(QAbstractButton):
    """Delete, Backspace or a click on the cross: `removed`. Enter, Space, Down or a click elsewhere: `opened`."""

    removed = Signal(object)  # Part
    opened = Signal(object)  # Part
    walked = Signal(int)  # Left −1, Right +1: to the next chip

    def __init__(self, part: Part, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.part = part
        self._over_cross = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.retranslate()

    def retranslate(self) -> None:
        self._value = value_name(self.part.field, self.part.value)
        self._field = field_name(self.part.field)
        text = f"{self._field}: {self._value}"
        self.setText(text.replace("&", "&&"))
        self.setAccessibleName(text)
        self.setAccessibleDescription(
            QCoreApplication.translate("FilterChip", "Part of the filter. Delete takes it away, Enter changes it.")
        )
        hint = QCoreApplication.translate("FilterChip", "Click to change, × or Delete to take away")
        self.setToolTip(as_tooltip(text, hint))
        self.updateGeometry()
        self.update()

    # geometry

    def _fonts(self) -> tuple[QFont, QFont]:
        return ui_font(-1), ui_font(-0.5, QFont.Weight.DemiBold)

    def _widths(self) -> tuple[int, int]:
        quiet, strong = (QFontMetrics(font) for font in self._fonts())
        value = min(strong.horizontalAdvance(self._value) + 2, round(LONGEST * scale()))
        return quiet.horizontalAdvance(self._field) + 1, value

    def sizeHint(self) -> QSize:
        unit = scale()
        height = QFontMetrics(self._fonts()[1]).height() + round(8 * unit)
        return QSize(round(sum(self._widths()) + 41 * unit), height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _cross(self) -> QRectF:
        side = self.height()
        return QRectF(self.width() - side, 0, side, side)

    # painting

    def colour(self, own: DataColours) -> QColor:
        """A ledger's own colour, else the accent."""
        return own.ledger.get(self.part.value, own.accent) if self.part.field == "ledgers" else own.accent

    def paintEvent(self, event: QPaintEvent) -> None:
        own, unit = colours(self), scale()
        tint = self.colour(own)
        ground = mix(own.surface, tint, (0.3 if own.dark else 0.24) if self.underMouse() else 0.17)
        frame = QRectF(self.rect()).adjusted(0.8, 0.8, -0.8, -0.8)
        quiet, strong = self._fonts()
        field, value = self._widths()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(own.accent, 2) if self.hasFocus() else QPen(mix(own.surface, tint, 0.5), 1))
            painter.setBrush(ground)
            painter.drawRoundedRect(frame, frame.height() / 2, frame.height() / 2)
            place = QRectF(10 * unit, 0, field, self.height())
            middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.setFont(quiet)
            painter.setPen(own.readable(own.muted, ground))
            painter.drawText(place, middle, self._field)
            painter.setFont(strong)
            painter.setPen(own.readable(own.text, ground))
            place = QRectF(place.right() + 5 * unit, 0, value + 1, self.height())
            shown = QFontMetrics(strong).elidedText(self._value, Qt.TextElideMode.ElideRight, value)
            painter.drawText(place, middle, shown)
            self._paint_cross(painter, own, ground)

    def _paint_cross(self, painter: QPainter, own: DataColours, ground: QColor) -> None:
        centre, reach = self._cross().center() - QPointF(1.5, 0), 3.6 * scale()
        if self._over_cross:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mix(ground, own.text, 0.2))
            painter.drawEllipse(centre, reach * 2, reach * 2)
        painter.setPen(QPen(own.readable(own.muted, ground), 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(centre + QPointF(-reach, -reach), centre + QPointF(reach, reach))
        painter.drawLine(centre + QPointF(-reach, reach), centre + QPointF(reach, -reach))

    # hands

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint())
        on_cross = self._cross().contains(event.position())
        super().mouseReleaseEvent(event)
        if inside:
            (self.removed if on_cross else self.opened).emit(self.part)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self._cross().contains(event.position())
        if over != self._over_cross:
            self._over_cross = over
            self.update()
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._over_cross = False
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(self.part)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Menu):
            self.opened.emit(self.part)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.walked.emit(-1 if key == Qt.Key.Key_Left else 1)
        else:
            event.ignore()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self.updateGeometry()
