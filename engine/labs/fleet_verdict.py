"""How a run of the fleet came out, and which of a fleet's troubles it was."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.fleets.fleet_plan import Publish
from engine.labs.fleet_answer import PROMISE, means_of, reachable_share
from engine.labs.fleet_settings import FleetSettings, scenario
from engine.labs.records import Outcome, Verdict
from engine.recording import NANOSECONDS, STORE, Event, Recording, Rejection
from engine.recording import Outcome as End

Flags = NDArray[np.bool_]

HOT = 1.5  # requests of the busiest replica against the mean, from which it counts as a hot spot
COPIES = 2.0  # replicas that computed a prefix, on average, from which prefixes count as scattered
MISSED = 0.95  # of what affinity would find; less counts as scattered
TURNED = 0.02  # of the requests, from which turning away is worth a word


def judged(settings: FleetSettings, recording: Recording, good: Flags, prefixes: list[NDArray[np.uint64]]) -> Verdict:
    """The verdict on a run: of the requests that were let in, `PROMISE` must have met the contract."""
    rows, events = recording.requests, recording.events
    refused = rows["outcome"] == End.REJECTED
    admitted = ~refused
    kept = float(good[admitted].mean()) if admitted.any() else 0.0
    values = {
        "kept": kept,
        "promise": PROMISE,
        "late": int((admitted & ~good).sum()),
        "admitted": int(admitted.sum()),
        "rejected": int(refused.sum()),
        "requests": len(rows),
    }
    if ((events["kind"] == Event.REJECT) & (events["order"] == Rejection.TOO_LARGE)).sum() > len(rows) / 2:
        return Verdict(Outcome.FAILS, "too-large", values)
    if kept >= PROMISE:
        return _kept(settings, recording, values, refused)
    reason, more = _why(settings, recording, admitted & ~good, prefixes)
    return Verdict(Outcome.FAILS, reason, {**values, **more})


def homes(recording: Recording, prefixes: list[NDArray[np.uint64]]) -> tuple[int, ...]:
    """How many replicas have had each prefix whole, by its rank."""
    events = recording.events
    fills = events[events["kind"] == Event.FILL]
    engine = np.repeat([pool.engine for pool in recording.pools], [pool.pages for pool in recording.pools])
    return tuple(
        len(np.unique(engine[fills["page"][fills["content"] == each[-1]]])) if len(each) else 0 for each in prefixes
    )


def _kept(settings: FleetSettings, recording: Recording, values: dict[str, float], refused: Flags) -> Verdict:
    if refused.mean() > TURNED:
        return Verdict(Outcome.TIGHT, "turned-away", values)
    if np.isin(recording.events["kind"], (Event.FAIL, Event.INVALIDATE, Event.SLOW)).any():
        return Verdict(Outcome.WORKS, "survived", values)
    if settings.store is not Publish.NEVER and (recording.events["kind"] == Event.FETCH).any():
        return Verdict(Outcome.WORKS, "store-serves", values)
    return Verdict(Outcome.WORKS, "keeps", values)


def _why(
    settings: FleetSettings, recording: Recording, late: Flags, prefixes: list[NDArray[np.uint64]]
) -> tuple[str, dict[str, float]]:
    """The reason that explains most: a fault, then what is furthest from even, then what was computed too often."""
    events = recording.events
    shaken = _fault(recording, late)
    if shaken:
        return "fault", shaken
    slow = _slow_store(settings, recording)
    if slow:
        return "store-slower", slow
    hot = _hot(recording, late)
    if hot:
        return "hot-spot", hot
    copies = [count for count in homes(recording, prefixes) if count]
    mean = sum(copies) / len(copies) if copies else 0.0
    filled, dropped = (int((events["kind"] == kind).sum()) for kind in (Event.FILL, Event.EVICT))
    hit, reachable = hit_share(recording), reachable_share(settings)
    values = {"copies": mean, "filled": filled, "dropped": dropped, "hit": hit, "reachable": reachable}
    if dropped > filled / 3:
        return "thrash", values
    return ("scattered" if mean >= COPIES and hit < MISSED * reachable else "overload"), values


def hit_share(recording: Recording) -> float:
    """Tokens hit at first admission of the prompt tokens of admitted requests."""
    rows = recording.requests[recording.requests["first_scheduled"] >= 0]
    total = int(rows["prompt_tokens"].sum())
    return int(rows["hit_tokens"].sum()) / total if total else 0.0


def _fault(recording: Recording, late: Flags) -> dict[str, float]:
    """Shares of late requests before and after the first fault, if it is after it that they are late."""
    events = recording.events
    signs = events["time"][np.isin(events["kind"], (Event.FAIL, Event.INVALIDATE, Event.SLOW))]
    if not len(signs):
        return {}
    rows = recording.requests
    ended = (rows["finish"] >= 0) & (rows["finish"] < signs[0])
    before = float(late[ended].mean()) if ended.any() else 0.0
    after = float(late[~ended].mean()) if (~ended).any() else 0.0
    return {"late_before": before, "late_after": after} if after > before + 0.05 else {}


def _slow_store(settings: FleetSettings, recording: Recording) -> dict[str, float]:
    """Seconds to fetch a prefix from the store and to compute it, if the first is more."""
    moved = recording.transfers[(recording.transfers["source"] == STORE) & (recording.transfers["request"] >= 0)]
    tokens = float(moved["bytes"].sum()) / float(recording.facts["state_bytes_per_token"])
    if not tokens:
        return {}
    prefix = settings.shared_prefix_tokens
    fetch = float((moved["end"] - moved["start"]).sum()) / NANOSECONDS / tokens * prefix
    cold = means_of(settings, scenario(settings)).prefill(prefix)
    return {"fetch_s": fetch, "cold_s": cold} if fetch > cold else {}


def _hot(recording: Recording, late: Flags) -> dict[str, float]:
    """The busiest replica, if most late requests are there."""
    events = recording.events
    routes = events[events["kind"] == Event.ROUTE]
    sent = np.bincount(routes["order"], minlength=len(recording.engines))
    who, first = np.unique(routes["request"], return_index=True)
    where = np.bincount(routes["order"][first][late[who]], minlength=len(recording.engines))
    busiest, uneven = int(sent.argmax()), float(sent.max() / sent.mean())
    share = float(where[busiest] / max(1, where.sum()))
    if uneven < HOT or share < 0.5:
        return {}
    return {"replica": busiest, "imbalance": uneven, "share": share}
