"""TTFT, TPOT and E2E of the chosen request, drawn to scale under its lane."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from widgets import format as fmt
from widgets.clock_data import ClockData, Contract
from widgets.clock_view import ClockView
from widgets.clock_words import tr
from widgets.fonts import scale, ui_font
from widgets.palette import DataColours


@dataclass(frozen=True)
class Bracket:
    """A span in ns with its words; `missed` when it breaks the contract."""

    start: float
    end: float
    label: str
    row: int
    missed: bool


def opening() -> float:
    """Room that the brackets need under a lane."""
    return 2 * _line() + 4 * scale()


def _line() -> float:
    return QFontMetricsF(ui_font(-1.5)).height() + 3


def brackets(data: ClockData, contract: Contract, request: int) -> list[Bracket]:
    """The spans that can be told so far."""
    requests = data.recording.requests[request]
    arrival, first, finish = (int(requests[name]) for name in ("arrival", "first_token", "finish"))
    late_first, slow, late_end = (bool(found[request]) for found in data.missed(contract))
    found = []
    if first >= 0:
        label = tr("TTFT {time}").format(time=fmt.duration(first - arrival))
        found.append(Bracket(arrival, first, _against(label, contract.ttft, late_first), 0, late_first))
    if first >= 0 and finish > first and not np.isnan(data.tpot[request]):
        count = int(requests["output_tokens"]) - 1
        label = tr("TPOT {time} × {count}").format(time=fmt.duration(float(data.tpot[request])), count=count)
        found.append(Bracket(first, finish, _against(label, contract.tpot, slow), 0, slow))
    if finish >= 0:
        label = tr("E2E {time}").format(time=fmt.duration(finish - arrival))
        found.append(Bracket(arrival, finish, _against(label, contract.e2e, late_end), 1, late_end))
    return found


def _against(label: str, limit: float | None, missed: bool) -> str:
    if limit is None:
        return label
    sign = ">" if missed else "≤"
    return f"{label} {sign} {fmt.duration(limit)}"


def paint_brackets(painter: QPainter, found: list[Bracket], view: ClockView, lane: int, own: DataColours) -> None:
    """Draw under `lane`, inside its opened room. Labels that do not fit into their bracket follow after the row."""
    top = view.top(lane) + view.row + 2 * scale()
    painter.save()
    painter.setClipRect(view.plot)
    for row in (0, 1):
        y = top + row * _line() + _line() / 2
        mine = [bracket for bracket in found if bracket.row == row]
        outside = [bracket for bracket in mine if not _fits(bracket, view)]
        for bracket in mine:
            _draw(painter, bracket, y, view, own, inside=not outside)
        if outside:
            _write_after(painter, mine, y, view, own)
    painter.restore()


def _font(bracket: Bracket) -> QFont:
    return ui_font(-1.5, QFont.Weight.DemiBold if bracket.missed else QFont.Weight.Medium)


def _colour(bracket: Bracket, own: DataColours) -> QColor:
    return own.readable(own.hue["vermillion"], own.selection) if bracket.missed else own.text


def _ends(bracket: Bracket, view: ClockView) -> tuple[float, float]:
    """The part of a bracket that is in view."""
    return max(view.x(bracket.start), view.plot.left()), min(view.x(bracket.end), view.plot.right())


def _fits(bracket: Bracket, view: ClockView) -> bool:
    left, right = _ends(bracket, view)
    return right - left >= QFontMetricsF(_font(bracket)).horizontalAdvance(bracket.label) + 24


def _draw(painter: QPainter, bracket: Bracket, y: float, view: ClockView, own: DataColours, inside: bool) -> None:
    tip = 3.5 * scale()
    painter.setPen(QPen(_colour(bracket, own), 1.4))
    start, end = QPointF(view.x(bracket.start), y), QPointF(view.x(bracket.end), y)
    painter.drawLine(start, end)
    for point in (start, end):
        painter.drawLine(point - QPointF(0, tip), point + QPointF(0, tip))
    if not inside:
        return
    painter.setFont(_font(bracket))
    metrics = QFontMetricsF(painter.font())
    left, right = _ends(bracket, view)
    width = metrics.horizontalAdvance(bracket.label) + 10
    box = QRectF((left + right - width) / 2, y - metrics.height() / 2, width, metrics.height())
    painter.fillRect(box, own.selection)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, bracket.label)


def _write_after(painter: QPainter, row: list[Bracket], y: float, view: ClockView, own: DataColours) -> None:
    """All labels of a row, to the right of its last bracket; to the left of its first if there is no room."""
    widths = [QFontMetricsF(_font(bracket)).horizontalAdvance(bracket.label) + 14 for bracket in row]
    left, right = view.x(min(b.start for b in row)), view.x(max(b.end for b in row))
    if right < view.plot.left() or left > view.plot.right():
        return
    x = right + 8
    if x + sum(widths) > view.plot.right():
        x = max(view.plot.left() + 4, left - sum(widths) - 2)
    for bracket, width in zip(row, widths, strict=True):
        painter.setFont(_font(bracket))
        painter.setPen(_colour(bracket, own))
        box = QRectF(x, y - _line() / 2, width, _line())
        if x < right and x + width > left:  # over the bracket itself: keep it readable
            painter.fillRect(box, own.selection)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, bracket.label)
        x += width
