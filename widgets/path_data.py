"""A path and its walk as what is drawn: one station per place, and a figure of every ledger at every station."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from engine.adoption import Outcome, Step, Walk
from engine.adoption_table import headlines
from engine.sheet import Delta, LedgerSheet, Measured


class Kind(Enum):
    """What stands at a station."""

    START = auto()
    GROUND = auto()  # another model and its server, before the step that brings it
    ADOPTED = auto()
    PASSED = auto()  # passed over: it has a reason
    AHEAD = auto()  # not played yet
    UNABLE = auto()  # not played yet, and the engine cannot run it


@dataclass(frozen=True)
class Station:
    """`step` is the index of the step it belongs to, -1 for the start. `stretch` counts the grounds before it."""

    kind: Kind
    step: int
    key: str = ""
    name: str = ""
    year: str = ""
    stretch: int = 0
    sheet: LedgerSheet | None = None  # in force here
    taken: Step | None = None

    @property
    def reason(self) -> str:
        return self.taken.reason if self.taken is not None else ""

    @property
    def outcome(self) -> Outcome | None:
        return self.taken.outcome if self.taken is not None else None


@dataclass(frozen=True)
class Figure:
    """One ledger at one station: its figure, and how it changed with this step and since the stretch began."""

    measured: Measured
    step: Delta | None
    start: Delta | None


class PathData:
    """Stations of a path; figures once it was played. Places are indices of stations."""

    def __init__(
        self,
        keys: Sequence[str],
        names: Mapping[str, str],
        years: Mapping[str, str],
        runnable: frozenset[str],
        walk: Walk | None = None,
    ) -> None:
        self.walk = walk
        self._names, self._years = names, years
        self.stations = tuple(self._ahead(keys, runnable) if walk is None else self._walked(walk))

    @property
    def last(self) -> int:
        return len(self.stations) - 1

    def name(self, key: str) -> str:
        return self._names.get(key, key)

    def place(self, step: int) -> int:
        """The station of a step; 0 for the start."""
        wanted = (Kind.START,) if step < 0 else (Kind.ADOPTED, Kind.PASSED, Kind.AHEAD, Kind.UNABLE)
        return next((p for p, s in enumerate(self.stations) if s.step == step and s.kind in wanted), 0)

    def figure(self, ledger: str, place: int) -> Figure | None:
        """None as long as nothing was measured."""
        station = self.stations[place]
        if station.sheet is None:
            return None
        key = self._headlines[ledger]
        return Figure(
            station.sheet[key], self._change(ledger, place, self._before(place)), self._since(ledger, place)
        )

    def values(self, ledger: str) -> tuple[float | None, ...]:
        """The figure at every station."""
        return self._values[ledger]

    def span(self, ledger: str, stretch: int) -> float:
        """The largest figure of a stretch, whose scale starts at zero; 0 if it has none."""
        return self._spans[ledger].get(stretch, 0.0)

    def change(self, ledger: str, place: int) -> Delta | None:
        """Against the station before it; None where nothing was adopted."""
        return self._change(ledger, place, self._before(place))

    # inside

    def _before(self, place: int) -> int | None:
        return place - 1 if self.stations[place].kind is Kind.ADOPTED else None

    def _since(self, ledger: str, place: int) -> Delta | None:
        """Against the first station of the stretch."""
        stretch = self.stations[place].stretch
        first = next(p for p, s in enumerate(self.stations) if s.stretch == stretch)
        return None if place == first else self._change(ledger, place, first)

    def _change(self, ledger: str, place: int, before: int | None) -> Delta | None:
        if before is None:
            return None
        one, other = self.stations[before].sheet, self.stations[place].sheet
        key = self._headlines[ledger]
        return None if one is None or other is None else Delta(self._rows[id(one)][key], self._rows[id(other)][key])

    @cached_property
    def _headlines(self) -> dict[str, str]:
        return {} if self.walk is None else headlines(self.walk)

    @cached_property
    def _values(self) -> dict[str, tuple[float | None, ...]]:
        sheets = [station.sheet for station in self.stations if station.sheet is not None]
        return {
            ledger: tuple(self._rows[id(sheet)][key].value for sheet in sheets)
            for ledger, key in self._headlines.items()
        }

    @cached_property
    def _spans(self) -> dict[str, dict[int, float]]:
        found: dict[str, dict[int, float]] = {ledger: {} for ledger in self._values}
        for ledger, values in self._values.items():
            for station, value in zip(self.stations, values, strict=True):
                if value is not None:
                    found[ledger][station.stretch] = max(found[ledger].get(station.stretch, 0.0), abs(value))
        return found

    @cached_property
    def _rows(self) -> dict[int, dict[str, Measured]]:
        """The headlines of every sheet, by the sheet's identity: stations keep their sheets alive."""
        wanted = set(self._headlines.values())
        sheets = {id(s.sheet): s.sheet for s in self.stations if s.sheet is not None}
        return {
            number: {row.quantity.key: row for row in sheet.rows if row.quantity.key in wanted}
            for number, sheet in sheets.items()
        }

    def _ahead(self, keys: Sequence[str], runnable: frozenset[str]) -> list[Station]:
        kinds = [Kind.AHEAD if key in runnable else Kind.UNABLE for key in keys]
        named = zip(kinds, range(len(keys)), keys, strict=True)
        start = [Station(Kind.START, -1)] if keys else []
        return start + [
            Station(kind, step, key, self.name(key), self._years.get(key, "")) for kind, step, key in named
        ]

    def _walked(self, walk: Walk) -> list[Station]:
        found, stretch, sheet = [Station(Kind.START, -1, sheet=walk.base)], 0, walk.base
        for place, step in enumerate(walk.steps):
            about = (place, step.key, self.name(step.key), self._years.get(step.key, ""))
            if step.ground is not None:
                stretch += 1
                found.append(Station(Kind.GROUND, *about, stretch, step.ground.sheet, step))
            sheet = step.sheet or sheet
            kind = Kind.ADOPTED if step.adopted else Kind.PASSED
            found.append(Station(kind, *about, stretch, sheet, step))
        return found
