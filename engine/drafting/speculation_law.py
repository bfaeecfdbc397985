"""What speculation yields on average, exactly: chains and trees of drafts, acceptance constant or by position.

A step drafts `depth` positions ahead. A chain has one candidate per position; in a tree every node is followed by
several, so position d holds w_1 · … · w_d candidates. All candidates are verified in one pass, and the longest path
of accepted ones is kept. With a_d the chance that one candidate at position d is accepted when its turn comes, and
candidates judged independently of each other, position d is passed with c_d = 1 - (1 - a_d)^(w_d), and a step yields

    1 + c_1 + c_1 c_2 + … + c_1 · … · c_k     tokens (1 + a + … + a^k for a chain with constant a)

Sources: Leviathan et al. (2022) for the chain; SpecInfer (2023) for the tree. Independence of siblings is a teaching
assumption: real draft models offer their likeliest candidates first.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import mul
from typing import TypeVar

from engine.scenario import Drafting, Speculation

Entry = TypeVar("Entry", int, float)


@dataclass(frozen=True)
class DraftPlan:
    """What one step drafts. Both tuples have one entry per position drafted ahead."""

    levels: tuple[int, ...]  # candidates at each position
    chances: tuple[float, ...]  # that the position is passed once it is reached

    @property
    def depth(self) -> int:
        return len(self.levels)

    @property
    def nodes(self) -> int:
        """Drafts verified per step."""
        return sum(self.levels)

    @property
    def starts(self) -> tuple[int, ...]:
        """Nodes expanded by each draft step: the root, then the candidates of the position before."""
        return (1, *self.levels[:-1]) if self.levels else ()

    def whole_levels(self, drafts: int) -> int:
        """Positions all of whose candidates are among the first `drafts`, counted level by level."""
        return sum(total <= drafts for total in accumulate(self.levels))

    def touched_levels(self, drafts: int) -> int:
        """Draft steps it takes to make the first `drafts` candidates."""
        return min(self.depth, sum(total < drafts for total in accumulate(self.levels)) + 1) if drafts else 0

    @property
    def reach(self) -> tuple[float, ...]:
        """Chance that at least d drafts are accepted, for d = 1 … depth."""
        return tuple(accumulate(self.chances, mul))

    @property
    def expected_tokens(self) -> float:
        """Tokens per verification on average: the accepted drafts and one token of the target's own."""
        return 1.0 + sum(self.reach)

    @property
    def accepted_law(self) -> tuple[float, ...]:
        """Chance of exactly d accepted drafts, for d = 0 … depth."""
        at_least = (1.0, *self.reach, 0.0)
        return tuple(a - b for a, b in pairwise(at_least))

    def speedup(self, draft_cost: float, verification: float = 1.0) -> float:
        """Tokens per unit of time against one per pass of the target.

        `draft_cost`: one draft step in passes of the target; `verification`: the pass over all drafts, likewise.
        """
        return self.expected_tokens / (self.depth * draft_cost + verification)


NO_DRAFTS = DraftPlan((), ())


def draft_plan(speculation: Speculation) -> DraftPlan:
    """The plan of a scenario's speculation; lists that are shorter than the depth go on with their last entry."""
    depth = speculation.draft_tokens
    if not depth:
        return NO_DRAFTS
    tree = speculation.method is Drafting.TREE
    widths = _stretched(speculation.widths or (2,), depth) if tree else (1,) * depth
    single = _stretched(speculation.acceptance_by_position or (speculation.acceptance,), depth)
    chances = tuple(
        chance if width == 1 else 1 - (1 - chance) ** width for chance, width in zip(single, widths, strict=True)
    )
    return DraftPlan(tuple(accumulate(widths, mul)), chances)


def _stretched(entries: tuple[Entry, ...], depth: int) -> tuple[Entry, ...]:
    return (entries + entries[-1:] * depth)[:depth]
