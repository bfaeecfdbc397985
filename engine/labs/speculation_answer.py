"""The answer of the speculation lab in closed form: what drafts yield, what they cost, and where they lose."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from engine.drafting.draft_memory import draft_memory
from engine.drafting.rollback import rollback_kind
from engine.drafting.speculation_conflicts import MOST_DRAFTS
from engine.drafting.speculation_law import DraftPlan
from engine.labs.records import Figure, Outcome, Verdict
from engine.labs.speculation_costs import BATCHES, Costing, Point, deepest, fits, nodes, plan
from engine.labs.speculation_figures import figures_of
from engine.labs.speculation_laws import Node, Position, bias, output_law
from engine.labs.speculation_published import Reported, reports_of
from engine.labs.speculation_run import story
from engine.labs.speculation_settings import SpeculationSettings, baseline, check, positions, scenario, widths_of
from engine.labs.speculation_trials import Round
from engine.models.memory_split import tightest_split

NEAR = 0.03  # speed-ups closer to 1 than this count as none
FAR = 0.08  # share of the best speed-up that may be missing
HARDLY = 0.25  # accepted drafts per verification below which acceptance is what is wrong


@dataclass(frozen=True)
class Region:
    """Speed-ups over batch sizes (rows) and depths 0, 1, … (columns)."""

    batches: tuple[int, ...]
    points: tuple[tuple[Point, ...], ...]

    def best_depth(self, row: int) -> int:
        """The depth with the highest speed-up for a batch size, 0 where every draft loses."""
        return max(self.points[row], key=lambda point: point.speedup).depth

    @property
    def loses_from(self) -> int | None:
        """The smallest batch size from which on the best is to draft nothing, among those that have room."""
        found = None
        for row in reversed(range(len(self.batches))):
            if not self.points[row][0].fits:
                continue
            if self.best_depth(row):
                break
            found = self.batches[row]
        return found


@dataclass(frozen=True)
class SpeculationAnswer:
    """`place` and `node` are those of the first position drafted ahead, also where nothing is drafted."""

    verdict: Verdict
    figures: tuple[Figure, ...]
    law: DraftPlan
    widths: tuple[int, ...]
    point: Point
    curve: tuple[Point, ...]  # by depth, from 0
    best: Point
    region: Region
    place: Position
    node: Node
    output: tuple[float, ...]  # law of the token that comes out at the first position
    bias: float  # total variation distance of `output` from the target's law
    rollback: str  # "none", "trim", "snapshot", "replay"
    copies_bytes: float  # of recurrent state, on one device, for one request
    reports: tuple[Reported, ...]
    story: tuple[Round, ...]


def answer(settings: SpeculationSettings) -> SpeculationAnswer:
    """Raises ValueError naming the setting that makes no sense, UnknownCard."""
    check(settings)
    deep = deepest(settings)
    if settings.draft_tokens > deep:
        drafts = sum(prod(widths_of(settings, d)) for d in range(1, settings.draft_tokens + 1))
        raise ValueError(
            f"widths: found a tree of {drafts:,} drafts per step, expected at most {MOST_DRAFTS:,} "
            "(fewer candidates, or a smaller draft_tokens)"
        )
    costing = Costing(settings)
    curve = tuple(costing.point(depth, settings.max_running) for depth in range(deep + 1))
    batches = tuple(sorted({*BATCHES, settings.max_running}))
    region = Region(batches, tuple(tuple(costing.point(depth, n) for depth in range(deep + 1)) for n in batches))
    point, best = curve[settings.draft_tokens], max(curve, key=lambda each: each.speedup)
    place, node = positions(settings, 1)[0], nodes(settings, 1)[0]
    off = bias(place, node) if settings.draft_tokens else 0.0
    law, asked, reports = plan(settings, settings.draft_tokens), scenario(settings), reports_of(settings)
    copies = draft_memory(asked).per_request
    return SpeculationAnswer(
        verdict=_verdict(settings, point, best, off),
        figures=figures_of(settings, law, point, best, place, node, off, copies, region.loses_from, reports),
        law=law,
        widths=widths_of(settings, settings.draft_tokens),
        point=point,
        curve=curve,
        best=best,
        region=region,
        place=place,
        node=node,
        output=tuple(output_law(place, node).tolist()),
        bias=off,
        rollback=rollback_kind(asked),
        copies_bytes=copies,
        reports=reports,
        story=story(settings),
    )


def _verdict(settings: SpeculationSettings, point: Point, best: Point, off: float) -> Verdict:
    values = {
        "speedup": point.speedup,
        "depth": point.depth,
        "best": best.speedup,
        "best_depth": best.depth,
        "batch": settings.max_running,
        "tokens": point.tokens,
        "step": point.step.total / point.step.plain,
    }
    if not point.fits:
        return Verdict(Outcome.FAILS, _crowding(settings), values)
    if off > 1e-9:
        return Verdict(Outcome.FAILS, "other_distribution", values | {"bias": off})
    if not point.depth:
        return Verdict(Outcome.TIGHT, "nothing_drafted", values)
    if point.speedup < 1 - NEAR:
        return Verdict(Outcome.FAILS, *_cause(point, values))
    if point.speedup < 1 + NEAR:
        return Verdict(Outcome.TIGHT, "no_gain", values)
    if point.speedup < best.speedup * (1 - FAR):
        longer = point.depth > best.depth
        return Verdict(*((Outcome.TIGHT, "too_long") if longer else (Outcome.WORKS, "too_short")), values)
    return Verdict(Outcome.WORKS, "faster", values)


def _cause(point: Point, values: dict[str, float]) -> tuple[str, dict[str, float]]:
    """What of the step makes it slower than it should be, and the speed-up without that."""
    step = point.step
    if point.tokens - 1 < HARDLY:
        return "hardly_accepted", values | {"accepted": point.tokens - 1}
    excess = {"draft": step.draft, "verification": step.verification - step.plain, "rollback": step.replay}
    without = {name: point.tokens * step.plain / (step.total - much) for name, much in excess.items()}
    cause = max(excess, key=lambda name: excess[name])
    if excess["rollback"] and without["rollback"] >= 1:
        cause = "rollback"
    return f"slower_{cause}", values | {"without": without[cause], "excess": excess[cause] / step.plain}


def _crowding(settings: SpeculationSettings) -> str:
    """Whether it is the drafts that leave no room, the batch, or the weights."""
    if fits(baseline(settings)):
        return "draft_takes_room"
    return "batch_has_no_room" if tightest_split(baseline(settings)).pages > 0 else "does_not_fit"
