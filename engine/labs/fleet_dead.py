"""That a dead page is never counted as a hit, and what a fault did: read out of a recording, page by page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.ledgers.mishaps import Mishaps, mishaps
from engine.recording import NANOSECONDS, Event, Outcome, Recording

_STATUS = (Event.FILL, Event.EVICT, Event.INVALIDATE, Event.ALLOCATE, Event.COPY)  # decide what a page is good for
_ALIVE = (Event.FILL,)


@dataclass(frozen=True)
class DeadPages:
    """The count behind the invariant: every hit is held against what last happened to its page."""

    died: int  # pages whose content was lost with their replica or became invalid
    hits_checked: int
    hits_on_dead: int  # must be 0
    hits_on_nothing: int  # on pages that never held this content: must be 0

    @property
    def holds(self) -> bool:
        return not self.hits_on_dead and not self.hits_on_nothing


@dataclass(frozen=True)
class Loss:
    """What one request lost, and how it got on."""

    request: int
    name: str
    lost: int  # computed tokens
    found_again: int  # of its prompt, in a cache
    computed_again: int
    recovered_s: float | None  # until it decoded again, None = it never did
    outcome: Outcome


@dataclass(frozen=True)
class Aftermath:
    """What a fault took from whom. `by_family` counts dead pages with the beginning of each shared prefix."""

    at_s: float
    replica: int  # -1: the link
    pages: int  # that died, cached or held
    held: int  # of these, in use by a request
    by_family: tuple[int, ...]
    other: int  # of the dead pages with content, those of single tasks
    losses: tuple[Loss, ...]
    totals: Mishaps
    hits_before: float  # hit share of the requests that were admitted before, and after
    hits_after: float


def dead_pages(recording: Recording) -> DeadPages:
    """Check every HIT of a recording against the latest thing that happened to its page."""
    events = recording.events
    rows = np.flatnonzero(np.isin(events["kind"], (*_STATUS, Event.HIT)) & (events["page"] >= 0))
    rows = rows[np.argsort(events["page"][rows], kind="stable")]
    kinds, pages, content = events["kind"][rows], events["page"][rows], events["content"][rows]
    place = np.arange(len(rows))
    latest = np.maximum.accumulate(np.where(kinds != Event.HIT, place, -1))
    hits = place[kinds == Event.HIT]
    before = latest[hits]
    known = (before >= 0) & (pages[before] == pages[hits])
    last = np.where(known, kinds[before], 255)
    same = known & (content[before] == content[hits])
    dead = last == Event.INVALIDATE
    alive = np.isin(last, _ALIVE) & same
    return DeadPages(
        died=int((events["kind"] == Event.INVALIDATE).sum()),
        hits_checked=len(hits),
        hits_on_dead=int(dead.sum()),
        hits_on_nothing=int((~alive & ~dead).sum()),
    )


def aftermath(recording: Recording, families: list[NDArray[np.uint64]]) -> Aftermath | None:
    """What the first fault did; None if nothing happened. `families`: page hashes of each shared prefix."""
    events = recording.events
    kinds = events["kind"]
    signs = np.isin(kinds, (Event.FAIL, Event.INVALIDATE)) | ((kinds == Event.SLOW) & (events["amount"] != 1000))
    if not signs.any():
        return None
    first = events[signs][0]
    moment = int(first["time"])
    dead = events[(kinds == Event.INVALIDATE) & (events["time"] == moment)]
    lost = _content_before(recording, int(np.flatnonzero(signs)[0]), dead["page"])
    counts = tuple(int(np.isin(lost, family).sum()) for family in families)
    return Aftermath(
        at_s=moment / NANOSECONDS,
        replica=_replica(recording, first, dead),
        pages=len(dead),
        held=int((dead["references"] > 0).sum()),
        by_family=counts,
        other=int((lost > 0).sum()) - sum(counts),
        losses=_losses(recording, moment),
        totals=mishaps(recording),
        hits_before=_hit_share(recording, recording.requests["first_scheduled"] < moment),
        hits_after=_hit_share(recording, recording.requests["first_scheduled"] >= moment),
    )


def _replica(recording: Recording, sign: Any, dead: NDArray[Any]) -> int:
    if sign["kind"] != Event.INVALIDATE:
        return int(sign["order"])
    page = int(dead["page"][0])
    return next(pool.engine for pool in recording.pools if pool.first <= page < pool.first + pool.pages)


def _content_before(recording: Recording, row: int, pages: NDArray[Any]) -> NDArray[np.uint64]:
    """What pages held before that row of the events."""
    earlier = recording.events[:row]
    earlier = earlier[earlier["page"] >= 0]
    held = np.zeros(recording.pages, np.uint64)
    held[earlier["page"]] = earlier["content"]  # the last one stays
    return held[pages]


def _losses(recording: Recording, moment: int) -> tuple[Loss, ...]:
    events, rows = recording.events, recording.requests
    lost = events[(events["kind"] == Event.LOSE) & (events["time"] == moment)]
    found = []
    for row in lost:
        who = int(row["request"])
        own = events[(events["request"] == who) & (events["time"] > moment)]
        back = own["time"][np.isin(own["kind"], (Event.RESUME, Event.FIRST_TOKEN, Event.FINISH))]
        found.append(
            Loss(
                who,
                recording.request_names[who],
                int(row["amount"]),
                int(rows["resumed_hit_tokens"][who]),
                int(rows["recomputed_tokens"][who]),
                (int(back[0]) - moment) / NANOSECONDS if len(back) else None,
                Outcome(int(rows["outcome"][who])),
            )
        )
    return tuple(found)


def _hit_share(recording: Recording, chosen: NDArray[np.bool_]) -> float:
    rows = recording.requests[chosen & (recording.requests["first_scheduled"] >= 0)]
    total = int(rows["prompt_tokens"].sum())
    return int(rows["hit_tokens"].sum()) / total if total else 0.0
