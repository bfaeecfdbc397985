"""A trade-off: points that a setting leads through, and the one where it stands."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from widgets.fonts import ui_font
from widgets.lab_plot import Target
from widgets.lab_plot_curves import CurvePlot
from widgets.lab_plot_data import AxisSpec, Choice, Limit, Line, Mark, Region, WorkingPoint
from widgets.lab_plot_paint import said
from widgets.palette import DataColours

_CORNERS = {"low-low": "↙", "high-low": "↘", "low-high": "↖", "high-high": "↗"}
_NO_AXIS = AxisSpec("")


class TradeOffPlot(CurvePlot):
    """`choiceMoved(number)` while the point is dragged along the curve or moved by Shift and arrows;
    `choiceReleased()` after."""

    choiceMoved = Signal(int)
    choiceReleased = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices: tuple[Choice, ...] = ()
        self._chosen = -1
        self._better = ""
        self.pointReleased.connect(self.choiceReleased)

    def setChoices(
        self,
        choices: Sequence[Choice],
        chosen: int,
        x: AxisSpec,
        y: AxisSpec,
        *,
        hue: str = "blue",
        marks: Sequence[Mark] = (),
        regions: Sequence[Region] = (),
        x_limits: Sequence[Limit] = (),
        y_limits: Sequence[Limit] = (),
        better: str = "",
    ) -> None:
        """`choices` in the order of the setting, `chosen` the number of the present one (-1: none).

        `better` names the good corner as x-y: "low-low", "high-low", "low-high" or "high-high".
        """
        self._choices, self._chosen, self._better = tuple(choices), chosen, better
        lines, point = [], None
        if choices:
            lines = [Line("", [c.x for c in choices], [c.y for c in choices], hue, shape="disc")]
        if 0 <= chosen < len(self._choices):
            here = self._choices[chosen]
            point = WorkingPoint(here.x, here.y, here.label)
        self.setCurves(lines, x, y, marks=marks, regions=regions, x_limits=x_limits, y_limits=y_limits, point=point)

    def chosen(self) -> int:
        return self._chosen

    def paintPlot(self, painter: QPainter, room: QRectF, own: DataColours) -> None:
        super().paintPlot(painter, room, own)
        if self._better not in _CORNERS:
            return
        across, up = self._better.split("-")
        side = Qt.AlignmentFlag.AlignLeft if across == "low" else Qt.AlignmentFlag.AlignRight
        end = Qt.AlignmentFlag.AlignBottom if up == "low" else Qt.AlignmentFlag.AlignTop
        painter.setFont(ui_font(-0.5, QFont.Weight.DemiBold))
        painter.setPen(own.readable(own.hue["green"], own.window))
        arrow, word = _CORNERS[self._better], self.tr("better")
        text = f"{arrow} {word}" if across == "low" else f"{word} {arrow}"
        painter.drawText(self.plot().adjusted(7, 4, -7, -4), side | end, text)

    def layTargets(self, room: QRectF) -> list[Target]:
        plot, frame = self.plot(), self._frame
        places = frame.places(plot, [c.x for c in self._choices], [c.y for c in self._choices])
        found = [
            Target(QPointF(*place), self._said(choice))
            for choice, place in zip(self._choices, places, strict=True)
            if np.isfinite(place).all()
        ]
        for mark in frame.marks:
            found.append(Target(QPointF(*frame.places(plot, [mark.x], [mark.y])[0]), frame.said_mark(mark), 1))
        return found

    def _said(self, choice: Choice) -> str:
        x, y = self._frame.x, self._frame.y
        words = f"{choice.label}: {y.label} {said(y, choice.y)} · {x.label} {said(x, choice.x)}"
        return f"{words}. {choice.tip}" if choice.tip else words

    def lines(self) -> list[str]:
        found = []
        for number, choice in enumerate(self._choices):
            found.append(("→ " if number == self._chosen else "") + self._said(choice))
        frame = self._frame
        for limits, axis in ((frame.x_limits, frame.x), (frame.y_limits, frame.y)):
            found += [f"{limit.label}: {axis.label} {said(axis, limit.value)}" for limit in limits]
        return [*found, *(frame.said_mark(mark) for mark in frame.marks)]

    def tableData(self) -> tuple[Sequence[str], Sequence[Sequence[object]]]:
        x, y = (f"{axis.label} ({axis.unit})" if axis.unit else axis.label for axis in (self._frame.x, self._frame.y))
        return (self.tr("choice"), x, y), [(choice.label, choice.x, choice.y) for choice in self._choices]

    # --- moving --------------------------------------------------------------------------------------------------

    def movePoint(self, place: QPointF) -> None:
        """The point jumps to the nearest choice."""
        places = self._frame.places(self.plot(), [c.x for c in self._choices], [c.y for c in self._choices])
        away = np.hypot(places[:, 0] - place.x(), places[:, 1] - place.y())
        self._choose(int(np.nanargmin(away)))

    def _choose(self, number: int) -> None:
        number = max(0, min(number, len(self._choices) - 1))
        if number != self._chosen:
            self.choiceMoved.emit(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        steps = {keys.Key_Left: -1, keys.Key_Down: -1, keys.Key_Right: 1, keys.Key_Up: 1}
        if event.modifiers() == Qt.KeyboardModifier.ShiftModifier and event.key() in steps and self._choices:
            self._choose(self._chosen + steps[keys(event.key())])
            self.choiceReleased.emit()
        else:
            super().keyPressEvent(event)
