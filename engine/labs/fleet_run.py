"""The fleet lab's run: one working point in full, and the curve that a slider moves it along."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.fleets.fleet_plan import Routing
from engine.labs.fleet_answer import CAPS
from engine.labs.fleet_dead import Aftermath, DeadPages, aftermath, dead_pages
from engine.labs.fleet_figures import run_figures
from engine.labs.fleet_map import FleetMap, fleet_map, prefix_hashes
from engine.labs.fleet_settings import FleetSettings, scenario
from engine.labs.fleet_verdict import homes, judged
from engine.labs.records import Figure, Verdict
from engine.ledgers import contract, reuse, routing
from engine.ledgers.account import Account
from engine.progress import Progress, Teller
from engine.recording import NANOSECONDS, Event, Outcome, Recording, Rejection
from engine.simulate import simulate
from engine.workloads.workload import requests

OWN_SHARE = 1 / (len(CAPS) + 2)  # of the work that is the working point; the curve is the rest
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Lengthwise:
    """Requests of one length. `good` met the contract."""

    requests: int
    rejected: int
    good: int
    goodput: float  # per second

    def filled(self, seconds: float) -> str:
        return f"{self.good} of {self.requests} / {seconds:,.0f} s"


@dataclass(frozen=True)
class Hits:
    """Prompt tokens by where their state came from. All counted in the run."""

    prompt: int  # of the requests that were admitted
    found: int  # at first admission, wherever from
    from_device: int
    from_below: int  # brought back from host memory or disk
    from_store: int
    finished: int  # found by requests that finished
    again: int  # tokens computed once more after faults and preemptions

    @property
    def share(self) -> float:
        return self.found / self.prompt if self.prompt else 0.0

    @property
    def effective(self) -> int:
        return self.finished - self.again


@dataclass(frozen=True)
class Point:
    """One cap on the curve, simulated. `cap` NEVER_CAPPED: affinity without a cap; 0: balance without affinity."""

    cap: float
    hit_share: float
    imbalance: float  # tokens computed, busiest replica against the mean
    request_imbalance: float
    attainment: float
    goodput: float  # requests per second within the contract
    goodput_short: float
    goodput_long: float
    rejected: int


@dataclass(frozen=True)
class FleetRun:
    """What happened. Lists by replica where nothing else is said."""

    verdict: Verdict
    figures: tuple[Figure, ...]
    point: Point
    curve: tuple[Point, ...]
    hits: Hits
    requests: int
    admitted: int
    rejected: tuple[tuple[str, int], ...]  # reason, requests
    short: Lengthwise
    long: Lengthwise
    seconds: float
    imbalance: float
    tokens: tuple[int, ...]  # computed
    sent: tuple[int, ...]  # requests
    late: tuple[int, ...]  # requests that broke the contract there
    homes: tuple[int, ...]  # replicas that computed each prefix from its beginning, by rank of the prefix
    map: FleetMap
    dead: DeadPages
    fault: Aftermath | None
    notes: tuple[str, ...]


def run(settings: FleetSettings, progress: Progress | None = None) -> FleetRun:
    """Simulate the settings and the caps around them. Raises ValueError, DoesNotFit, UnknownCard."""
    base = scenario(settings)
    recording = simulate(base, progress=_part(progress, 0.0, OWN_SHARE))
    curve = curve_of(settings, _part(progress, OWN_SHARE, 1.0))
    Teller(progress).finish()
    account = Account(recording)
    prefixes = prefix_hashes(base)
    good, long = _good(recording), _long(settings, recording)
    rows = recording.requests
    result = FleetRun(
        verdict=judged(settings, recording, good, prefixes),
        figures=(),
        point=_point(settings.cap if settings.affine else 0.0, recording, account, long),
        curve=curve,
        hits=_hits(recording),
        requests=len(rows),
        admitted=int((rows["outcome"] != Outcome.REJECTED).sum()),
        rejected=_rejections(recording),
        short=_class(recording, good, ~long),
        long=_class(recording, good, long),
        seconds=account.seconds,
        imbalance=_value(routing.rows(account), "routing.imbalance") or 1.0,
        tokens=_computed(recording),
        sent=_by_replica(recording, np.ones(len(rows), np.bool_)),
        late=_by_replica(recording, ~good & (rows["outcome"] != Outcome.REJECTED)),
        homes=homes(recording, prefixes),
        map=fleet_map(recording, prefixes),
        dead=dead_pages(recording),
        fault=aftermath(recording, prefixes),
        notes=recording.notes,
    )
    return replace(result, figures=run_figures(result))


def measured(settings: FleetSettings, progress: Progress | None = None) -> Point:
    """One point of a curve."""
    recording = simulate(scenario(settings), progress=progress)
    cap = settings.cap if settings.affine else 0.0
    return _point(cap, recording, Account(recording), _long(settings, recording))


def _part(progress: Progress | None, low: float, high: float) -> Progress | None:
    return None if progress is None else lambda share: progress(low + (high - low) * share)


# -- the curve -------------------------------------------------------------------------------------------------------

_CURVES: dict[FleetSettings, tuple[Point, ...]] = {}  # the latest ones, by settings without routing and cap
_KEPT = 8


def curve_of(settings: FleetSettings, progress: Progress | None = None) -> tuple[Point, ...]:
    """Balance, then every cap, then affinity without one. Kept: moving the slider does not change it."""
    key = replace(settings, routing=Routing.CAPPED_AFFINITY, affinity_cap=1.0)
    if key not in _CURVES:
        choices = [replace(key, routing=Routing.LEAST_LOADED)]
        choices += [replace(key, affinity_cap=cap) for cap in CAPS]
        choices.append(replace(key, routing=Routing.PREFIX_AFFINITY))
        share = 1 / len(choices)
        points = [measured(each, _part(progress, n * share, (n + 1) * share)) for n, each in enumerate(choices)]
        while len(_CURVES) >= _KEPT:
            del _CURVES[next(iter(_CURVES))]
        _CURVES[key] = tuple(points)
    return _CURVES[key]


def _point(cap: float, recording: Recording, account: Account, long: NDArray[np.bool_]) -> Point:
    values = {row.quantity.key: row.value for module in (routing, reuse, contract) for row in module.rows(account)}
    good, seconds = _good(recording), max(account.seconds, 1e-9)
    return Point(
        cap=cap,
        hit_share=values["reuse.hit_rate"] or 0.0,
        imbalance=values["routing.imbalance"] or 1.0,
        request_imbalance=values["routing.request_imbalance"] or 1.0,
        attainment=values["contract.attainment"] or 0.0,
        goodput=values["contract.goodput"] or 0.0,
        goodput_short=int((good & ~long).sum()) / seconds,
        goodput_long=int((good & long).sum()) / seconds,
        rejected=int((recording.requests["outcome"] == Outcome.REJECTED).sum()),
    )


# -- parts of a run --------------------------------------------------------------------------------------------------


def _value(rows: Iterable[Any], key: str) -> float | None:
    found: float | None = next(row.value for row in rows if row.quantity.key == key)
    return found


def _good(recording: Recording) -> NDArray[np.bool_]:
    """Whether each request met the contract."""
    return contract.within_contract(Account(recording))


def _long(settings: FleetSettings, recording: Recording) -> NDArray[np.bool_]:
    """Whether each request brings many prompt tokens that nobody has sent before."""
    specs = requests(scenario(settings)).requests
    known = [
        specs[spec.after].prompt_tokens + specs[spec.after].output_tokens
        if spec.after >= 0
        else settings.shared_prefix_tokens
        for spec in specs
    ]
    return recording.requests["prompt_tokens"] - np.array(known) >= settings.long_tokens


def _hits(recording: Recording) -> Hits:
    rows, events = recording.requests, recording.events
    seen = rows["first_scheduled"] >= 0
    found = int(rows["hit_tokens"].sum())
    below = min(found, int(events["amount"][events["kind"] == Event.LOAD].sum()))
    store = min(found - below, int(events["amount"][events["kind"] == Event.FETCH].sum()))
    return Hits(
        prompt=int(rows["prompt_tokens"][seen].sum()),
        found=found,
        from_device=found - below - store,
        from_below=below,
        from_store=store,
        finished=int(rows["hit_tokens"][rows["outcome"] == Outcome.FINISHED].sum()),
        again=int(rows["recomputed_tokens"].sum()),
    )


def _rejections(recording: Recording) -> tuple[tuple[str, int], ...]:
    events = recording.events
    why = events["order"][events["kind"] == Event.REJECT]
    return tuple((kind.name.lower(), int((why == kind).sum())) for kind in Rejection if (why == kind).any())


def _class(recording: Recording, good: NDArray[np.bool_], chosen: NDArray[np.bool_]) -> Lengthwise:
    rejected = recording.requests["outcome"] == Outcome.REJECTED
    count = int((good & chosen).sum())
    seconds = recording.duration / NANOSECONDS
    return Lengthwise(int(chosen.sum()), int((rejected & chosen).sum()), count, count / seconds if seconds else 0.0)


def _computed(recording: Recording) -> tuple[int, ...]:
    its = recording.iterations
    tokens = its["prefill_tokens"].astype("f8") + its["decode_tokens"]
    return tuple(np.bincount(its["engine"], tokens, len(recording.engines)).astype(int).tolist())


def _by_replica(recording: Recording, chosen: NDArray[np.bool_]) -> tuple[int, ...]:
    """Of the chosen requests, those that were sent to each replica first."""
    events = recording.events
    routes = events[events["kind"] == Event.ROUTE]
    who, first = np.unique(routes["request"], return_index=True)
    counted = routes["order"][first][chosen[who]]
    return tuple(np.bincount(counted, minlength=len(recording.engines)).tolist())
