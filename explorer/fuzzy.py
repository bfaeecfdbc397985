"""Fuzzy matching for the command palette: letters in order, word starts and unbroken stretches count more."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

WORTH = 0.6  # of the best score
_START, _RUN, _PLAIN, _SKIP = 12, 8, 2, 1


def fold(text: str) -> str:
    """Lower case without accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def score(pattern: str, text: str) -> int | None:
    """How well `pattern` fits `text`; None when a letter is missing. Words of the pattern may come in any order."""
    folded, total = fold(text), 0
    for word in fold(pattern).split():
        points = _word(word, folded)
        if points is None:
            return None
        total += points
    return total


def _word(word: str, text: str) -> int | None:
    best: int | None = None
    start = text.find(word[0])
    while start >= 0:
        points = _from(word, text, start)
        if points is not None and (best is None or points > best):
            best = points
        start = text.find(word[0], start + 1)
    return best


def _from(word: str, text: str, start: int) -> int | None:
    """Points when the first letter is taken at `start` and each further one as early as possible."""
    points, last = 0, start - 1
    for letter in word:
        place = text.find(letter, last + 1) if last >= start else start
        if place < 0:
            return None
        if place == 0 or not text[place - 1].isalnum():
            points += _START
        elif place == last + 1 and last >= start:
            points += _RUN
        else:
            points += _PLAIN
        points -= min(_SKIP * (place - last - 1), 6) if last >= start else 0
        last = place
    return points


def rank(pattern: str, entries: Iterable[T], text: Callable[[T], str], limit: int = 60) -> list[T]:
    """The entries that fit, best first; entries that fit equally well keep their order. Where something fits well,
    what fits only by scattered letters is left out."""
    if not pattern.strip():
        return list(entries)[:limit]
    scored = [(points, entry) for entry in entries if (points := score(pattern, text(entry))) is not None]
    scored.sort(key=lambda pair: -pair[0])
    least = scored[0][0] * WORTH if scored else 0
    return [entry for points, entry in scored[:limit] if points >= least]
