"""Where the names of stations stand: above or below the line, never over one another.

What was adopted comes before what was passed over. A name that finds no room is shortened, and left out where there
is none at all: its station still tells it on hover, to screen readers, and when the path is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

from widgets.fonts import scale, ui_font
from widgets.path_data import Kind, Station
from widgets.path_words import brief, outcome_name, station_name

HOLLOW = (Kind.PASSED, Kind.UNABLE)
_GAP = 7.0  # px at scale 1 between two names
_MOST = 220.0  # px at scale 1 of any name
_LEAST = 44.0  # px at scale 1 of a name that is cut
_ELIDE = Qt.TextElideMode.ElideRight


@dataclass(frozen=True)
class Label:
    """Two lines at `left`, `wide` px: row 0 is above the line, 1 below."""

    place: int
    row: int
    left: float
    wide: float
    name: str
    under: str


def name_font(current: bool) -> QFont:
    return ui_font(0.5 if current else -0.5, QFont.Weight.Bold if current else QFont.Weight.DemiBold)


def under_font() -> QFont:
    return ui_font(-1)


def labels(stations: Sequence[Station], current: int, width: float) -> tuple[Label, ...]:
    """The names of stations that are spread evenly over `width` px."""
    found: list[Label] = []

    def rank(place: int) -> tuple[bool, bool, int]:
        return place != current, stations[place].kind in HOLLOW, place

    for place in sorted(range(len(stations)), key=rank):
        label = _placed(stations, place, current, width, found)
        if label is not None:
            found.append(label)
    return tuple(found)


def _placed(
    stations: Sequence[Station], place: int, current: int, width: float, found: Sequence[Label]
) -> Label | None:
    station, centre = stations[place], (place + 0.5) * width / len(stations)
    most = min(_MOST * scale(), width - 8)
    rows = (place % 2 == 1, place % 2 == 0)  # neighbours in turn
    name = QFontMetricsF(name_font(place == current)).elidedText(brief(station_name(station)), _ELIDE, most)
    for whole in dict.fromkeys((_under(station), station.year)):
        under = QFontMetricsF(under_font()).elidedText(whole, _ELIDE, most)
        wide = _wide(name, under, place == current)
        left = min(max(1.0, centre - wide / 2), width - wide - 1)
        for row in map(int, rows):
            if all(_apart(left, wide, other) for other in found if other.row == row):
                return Label(place, row, left, wide, name, under)
    return _cut(station, place, centre, width, place == current, int(rows[0]), found)


def _cut(
    station: Station, place: int, centre: float, width: float, current: bool, row: int, found: Sequence[Label]
) -> Label | None:
    """As much of the name as there is room for around its station."""
    gap = _GAP * scale()
    half = min(centre, width - centre) - 1
    for other in found:
        if other.row == row:
            half = min(
                half, other.left - gap - centre if other.left > centre else centre - other.left - other.wide - gap
            )
    if 2 * half < _LEAST * scale():
        return None
    name = QFontMetricsF(name_font(current)).elidedText(brief(station_name(station)), _ELIDE, 2 * half)
    under = QFontMetricsF(under_font()).elidedText(station.year, _ELIDE, 2 * half)
    return Label(place, row, centre - half, 2 * half, name, under)


def _wide(name: str, under: str, current: bool) -> float:
    upper = QFontMetricsF(name_font(current)).horizontalAdvance(name)
    return max(upper, QFontMetricsF(under_font()).horizontalAdvance(under)) + 2


def _apart(left: float, wide: float, other: Label) -> bool:
    gap = _GAP * scale()
    return left >= other.left + other.wide + gap or left + wide + gap <= other.left


def _under(station: Station) -> str:
    """The year, and for hollow stations what became of them."""
    if station.kind not in HOLLOW:
        return station.year
    return " · ".join(part for part in (station.year, outcome_name(station)) if part)
