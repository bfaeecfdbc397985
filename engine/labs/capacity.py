"""What is in the 80 GB? Weights, state, workspace, what is lost between them, and who still fits."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.labs.capacity_bars import DeviceBar, bars
from engine.labs.capacity_count import Counted, count
from engine.labs.capacity_figures import figures
from engine.labs.capacity_fit import LONGEST, Fit, hold
from engine.labs.capacity_laws import Law, laws
from engine.labs.capacity_presets import PRESETS
from engine.labs.capacity_settings import CapacitySettings, base, checked, other_allocator
from engine.labs.records import Figure, Lab, Outcome, Preset, Verdict
from engine.models.card_types import ModelCard
from engine.models.memory_notes import memory_notes
from engine.models.memory_split import MemorySplit
from engine.progress import Progress
from engine.scenario import Arrivals, LengthLaw, Lengths, Scenario, Workload

SHORTEST_SHOWN = 256  # tokens, where the curve begins
POINTS = 56  # of the curve
PAGES_SHOWN = 300_000  # that the requests of the clock hold together
REQUESTS_SHOWN = 256
LEAST_OUTPUT = 32  # tokens of each of them, at the end of its context


@dataclass(frozen=True)
class Curve:
    """The out-of-memory frontier: requests that one engine holds at each context."""

    contexts: tuple[int, ...]
    requests: tuple[int, ...]
    without_workspace: tuple[int, ...]  # if nothing but weights and state needed room
    other: tuple[int, ...]  # with the allocator that is not chosen


@dataclass(frozen=True)
class Answer:
    """Everything the lab shows. Counts of requests are those of one engine, but for the figures."""

    settings: CapacitySettings
    card: ModelCard
    verdict: Verdict
    figures: tuple[Figure, ...]
    bars: tuple[DeviceBar, ...]
    tightest: int  # which of them has the least room
    fits: int
    curve: Curve
    laws: tuple[Law, ...]
    notes: tuple[str, ...]


class CapacityLab:
    """The lab of memory; see `engine.labs.records.Lab`."""

    key = "capacity"
    settings = CapacitySettings
    presets: tuple[Preset[CapacitySettings], ...] = PRESETS

    def answer(self, settings: CapacitySettings) -> Answer:
        """In closed form. Raises ValueError naming the setting that makes no sense."""
        checked(settings)
        fit = Fit(settings)
        device = bars(fit)
        tight = max(range(len(device)), key=lambda place: _excess(device[place]))
        fits = fit.requests(settings.context_tokens)
        kinds = laws(fit.card, fit.scenario.precision, fit.scenario.model.kv_heads)
        return Answer(
            settings=settings,
            card=fit.card,
            verdict=_verdict(fit, device[tight], fit.splits[tight], fits),
            figures=figures(fit, device[tight], fit.splits[tight], kinds, fits),
            bars=device,
            tightest=tight,
            fits=fits,
            curve=_curve(fit),
            laws=kinds,
            notes=memory_notes(fit.scenario),
        )

    def run(self, settings: CapacitySettings, progress: Progress | None = None) -> Counted:
        """The engine's own allocator filled request by request."""
        return count(settings, progress)

    def scenario(self, settings: CapacitySettings) -> Scenario:
        """The requests of the lab, all at once: those that fit run, the others wait."""
        scenario, total = base(settings), max(2, settings.context_tokens)
        fits, each = Fit(settings).requests(total), hold(settings, total).each
        seen = min(settings.max_running, fits + 4, REQUESTS_SHOWN, PAGES_SHOWN // each + 1)
        steps = min(fits, seen) * -(-total // settings.token_budget)  # until all that fit have their prompts in
        output = min(max(LEAST_OUTPUT, steps + LEAST_OUTPUT // 2), -(-total // 2), total - 1)
        prefix = min(settings.prefix, total - output - 1)
        own = total - output - prefix
        return replace(
            scenario,
            workload=Workload(
                requests=seen,
                arrivals=Arrivals.AT_ONCE,
                prompt=Lengths(LengthLaw.CONSTANT, float(own), 0.0, 1, own),
                output=Lengths(LengthLaw.CONSTANT, float(output), 0.0, 1, output),
                shared_prefix_tokens=prefix,
            ),
        )

    def baseline(self, settings: CapacitySettings) -> Scenario:
        """The same requests with the other allocator: reserved instead of paged, or the other way round."""
        chosen, other = self.scenario(settings), base(other_allocator(settings))
        return replace(chosen, memory=other.memory, model=other.model)


def _excess(bar: DeviceBar) -> float:
    """Bytes that lack, less than nothing where some are free."""
    return bar.lacking - bar.pieces["free"]


def _curve(fit: Fit) -> Curve:
    top = max(4 * fit.settings.context_tokens, fit.card.max_context, 4096)
    top = min(LONGEST, top)
    ratio = (top / SHORTEST_SHOWN) ** (1 / (POINTS - 1))
    contexts = {round(SHORTEST_SHOWN * ratio**place) for place in range(POINTS)} | {fit.settings.context_tokens}
    places = tuple(sorted(contexts))
    other = Fit(other_allocator(fit.settings))
    return Curve(places, fit.frontier(places), fit.frontier(places, workspace=False), other.frontier(places))


def _verdict(fit: Fit, bar: DeviceBar, split: MemorySplit, fits: int) -> Verdict:
    settings = fit.settings
    values = {
        "model": fit.card.name,
        "requests": settings.max_running,
        "context": settings.context_tokens,
        "fits": fits,
        "usable": bar.usable,
        "weights": bar.weights,
        "state": bar.state,
        "workspace": bar.pieces["workspace"],
        "free": bar.pieces["free"],
        "lacking": bar.lacking,
        "max_context": fit.card.max_context,
        "longest": fit.longest(settings.max_running),
    }
    outcome, reason = _outcome(fit, bar, split, fits)
    return Verdict(outcome, reason, values)


def _outcome(fit: Fit, bar: DeviceBar, split: MemorySplit, fits: int) -> tuple[Outcome, str]:
    settings = fit.settings
    wanted = settings.max_running
    if bar.weights > bar.usable:
        return Outcome.FAILS, "weights"
    if fits < wanted:
        alone = hold(settings, settings.context_tokens).pages(wanted) * split.page
        if fit.room(split, wanted, workspace=False) >= alone:
            return Outcome.FAILS, "workspace"
        return Outcome.FAILS, "too-many" if fits else "not-one"
    if 0 < fit.card.max_context < settings.context_tokens:
        return Outcome.TIGHT, "beyond"
    return (Outcome.TIGHT, "full") if fits == wanted else (Outcome.WORKS, "fits")


LAB: Lab[CapacitySettings, Answer] = CapacityLab()
