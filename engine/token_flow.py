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
    padding = slices["work"] == Work.PADDING
    rows = slices[~padding]
    rows = rows[np.argsort(rows["request"], kind="stable")]
    who, computed = rows["request"].astype(np.int64), rows["computed"].astype(np.int64)
    first = np.ones(len(rows), dtype=bool)
    first[1:] = who[1:] != who[:-1]
    admitted, given = _admissions(recording, rows)
    before = np.where(first, 0, np.roll(computed, 1))
    before[admitted] = given[admitted]
    reached = _furthest_before(computed, first)
    again = np.clip(np.minimum(computed, reached) - before, 0, None)
    found = np.where(admitted, np.maximum(before - reached, 0), 0)
    forked = rows["tokens"] == 0
    spent = rows["tokens"].astype(np.int64) - rows["drafted"] + rows["accepted"]
    gained = computed - before

    def total(values: NDArray[Any]) -> Tokens:
        summed = np.zeros(count, dtype=np.int64)
        np.add.at(summed, who, values)
        return summed

    reach = np.zeros(count, dtype=np.int64)
    np.maximum.at(reach, who, computed)
    filler = np.zeros(count, dtype=np.int64)
    np.add.at(filler, slices["request"][padding], slices["tokens"][padding])
    return TokenFlow(
        found=total(np.where(first & ~forked, found, 0)),
        found_again=total(np.where(first, 0, found)),
        forked=total(np.where(first & forked, found, 0)),
        computed=total(gained - again),
        recomputed=total(again),
        rejected=total(rows["drafted"].astype(np.int64) - rows["accepted"]),
        beyond=total(spent - gained),
        padding=filler,
        reach=reach,
    )


def _admissions(recording: Recording, rows: NDArray[Any]) -> tuple[NDArray[np.bool_], Tokens]:
    """Which slices begin with an admission, and the tokens that it found."""
    events = recording.events[recording.events["kind"] == Event.ADMIT]
    width = np.int64(len(recording.iterations) + 1)
    admissions = dict(zip((events["request"] * width + events["iteration"]).tolist(), events["amount"], strict=True))
    keys = (rows["request"] * width + rows["iteration"]).tolist()
    given = np.fromiter((admissions.get(key, -1) for key in keys), dtype=np.int64, count=len(keys))
    return given >= 0, given


def _furthest_before(computed: Tokens, first: NDArray[np.bool_]) -> Tokens:
    """The largest `computed` of the same request in earlier rows, 0 for its first."""
    group = np.cumsum(first) - 1
    offset = group * (int(computed.max(initial=0)) + 1)
    highest = np.maximum.accumulate(computed + offset) - offset
    furthest = np.zeros_like(computed)
    furthest[1:] = np.where(first[1:], 0, highest[:-1])
    return furthest
