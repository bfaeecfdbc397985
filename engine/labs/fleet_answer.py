"""The fleet lab's answer at once: what caches of this size can find, what that leaves to compute, and on whom."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from engine.costs.cost import CostModel
from engine.fleets.fleet_plan import Publish
from engine.labs import fleet_law as law
from engine.labs.fleet_figures import figures_of
from engine.labs.fleet_law import Demand, Found
from engine.labs.fleet_settings import NEVER_CAPPED, FleetSettings, output_law, prompt_law, result_law, scenario
from engine.labs.records import Figure, Outcome, Verdict
from engine.models.memory_facts import memory_facts
from engine.models.memory_split import DoesNotFit, split_memory
from engine.scenario import Lengths, Scenario

CAPS = (1.0, 1.25, 1.5, 2.0, 3.0)  # of the curve
PROMISE = 0.9  # share of the requests that have to meet the contract
CROWDED = 0.9  # share of a replica's memory that its own prefixes take, from which guests drive them out
FAR = 2.5  # times the promised TTFT, from which a backlog cannot come right in a run of this length
_QUANTILES = np.array([NormalDist().inv_cdf((place + 0.5) / 500) for place in range(500)])


@dataclass(frozen=True)
class Means:
    """How much there is to do and to keep. Seconds of prompt work come from the cost model."""

    capacity: float  # tokens that one replica keeps, on its devices and below
    device_tokens: float  # the part on its devices
    bytes_per_token: float
    edges: NDArray[np.float64]  # prompt lengths (tokens), rising
    seconds: NDArray[np.float64]  # to compute a prompt up to there, alone on a replica

    def prefill(self, tokens: float, before: float = 0.0) -> float:
        """Seconds to compute the tokens from `before` to `tokens` of a prompt."""
        end, start = np.interp((tokens, before), self.edges, self.seconds)
        return float(end - start)


@dataclass(frozen=True)
class Estimate:
    """One way of routing. `new_s`: seconds of prompt work of an average request whose prefix is there."""

    cap: float
    passed: float  # share of the requests that do not follow their prefix
    found: Found
    imbalance: float  # requests of the busiest replica against the mean
    new_s: float
    loads: tuple[float, ...]  # prompt work of each replica, as a share of its time
    sent: tuple[float, ...]  # share of the requests that each replica gets

    @property
    def load(self) -> float:
        """Of the busiest."""
        return max(self.loads)

    @property
    def busiest(self) -> int:
        return self.loads.index(self.load)


@dataclass(frozen=True)
class Numbers:
    """What the closed forms give. `curve` has an estimate per cap of `CAPS`."""

    demand: Demand
    means: Means
    chosen: Estimate
    affine: Estimate
    balanced: Estimate
    curve: tuple[Estimate, ...]
    shares: tuple[float, ...]  # of the requests, per replica, when every prefix stays in one
    homes: tuple[int, ...]  # the replica of each prefix then
    cold_s: float  # to compute a prefix
    fetch_s: float | None  # to fetch it from the shared store; None without one, as is the next
    link_load: float | None


@dataclass(frozen=True)
class FleetAnswer:
    """`numbers` is None when the model does not fit its devices."""

    verdict: Verdict
    figures: tuple[Figure, ...]
    numbers: Numbers | None


def answer(settings: FleetSettings) -> FleetAnswer:
    """In milliseconds. Raises ValueError naming the setting that makes no sense."""
    base = scenario(settings)
    try:
        split_memory(base)
    except DoesNotFit as error:
        return FleetAnswer(Verdict(Outcome.FAILS, "does-not-fit", {"why": str(error)}), (), None)
    numbers = _numbers(settings, base)
    return FleetAnswer(_verdict(settings, numbers), figures_of(settings, numbers), numbers)


def _numbers(settings: FleetSettings, base: Scenario) -> Numbers:
    demand, means = demand_of(settings), means_of(settings, base)
    balanced = _balanced(settings, demand, means)
    chosen = _at(settings, demand, means, settings.cap) if settings.affine else balanced
    fetch, link = _link(settings, demand, means, chosen) if settings.store is not Publish.NEVER else (None, None)
    return Numbers(
        demand=demand,
        means=means,
        chosen=chosen,
        affine=_affine(settings, demand, means),
        balanced=balanced,
        curve=tuple(_at(settings, demand, means, cap) for cap in CAPS),
        shares=tuple(law.loads(demand, settings.engines).tolist()),
        homes=tuple(law.homes(demand, settings.engines).tolist()),
        cold_s=means.prefill(demand.prefix_tokens),
        fetch_s=fetch,
        link_load=link,
    )


def reachable_share(settings: FleetSettings) -> float:
    """Hit tokens of all prompt tokens, if every request followed its prefix."""
    return law.affine(demand_of(settings), settings.engines, means_of(settings, scenario(settings)).capacity).share


def demand_of(settings: FleetSettings) -> Demand:
    return Demand(
        families=settings.prefix_families,
        popularity=settings.popularity,
        prefix_tokens=float(settings.shared_prefix_tokens),
        first_tokens=_mean(prompt_law(settings)),
        result_tokens=_mean(result_law(settings)),
        output_tokens=_mean(output_law(settings)),
        calls=settings.calls,
        requests=settings.requests,
        gap=settings.rate * settings.tool_s,
    )


def means_of(settings: FleetSettings, base: Scenario) -> Means:
    facts, pages = memory_facts(base), split_memory(base).pages
    each = float(facts["state_bytes_per_token"])
    on_device = float(pages * settings.page_tokens)
    longest = settings.shared_prefix_tokens + 20 * settings.prompt_tokens
    longest += settings.calls * (settings.result_tokens + settings.output_tokens) * 2
    cost, step = CostModel(base), settings.token_budget
    edges = np.arange(0, longest + 2 * step, max(step, longest // 200 // step * step))
    chunk = [cost.iteration(((step, int(before)),), 0, 0, 1).seconds for before in edges[:-1]]
    seconds = np.concatenate([[0.0], np.cumsum(np.array(chunk) * np.diff(edges) / step)])
    below = (settings.dram_bytes + settings.ssd_bytes) / each
    return Means(on_device + below, on_device, each, edges.astype(np.float64), seconds)


def _mean(lengths: Lengths) -> float:
    """Of a lognormal law whose draws outside its bounds take the nearer end."""
    draws = lengths.median * np.exp(lengths.spread * _QUANTILES)
    return float(np.clip(draws, lengths.low, lengths.high).mean())


def _affine(settings: FleetSettings, demand: Demand, means: Means) -> Estimate:
    found = law.affine(demand, settings.engines, means.capacity)
    return _estimate(settings, demand, means, found, 0.0, NEVER_CAPPED)


def _balanced(settings: FleetSettings, demand: Demand, means: Means) -> Estimate:
    found = law.balanced(demand, settings.engines, means.capacity)
    return _estimate(settings, demand, means, found, 1.0, 1.0)


def _at(settings: FleetSettings, demand: Demand, means: Means, cap: float) -> Estimate:
    passed = law.overflow(demand, settings.engines, cap)
    return _estimate(settings, demand, means, _capped(settings, demand, means.capacity, cap), passed, cap)


def _capped(settings: FleetSettings, demand: Demand, capacity: float, cap: float) -> Found:
    one = law.affine(demand, settings.engines, capacity)
    other = law.spilled(demand, settings.engines, capacity, cap)
    return law.mixed(one, other, law.overflow(demand, settings.engines, cap))


def _estimate(
    settings: FleetSettings, demand: Demand, means: Means, local: Found, passed: float, cap: float
) -> Estimate:
    """`local`: what replicas find on their own; a shared store finds what it has."""
    stores = settings.store is not Publish.NEVER
    room = settings.store_bytes / means.bytes_per_token
    found = law.helped(local, law.stored(demand, room)) if stores else local
    pairs = zip(found.prompts.tolist(), found.there.tolist(), strict=True)
    new = float(np.mean([means.prefill(prompt, min(hit, prompt)) for prompt, hit in pairs]))
    sent = law.sent(demand, settings.engines, cap)
    load = settings.rate * (sent * new + found.misses * means.prefill(demand.prefix_tokens))
    uneven = float(sent.max()) * settings.engines
    return Estimate(cap, passed, found, uneven, new, tuple(load.tolist()), tuple(sent.tolist()))


def _link(settings: FleetSettings, demand: Demand, means: Means, chosen: Estimate) -> tuple[float, float]:
    """Seconds to fetch a prefix from the store, and how busy the link is with fetching and publishing."""
    rate, each = settings.link_bytes_per_s, means.bytes_per_token
    if settings.affine:
        local = _capped(settings, demand, means.device_tokens, settings.cap)
    else:
        local = law.balanced(demand, settings.engines, means.device_tokens)
    far, mine = (float(np.mean(found.known * found.there)) for found in (chosen.found, local))
    fetched = max(0.0, far - mine)
    computed = float(np.mean(demand.prompts)) - far + demand.output_tokens
    return demand.prefix_tokens * each / rate, settings.rate * (fetched + computed) * each / rate


def _verdict(settings: FleetSettings, found: Numbers) -> Verdict:
    """What the closed forms can tell; a run knows better."""
    demand, chosen, limit = found.demand, found.chosen, found.means.device_tokens
    longest = float(demand.prompts[-1] + demand.output_tokens)
    behind = max(0.0, chosen.load - 1) * settings.requests / settings.rate  # seconds, when the last request arrives
    values = {
        "load": chosen.load,
        "behind_s": behind,
        "ttft_s": settings.ttft_s,
        "hit": chosen.found.share,
        "reachable": found.affine.found.share,
        "imbalance": chosen.imbalance,
    }
    if longest > limit:
        return Verdict(Outcome.FAILS, "prefix-too-large", {"tokens": longest, "room": limit})
    if found.fetch_s is not None and found.fetch_s > found.cold_s:
        return Verdict(Outcome.FAILS, "store-slower", {"fetch_s": found.fetch_s, "cold_s": found.cold_s})
    if found.link_load is not None and found.link_load >= 1:
        return Verdict(Outcome.FAILS, "link-full", {"link_load": found.link_load})
    crowd = max(np.bincount(found.homes)) * demand.prefix_tokens / found.means.capacity
    if settings.affine and crowd > CROWDED:
        return Verdict(Outcome.TIGHT, "crowded", {**values, "crowd": float(crowd)})
    if behind > 0:
        return Verdict(Outcome.FAILS if behind > FAR * settings.ttft_s else Outcome.TIGHT, "behind", values)
    if chosen.found.share < 0.95 * found.affine.found.share:
        return Verdict(Outcome.TIGHT, "could-hit-more", values)
    return Verdict(Outcome.WORKS, "fits", values)
