"""Two distributions and what becomes of a draft: how much they overlap, what is accepted, and what then comes out.

p is the target's law of the next token, q the draft's, both over the same few tokens and the same after any text.
Candidates after one node are drawn from q one by one until one is accepted.

Sources: Leviathan et al. (2022) and Chen et al. (2023) for the exact rule; SpecInfer (2023) for several candidates,
each judged by what of p the rejected ones have left; Medusa (2024) for typical acceptance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import exp, inf, log

import numpy as np
from numpy.typing import NDArray

Law = NDArray[np.float64]  # (tokens,), sums to 1
WRONG_TOKENS = 4  # that only the draft says where nothing but a chance of acceptance is given
_GONE = 1e-12  # what is left of p where q covers it all


class Judge(StrEnum):
    """How a draft is judged and what stands in place of a rejected one. Only the first keeps the target's law."""

    EXACT = "exact"  # min(1, p/q), replaced from what p has beyond q
    TYPICAL = "typical"  # whatever p finds likely enough, replaced from p
    RESAMPLE = "resample-target"  # min(1, p/q), replaced from all of p


@dataclass(frozen=True, eq=False)
class Position:
    """Target and draft at one position drafted ahead."""

    target: Law
    draft: Law

    @cached_property
    def overlap(self) -> float:
        """Σ min(p, q): the chance that one draft is accepted by the exact rule."""
        return _share(np.minimum(self.target, self.draft))

    @property
    def loss(self) -> float:
        """-log Σ min(p, q) in nats, infinite where the two have nothing in common."""
        return max(0.0, -log(self.overlap)) if self.overlap > 0 else inf


@dataclass(frozen=True, eq=False)
class Node:
    """The candidates after one node: what each one's chances are, and what comes out in the end."""

    chance: NDArray[np.float64]  # (candidates, tokens): that the s-th one is accepted if it is this token
    tries: tuple[float, ...]  # that the s-th candidate is accepted once it is looked at
    replacement: Law  # law of the token in place of them all

    @property
    def passed(self) -> float:
        """The chance that one of them is accepted."""
        return 1 - float(np.prod([1 - each for each in self.tries]))


def at_random(target: Sequence[float], draft: Sequence[float]) -> Position:
    """Both laws from weights."""
    return Position(_law(target), _law(draft))


def overlapping(target: Sequence[float], acceptance: float) -> Position:
    """p from weights, and a draft that says what p would say with chance `acceptance`, else one of a few other
    tokens. After any number of rejections what is left of p is p: siblings are independent, as in the engine's law.
    """
    p = np.append(_law(target), np.zeros(WRONG_TOKENS))
    wrong = np.append(np.zeros(len(target)), np.full(WRONG_TOKENS, 1 / WRONG_TOKENS))
    return Position(p, acceptance * p + (1 - acceptance) * wrong)


def _law(weights: Sequence[float]) -> Law:
    law = np.array(weights, np.float64)
    return law / law.sum()


def threshold(target: Law, epsilon: float, delta: float) -> float:
    """min(ε, δ · exp(-H)), H the entropy in nats: the less certain the target, the less likely a token may be."""
    return min(epsilon, delta * exp(-entropy(target)))


def entropy(law: Law) -> float:
    """In nats."""
    said = law[law > 0]
    return -float((said * np.log(said)).sum())


def judged(position: Position, width: int, rule: Judge, epsilon: float = 0.09, delta: float = 0.3) -> Node:
    """What becomes of `width` candidates at one position."""
    if rule is Judge.TYPICAL:
        chance = (position.target > threshold(position.target, epsilon, delta)).astype(np.float64)
        return _alike(position, chance, width)
    if rule is Judge.RESAMPLE:
        return _alike(position, _ratio(position.target, position.draft), width)
    left, chances, tries = position.target, [], []
    for _ in range(width):
        chances.append(_ratio(left, position.draft))
        tries.append(_share(np.minimum(left, position.draft)))
        beyond = np.maximum(left - position.draft, 0)
        left = beyond / beyond.sum() if beyond.sum() > _GONE else left
    return Node(np.array(chances), tuple(tries), left)


def _alike(position: Position, chance: Law, width: int) -> Node:
    """All candidates are judged the same way, and the target says what stands in their place."""
    single = _share(position.draft * chance)
    return Node(np.tile(chance, (width, 1)), (single,) * width, position.target)


def _share(parts: Law) -> float:
    """Their sum, of which rounding must not make more than 1."""
    return min(1.0, float(parts.sum()))


def _ratio(over: Law, under: Law) -> Law:
    return np.divide(over, under, out=np.ones_like(over), where=under > over)


def output_law(position: Position, node: Node) -> Law:
    """The law of the token that comes out at a node with candidates: p itself if the rule is exact."""
    reached, law = 1.0, np.zeros_like(position.target)
    for chance, passed in zip(node.chance, node.tries, strict=True):
        law = law + reached * position.draft * chance
        reached *= 1 - passed
    return law + reached * node.replacement


def bias(position: Position, node: Node) -> float:
    """Total variation distance between what comes out and the target's law, 0 to 1."""
    return float(np.abs(output_law(position, node) - position.target).sum() / 2)
