"""The lanes of the map: by ledger (in ledger order), by family of techniques, or by organisation."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from citations.records import Source
from engine.sheet import LEDGERS
from widgets.ledger_text import ledger_name
from widgets.source_text import family_name

LANES = ("ledger", "family", "organisation")
MOST_ORGANISATIONS = 14  # the others share a lane
REST, NONE = "\x00rest", ""  # keys of the lanes of the others, and of sources filed under nothing
_UNFILED = {
    "ledger": QT_TRANSLATE_NOOP("Atlas", "No ledger"),
    "family": QT_TRANSLATE_NOOP("Atlas", "No family"),
    "organisation": QT_TRANSLATE_NOOP("Atlas", "Not stated"),
}


@dataclass(frozen=True)
class Lane:
    """`members` are places in the list of sources, in its order. `ledger` gives the lane its colour, "" for none."""

    key: str
    title: str
    members: tuple[int, ...]
    ledger: str = ""


def lanes_of(sources: Sequence[Source], mode: str) -> tuple[Lane, ...]:
    """The lanes that have members, from the top. ValueError for a mode that is not in LANES."""
    if mode not in LANES:
        raise ValueError(f"unknown lanes {mode!r}, expected one of {', '.join(LANES)}")
    groups: dict[str, list[int]] = defaultdict(list)
    for place, source in enumerate(sources):
        groups[_FIELD[mode](source)].append(place)
    if mode == "organisation":
        groups = _gathered(groups)
    order = sorted((key for key in groups if key not in (NONE, REST)), key=_rank(mode, groups))
    order += [key for key in (REST, NONE) if key in groups]
    return tuple(
        Lane(key, lane_title(key, mode), tuple(sorted(groups[key])), key if mode == "ledger" else "") for key in order
    )


_FIELD: dict[str, Callable[[Source], str]] = {
    "ledger": lambda source: source.primary_ledger,
    "family": lambda source: source.family,
    "organisation": lambda source: source.organisation,
}


def _rank(mode: str, groups: dict[str, list[int]]) -> Callable[[str], tuple[int, str]]:
    """Ledgers in their order, families by their first source, organisations by how much they published."""
    if mode == "ledger":
        return lambda key: (LEDGERS.index(key) if key in LEDGERS else len(LEDGERS), key)
    if mode == "family":
        return lambda key: (min(groups[key]), key)
    return lambda key: (-len(groups[key]), key)


def _gathered(groups: dict[str, list[int]]) -> dict[str, list[int]]:
    """Organisations with one source only, and those beyond the largest, in one lane."""
    counts = Counter({key: len(members) for key, members in groups.items() if key != NONE})
    ranked = sorted(counts, key=lambda key: (-counts[key], key))
    kept = {key for key in ranked[:MOST_ORGANISATIONS] if counts[key] > 1}
    found: dict[str, list[int]] = defaultdict(list)
    for key, members in groups.items():
        found[key if key in kept or key == NONE else REST].extend(members)
    return found


def lane_title(key: str, mode: str) -> str:
    if key == NONE:
        return QCoreApplication.translate("Atlas", str(_UNFILED[mode]))
    if key == REST:
        return QCoreApplication.translate("Atlas", "Others")
    if mode == "ledger":
        return ledger_name(key)
    if mode == "organisation":
        return key
    name = family_name(key)
    return name[:1].upper() + name[1:]
