"""The request clock's legend: every bar, hatch, mark and line in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen

from widgets.clock_data import ClockData, Contract, Span
from widgets.clock_lanes import span_body, span_colour, span_hatch
from widgets.clock_words import span_name, tr
from widgets.engine_columns import part_colours
from widgets.fleet_events import Trouble, TroubleSpan
from widgets.legend import LegendEntry
from widgets.palette import DataColours, mix
from widgets.shapes import draw_shape
from widgets.trouble_paint import paint_trouble


def _meaning(kind: Span) -> str:
    return {
        Span.QUEUED: tr("waits to be admitted"),
        Span.PREFILL: tr("reads its prompt, whole or in chunks"),
        Span.DECODE: tr("writes one token per iteration"),
        Span.STALLED: tr("holds its slot, but this iteration works for others"),
        Span.PREEMPTED: tr("lost its pages and must compute them again"),
        Span.PADDING: tr("has finished, but its slot is held until the batch ends"),
        Span.TRANSFER: tr("its state travels to another engine"),
        Span.SWAPPED: tr("waits, and its state is in host memory"),
        Span.PAUSED: tr("waits, and keeps its state in its pages"),
    }[kind]


def _bar(kind: Span) -> Callable[[QPainter, QRectF, DataColours], None]:
    def draw(painter: QPainter, rect: QRectF, own: DataColours) -> None:
        colour, hatch = span_colour(kind, own), span_hatch(kind)
        top, height = span_body(kind, rect.top(), rect.height())
        body = QRectF(rect.left(), top, rect.width(), height)
        painter.fillRect(body, colour)
        if hatch is not None:
            painter.fillRect(body, QBrush(mix(colour, own.text, 0.4), hatch))

    return draw


def _shape(name: str) -> Callable[[QPainter, QRectF, DataColours], None]:
    def draw(painter: QPainter, rect: QRectF, own: DataColours) -> None:
        fill = own.text if name == "disc" else own.hue["vermillion"]
        size = rect.height() * (0.3 if name == "disc" else 0.45)
        draw_shape(painter, name, rect.center(), size, fill, own.surface)

    return draw


def _deadline(painter: QPainter, rect: QRectF, own: DataColours) -> None:
    painter.fillRect(QRectF(rect.center().x() - 0.5, rect.top() - 1, 1.5, rect.height() + 2), own.muted)


def _budget(painter: QPainter, rect: QRectF, own: DataColours) -> None:
    painter.setPen(QPen(own.readable(own.hue["orange"], own.surface, 3.0), 1.3, Qt.PenStyle.DashLine))
    middle = QPointF(0, rect.center().y())
    painter.drawLine(QPointF(rect.left(), 0) + middle, QPointF(rect.right(), 0) + middle)


def _batch(painter: QPainter, rect: QRectF, own: DataColours) -> None:
    """A lane of three iterations: decode with a growing batch, and prefill on top."""
    painter.fillRect(rect, own.sunken)
    decode, prefill, idle = part_colours(own)
    width = rect.width() / 3
    for place, (low, top, colour) in enumerate(((0.4, 0.4, decode), (0.6, 0.9, prefill), (0.5, 0.8, idle))):
        left = rect.left() + place * width
        painter.fillRect(QRectF(left, rect.bottom() - rect.height() * top, width, rect.height() * top), colour)
        painter.fillRect(QRectF(left, rect.bottom() - rect.height() * low, width, rect.height() * low), decode)


def _trouble(kind: Trouble) -> Callable[[QPainter, QRectF, DataColours], None]:
    def draw(painter: QPainter, rect: QRectF, own: DataColours) -> None:
        painter.fillRect(rect, own.sunken)
        paint_trouble(painter, TroubleSpan(kind, 0, 0, 0), rect, own)

    return draw


def clock_legend(
    data: ClockData | None, contract: Contract, budget: bool, batch: bool, troubles: Sequence[Trouble] = ()
) -> list[LegendEntry]:
    """Entries for what the run contains; `budget` and `batch` tell what is drawn in the lanes of engines."""
    found = data.has if data is not None else frozenset((Span.QUEUED, Span.PREFILL, Span.DECODE))
    order = [Span.QUEUED, Span.PREFILL, Span.DECODE, Span.STALLED, Span.PREEMPTED, Span.PAUSED, Span.SWAPPED]
    order += [Span.PADDING, Span.TRANSFER]
    entries = [LegendEntry(span_name(kind), _bar(kind), _meaning(kind), True) for kind in order if kind in found]
    entries.append(LegendEntry(tr("finished"), _shape("disc"), tr("the last token")))
    if contract.ttft is not None or contract.e2e is not None:
        entries.append(LegendEntry(tr("deadline"), _deadline, tr("the contract's limit, kept")))
        entries.append(LegendEntry(tr("missed"), _shape("diamond"), tr("TTFT or E2E came later than this")))
    if contract.tpot is not None:
        entries.append(
            LegendEntry(tr("TPOT missed"), _shape("diamond-frame"), tr("TPOT is over the contract's limit"))
        )
    if budget:
        entries.append(
            LegendEntry(tr("token budget"), _budget, tr("tokens an iteration may take; heights ∝ √tokens"), True)
        )
    meanings = {
        Trouble.DOWN: (tr("down"), tr("the engine is dead, and its pages are lost")),
        Trouble.SLOW: (tr("slow"), tr("an engine or the link takes longer than usual")),
    }
    entries += [LegendEntry(meanings[kind][0], _trouble(kind), meanings[kind][1], True) for kind in troubles]
    if batch:
        meaning = tr(
            "height of an iteration: requests that hold a slot; blue ones decode, orange ones read their prompt, "
            "grey ones wait for their turn. Folded engines have a row each, the stronger the larger the batch; "
            "stripes: both kinds in one iteration"
        )
        entries.append(LegendEntry(tr("requests in the batch"), _batch, meaning, True))
    return entries
