"""The page table's legend: every colour, hatch and shape in words."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.instant import PageState
from engine.recording import Event
from widgets.channels import EVENT_SHAPE
from widgets.legend import LegendEntry
from widgets.page_codes import LEVELS, STATES
from widgets.page_tiles import paint_tile
from widgets.page_words import event_name, state_meaning, state_name, tr
from widgets.palette import DataColours
from widgets.shapes import draw_shape

_EVENTS = (Event.ALLOCATE, Event.HIT, Event.COPY, Event.EVICT, Event.PREEMPT, Event.RELEASE)


def _tile(code: int, level: int = LEVELS - 1) -> Callable[[QPainter, QRectF, DataColours], None]:
    def draw(painter: QPainter, rect: QRectF, own: DataColours) -> None:
        paint_tile(painter, rect, code, level, own)

    return draw


def _shape(kind: Event) -> Callable[[QPainter, QRectF, DataColours], None]:
    def draw(painter: QPainter, rect: QRectF, own: DataColours) -> None:
        edge = own.muted if kind == Event.ALLOCATE else None
        draw_shape(painter, EVENT_SHAPE[kind], rect.center(), rect.height() * 0.42, own.event[kind], edge)

    return draw


def page_legend(contiguous: bool, by_owner: bool, now: bool, invalidates: bool = False) -> list[LegendEntry]:
    """Entries for the pages now, whose header already names the states, or for the history."""
    states = [PageState.USED, PageState.SHARED, PageState.CACHED, PageState.FREE]
    if contiguous:
        states.insert(2, PageState.RESERVED)
    null = LegendEntry(state_name(PageState.NULL), _tile(int(PageState.NULL)), state_meaning(PageState.NULL))
    code = 3 * STATES + int(PageState.USED)
    owned = LegendEntry(tr("one colour per request"), _tile(code), state_meaning(PageState.USED))
    if not now:
        entries = [LegendEntry(state_name(state), _tile(int(state)), state_meaning(state)) for state in states]
        return [owned, *entries[1:], null] if by_owner else [*entries, null]
    part = LegendEntry(tr("part filled"), _tile(int(PageState.USED), 4), tr("the last page of a request, filling up"))
    kinds = (*_EVENTS, Event.INVALIDATE) if invalidates else _EVENTS
    flashes = [LegendEntry(event_name(kind), _shape(kind), tr("flashes when it happens")) for kind in kinds]
    return [*([owned] if by_owner else []), part, null, *flashes]
