"""How long a step with drafts takes, part by part, and what that makes of the tokens it yields.

Everything is timed by the cost model of the simulation: a plain step of the batch, the draft steps, the pass over
all drafts of the batch, and what has to run again after rejections.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from math import ceil
from operator import mul

from engine.costs.cost import CostModel
from engine.drafting.draft_cost import DraftCost
from engine.drafting.rollback import has_recurrent_state, replays
from engine.drafting.speculation_conflicts import MOST_DRAFTS
from engine.drafting.speculation_law import DraftPlan
from engine.labs.speculation_laws import Node, judged
from engine.labs.speculation_settings import (
    LONGEST,
    SpeculationSettings,
    Verification,
    positions,
    scenario,
    widths_of,
)
from engine.models.cards import model
from engine.models.memory_split import tightest_split
from engine.scenario import Hardware, Layout, Precision, Scenario
from engine.scheduling.step import Load

BATCHES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


@dataclass(frozen=True)
class StepTime:
    """Seconds of one step of the batch, and of the step without drafts that it is held against."""

    plain: float
    draft: float
    verification: float
    replay: float

    @property
    def total(self) -> float:
        return self.draft + self.verification + self.replay


@dataclass(frozen=True)
class Point:
    """What drafting `depth` positions ahead comes to."""

    depth: int
    drafts: int  # verified per request and step
    tokens: float  # per verification on average
    step: StepTime
    fits: bool  # whether weights and the state of the whole batch have room

    @property
    def speedup(self) -> float:
        """Tokens per second against those without drafts."""
        return self.tokens * self.step.plain / self.step.total

    @property
    def wasted(self) -> float:
        """Drafts per verification that come to nothing."""
        return self.drafts - (self.tokens - 1)


def nodes(settings: SpeculationSettings, depth: int) -> tuple[Node, ...]:
    """What becomes of the candidates at each position."""
    return tuple(
        judged(position, width, settings.rule, settings.typical_epsilon, settings.typical_delta)
        for position, width in zip(positions(settings, depth), widths_of(settings, depth), strict=True)
    )


def plan(settings: SpeculationSettings, depth: int) -> DraftPlan:
    """Candidates and chances by position: the engine's law with the chances of these distributions."""
    levels = tuple(accumulate(widths_of(settings, depth), mul))
    return DraftPlan(levels, tuple(node.passed for node in nodes(settings, depth)))


def deepest(settings: SpeculationSettings) -> int:
    """Positions that can be drafted ahead before a tree gets too wide."""
    levels = tuple(accumulate(widths_of(settings, LONGEST), mul))
    return sum(total <= MOST_DRAFTS for total in accumulate(levels))


def expected_replay(law: DraftPlan) -> float:
    """Tokens per verification that run again: all that a step yielded unless every draft was accepted."""
    return sum((count + 1) * chance for count, chance in enumerate(law.accepted_law) if count < law.nodes)


class Costing:
    """Times the steps of settings, for any batch and depth. Raises UnknownCard and ValueError as the cost model."""

    def __init__(self, settings: SpeculationSettings) -> None:
        self.settings = settings
        alone = scenario(replace(settings, max_running=1))
        self._target = _cost_model(alone.model.card, alone.hardware, alone.layout, alone.precision)
        self._drafting: dict[int, DraftCost] = {}
        self._plans: dict[int, DraftPlan] = {}
        self._room: dict[int, int] = {}
        self._replays = replays(scenario(replace(settings, draft_tokens=1)))
        self._recurrent = has_recurrent_state(model(settings.model))

    def point(self, depth: int, batch: int) -> Point:
        law = self._plans.get(depth) or self._plans.setdefault(depth, plan(self.settings, depth))
        return Point(depth, law.nodes, law.expected_tokens, self._step(law, batch), self.fits(depth, batch))

    def _step(self, law: DraftPlan, batch: int) -> StepTime:
        context = batch * self.settings.context_tokens
        plain = self._pass(batch, context, 0)
        if not law.nodes:
            return StepTime(plain, 0.0, plain, 0.0)
        draft = self._draft(law, batch, context)
        if self.settings.verification is Verification.ONE_PASS:
            return StepTime(plain, draft, plain, 0.0)
        verification = self._pass(batch, context, batch * law.nodes)
        again = round(batch * expected_replay(law)) if self._replays else 0
        replay = self._pass(batch, context, batch * law.nodes + again) - verification if again else 0.0
        return StepTime(plain, draft, verification, replay)

    def _pass(self, batch: int, context: int, more: int) -> float:
        """One pass of the target over a token of each request and `more` tokens."""
        return self._target.iteration((), context, batch + more, batch).seconds

    def _draft(self, law: DraftPlan, batch: int, context: int) -> float:
        drafting = self._drafting.get(law.depth)
        if drafting is None:
            asked = scenario(replace(self.settings, draft_tokens=law.depth))
            drafting = self._drafting[law.depth] = DraftCost(asked, self._target)
        load = Load([], context, batch * (1 + law.nodes), batch, batch, law.nodes, 0, 0)
        cost = drafting.of(load)
        return cost.seconds if cost is not None else 0.0

    def fits(self, depth: int, batch: int) -> bool:
        """Whether there is room for the batch, its drafts' copies included."""
        return depth <= self._deepest_with_room(batch)

    def _deepest_with_room(self, batch: int) -> int:
        """-1 if not even a plain step has room. Only copies of recurrent state depend on how much is drafted: they
        are halved in on; all else is the same for every draft."""
        found = self._room.get(batch)
        if found is None:
            found = self._room[batch] = self._halved(batch) if self._recurrent else self._same(batch)
        return found

    def _same(self, batch: int) -> int:
        return LONGEST if self._has_room(1, batch) else 0 if self._has_room(0, batch) else -1

    def _halved(self, batch: int) -> int:
        low, high = -1, deepest(self.settings)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._has_room(middle, batch) else (low, middle - 1)
        return low

    def _has_room(self, depth: int, batch: int) -> bool:
        return fits(scenario(replace(self.settings, draft_tokens=depth, max_running=batch)))


def fits(asked: Scenario) -> bool:
    """Whether weights, draft model and copies leave pages for the context of every request."""
    tokens = asked.workload.prompt.median + asked.workload.output.median
    need = asked.policy.max_running * ceil(tokens / asked.memory.page_tokens)
    return tightest_split(asked).pages >= need


@lru_cache(maxsize=8)
def _cost_model(card: str, hardware: Hardware, layout: Layout, precision: Precision) -> CostModel:
    base = Scenario()
    chosen = replace(base.model, card=card)
    return CostModel(replace(base, model=chosen, hardware=hardware, layout=layout, precision=precision))
