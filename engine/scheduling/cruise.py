"""Iterations ahead: while everyone decodes and nothing is to be decided, many iterations are one piece of work."""

from __future__ import annotations

from collections.abc import Callable

from engine.recorder import Recorder
from engine.recording import Work
from engine.scheduling.scheduler import Scheduler
from engine.scheduling.step import Step

DECODE = int(Work.DECODE)


class Cruise:
    """The iterations that follow one in which every item of `step` decodes one token.

    They give the same requests one token each, until somebody has all its tokens or memory runs short. The last one
    begun is left under way.
    """

    def __init__(self, scheduler: Scheduler, recorder: Recorder, step: Step) -> None:
        self._scheduler = scheduler
        self._recorder = recorder
        self._jobs = [job for job, *_ in step.items]
        self._due: dict[int, list[int]] = {}  # iteration -> places of jobs that ask for memory in it
        self._appended = [0] * len(self._jobs)  # tokens that their contents know of already

    def run(self, may_begin: Callable[[], bool], begin: Callable[[int], None]) -> int:
        """Begin iterations while `may_begin()`; `begin(n)` puts the n-th one ahead on record. Returns how many.

        `may_begin` moves the recorder's time to where the next one would begin.
        """
        first = self._recorder.iteration
        most = min(job.target - job.outputs for job in self._jobs) - 1
        for place, job in enumerate(self._jobs):
            self._ask_at(max(1, job.quiet_until - job.computed + 1), place)
        ahead = 0
        while ahead < most and may_begin():
            self._recorder.iteration = first + ahead + 1
            if not self._grow(ahead + 1):
                break
            ahead += 1
            begin(ahead)
        self._recorder.iteration = first + ahead
        if ahead:
            self._apply(first, ahead)
        return ahead

    def _ask_at(self, iteration: int, place: int) -> None:
        self._due.setdefault(iteration, []).append(place)

    def _grow(self, ahead: int) -> bool:
        """Memory for the tokens of an iteration, in the order of the running requests."""
        places = self._due.pop(ahead, None)
        if places is None:
            return True
        allocator, size = self._scheduler.allocator, self._scheduler.limits.page_tokens
        for place in sorted(places):
            job = self._jobs[place]
            computed = job.computed + ahead - 1
            job.content.append(ahead - self._appended[place])
            self._appended[place] = ahead
            if allocator.allocate(job.row, job.content, None, computed, 1, 0, 0) is None:
                return False
            job.blocked = False
            job.quiet_until = -(-(computed + 1) // size) * size - allocator.caching
            self._ask_at(max(ahead + 1, job.quiet_until - job.computed + 1), place)
        return True

    def _apply(self, first: int, ahead: int) -> None:
        """The results of all iterations but the one under way."""
        base = [(job.row, job.computed, job.outputs + 1) for job in self._jobs]
        slices = self._recorder.slices
        for n in range(ahead):
            row = first + n
            slices += [(row, who, 1, computed + n, outputs + n, 0, 0, DECODE) for who, computed, outputs in base]
        for job, appended in zip(self._jobs, self._appended, strict=True):
            job.computed += ahead
            job.outputs += ahead
            job.known += ahead
            job.content.append(ahead - appended)  # one less than nothing if memory ran short in the next iteration
