"""What the speculation lab lets one choose, and the scenarios that it stands for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.labs.settings import setting
from engine.labs.speculation_laws import Judge, Position, at_random, overlapping
from engine.models.cards import UnknownCard, hardware_card, model
from engine.scenario import (
    Arrivals,
    Batching,
    Drafting,
    Hardware,
    Layout,
    LengthLaw,
    Lengths,
    Model,
    Policy,
    Precision,
    Rollback,
    Scenario,
    Speculation,
    Workload,
)
from engine.scenario_ranges import SHARE, Range

LONGEST = 16  # positions drafted ahead
MOST_TOKENS = 16  # of a vocabulary whose weights are given
OUTPUT_TOKENS = 96  # of each request in the scenario
FEWEST_REQUESTS = 16
WEIGHTS = Range(0, 1000)


class AcceptanceLaw(StrEnum):
    """What is known about how often a draft is accepted."""

    CONSTANT = "constant"  # one chance at all positions
    POSITIONS = "per-position"  # a chance for each position drafted ahead, the last one goes on
    DISTRIBUTIONS = "distributions"  # p and q themselves: their overlap is the chance


class Verification(StrEnum):
    """What the pass over all drafts costs."""

    COST_MODEL = "cost-model"
    ONE_PASS = "one-pass"  # as much as a plain step, which is what papers on single requests assume


@dataclass(frozen=True)
class SpeculationSettings:
    """Names and units as in a scenario. The weights of p and q are made to sum to 1, token by token."""

    law: AcceptanceLaw = setting(AcceptanceLaw.CONSTANT)
    acceptance: float = setting(0.7, SHARE)
    acceptance_by_position: tuple[float, ...] = setting((0.8, 0.7, 0.6, 0.5), SHARE)
    target_weights: tuple[float, ...] = setting((32.0, 22.0, 15.0, 11.0, 8.0, 6.0, 4.0, 2.0), WEIGHTS)
    draft_weights: tuple[float, ...] = setting((22.0, 30.0, 12.0, 6.0, 16.0, 4.0, 2.0, 8.0), WEIGHTS)
    draft_tokens: int = setting(4, Range(0, LONGEST))
    method: Drafting = setting(Drafting.CHAIN)
    widths: tuple[int, ...] = setting((4, 2, 1), Range(1, 8))
    draft_model: str = setting("llama3.2-1b")  # a card, or "" for a share of a step
    draft_cost: float = setting(0.1, Range(0, 2))
    verification: Verification = setting(Verification.COST_MODEL)
    rollback: Rollback = setting(Rollback.SNAPSHOT)
    max_running: int = setting(8, Range(1, 512))  # requests that decode together
    context_tokens: int = setting(1000, Range(16, 1_000_000))
    model: str = setting("llama3.1-70b")
    hardware: str = setting("h100-sxm-80gb")
    tensor_parallel: int = setting(4, Range(1, 64))
    expert_parallel: int = setting(1, Range(1, 64))
    weight_bits: float = setting(16.0, Range(1, 32))
    rule: Judge = setting(Judge.EXACT)
    typical_epsilon: float = setting(0.09, SHARE)
    typical_delta: float = setting(0.3, SHARE)
    texts: int = setting(20_000, Range(1000, 200_000))  # that the proof looks at
    seed: int = setting(1, Range(0, 2**31))


def check(settings: SpeculationSettings) -> None:
    """Raises ValueError naming the setting that makes no sense, what was found and what was expected."""
    for name in ("target_weights", "draft_weights"):
        weights = getattr(settings, name)
        if not 2 <= len(weights) <= MOST_TOKENS or sum(weights) <= 0:
            raise ValueError(f"{name}: found {list(weights)}, expected 2 to {MOST_TOKENS} weights, not all of them 0")
    if len(settings.target_weights) != len(settings.draft_weights):
        found = f"{len(settings.draft_weights)} weights of q for {len(settings.target_weights)} of p"
        raise ValueError(f"draft_weights: found {found}, expected one for each token")
    if settings.law is AcceptanceLaw.POSITIONS and not settings.acceptance_by_position:
        raise ValueError("acceptance_by_position: found no chance, expected one for each position")
    if settings.method is Drafting.TREE and not settings.widths:
        raise ValueError("widths: found no number, expected the candidates after each node")
    _check_cards(settings)


def _check_cards(settings: SpeculationSettings) -> None:
    for name, find in (("model", model), ("draft_model", model), ("hardware", hardware_card)):
        try:
            key = getattr(settings, name)
            if key or name != "draft_model":
                find(key)
        except UnknownCard as error:
            raise ValueError(f"{name}: {error}") from error
    tp = settings.tensor_parallel
    for name in ("model", "draft_model"):
        key = getattr(settings, name)
        if key and model(key).q_heads % tp:
            heads = model(key).q_heads
            raise ValueError(f"tensor_parallel: found {tp}, expected a divisor of the {heads} query heads of {key}")


def widths_of(settings: SpeculationSettings, depth: int) -> tuple[int, ...]:
    """Candidates after each node, for `depth` positions; the last one given goes on."""
    if settings.method is not Drafting.TREE:
        return (1,) * depth
    return (settings.widths + settings.widths[-1:] * depth)[:depth]


def positions(settings: SpeculationSettings, depth: int) -> tuple[Position, ...]:
    """The laws of target and draft at each position drafted ahead.

    Where only a chance is given, the draft says with that chance what the target would say, and else something that
    the target never says: then every candidate has this chance, whatever became of those before it.
    """
    if settings.law is AcceptanceLaw.DISTRIBUTIONS:
        return (at_random(settings.target_weights, settings.draft_weights),) * depth
    chances: tuple[float, ...] = (settings.acceptance,)
    if settings.law is AcceptanceLaw.POSITIONS:
        chances = settings.acceptance_by_position
    given = (chances + chances[-1:] * depth)[:depth]
    return tuple(overlapping(settings.target_weights, chance) for chance in given)


def scenario(settings: SpeculationSettings, chances: tuple[float, ...] = ()) -> Scenario:
    """`max_running` requests at a time that start and decode together. `chances`: of a candidate, by position."""
    prompt = max(1, settings.context_tokens - OUTPUT_TOKENS // 2)
    return Scenario(
        title="Speculation",
        seed=settings.seed,
        model=Model(card=settings.model, max_length=max(2048, prompt + OUTPUT_TOKENS + 1024)),
        precision=Precision(weight_bits=settings.weight_bits),
        hardware=Hardware(card=settings.hardware),
        layout=Layout(tensor_parallel=settings.tensor_parallel, expert_parallel=_experts(settings)),
        policy=Policy(batching=Batching.CONTINUOUS, max_running=settings.max_running),
        speculation=speculation(settings, chances),
        workload=Workload(
            requests=max(FEWEST_REQUESTS, settings.max_running),
            arrivals=Arrivals.AT_ONCE,
            prompt=_constant(prompt),
            output=_constant(OUTPUT_TOKENS),
        ),
    )


def baseline(settings: SpeculationSettings) -> Scenario:
    """The same without drafts."""
    return replace(scenario(settings), title="One token per pass", speculation=Speculation())


def speculation(settings: SpeculationSettings, chances: tuple[float, ...] = ()) -> Speculation:
    return Speculation(
        draft_tokens=settings.draft_tokens,
        method=settings.method,
        widths=settings.widths or (2,),
        acceptance=settings.acceptance,
        acceptance_by_position=chances,
        draft_cost=settings.draft_cost,
        draft_model=settings.draft_model,
        rollback=settings.rollback,
    )


def _experts(settings: SpeculationSettings) -> int:
    return settings.expert_parallel if model(settings.model).moe else 1


def _constant(tokens: int) -> Lengths:
    return Lengths(law=LengthLaw.CONSTANT, median=float(tokens), low=1, high=max(tokens, 1024))
