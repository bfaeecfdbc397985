"""Drafting played out, for many texts at once: what is accepted, what comes out, and a few rounds to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from engine.labs.speculation_laws import Law, Node, Position

Counts = NDArray[np.int64]


class Fate(StrEnum):
    """What becomes of a candidate."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    SPARED = "spared"  # its sibling was accepted before it, or one before it was rejected: nobody looked at it


@dataclass(frozen=True)
class Candidate:
    token: int
    chance: float  # that the target accepts this token at this place
    fate: Fate


@dataclass(frozen=True)
class Round:
    """One verification of one text. `drafts`: the candidates at each position, those after the accepted path only."""

    drafts: tuple[tuple[Candidate, ...], ...]
    accepted: int
    last: int  # drawn by the target: in place of what it rejected, or after all drafts
    corrected: bool  # whether `last` stands in place of a rejected draft

    @property
    def tokens(self) -> tuple[int, ...]:
        """What the text has gained."""
        path = [next(c.token for c in level if c.fate is Fate.ACCEPTED) for level in self.drafts[: self.accepted]]
        return (*path, self.last)


class Table:
    """The laws of a draft plan, ready to draw from."""

    def __init__(self, target: Law, places: Sequence[Position], nodes: Sequence[Node]) -> None:
        self.nodes = nodes
        self._drafts = [place.draft.cumsum() for place in places]
        self._target = target.cumsum()
        self._replacements = [node.replacement.cumsum() for node in nodes]
        self.depth = len(nodes)

    def play(self, rng: np.random.Generator, texts: int) -> tuple[Counts, Counts]:
        """One verification of each text: drafts accepted (texts,) and tokens (texts, depth + 1), then -1."""
        accepted = np.zeros(texts, np.int64)
        tokens = np.full((texts, self.depth + 1), -1, np.int64)
        alive = np.arange(texts)
        for place, node in enumerate(self.nodes):
            pending = alive
            for chance in node.chance:
                drawn = _draw(rng, self._drafts[place], len(pending))
                kept = rng.random(len(pending)) < chance[drawn]
                tokens[pending[kept], place] = drawn[kept]
                pending = pending[~kept]
            tokens[pending, place] = _draw(rng, self._replacements[place], len(pending))
            stopped = np.zeros(texts, np.bool_)
            stopped[pending] = True
            alive = alive[~stopped[alive]]
            accepted[alive] += 1
        tokens[alive, self.depth] = _draw(rng, self._target, len(alive))
        return accepted, tokens

    def write(self, rng: np.random.Generator, texts: int, length: int) -> Counts:
        """The first `length` tokens of every text, verification after verification: (texts, length)."""
        written = np.zeros(texts, np.int64)
        page = np.full((texts, length + self.depth + 1), -1, np.int64)
        while len(short := np.flatnonzero(written < length)):
            accepted, tokens = self.play(rng, len(short))
            columns = written[short, None] + np.arange(self.depth + 1)
            page[short[:, None], columns] = tokens
            written[short] += accepted + 1
        return page[:, :length]

    def tell(self, rng: np.random.Generator, rounds: int) -> tuple[Round, ...]:
        """Some verifications of one text, candidate by candidate."""
        return tuple(self._told(rng) for _ in range(rounds))

    def _told(self, rng: np.random.Generator) -> Round:
        drafts: list[tuple[Candidate, ...]] = []
        last = accepted = -1
        for place, node in enumerate(self.nodes):
            drawn = _draw(rng, self._drafts[place], len(node.chance))
            level, passed = _judged(rng, node, drawn, looked_at=last < 0)
            drafts.append(level)
            if last < 0 and not passed:
                last, accepted = int(_draw(rng, self._replacements[place], 1)[0]), place
        if last < 0:
            return Round(tuple(drafts), self.depth, int(_draw(rng, self._target, 1)[0]), corrected=False)
        return Round(tuple(drafts), accepted, last, corrected=True)


def _judged(
    rng: np.random.Generator, node: Node, drawn: Counts, looked_at: bool
) -> tuple[tuple[Candidate, ...], bool]:
    level: list[Candidate] = []
    open_ = looked_at
    for chance, token in zip(node.chance, drawn.tolist(), strict=True):
        fate = Fate.SPARED
        if open_:
            fate = Fate.ACCEPTED if rng.random() < chance[token] else Fate.REJECTED
            open_ = fate is Fate.REJECTED
        level.append(Candidate(token, float(chance[token]), fate))
    return tuple(level), looked_at and not open_


def _draw(rng: np.random.Generator, reached: Law, count: int) -> Counts:
    """Tokens from a law that is given as its running sum."""
    drawn: Counts = np.searchsorted(reached, rng.random(count) * reached[-1], side="right")
    return drawn
