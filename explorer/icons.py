"""Icons of the window's own buttons, drawn as outlines in the palette's text colour."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPainterPath, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from widgets.palette import colours

_BOARD = 24
_SIZES = (20, 40, 60)


def _line(*points: tuple[float, float]) -> QPainterPath:
    path = QPainterPath(QPointF(*points[0]))
    for point in points[1:]:
        path.lineTo(QPointF(*point))
    return path


def _joined(*paths: QPainterPath) -> QPainterPath:
    whole = QPainterPath()
    for path in paths:
        whole.addPath(path)
    return whole


def _circle(x: float, y: float, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), radius, radius)
    return path


def _theme() -> QPainterPath:
    """A disc, half of it filled by lines: light and dark."""
    half = QPainterPath(QPointF(12, 4))
    half.arcTo(QRectF(4, 4, 16, 16), 90, -180)
    half.closeSubpath()
    shade = [_line((14.5, y), (18.5 if 8 < y < 16 else 16.5, y)) for y in (7.5, 10.5, 13.5, 16.5)]
    return _joined(_circle(12, 12, 8), half, *shade)


def _letters() -> QPainterPath:
    path = QPainterPath()
    font = QFont()
    font.setPixelSize(13)
    path.addText(1.5, 12.5, font, "A")
    path.addText(11, 21, font, "文")
    return path


_PATHS: dict[str, Callable[[], QPainterPath]] = {
    "open": lambda: _line(
        *((3, 19), (3, 5), (9, 5), (11.5, 8), (20, 8), (20, 11), (7, 11), (3, 19), (17, 19), (21, 11))
    ),
    "search": lambda: _joined(_circle(10.5, 10.5, 6.5), _line((15.5, 15.5), (21, 21))),
    "back": lambda: _joined(_line((11, 5), (4, 12), (11, 19)), _line((4, 12), (20, 12))),
    "forward": lambda: _joined(_line((13, 5), (20, 12), (13, 19)), _line((20, 12), (4, 12))),
    "theme": _theme,
    "language": _letters,
}


def program_icon() -> QIcon:
    """Eighteen cells, as pages and as ledgers, in the data colours."""
    result, own = QIcon(), colours(False)
    hues = (own.hue["blue"], own.hue["green"], own.hue["orange"])
    for size in (16, 32, 48, 64, 128, 256):
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(size / _BOARD, size / _BOARD)
            painter.setPen(Qt.PenStyle.NoPen)
            for cell in range(18):
                row, column = divmod(cell, 3)
                painter.setBrush(hues[(row * 5 + column * 2) % 3])
                painter.drawRoundedRect(QRectF(1 + column * 7.5, 0.6 + row * 3.9, 7, 3.3), 0.8, 0.8)
        result.addPixmap(pixmap)
    return result


def icon(name: str, widget: QWidget) -> QIcon:
    """The icon in `widget`'s text colour. Ask again after a palette change. KeyError if there is no such icon."""
    path, result, palette = _PATHS[name](), QIcon(), widget.palette()
    for mode, group in (
        (QIcon.Mode.Normal, QPalette.ColorGroup.Active),
        (QIcon.Mode.Disabled, QPalette.ColorGroup.Disabled),
    ):
        colour = palette.color(group, QPalette.ColorRole.WindowText)
        for size in _SIZES:
            result.addPixmap(_drawn(path, size, colour, filled=name == "language"), mode)
    return result


def _drawn(path: QPainterPath, size: int, colour: QColor, *, filled: bool) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    pen = QPen(colour, 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(size / _BOARD, size / _BOARD)
        if filled:
            painter.fillPath(path, colour)
        else:
            painter.strokePath(path, pen)
    return pixmap
