"""Lines of tokens, each with the colour and the mark of its role: drafted, accepted, rejected, and so on."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from engine.experiment import Role, StripRow, Token, TokenStrip
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.palette import DataColours
from widgets.shapes import draw_shape
from widgets.stage_words import said

_HUES = {
    Role.GIVEN: "grey",
    Role.DRAFTED: "sky",
    Role.ACCEPTED: "green",
    Role.REJECTED: "vermillion",
    Role.RESAMPLED: "purple",
    Role.BONUS: "blue",
}
_SHAPES = {
    Role.DRAFTED: "ring",
    Role.ACCEPTED: "disc",
    Role.REJECTED: "cross",
    Role.RESAMPLED: "diamond",
    Role.BONUS: "plus",
}


def role_name(role: Role) -> str:
    return {
        Role.GIVEN: QCoreApplication.translate("Experiment", "given"),
        Role.DRAFTED: QCoreApplication.translate("Experiment", "drafted"),
        Role.ACCEPTED: QCoreApplication.translate("Experiment", "accepted"),
        Role.REJECTED: QCoreApplication.translate("Experiment", "rejected"),
        Role.RESAMPLED: QCoreApplication.translate("Experiment", "resampled"),
        Role.BONUS: QCoreApplication.translate("Experiment", "bonus"),
    }[role]


class TokenStripStage:
    """Paints `TokenStrip` into a rectangle; long lines wrap. `tip` gives the role and note of a token."""

    def __init__(self, frame: TokenStrip) -> None:
        self._frame = frame
        self._places: list[tuple[QRectF, Token]] = []

    def paint(self, painter: QPainter, room: QRectF, own: DataColours) -> None:
        room = room.adjusted(0, self._draw_roles(painter, room, own) + 6, 0, 0)
        height = self._fitting(room)
        self._places = []
        y = room.top()
        label_width = self._label_width(room.width())
        for row in self._frame.rows:
            if y + height > room.bottom() + 1:
                break
            painter.setFont(ui_font(-0.5))
            painter.setPen(own.muted)
            metrics = QFontMetricsF(painter.font())
            label = metrics.elidedText(said(row.label), Qt.TextElideMode.ElideRight, label_width)
            place = QRectF(room.left(), y, label_width, height)
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, label)
            area = QRectF(room.left() + label_width + 10, y, room.width() - label_width - 10, room.bottom() - y)
            for box, token in self._line(row, area, height):
                self._draw_token(painter, box, token, own)
                self._places.append((box, token))
                y = max(y, box.top())
            y += height + 6 * scale()

    def tip(self, place: QPointF) -> str:
        for box, token in self._places:
            if box.contains(place):
                note = f": {said(token.note)}" if token.note else ""
                return f"“{token.text}” · {role_name(token.role)}{note}"
        return ""

    def _label_width(self, width: float) -> float:
        metrics = QFontMetricsF(ui_font(-0.5))
        longest = max((metrics.horizontalAdvance(said(row.label)) for row in self._frame.rows), default=0.0)
        return min(longest, width * 0.3)

    def _fitting(self, room: QRectF) -> float:
        """The tallest cells with which every line has room, between the height of the text and twice that."""
        least = QFontMetricsF(ui_font(0)).height() + 5
        for step in range(8):
            height = least * (2.0 - step / 7)
            area = QRectF(0, 0, room.width() - self._label_width(room.width()) - 10, room.height())
            lines = sum(self._lines(row, area, height) for row in self._frame.rows)
            if lines * (height + 6 * scale()) <= room.height():
                return height
        return least

    def _lines(self, row: StripRow, area: QRectF, height: float) -> int:
        boxes = self._line(row, area, height)
        return 1 + round((boxes[-1][0].top() - area.top()) / (height + 3)) if boxes else 1

    def _line(self, row: StripRow, area: QRectF, height: float) -> list[tuple[QRectF, Token]]:
        metrics, unit = QFontMetricsF(ui_font(0)), scale()
        x, y, found = area.left(), area.top(), []
        for token in row.tokens:
            mark = 14 * unit if token.role in _SHAPES else 0
            width = max(metrics.horizontalAdvance(_shown(token.text)) + mark + 12 * unit, height)
            if x > area.left() and x + width > area.right():
                x, y = area.left(), y + height + 3
            found.append((QRectF(x, y, width, height), token))
            x += width + 3 * unit
        return found

    def _draw_token(self, painter: QPainter, box: QRectF, token: Token, own: DataColours) -> None:
        unit, colour = scale(), own.hue[_HUES[token.role]]
        ground = _ground(token.role, own)
        pen = QPen(colour, 1.4)
        if token.role is Role.DRAFTED:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(ground)
        painter.drawRoundedRect(box, 4, 4)
        left = box.left()
        if token.role in _SHAPES:
            ink = own.readable(colour, ground, 3.0)
            draw_shape(painter, _SHAPES[token.role], QPointF(left + 11 * unit, box.center().y()), 4 * unit, ink, None)
            left += 14 * unit
        font = ui_font(0)
        font.setStrikeOut(token.role is Role.REJECTED)
        painter.setFont(font)
        painter.setPen(own.readable(own.text, ground))
        room = QRectF(left, box.top(), box.right() - left, box.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, _shown(token.text))

    def _draw_roles(self, painter: QPainter, room: QRectF, own: DataColours) -> float:
        """The legend of the roles that occur; returns the height it takes."""
        used = {token.role for row in self._frame.rows for token in row.tokens}
        font, unit = ui_font(-0.5), scale()
        metrics = QFontMetricsF(font)
        x, y, line = room.left(), room.top(), metrics.height() + 4
        for role in (role for role in Role if role in used):
            text = role_name(role)
            length = 22 * unit + metrics.horizontalAdvance(text) + 16 * unit
            if x > room.left() and x + length > room.right():
                x, y = room.left(), y + line
            centre, colour = QPointF(x + 8 * unit, y + line / 2), own.hue[_HUES[role]]
            draw_shape(painter, _SHAPES.get(role, "square"), centre, 4.6 * unit, colour, None)
            painter.setFont(font)
            painter.setPen(own.text)
            painter.drawText(QPointF(x + 22 * unit, y + (line + metrics.ascent() - metrics.descent()) / 2), text)
            x += length
        return y + line - room.top() if used else 0.0


def _ground(role: Role, own: DataColours) -> QColor:
    share = {Role.GIVEN: 0.12, Role.DRAFTED: 0.08}.get(role, 0.26)
    return mix(own.surface, own.hue[_HUES[role]], share)


def _shown(text: str) -> str:
    """White space made visible."""
    return text.replace("\n", "⏎").replace(" ", "·") if text.isspace() else text.strip("\n")
