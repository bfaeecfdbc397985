"""What moves in the request clock: the playhead, the iterations under way, each lane's state, a measured range."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from engine.instant import Instant
from engine.reading.phases import Phase
from widgets import format as fmt
from widgets.clock_data import ClockData
from widgets.clock_engines import EngineLanes
from widgets.clock_layout import title_height
from widgets.clock_view import ClockView
from widgets.clock_words import present, tr
from widgets.fonts import scale, ui_font
from widgets.palette import DataColours

_ALIVE = (
    Phase.QUEUED,
    Phase.PREFILL,
    Phase.DECODE,
    Phase.PREEMPTED,
    Phase.TRANSFER,
    Phase.PAUSED,
    Phase.SWAPPED,
)


def paint_live(
    painter: QPainter, data: ClockData, engines: EngineLanes, view: ClockView, instant: Instant, own: DataColours
) -> None:
    """Frames round the iterations under way, and a dot beside every lane that is alive, in its phase's colour."""
    iterations = data.recording.iterations
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(own.text, 1.2))
    for iteration in instant.active_iterations.tolist():
        row = iterations[iteration]
        left, right = view.x(float(row["start"])), view.x(float(row["end"]))
        if right - left >= 4 and right > view.plot.left() and left < view.plot.right():
            rect = engines.band.engine_rect(int(row["engine"]), view.engines)
            left, right = max(left, view.plot.left()), min(right, view.plot.right())
            painter.drawRect(QRectF(left, rect.top() + 0.5, right - left, rect.height() - 1))
    first, last = view.visible()
    if view.row < 6:
        return
    painter.save()
    painter.setClipRect(QRectF(0, view.plot.top(), view.plot.left(), view.plot.height()))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    radius = min(3.6 * scale(), view.row * 0.3)
    x = 14 * scale()
    for lane, phase in enumerate(instant.phase[data.request_of[first:last]].tolist(), start=first):
        if phase in _ALIVE:
            painter.setBrush(own.phase[Phase(phase)])
            painter.drawEllipse(QPointF(x, view.top(lane) + view.row / 2), radius, radius)
    painter.restore()


def paint_playhead(painter: QPainter, view: ClockView, now: float, own: DataColours) -> None:
    """A line through everything, with the time on the axis."""
    share = min(max(now / view.time.whole, 0.0), 1.0)
    on_map = view.map.left() + share * view.map.width()
    painter.fillRect(QRectF(on_map - 1, view.map.top(), 2, view.map.height()), own.accent)
    x = view.x(now)
    if not view.plot.left() - 1 <= x <= view.plot.right() + 1:
        return
    bottom = view.plot.bottom()
    painter.fillRect(
        QRectF(x - 1.5, view.axis.bottom() - 2, 3, bottom - view.axis.bottom() + 2), _veil(own.surface, 0.6)
    )
    painter.fillRect(QRectF(x - 0.75, view.axis.bottom() - 2, 1.5, bottom - view.axis.bottom() + 2), own.accent)
    painter.setFont(ui_font(-1.5, QFont.Weight.DemiBold))
    label = fmt.clock(now, view.time.duration)
    width = QFontMetricsF(painter.font()).horizontalAdvance(label) + 12
    box = QRectF(x - width / 2, view.axis.top() + 1, width, view.axis.height() - 2)
    box.moveLeft(min(max(box.left(), view.plot.left() - 6), view.plot.right() - width + 6))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(own.accent)
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(own.on_accent)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)


def paint_hover(painter: QPainter, view: ClockView, lane: int, own: DataColours) -> None:
    """A dotted line under the lane that the mouse is over."""
    painter.setPen(QPen(own.muted, 1, Qt.PenStyle.DotLine))
    painter.setClipRect(view.plot)
    y = view.top(lane) + view.row
    painter.drawLine(QPointF(view.plot.left(), y), QPointF(view.plot.right(), y))
    painter.setClipping(False)


def paint_range(painter: QPainter, view: ClockView, chosen: tuple[float, float], own: DataColours) -> None:
    """The measured range: a light band with its edges and its length."""
    left, right = view.x(chosen[0]), view.x(chosen[1])
    area = QRectF(left, view.engines.top(), right - left, view.plot.bottom() - view.engines.top())
    area = area.intersected(QRectF(view.plot.left(), 0, view.plot.width(), view.plot.bottom()))
    if area.width() <= 0:
        return
    painter.fillRect(area, _veil(own.accent, 0.16))
    for x in (left, right):
        if view.plot.left() <= x <= view.plot.right():
            painter.fillRect(QRectF(x - 0.5, area.top(), 1, area.height()), own.accent)


def _veil(colour: QColor, strength: float) -> QColor:
    veiled = QColor(colour)
    veiled.setAlphaF(strength)
    return veiled


def paint_title(painter: QPainter, width: int, data: ClockData, instant: Instant | None, own: DataColours) -> None:
    """The name, then how many requests run, wait and have finished."""
    font = ui_font(1.5, QFont.Weight.DemiBold)
    line = QRectF(10 * scale(), 0, width - 10 * scale(), title_height())
    left, name = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, tr("Request clock")
    painter.setFont(font)
    painter.setPen(own.text)
    painter.drawText(line, left, name)
    if instant is None:
        return
    spent = QFontMetricsF(font).horizontalAdvance(name) + 14
    done, total = int((instant.phase == Phase.FINISHED).sum()), len(data.recording.requests)
    words = tr("{now} · {done} of {total} finished").format(
        now=present(instant), done=fmt.count(done), total=fmt.count(total)
    )
    painter.setFont(ui_font(0))
    painter.setPen(own.muted)
    shown = QFontMetricsF(painter.font()).elidedText(words, Qt.TextElideMode.ElideRight, line.width() - spent)
    painter.drawText(line.adjusted(spent, 1, 0, 1), left, shown)
