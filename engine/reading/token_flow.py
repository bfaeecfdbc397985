"""Where the state of every request came from, token by token: found, forked, computed, or computed again.

Followed along a request's slices: each one starts from where the one before ended, or from what its admission found,
and what lies below the furthest point reached before is computed again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.recording import Event, Recording, Work

Tokens = NDArray[np.int64]


@dataclass(frozen=True)
class TokenFlow:
    """Tokens per request. found + found_again + forked + computed = reach."""

    found: Tokens  # hit at the first admission
    found_again: Tokens  # hit at a later admission, beyond what the request had reached before
    forked: Tokens  # state of the request that this parallel sample was forked from
    computed: Tokens  # for the first time
    recomputed: Tokens
    rejected: Tokens  # drafts
    beyond: Tokens  # drafts accepted after the last token asked for
    padding: Tokens  # computed for nobody
    reach: Tokens  # the furthest point its state came to

    @property
    def scheduled(self) -> Tokens:
        """Everything the engines were given to compute."""
        return self.computed + self.recomputed + self.rejected + self.beyond + self.padding


def token_flow(recording: Recording) -> TokenFlow:
    """Follow the slices of every request."""
    slices, count = recording.slices, len(recording.requests)
    rows = _steps(recording)
    who, computed, first = rows.request, rows.computed, rows.first
    before = np.where(first, 0, np.roll(computed, 1))
    before[rows.admitted] = rows.given[rows.admitted]
    reached = _furthest_before(computed, first)
    again = np.clip(np.minimum(computed, reached) - before, 0, None)
    found = np.where(rows.admitted, np.maximum(before - reached, 0), 0)
    gained = computed - before

    def total(values: NDArray[Any]) -> Tokens:
        return np.bincount(who, values, minlength=count).astype(np.int64)

    reach = np.zeros(count, dtype=np.int64)
    np.maximum.at(reach, who, computed)
    filler = slices[slices["work"] == Work.PADDING]
    return TokenFlow(
        found=total(np.where(first & ~rows.forked, found, 0)),
        found_again=total(np.where(first, 0, found)),
        forked=total(np.where(first & rows.forked, found, 0)),
        computed=total(gained - again),
        recomputed=total(again),
        rejected=total(rows.rejected),
        beyond=total(rows.spent - gained),
        padding=np.bincount(filler["request"], filler["tokens"], minlength=count).astype(np.int64),
        reach=reach,
    )


@dataclass(frozen=True)
class _Steps:
    """Slices, and admissions that came to nothing, sorted by request and then in time."""

    request: Tokens
    computed: Tokens
    spent: Tokens  # tokens computed that were not rejected drafts
    rejected: Tokens
    forked: NDArray[np.bool_]
    first: NDArray[np.bool_]  # of its request
    admitted: NDArray[np.bool_]
    given: Tokens  # found by that admission


def _steps(recording: Recording) -> _Steps:
    slices = recording.slices[recording.slices["work"] != Work.PADDING]
    events = recording.events[recording.events["kind"] == Event.ADMIT]
    width = np.int64(len(recording.iterations) + 2)
    keys = slices["request"].astype(np.int64) * width + slices["iteration"]
    wanted = events["request"].astype(np.int64) * width + events["iteration"]
    lost = ~np.isin(wanted, keys)  # evicted, or struck by a fault, before the iteration took place
    both = np.concatenate([keys, wanted[lost]])
    order = np.argsort(both, kind="stable")
    both = both[order]
    admissions = dict(zip(wanted.tolist(), events["amount"].tolist(), strict=True))
    given = np.fromiter((admissions.get(key, -1) for key in both.tolist()), dtype=np.int64, count=len(both))

    def column(values: NDArray[Any], instead: NDArray[Any]) -> Tokens:
        return np.concatenate([values.astype(np.int64), instead.astype(np.int64)])[order]

    nothing = np.zeros(int(lost.sum()), dtype=np.int64)
    request = both // width
    rejected = slices["drafted"].astype(np.int64) - slices["accepted"]
    return _Steps(
        request=request,
        computed=column(slices["computed"], events["amount"][lost]),
        spent=column(slices["tokens"] - rejected, nothing),
        rejected=column(rejected, nothing),
        forked=column(slices["tokens"] == 0, nothing).astype(bool),
        first=np.diff(request, prepend=-1) != 0,
        admitted=given >= 0,
        given=given,
    )


def _furthest_before(computed: Tokens, first: NDArray[np.bool_]) -> Tokens:
    """The largest `computed` of the same request in earlier rows, 0 for its first."""
    group = np.cumsum(first) - 1
    offset = group * (int(computed.max(initial=0)) + 1)
    highest = np.maximum.accumulate(computed + offset) - offset
    furthest = np.zeros_like(computed)
    furthest[1:] = np.where(first[1:], 0, highest[:-1])
    return furthest
