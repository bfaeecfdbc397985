"""What drafting costs: a share of a target step, or the steps of a draft model with a card of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.costs.cost import CostModel, IterationCost
from engine.costs.decode_line import PICOSECONDS
from engine.drafting.speculation_law import draft_plan
from engine.scenario import Model, Scenario, Speculation
from engine.scheduling.step import Load


class DraftCost:
    """Cost of the draft steps that belong to one iteration of the target.

    Without a draft model each step takes `draft_cost` of a plain decode step of the same sequences. With one, its
    own card is timed on the same devices: it computes the prompts too, and every draft step is a decode iteration
    that expands one level of the tree. The engine's CPU overhead is not charged again: the draft steps are launched
    within the target's iteration.
    """

    def __init__(self, scenario: Scenario, target: CostModel) -> None:
        speculation = scenario.speculation
        self._plan = draft_plan(speculation)
        self._share = speculation.draft_cost
        self._target = target
        self._picoseconds = 0
        self._own = CostModel(draft_scenario(scenario)) if self._plan.depth and speculation.draft_model else None

    @property
    def notes(self) -> tuple[str, ...]:
        return self._own.notes if self._own is not None else ()

    def of(self, load: Load) -> IterationCost | None:
        """All draft steps of an iteration together; None if nothing is drafted."""
        cost = _together(self._steps(self._own, load)) if self._own is not None else self._portion(load)
        if cost is not None:
            self._picoseconds += cost.picoseconds
        return cost

    @property
    def seconds(self) -> float:
        """Time of everything asked for so far."""
        return self._picoseconds / PICOSECONDS

    def _portion(self, load: Load) -> IterationCost | None:
        if not load.drafts:
            return None
        steps = self._plan.touched_levels(load.drafts)
        plain = self._target.iteration((), load.context, load.drafting, load.drafting)
        return plain.scaled(self._share * steps)

    def _steps(self, own: CostModel, load: Load) -> list[IterationCost]:
        steps = []
        if load.prefill:
            steps.append(own.iteration(load.prefill, 0, 0, len(load.prefill)))
        if load.drafts:
            context = load.context * load.drafting // load.decoding
            for nodes in self._plan.starts[: self._plan.touched_levels(load.drafts)]:
                steps.append(own.iteration((), context, load.drafting * nodes, load.drafting))
        return steps


def draft_scenario(scenario: Scenario) -> Scenario:
    """The draft model on the devices of the target."""
    return replace(
        scenario,
        model=Model(card=scenario.speculation.draft_model, max_length=scenario.model.max_length),
        hardware=replace(scenario.hardware, overhead_us=0.0),
        speculation=Speculation(),
    )


def _together(steps: Sequence[IterationCost]) -> IterationCost | None:
    """The sum of several costs; experts are the target's business."""
    if not steps:
        return None
    total = {name: sum(getattr(step, name) for step in steps) for name in IterationCost._fields}
    total |= {"seconds": total["picoseconds"] / PICOSECONDS, "experts": 0.0}
    return IterationCost(**total)
