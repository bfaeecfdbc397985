"""What the view of a path says in words: outcomes, reasons, changes, and its text twin."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.adoption import Change, Outcome, Step
from engine.adoption_start import start
from engine.sheet import LEDGERS, Verdict
from widgets import format as write
from widgets.ledger_sheet_model import change_text
from widgets.ledger_text import evidence_name, ledger_name, short_name, verdict_name
from widgets.path_data import Figure, Kind, PathData, Station

# The engine's reasons, as it words them. {braces} stand for names and numbers.
_REASONS: tuple[object, ...] = (
    QT_TRANSLATE_NOOP("PathReason", "the engine cannot run it yet."),
    QT_TRANSLATE_NOOP("PathReason", "the scenario has it switched on already."),
    QT_TRANSLATE_NOOP("PathReason", "the new ground has set {fields} itself."),
    QT_TRANSLATE_NOOP("PathReason", "{model} keeps no keys and values per head ({kinds})."),
    QT_TRANSLATE_NOOP("PathReason", "the scenario schedules by iteration already, in chunks."),
    QT_TRANSLATE_NOOP("PathReason", "{hardware} has no INT8 tensor path."),
    QT_TRANSLATE_NOOP("PathReason", "the weights are narrower than {bits} bits, which it would undo."),
    QT_TRANSLATE_NOOP("PathReason", "accepted lengths differ per request, which a fixed batch cannot follow."),
    QT_TRANSLATE_NOOP("PathReason", "it preempts between iterations, and a fixed batch runs to its end."),
    QT_TRANSLATE_NOOP("PathReason", "a tree of pages needs a paged pool; adopt paging first."),
    QT_TRANSLATE_NOOP("PathReason", "a split needs at least two engines, one per phase."),
    QT_TRANSLATE_NOOP("PathReason", "a fixed batch cannot be handed over; adopt iteration-level scheduling first."),
    QT_TRANSLATE_NOOP("PathReason", "{model} has layers without keys per head ({kinds})."),
    QT_TRANSLATE_NOOP(
        "PathReason", "a fixed batch has no iteration to fill; adopt iteration-level scheduling first."
    ),
    QT_TRANSLATE_NOOP("PathReason", "one engine that decodes has no neighbour to give requests to."),
    QT_TRANSLATE_NOOP(
        "PathReason", "a fixed batch starts and ends together; adopt iteration-level scheduling first."
    ),
    QT_TRANSLATE_NOOP("PathReason", "a reservation has no pages to copy one by one; adopt paging first."),
    QT_TRANSLATE_NOOP(
        "PathReason", "a store of pages needs a cache that can find them again; adopt prefix caching first."
    ),
    QT_TRANSLATE_NOOP("PathReason", "the store keeps pages of one kind."),
    QT_TRANSLATE_NOOP("PathReason", "one engine has nobody to share with."),
    QT_TRANSLATE_NOOP("PathReason", "{model} keeps no recurrent state."),
    QT_TRANSLATE_NOOP("PathReason", "it needs pages found by hash, and neither reservations nor a tree."),
    QT_TRANSLATE_NOOP("PathReason", "parallel samples cannot share a recurrent state."),
    QT_TRANSLATE_NOOP("PathReason", "{field}: found {found}, expected {expected}"),
)


# What the shipped start stands for, as the engine says it, and the scenarios that paths go through.
_TITLES = (
    QT_TRANSLATE_NOOP("PathStart", "A chat service, served as in 2019"),
    QT_TRANSLATE_NOOP("PathStart", "Kimi K3, nothing kept between turns (2026)"),
)
_START = QT_TRANSLATE_NOOP(
    "PathStart",
    "A model and machines of today, served as in 2019: Llama 3.1 8B on four A100 40 GB, fixed batches, 16 bits, and "
    "room for the longest text of the model (131,072 tokens) set aside for every request. Chats have two turns and "
    "one of eight long openings. The limits are tight on purpose: 250 ms to the first token, 6 ms for each "
    "further one.",
)


def _tr(text: str) -> str:
    return QCoreApplication.translate("PathWords", text)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (text, re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(text)))) for text in map(str, _REASONS)
    )


def reason_text(reason: str) -> str:
    """A reason in the language of the interface; one that is not known is shown as the engine words it."""
    for text, pattern in _patterns():
        found = pattern.fullmatch(reason)
        if found:
            return QCoreApplication.translate("PathReason", text).format(**found.groupdict())
    return reason


def known_reason(reason: str) -> bool:
    """Whether there is a translation for a reason."""
    return any(pattern.fullmatch(reason) for _, pattern in _patterns())


def brief(name: str) -> str:
    """A name without what stands in brackets behind it."""
    return re.split(r" \(|（", name)[0]


def outcome_name(station: Station) -> str:
    """What became of a station, in a few words."""
    words = {
        Kind.START: _tr("start"),
        Kind.GROUND: _tr("new ground"),
        Kind.ADOPTED: _tr("adopted"),
        Kind.AHEAD: _tr("not played yet"),
        Kind.UNABLE: _tr("cannot run yet"),
    }
    if station.kind is not Kind.PASSED:
        return words[station.kind]
    return {
        Outcome.NOT_RUNNABLE: _tr("cannot run yet"),
        Outcome.REFUSED: _tr("passed over"),
        Outcome.CONFLICT: _tr("cannot be combined"),
    }[station.outcome or Outcome.REFUSED]


def station_name(station: Station) -> str:
    """The start and a new ground have names of their own."""
    if station.kind is Kind.START:
        return _tr("Start")
    return _tr("New ground") if station.kind is Kind.GROUND else station.name


def change_words(change: Change, data: PathData) -> str:
    """`field before → after`, and who had set it."""
    text = f"{change.field}: {change.before} → {change.after}"
    return text if not change.by else _tr("{change} (set by {name})").format(change=text, name=data.name(change.by))


def explanation(station: Station, data: PathData) -> str:
    """What happened at a station, in a sentence or two."""
    step = station.taken
    if station.kind is Kind.START:
        return scenario_title(data.walk.base.title) if data.walk is not None else ""
    if step is None:
        return _tr("The engine cannot run it yet: it will be passed over.") if station.kind is Kind.UNABLE else ""
    if station.kind is Kind.GROUND:
        return _ground_text(step, data)
    if station.kind is Kind.PASSED:
        text = _tr("Passed over, nothing changes: {reason}")
        return text.format(reason=reason_text(station.reason))
    return _tr("Sets {changes}").format(changes="; ".join(change_words(change, data) for change in step.changes))


def ground_words() -> str:
    """Why the ground changes."""
    return _tr(
        "A model of its own is no option of the one before: the path goes on with its own day before, server, "
        "requests and limits, and nothing is compared across the double line."
    )


def ground_lists() -> tuple[str, str]:
    """What stands before the techniques that are in force on a new ground too, and before those that are not."""
    return _tr("Carried over:"), _tr("Left behind:")


def _ground_text(step: Step, data: PathData) -> str:
    if step.ground is None:
        return ""
    carried, left = ground_lists()
    parts = [ground_words()]
    if step.ground.carried:
        parts.append(f"{carried} {', '.join(data.name(key) for key in step.ground.carried)}.")
    if step.ground.left:
        parts.append(f"{left} {'; '.join(f'{data.name(key)}: {reason_text(why)}' for key, why in step.ground.left)}")
    return " ".join(parts)


def scenario_title(title: str) -> str:
    """The title of a scenario; one that is not ours is shown as it is."""
    return QCoreApplication.translate("PathStart", title)


def start_words(data: PathData) -> str:
    """What the start of a path stands for; before it was run, what playing will do."""
    if data.walk is None:
        return _tr("Press play: the engine adopts one technique after another, which takes some seconds.")
    return QCoreApplication.translate("PathStart", str(_START)) if data.walk.scenario == start() else ""


def moved(place: int, data: PathData) -> dict[Verdict, list[str]]:
    """The ledgers whose headline a step has changed, by how."""
    found: dict[Verdict, list[str]] = {}
    for verdict in (Verdict.BETTER, Verdict.WORSE, Verdict.CHANGED, Verdict.APPEARED, Verdict.VANISHED):
        deltas = ((ledger, data.change(ledger, place)) for ledger in LEDGERS)
        ledgers = [ledger for ledger, delta in deltas if delta is not None and delta.verdict is verdict]
        if ledgers:
            found[verdict] = ledgers
    return found


def start_mark() -> str:
    """What stands before a change since the start, where there is little room."""
    return _tr("in all")


def figure_words(ledger: str, figure: Figure) -> str:
    """One ledger in one line, for tooltips and the text twin."""
    row = figure.measured
    value = write.quantity(row.value, row.quantity.unit)
    text = f"{ledger_name(ledger)}, {short_name(row.quantity)}: {value}"
    for label, delta in ((_tr("this step"), figure.step), (_tr("since the start"), figure.start)):
        if delta is not None:
            text += f"; {label} {change_text(delta)}"
            if change_text(delta) != verdict_name(delta.verdict):
                text += f" ({verdict_name(delta.verdict)})"
    return f"{text}; {evidence_name(row.quantity.evidence)}" if row.value is not None else text


def path_text(data: PathData, place: int) -> Iterator[str]:
    """The text twin: the path, then the ledgers at the place that is shown."""
    for number, station in enumerate(data.stations):
        mark = "→ " if number == place else "  "
        year = f" {station.year}" if station.year else ""
        why = f": {reason_text(station.reason)}" if station.kind is Kind.PASSED else ""
        yield f"{mark}{number}. {station_name(station)}{year}, {outcome_name(station)}{why}"
    if data.stations:
        yield explanation(data.stations[place], data)
    for ledger in LEDGERS:
        figure = data.figure(ledger, place) if data.stations else None
        if figure is not None:
            yield figure_words(ledger, figure)
