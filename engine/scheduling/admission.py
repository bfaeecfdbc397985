"""Turning requests away when they arrive instead of letting them wait for nothing.

Two rules: a budget of outstanding tokens, and early rejection by the predicted time to first token (Mooncake,
Qin et al. 2024, overload-oriented scheduling: reject before any work is done, not when the deadline has passed).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence

from engine.recording import NANOSECONDS, Rejection
from engine.scheduling.job import Job

DEPARTURES = 32  # that the pace of free slots is taken from

# (prompt tokens of an iteration, contexts of its decoding requests, their count) -> ns
IterationTime = Callable[[int, int, int], int]


class Admission:
    """What an engine promises: at most `outstanding_tokens` (0 = no limit), a first token within `ttft_ns` (None =
    no promise).

    The prediction knows what a server knows: the prompts ahead, the requests that decode, the time that an iteration
    takes, and the pace at which slots have become free. It does not know how long answers get.
    """

    def __init__(
        self, outstanding_tokens: int, ttft_ns: int | None, token_budget: int, iteration_ns: IterationTime
    ) -> None:
        self._outstanding_tokens = outstanding_tokens
        self._ttft_ns = ttft_ns
        self._token_budget = token_budget
        self._iteration_ns = iteration_ns
        self._departures: deque[int] = deque(maxlen=DEPARTURES)
        limit = (ttft_ns or 0) / NANOSECONDS
        self.words = {
            Rejection.OUTSTANDING: f"requests were turned away on arrival: {outstanding_tokens:,} outstanding tokens "
            "is the limit (prompts and asked outputs of all that have not ended)",
            Rejection.LATENCY: "requests were turned away on arrival: their first token was predicted to come later "
            f"than the contract's {limit:,g} s",
        }

    def verdict(
        self, job: Job, running: Sequence[Job], waiting: Collection[Job], free_slots: int
    ) -> Rejection | None:
        """Why `job`, which stands in the queue already, is turned away; None if it may stay."""
        if self._outstanding_tokens:
            tokens = sum((each.prompt + each.target) * each.slots for each in (*running, *waiting))
            if tokens > self._outstanding_tokens:
                return Rejection.OUTSTANDING
        if self._ttft_ns is not None and self.predicted(job, running, waiting, free_slots) > self._ttft_ns:
            return Rejection.LATENCY
        return None

    def left(self, count: int, now: int) -> None:
        """`count` requests gave up their slots at `now`."""
        self._departures.extend([now] * count)

    def predicted(self, job: Job, running: Sequence[Job], waiting: Collection[Job], free_slots: int) -> int:
        """Nanoseconds until the first token of `job`, the last of the queue: its wait for a slot and its own prompt,
        or all prompts up to its own one after the other, whichever is longer."""
        decoding = [each.computed for each in running if each.decoding]
        ahead = sum(each.known - each.computed for each in running if not each.decoding)
        ahead += sum(each.known - each.computed for each in waiting if each is not job)
        contexts, rows = sum(decoding), len(decoding)
        slots = sum(each.slots for each in waiting)
        stuck = any(each.blocked for each in waiting)
        short = slots if stuck else slots - free_slots
        wait = max(0, short) * self._pace()
        return max(wait + self._prefill(job.known, contexts, rows), self._prefill(ahead + job.known, contexts, rows))

    def _pace(self) -> int:
        """Mean time between two departures, lately."""
        times = self._departures
        return (times[-1] - times[0]) // (len(times) - 1) if len(times) > 1 else 0

    def _prefill(self, tokens: int, contexts: int, rows: int) -> int:
        """Time of `tokens` prompt tokens in iterations that are full but for the last."""
        room = max(1, self._token_budget - rows)
        full, rest = divmod(tokens, room)
        time = full * self._iteration_ns(room, contexts, rows) if full else 0
        return time + (self._iteration_ns(rest, contexts, rows) if rest else 0)
