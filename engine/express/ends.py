"""What becomes of each request, in columns: the part of a run that is kept even if nothing is recorded."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from engine.recording import Outcome


class Ends:
    """One entry per request. `prompts` and `targets` are tokens, times are ns, -1 = has not happened."""

    __slots__ = (
        "finish",
        "first_scheduled",
        "first_token",
        "outcome",
        "preemptions",
        "prompts",
        "reach",
        "recomputed",
        "targets",
    )

    def __init__(self, prompts: Sequence[int], targets: Sequence[int]) -> None:
        count = len(prompts)
        self.prompts = prompts
        self.targets = targets
        self.first_scheduled = array("q", [-1]) * count
        self.first_token = array("q", [-1]) * count
        self.finish = array("q", [-1]) * count
        self.preemptions: dict[int, int] = {}
        self.recomputed: dict[int, int] = {}
        self.reach: dict[int, int] = {}  # tokens with state before the latest preemption
        self.outcome = array("b", [Outcome.FINISHED]) * count

    def preempted(self, row: int, lost: int) -> None:
        """Request `row` loses the state of `lost` tokens."""
        self.preemptions[row] = self.preemptions.get(row, 0) + 1
        self.reach[row] = max(self.reach.get(row, 0), lost)

    def recompute(self, row: int, prefilled: int) -> None:
        """A stay of `row` ends in which the state of its first `prefilled` tokens was computed as a prompt."""
        if row in self.reach:
            self.recomputed[row] = self.recomputed.get(row, 0) + min(prefilled, self.reach[row])

    def reject(self, row: int) -> None:
        self.outcome[row] = Outcome.REJECTED

    def pages_needed(self, row: int, known: int, page_tokens: int) -> int:
        """Pages that `row` takes when it has produced everything (the newest token has no state yet)."""
        return -(-max(known, self.prompts[row] + self.targets[row] - 1) // page_tokens)
