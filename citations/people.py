"""People and teams: names are kept as "Given Family", and taken apart where a format wants the parts."""

from __future__ import annotations

import re
from collections.abc import Iterable

OTHERS = ("others", "et al.", "et al", "and others", "...", "…")
_PARTICLES = frozenset((
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "du", "la", "le", "ten",
    "ter", "zu", "zur", "al", "bin", "ibn",
))  # fmt: skip
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.IGNORECASE)


def given_first(name: str) -> str:
    """ "Family, Given" and "Family, Jr., Given" turned round; a name without a comma stays, so does "Acme, Inc."."""
    parts = [part.strip() for part in name.split(",")]
    if len(parts) == 2 and parts[0] and parts[1]:
        if re.fullmatch(r"(?:inc|ltd|llc|corp|co)\.?", parts[1], re.IGNORECASE):
            return name.strip()
        return f"{parts[0]} {parts[1]}" if _SUFFIX.fullmatch(parts[1]) else f"{parts[1]} {parts[0]}"
    if len(parts) == 3 and all(parts):
        return f"{parts[2]} {parts[0]} {parts[1]}"
    return name.strip().rstrip(",").strip()


def parted(name: str) -> tuple[str, str]:
    """Given and family name; the given name of a team or of one word is "". Joined by a blank they are `name`."""
    words = name.split(" ")
    if is_team(name):
        return "", name
    start = len(words) - 1
    if start > 1 and _SUFFIX.fullmatch(words[start]):
        start -= 1
    while start > 1 and words[start - 1] in _PARTICLES:
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:])


def is_suffix(word: str) -> bool:
    """Jr and the like, which follow a family name."""
    return bool(_SUFFIX.fullmatch(word))


def is_team(name: str) -> bool:
    """Names that must not be split into given and family name."""
    words = name.split()
    last = words[-1] if words else ""
    return (
        len(words) <= 1
        or "," in name
        or last.lower() in ("team", "project", "group", "consortium", "labs", "research")
        or last.strip(".") in ("AI", "Inc")
        or last[:1].islower()
        or words[0][:1].islower()
        or bool({"and", "of", "the", "for", "&", "et"} & {word.lower() for word in words})
        or any(char.isdigit() for char in name)
    )


def people(names: Iterable[str]) -> tuple[tuple[str, ...], bool]:
    """The names without empty ones, and whether the list says that it goes on."""
    listed = [name for name in names if name]
    kept = tuple(name for name in listed if name.lower().rstrip(",") not in OTHERS)
    return kept, len(kept) < len(listed)
