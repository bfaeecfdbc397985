"""Speculative decoding of Markov models: drafting, verifying, correcting, for many texts at once.

A model is a float64 matrix of shape (vocabulary, vocabulary): row = the token before, column = the next token's
probability. `states` are the last tokens of the texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

Model = NDArray[np.float64]
Tokens = NDArray[np.int64]


class Rule(StrEnum):
    """How drafts are judged and replaced. Only the first leaves the target's distribution as it is."""

    EXACT = "exact"  # accept with min(1, p/q), replace from what p has beyond q
    RESAMPLE_TARGET = "resample from the target"  # replace from all of p
    INVERTED = "accept with q/p"  # the ratio upside down


@dataclass(frozen=True)
class Pair:
    """The target p and the draft q."""

    target: Model
    draft: Model

    @property
    def acceptance(self) -> NDArray[np.float64]:
        """The exact chance that a draft is accepted, per token before it: Σ min(p, q), shape (vocabulary,)."""
        overlap: NDArray[np.float64] = np.minimum(self.target, self.draft).sum(axis=1)
        return overlap

    def greedy(self) -> Pair:
        """The pair at temperature zero: each model always says its likeliest token."""
        certain = np.eye(len(self.target))
        return Pair(certain[self.target.argmax(axis=1)], certain[self.draft.argmax(axis=1)])


@dataclass(frozen=True)
class Round:
    """One verification of every text. Text i received `accepted[i]` drafts and then `last[i]`."""

    drafts: Tokens  # (texts, γ)
    accepted: Tokens  # (texts,), 0 to γ
    last: Tokens  # drawn by the target: in place of the first rejected draft, or after all of them
    chance: NDArray[np.float64]  # (texts, γ): the chance that each draft had, 1 at most

    @property
    def emitted(self) -> Tokens:
        """Shape (texts, γ + 1): the accepted drafts, then `last`, then -1."""
        width = self.drafts.shape[1] + 1
        place = np.arange(width)
        drafts = np.pad(self.drafts, ((0, 0), (0, 1)), constant_values=-1)
        rest = np.where(place == self.accepted[:, None], self.last[:, None], -1)
        return np.where(place < self.accepted[:, None], drafts, rest)


def random_pair(rng: np.random.Generator, vocabulary: int, acceptance: float) -> Pair:
    """Random p and q with Σ min(p, q) = `acceptance` in every row: q is p moved towards another random law."""
    target, draft = np.empty((vocabulary, vocabulary)), np.empty((vocabulary, vocabulary))
    for row in range(vocabulary):
        distance = 0.0
        while distance < 1 - acceptance:  # another law must be far enough away
            target[row], other = rng.dirichlet(np.full(vocabulary, 0.5), size=2)
            distance = 1 - np.minimum(target[row], other).sum()
        draft[row] = target[row] + (1 - acceptance) / distance * (other - target[row])
    return Pair(target, draft)


def draw(rng: np.random.Generator, laws: NDArray[Any]) -> Tokens:
    """One token from each row of `laws` (texts, vocabulary)."""
    reached = rng.random(len(laws))[:, None] * laws.sum(axis=1, keepdims=True) >= laws.cumsum(axis=1)
    tokens: Tokens = np.minimum(reached.sum(axis=1), laws.shape[1] - 1)
    return tokens


def verify(rng: np.random.Generator, pair: Pair, states: Tokens, length: int, rule: Rule = Rule.EXACT) -> Round:
    """Draft `length` tokens for every text, judge them left to right, and draw one token from the target."""
    before = np.empty((len(states), length + 1), np.int64)
    before[:, 0] = states
    for place in range(length):
        before[:, place + 1] = draw(rng, pair.draft[before[:, place]])
    drafts = before[:, 1:]
    p, q = pair.target[before[:, :-1], drafts], pair.draft[before[:, :-1], drafts]
    over, under = (q, p) if rule is Rule.INVERTED else (p, q)
    chance = np.divide(over, under, out=np.ones_like(over), where=under > over)
    kept = rng.random(drafts.shape) < chance
    accepted = np.logical_and.accumulate(kept, axis=1).sum(axis=1)
    context = before[np.arange(len(states)), accepted]
    laws = np.where((accepted == length)[:, None], pair.target[context], _replacement(pair, rule)[context])
    return Round(drafts, accepted, draw(rng, laws), chance)


def _replacement(pair: Pair, rule: Rule) -> Model:
    """Laws of the token in place of a rejected one, not normalised."""
    if rule is Rule.RESAMPLE_TARGET:
        return pair.target
    beyond = np.maximum(pair.target - pair.draft, 0)
    return np.where(beyond.sum(axis=1, keepdims=True) > 0, beyond, pair.target)


def generate(
    rng: np.random.Generator, pair: Pair, states: Tokens, tokens: int, length: int, rule: Rule = Rule.EXACT
) -> Tokens:
    """The first `tokens` tokens of every text, in rounds of `length` drafts: (texts, tokens)."""
    texts = np.full((len(states), tokens + length + 1), -1, np.int64)
    written = np.zeros(len(states), np.int64)
    last = states.copy()
    while len(short := np.flatnonzero(written < tokens)):
        played = verify(rng, pair, last[short], length, rule)
        columns = written[short, None] + np.arange(length + 1)
        texts[short[:, None], columns] = played.emitted
        written[short] += played.accepted + 1
        last[short] = played.last
    return texts[:, :tokens]
