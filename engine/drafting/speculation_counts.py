"""What a run's verifications add up to, counted from its slices: the numbers vLLM reports about drafts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.recording import Work


@dataclass(frozen=True)
class DraftCounts:
    """A verification is one decoding request in one iteration with at least one draft.

    Draft places that a prompt holds beside others' drafts are empty: nobody has drafted for it yet.
    """

    verifications: int
    drafted: int  # tokens verified, all candidates of a tree
    accepted: int
    per_position: tuple[int, ...]  # verifications that accepted at least 1, 2, … drafts
    rejections: int  # verifications that met a rejection before the last position drafted
    replayed: int  # accepted tokens that had to run again if rejections are replayed

    @property
    def tokens(self) -> int:
        """Tokens that verifications yielded: every one adds a token of the target's own."""
        return self.accepted + self.verifications


def draft_counts(slices: NDArray[Any], levels: tuple[int, ...] = ()) -> DraftCounts:
    """Count the rows of `Recording.slices`. `levels`: candidates at each position, () = chains."""
    verified = slices[(slices["drafted"] > 0) & (slices["work"] == Work.DECODE)]
    drafted, accepted = verified["drafted"].astype(np.int64), verified["accepted"].astype(np.int64)
    offered = drafted if len(levels) == sum(levels) else np.searchsorted(np.cumsum(levels), drafted, side="right")
    deepest = int(offered.max(initial=0))
    reached = np.bincount(accepted, minlength=deepest + 1)[::-1].cumsum()[::-1]
    undone = accepted < drafted
    return DraftCounts(
        verifications=len(verified),
        drafted=int(drafted.sum()),
        accepted=int(accepted.sum()),
        per_position=tuple(reached[1:].tolist()),
        rejections=int((accepted < offered).sum()),
        replayed=int((accepted + 1)[undone].sum()),
    )
