"""A walk as lines: its steps, and how far each ledger has come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.adoption import Walk
from engine.sheet import LEDGERS, Delta, Verdict
from explorer.cli.output import table
from explorer.cli.sheets import STILL, change
from widgets import format as written
from widgets.path_data import Kind, PathData, Station
from widgets.path_words import explanation, outcome_name, start_words, station_name


def as_text(walk: Walk, names: Mapping[str, str], years: Mapping[str, str], *, steps: bool = False) -> str:
    """The path, and the headlines at the ends of every stretch; with `steps` also what each step moved."""
    data = PathData([step.key for step in walk.steps], names, years, frozenset(), walk)
    lines = [walk.base.title, start_words(data), ""] if start_words(data) else [walk.base.title, ""]
    lines.append(table(("no", "name", "year", "outcome"), _stations(data), right=(0,)))
    lines += [""] + [line for place in range(len(data.stations)) for line in _story(data, place, steps)]
    for stretch in dict.fromkeys(station.stretch for station in data.stations):
        lines += ["", *_stretch(data, stretch)]
    return "\n".join(lines)


def _stations(data: PathData) -> Iterator[tuple[str, ...]]:
    for place, station in enumerate(data.stations):
        yield str(place), station_name(station), station.year, outcome_name(station)


def _story(data: PathData, place: int, steps: bool) -> Iterator[str]:
    """What happened at a station, and with `steps` what it moved."""
    station = data.stations[place]
    if station.kind is Kind.START:
        return
    yield f"{place}. {station_name(station)}: {explanation(station, data)}"
    moved = [(ledger, data.change(ledger, place)) for ledger in LEDGERS] if steps else []
    for ledger, delta in moved:
        if delta is not None and delta.verdict not in STILL:
            yield f"     {ledger:12} {_end(delta, after=False)} -> {_end(delta, after=True)}  {_verdict(delta)}"


def _stretch(data: PathData, stretch: int) -> Iterator[str]:
    """The headlines from the start of a stretch to its end."""
    places = [place for place, station in enumerate(data.stations) if station.stretch == stretch]
    first, last = data.stations[places[0]], data.stations[places[-1]]
    yield f"From {_named(first)} to {_named(last)}"
    rows = []
    for ledger in LEDGERS:
        figure = data.figure(ledger, places[-1])
        if figure is None or figure.start is None or figure.start.verdict is Verdict.UNEXERCISED:
            continue
        delta, quantity = figure.start, figure.measured.quantity
        ends = _end(delta, after=False), _end(delta, after=True)
        rows.append((ledger, quantity.name, *ends, change(delta), str(delta.verdict), str(quantity.evidence)))
    header = ("ledger", "quantity", "at first", "at last", "change", "verdict", "evidence")
    yield table(header, rows, right=(2, 3, 4))


def _named(station: Station) -> str:
    return f"“{station.sheet.title}”" if station.kind is Kind.GROUND and station.sheet else station_name(station)


def _end(delta: Delta, *, after: bool) -> str:
    row = delta.after if after else delta.before
    return "-" if row.value is None else written.quantity(row.value, row.quantity.unit)


def _verdict(delta: Delta) -> str:
    return f"{change(delta)} {delta.verdict}" if delta.ratio is not None else str(delta.verdict)
