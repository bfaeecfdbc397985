"""Trying a claim: two runs that differ by the claimed change, and the ratio that the model finds between them.

A pair is plain data, keyed by the key of a source and the place of a claim in it. It says which of the claim's
conditions the runs meet and which they do not. Nothing is tuned to the reported figure: the engine does not know it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from engine.plain import Vocabulary
from engine.progress import Progress
from engine.scenario import Scenario
from engine.sheet import Direction, Evidence


@dataclass(frozen=True)
class Pair:
    """Two scenarios for one claim. `measure` is a key of `engine.audit_try_measures.MEASURES`."""

    source: str
    position: int  # of the claim in its source, from 1
    title: str
    measure: str
    before: Scenario
    after: Scenario
    matched: tuple[str, ...]  # conditions of the claim that both runs have
    unmatched: tuple[str, ...]  # what differs, or was assumed because nothing is said

    @property
    def key(self) -> str:
        return f"{self.source}:{self.position}"


@dataclass(frozen=True)
class Tried:
    """What a pair's two runs show. `ratio` is the factor of improvement: above 1 the change helps."""

    source: str
    position: int
    title: str
    quantity: str  # what was measured, in words
    unit: str
    before: float
    after: float
    ratio: float
    evidence: Evidence
    matched: tuple[str, ...]
    unmatched: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def to_bytes(self) -> bytes:
        return _vocabulary().to_bytes(self)

    @staticmethod
    def from_bytes(data: bytes) -> Tried:
        """Inverse of `to_bytes`. Raises ValueError if the bytes are something else."""
        found = _vocabulary().from_bytes(data)
        if not isinstance(found, Tried):
            raise ValueError("the bytes are no trial of a claim")
        return found


@cache
def pairs() -> Mapping[str, Pair]:
    """Every claim that can be tried, by "source:position", in the library's order of sources."""
    from engine.audit_try_pairs import PAIRS

    return {pair.key: pair for pair in PAIRS}


def find(source: str, position: int) -> Pair | None:
    """The pair for a claim, None where the engine has no run of its kind."""
    return pairs().get(f"{source}:{position}")


def try_claim(pair: Pair, progress: Progress | None = None) -> Tried:
    """Measure both sides. `progress` may raise to cancel. Raises ValueError where a side gives no figure."""
    from engine.audit_try_measures import MEASURES

    measure = MEASURES[pair.measure]
    before, notes_before = measure.take(pair.before, _half(progress, 0.0))
    after, notes_after = measure.take(pair.after, _half(progress, 0.5))
    if progress is not None:
        progress(1.0)
    if not before or not after:
        raise ValueError(f"{pair.key}: {measure.quantity}: found {before:g} and {after:g}, expected more than 0")
    ratio = after / before if measure.direction is Direction.MORE else before / after
    return Tried(
        source=pair.source,
        position=pair.position,
        title=pair.title,
        quantity=measure.quantity,
        unit=measure.unit,
        before=before,
        after=after,
        ratio=ratio,
        evidence=measure.evidence,
        matched=pair.matched,
        unmatched=pair.unmatched,
        notes=tuple(dict.fromkeys((*notes_before, *notes_after))),
    )


def _half(progress: Progress | None, start: float) -> Callable[[float], None] | None:
    return None if progress is None else lambda fraction: progress(start + fraction / 2)


def _vocabulary() -> Vocabulary:
    import engine.sheet

    return Vocabulary((sys.modules[__name__], engine.sheet))
