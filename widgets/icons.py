"""Icons of the widgets, drawn as paths in the palette's text colour: no image files, sharp at every scale."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPalette, QPen, QPixmap, QPixmapCache, QPolygonF
from PySide6.QtWidgets import QWidget

_SIZES = (16, 24, 32, 48, 64)


def _filled(*polygons: tuple[tuple[float, float], ...]) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for points in polygons:
        path.addPolygon(QPolygonF([QPointF(*point) for point in points]))
        path.closeSubpath()
    return path


def _box(left: float, top: float, right: float, bottom: float) -> tuple[tuple[float, float], ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _lines(*lines: tuple[tuple[float, float], ...]) -> QPainterPath:
    path = QPainterPath()
    for points in lines:
        path.moveTo(QPointF(*points[0]))
        for point in points[1:]:
            path.lineTo(QPointF(*point))
    return path


def _lens(*extra: tuple[tuple[float, float], ...]) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(10.5, 10.5), 6.5, 6.5)
    path.addPath(_lines(((15.5, 15.5), (20.5, 20.5)), *extra))
    return path


def _loop() -> QPainterPath:
    path = QPainterPath()
    path.arcMoveTo(QRectF(4, 4, 16, 16), 50)
    path.arcTo(QRectF(4, 4, 16, 16), 50, 290)
    path.addPath(_lines(((16.2, 9.2), (20.6, 8.4), (20.2, 3.8))))
    return path


def _tag() -> QPainterPath:
    path = _lines(((4, 4), (11.5, 4), (20, 12.5), (12.5, 20), (4, 11.5), (4, 4)))
    path.addEllipse(QPointF(8.3, 8.3), 1.2, 1.2)
    return path


def _clip() -> QPainterPath:
    path = QPainterPath(QPointF(19.5, 11))
    path.lineTo(12, 18.5)
    path.cubicTo(8.5, 22, 2.5, 16, 6, 12.5)
    path.lineTo(13.5, 5)
    path.cubicTo(16, 2.5, 20, 6.5, 17.5, 9)
    path.lineTo(10.5, 16)
    path.cubicTo(9, 17.5, 7, 15.5, 8.5, 14)
    path.lineTo(14.5, 8)
    return path


def _chain() -> QPainterPath:
    path = QPainterPath()
    path.moveTo(10, 14)
    path.cubicTo(7, 11, 8.5, 9.5, 10, 8)
    path.lineTo(13.5, 4.5)
    path.cubicTo(16, 2, 22, 8, 19.5, 10.5)
    path.lineTo(17, 13)
    path.moveTo(14, 10)
    path.cubicTo(17, 13, 15.5, 14.5, 14, 16)
    path.lineTo(10.5, 19.5)
    path.cubicTo(8, 22, 2, 16, 4.5, 13.5)
    path.lineTo(7, 11)
    return path


def _picture() -> QPainterPath:
    path = _lines(((4, 5), (20, 5), (20, 19), (4, 19), (4, 5)), ((4, 17), (10, 11), (14, 15), (16, 13), (20, 17)))
    path.addEllipse(QPointF(15.5, 9), 1.5, 1.5)
    return path


def _grid() -> QPainterPath:
    return _filled(*(_box(x, y, x + 6.4, y + 6.4) for y in (4.4, 13.2) for x in (4.4, 13.2)))


# On a 24 × 24 board: (filled?, path).
_ICONS: dict[str, tuple[bool, Callable[[], QPainterPath]]] = {
    "play": (True, lambda: _filled(((7, 4.5), (19.5, 12), (7, 19.5)))),
    "pause": (True, lambda: _filled(_box(6, 5, 10, 19), _box(14, 5, 18, 19))),
    "step-forward": (True, lambda: _filled(((5, 5), (15, 12), (5, 19)), _box(16, 5, 19, 19))),
    "step-back": (True, lambda: _filled(((19, 5), (9, 12), (19, 19)), _box(5, 5, 8, 19))),
    "next-mark": (
        True,
        lambda: _filled(((3, 6), (10, 12), (3, 18)), ((10, 6), (17, 12), (10, 18)), _box(18, 5, 21, 19)),
    ),
    "previous-mark": (
        True,
        lambda: _filled(((21, 6), (14, 12), (21, 18)), ((14, 6), (7, 12), (14, 18)), _box(3, 5, 6, 19)),
    ),
    "start": (False, lambda: _lines(((6, 5), (6, 19)), ((18, 6), (10, 12), (18, 18)))),
    "loop": (False, _loop),
    "fit": (
        False,
        lambda: _lines(
            *(((4, 9), (4, 4), (9, 4)), ((15, 4), (20, 4), (20, 9))),
            *(((20, 15), (20, 20), (15, 20)), ((9, 20), (4, 20), (4, 15))),
        ),
    ),
    "zoom-in": (False, lambda: _lens(((7.5, 10.5), (13.5, 10.5)), ((10.5, 7.5), (10.5, 13.5)))),
    "zoom-out": (False, lambda: _lens(((7.5, 10.5), (13.5, 10.5)))),
    "grid": (True, _grid),
    "present": (
        False,
        lambda: _lines(((4, 6), (20, 6)), ((7, 12), (17, 12)), ((10, 18), (14, 18))),
    ),
    "batch": (
        True,
        lambda: _filled(_box(4, 13, 8, 20), _box(10, 8, 14, 20), _box(16, 4, 20, 20)),
    ),
    "fold": (
        False,
        lambda: _lines(((4, 5), (20, 5)), ((4, 19), (20, 19)), ((8, 10), (12, 14), (16, 10))),
    ),
    "note": (
        False,
        lambda: _lines(((5, 4), (19, 4), (19, 20), (5, 20), (5, 4)), ((9, 9), (15, 9)), ((9, 13), (15, 13))),
    ),
    "tag": (False, _tag),
    "clip": (False, _clip),
    "history": (
        False,
        lambda: _lines(((4, 4), (4, 20), (20, 20)), ((8, 8), (17, 8)), ((8, 12), (13, 12)), ((11, 16), (19, 16))),
    ),
    "undo": (False, lambda: _lines(((9, 5), (4, 10), (9, 15)), ((4, 10), (14, 10), (19, 13), (19, 19)))),
    "redo": (False, lambda: _lines(((15, 5), (20, 10), (15, 15)), ((20, 10), (10, 10), (5, 13), (5, 19)))),
    "reset": (False, _loop),
    "folder": (
        False,
        lambda: _lines(((3, 19), (3, 5), (9, 5), (11.5, 8), (20, 8), (20, 11), (7, 11), (3, 19), (17, 19), (21, 11))),
    ),
    "save": (
        False,
        lambda: _lines(
            *(((4, 4), (16, 4), (20, 8), (20, 20), (4, 20), (4, 4)), ((8, 4), (8, 9), (15, 9), (15, 4))),
            ((7, 20), (7, 14), (17, 14), (17, 20)),
        ),
    ),
    "link": (False, _chain),
    "picture": (False, _picture),
    "table": (
        False,
        lambda: _lines(
            *(((4, 5), (20, 5), (20, 19), (4, 19), (4, 5)), ((4, 10), (20, 10)), ((4, 14.5), (20, 14.5))),
            ((10, 5), (10, 19)),
        ),
    ),
}


def icon(name: str, widget: QWidget) -> QIcon:
    """The icon in `widget`'s text colour. Ask again after a palette change. KeyError if there is no such icon."""
    palette, result = widget.palette(), QIcon()
    for mode, group in (
        (QIcon.Mode.Normal, QPalette.ColorGroup.Active),
        (QIcon.Mode.Disabled, QPalette.ColorGroup.Disabled),
    ):
        colour = palette.color(group, QPalette.ColorRole.WindowText)
        for size in _SIZES:
            result.addPixmap(_pixmap(name, size, colour), mode)
    return result


def _pixmap(name: str, size: int, colour: QColor) -> QPixmap:
    """Drawn once for all buttons: a new theme or size asks for every icon many times."""
    key = f"icon {name} {size} {colour.rgba():08x}"
    pixmap = QPixmap()
    if not QPixmapCache.find(key, pixmap):
        pixmap = _drawn(name, size, colour)
        QPixmapCache.insert(key, pixmap)
    return pixmap


def _drawn(name: str, size: int, colour: QColor) -> QPixmap:
    filled, make = _ICONS[name]
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(size / 24, size / 24)
        if filled:
            painter.setPen(
                QPen(colour, 1.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
            )
            painter.setBrush(colour)
        else:
            painter.setPen(
                QPen(colour, 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
            )
        painter.drawPath(make())
    return pixmap
