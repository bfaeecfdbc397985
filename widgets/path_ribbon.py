"""The path as a line of stations: filled ones were adopted, hollow ones passed over, double lines are new ground."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from widgets.colour_math import mix
from widgets.fonts import scale
from widgets.palette import DataColours, colours
from widgets.path_data import Kind, PathData
from widgets.path_labels import HOLLOW, Label, labels, name_font, under_font
from widgets.path_words import explanation, outcome_name, station_name
from widgets.surface import paint_focus

_CENTRE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter


class PathRibbon(QWidget):
    """`placeChosen(place)` on a click; `sourceSelected(key)` on a double click, and on Enter for the current one."""

    placeChosen = Signal(int)
    sourceSelected = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data = PathData((), {}, {}, frozenset())
        self._place = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._name_it()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def setData(self, data: PathData, place: int) -> None:
        """Show a path as it is at a place."""
        self._data, self._place = data, place
        if self._data.stations:
            self.setAccessibleDescription(self._words(place))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(600, round(4 * self._line() + 40 * scale()))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    @staticmethod
    def _line() -> float:
        return QFontMetricsF(name_font(True)).height()

    def _slot(self) -> float:
        return self.width() / max(1, len(self._data.stations))

    def _at(self, point: QPointF) -> int:
        place = int(point.x() / self._slot())
        return place if 0 <= place < len(self._data.stations) else -1

    def paintEvent(self, event: QPaintEvent) -> None:
        own, data = colours(self), self._data
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if data.stations:
                self._paint_line(painter, own)
                for label in labels(data.stations, self._place, self.width()):
                    self._paint_label(painter, label, own)
                order = [n for n in range(len(data.stations)) if n != self._place]
                for place in (*order, self._place):  # the current one is never covered
                    self._paint_station(painter, place, own)
            paint_focus(painter, self, own)

    def _centre(self, place: int) -> QPointF:
        return QPointF((place + 0.5) * self._slot(), self.height() / 2)

    def _paint_line(self, painter: QPainter, own: DataColours) -> None:
        played = self._data.walk is not None
        for place in range(self._data.last):
            behind = played and place < self._place
            painter.setPen(
                QPen(own.accent if behind else mix(own.surface, own.muted, 0.5), (4 if behind else 2.5) * scale())
            )
            painter.drawLine(self._centre(place), self._centre(place + 1))

    def _paint_station(self, painter: QPainter, place: int, own: DataColours) -> None:
        station, centre, unit = self._data.stations[place], self._centre(place), scale()
        current = place == self._place
        if station.kind is Kind.GROUND:
            painter.setPen(QPen(own.text if current else own.muted, (3 if current else 2) * unit))
            for shift in (-3 * unit, 3 * unit):
                painter.drawLine(centre + QPointF(shift, -11 * unit), centre + QPointF(shift, 11 * unit))
            return
        radius = 10 * unit if current else min(6.5 * unit, 0.34 * self._slot())
        if current:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mix(own.window, own.accent, 0.3))
            painter.drawEllipse(centre, radius + 5 * unit, radius + 5 * unit)
        hollow = station.kind in HOLLOW
        ink = own.muted if hollow else self._ink(place, own)
        style = Qt.PenStyle.DotLine if station.kind is Kind.UNABLE else Qt.PenStyle.SolidLine
        painter.setPen(QPen(ink, 2 * unit, style))
        painter.setBrush(own.surface if hollow or station.kind is Kind.AHEAD else ink)
        painter.drawEllipse(centre, radius, radius)
        if station.kind is Kind.PASSED:
            arm = radius * 0.45
            painter.drawLine(centre + QPointF(-arm, -arm), centre + QPointF(arm, arm))
            painter.drawLine(centre + QPointF(-arm, arm), centre + QPointF(arm, -arm))

    def _ink(self, place: int, own: DataColours) -> QColor:
        return own.accent if place <= self._place else mix(own.surface, own.accent, 0.45)

    def _paint_label(self, painter: QPainter, label: Label, own: DataColours) -> None:
        station, current, line = self._data.stations[label.place], label.place == self._place, self._line()
        far = 18 * scale()
        top = self.height() / 2 + far if label.row else self.height() / 2 - far - 2 * line
        faded = station.kind in HOLLOW and not current
        lines = (
            (label.name, name_font(current), own.muted if faded else own.text),
            (label.under, under_font(), own.muted),
        )
        for number, (text, font, ink) in enumerate(lines):
            painter.setFont(font)
            painter.setPen(ink)
            painter.drawText(QRectF(label.left, top + number * line, label.wide, line), _CENTRE, text)

    def _words(self, place: int) -> str:
        station = self._data.stations[place]
        parts = [station_name(station), station.year, outcome_name(station), explanation(station, self._data)]
        return ", ".join(dict.fromkeys(part for part in parts if part))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._at(event.position())
        if place >= 0 and event.button() is Qt.MouseButton.LeftButton:
            self.placeChosen.emit(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = self._at(event.position())
        if place >= 0 and self._data.stations[place].key:
            self.sourceSelected.emit(self._data.stations[place].key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = self._data.stations[self._place].key if self._data.stations else ""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and key:
            self.sourceSelected.emit(key)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self._at(event.pos().toPointF())
            QToolTip.showText(event.globalPos(), self._words(place) if place >= 0 else "", self)
            return True
        return super().event(event)

    def _name_it(self) -> None:
        self.setAccessibleName(self.tr("Stations of the path"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._name_it()
        self.updateGeometry()
        self.update()
