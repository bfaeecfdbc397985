"""A walk as text to take away: CSV and JSON in full precision, Markdown to be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.adoption import Walk
from engine.adoption_table import to_csv, to_json
from engine.sheet import LEDGERS, Evidence
from widgets import format as write
from widgets.ledger_text import (
    EVIDENCE_GLYPHS,
    VERDICT_GLYPHS,
    evidence_meaning,
    evidence_name,
    ledger_name,
    quantity_name,
)
from widgets.path_data import Figure, Kind, PathData
from widgets.path_words import outcome_name, reason_text, station_name

SUFFIXES = (".csv", ".json", ".md")


def table_text(walk: Walk, names: Mapping[str, str], suffix: str) -> str:
    """The text of a file. ValueError for another suffix."""
    if suffix == ".csv":
        return to_csv(walk, names)
    if suffix == ".json":
        return to_json(walk, names)
    if suffix == ".md":
        return "\n".join(_markdown(walk, names)) + "\n"
    raise ValueError(f"unknown table format {suffix!r}, expected {', '.join(SUFFIXES)}")


def _markdown(walk: Walk, names: Mapping[str, str]) -> Iterator[str]:
    """A row for each ledger and a column for each place that was measured, then what was passed over."""
    data = PathData([step.key for step in walk.steps], names, {}, frozenset(), walk)
    shown = [place for place, station in enumerate(data.stations) if station.kind is not Kind.PASSED]
    yield f"# {_cell(walk.base.title)}"
    yield ""
    yield f"| | {' | '.join(_cell(station_name(data.stations[place])) for place in shown)} |"
    yield f"|---|{'---:|' * len(shown)}"
    for ledger in LEDGERS:
        figures = [data.figure(ledger, place) for place in shown]
        quantity = next(figure.measured.quantity for figure in figures if figure is not None)
        head = f"{ledger_name(ledger)}: {quantity_name(quantity)} {EVIDENCE_GLYPHS[quantity.evidence]}"
        yield f"| {_cell(head)} | {' | '.join(_figure(figure) for figure in figures)} |"
    yield ""
    for evidence in (Evidence.REPRODUCIBLE, Evidence.TEACHING_ESTIMATE):
        yield f"{EVIDENCE_GLYPHS[evidence]} {evidence_name(evidence)}: {evidence_meaning(evidence)}"
        yield ""
    for station in data.stations:
        if station.kind is Kind.PASSED:
            yield f"- {_cell(station_name(station))}, {outcome_name(station)}: {_cell(reason_text(station.reason))}"


def _figure(figure: Figure | None) -> str:
    if figure is None:
        return ""
    value = figure.measured.value
    text = "—" if value is None else write.quantity(value, figure.measured.quantity.unit)
    return _cell(text if figure.step is None or value is None else f"{VERDICT_GLYPHS[figure.step.verdict]} {text}")


def _cell(text: str) -> str:
    """Text that does not end its cell."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")
