"""One engine of the fleet: it runs its scheduler's iterations one after the other."""

from __future__ import annotations

from collections.abc import Callable

from engine.clock import PS_PER_NS, Clock, Rank
from engine.costs.cost import CostModel, IterationCost
from engine.drafting.draft_cost import DraftCost
from engine.recorder import Recorder
from engine.recording import NANOSECONDS
from engine.scheduling.completion import complete
from engine.scheduling.cruise import Cruise
from engine.scheduling.job import Job
from engine.scheduling.scheduler import Scheduler
from engine.scheduling.step import Load, Step, load_of


class Engine:
    """Turns the scheduler's steps into iterations with a beginning and an end."""

    def __init__(
        self,
        index: int,
        label: str,
        scheduler: Scheduler,
        cost: CostModel,
        drafting: DraftCost,
        clock: Clock,
        recorder: Recorder,
    ) -> None:
        self.index = index
        self.label = label
        self.scheduler = scheduler
        self.outstanding = 0  # requests sent here and not ended: what routing compares
        self.tokens = 0  # of these, the tokens known when they were sent
        self.up = True
        self.alone = False  # no other engine's iterations come between this one's
        self.stepped: Callable[[], None] | None = None  # called after every iteration
        self._cost = cost
        self.drafting = drafting
        self._clock = clock
        self._recorder = recorder
        self.busy = False
        self._wake: int | None = None
        self._exact = 0  # end of the latest iteration, ps
        self._pace = 1.0  # time per iteration, as a multiple of what it should take
        self._step = Step()  # the latest
        self._iteration = -1  # its row in the recording
        self._void = 0  # iterations in earlier rows never end: the engine died in them

    def start(self) -> None:
        """Begin the next iteration if the engine is idle and has something to do."""
        scheduler, recorder = self.scheduler, self._recorder
        if self.busy or not (scheduler.running or scheduler.waiting):
            return
        waiting = scheduler.queued
        recorder.iteration = len(recorder.iterations)
        step = scheduler.schedule()
        while step is not None and not step.items:
            step = scheduler.schedule()
        if step is None:
            self._wake_later()
            return
        load = load_of(step)
        cost = self._cost.iteration(load.prefill, load.context, load.decode_tokens, load.sequences)
        draft = self.drafting.of(load) if load.drafts or load.prefill else None
        waits = scheduler.stall() * PS_PER_NS
        end = self._end_of(
            self._clock.now, waits + (cost.picoseconds + draft.picoseconds if draft else cost.picoseconds)
        )
        self._record(step, load, cost, draft, waiting, self._clock.now, end)
        if self.alone and not waits and not load.prefill and not load.drafts and scheduler.steady(step):
            end = self._cruise(step, load, waiting, end)
        iteration = recorder.iteration
        self.busy = True
        self._clock.at(end, Rank.ITERATION_END, lambda: self._end(step, iteration))

    def _cruise(self, step: Step, load: Load, waiting: int, end: int) -> int:
        """Begin the iterations after `step` that need no decision. Returns when the last one ends."""
        clock, recorder = self._clock, self._recorder
        horizon, rows = clock.next_time(), load.decoding

        def may_begin() -> bool:
            recorder.now = end
            return horizon is None or end < horizon

        def begin(ahead: int) -> None:
            nonlocal end
            cost = self._cost.iteration((), load.context + ahead * rows, rows, rows)
            start, end = end, self._end_of(end, cost.picoseconds)
            self._record(step, load, cost, None, waiting, start, end)

        Cruise(self.scheduler, recorder, step).run(may_begin, begin)
        recorder.now = clock.now
        return end

    def _end_of(self, now: int, picoseconds: int) -> int:
        """When an iteration that starts at `now` ends (ns).

        Iterations that follow each other keep the fraction of a nanosecond, so that many of them take as long as
        the sum of their picoseconds.
        """
        if self._pace != 1.0:
            picoseconds = round(picoseconds * self._pace)
        begin = self._exact if self._exact // PS_PER_NS == now else now * PS_PER_NS
        self._exact = begin + picoseconds
        return max(now + 1, self._exact // PS_PER_NS)

    def _end(self, step: Step, iteration: int) -> None:
        if iteration < self._void:
            return
        self.busy = False
        self._recorder.iteration = iteration
        complete(self.scheduler, step, iteration)
        if self.stepped is not None:
            self.stepped()

    # -- faults ------------------------------------------------------------------------------------------------------

    def slow(self, factor: float) -> None:
        """Iterations that start from now on take `factor` times their time."""
        self._pace = factor

    def fail(self) -> None:
        """It stops: the iteration under way yields nothing, and its row ends here with the work done so far."""
        self.up = False
        if self.busy:
            self.busy = False
            self._recorder.cut(self._iteration, self._clock.now)
            for job, tokens, *_ in self._step.items:
                job.computed -= tokens
            self._step.items.clear()
        self._void = len(self._recorder.iterations)

    def strike(self, job: Job) -> None:
        """`job` gets nothing out of the iteration under way. The time it takes stays the same."""
        for place, (member, tokens, _, decodes) in enumerate(self._step.items if self.busy else ()):
            if member is job:
                del self._step.items[place]
                job.computed -= tokens
                self._recorder.strike(self._iteration, 0 if decodes else tokens, tokens if decodes else 0)
                return

    def in_flight(self, job: Job) -> int:
        """Tokens of `job` whose state the iteration under way is to compute."""
        if not self.busy:
            return 0
        return sum(tokens for member, tokens, *_ in self._step.items if member is job)

    def _wake_later(self) -> None:
        wake = self.scheduler.wake_at()
        if wake is not None and wake != self._wake and wake > self._clock.now:
            self._wake = wake
            self._clock.at(wake, Rank.WAKE, lambda: None)

    def _record(
        self,
        step: Step,
        load: Load,
        cost: IterationCost,
        draft: IterationCost | None,
        waiting: int,
        start: int,
        end: int,
    ) -> None:
        self._step, self._iteration = step, len(self._recorder.iterations)
        scheduler = self.scheduler
        flops, moved, weights, link = cost.flops, cost.hbm_bytes, cost.weight_bytes, cost.link_bytes
        overhead, communication = cost.overhead_seconds, cost.communication_seconds
        if draft is not None:
            flops, moved, weights = flops + draft.flops, moved + draft.hbm_bytes, weights + draft.weight_bytes
            link, overhead = link + draft.link_bytes, overhead + draft.overhead_seconds
            communication += draft.communication_seconds
        self._recorder.iterations.append(
            (
                start,
                end,
                load.prefill_useful,
                load.decode_useful,
                step.budget,
                scheduler.slots_held(),
                waiting,
                scheduler.allocator.free_pages,
                flops,
                moved,
                weights,
                link,
                round(overhead * NANOSECONDS),
                round(communication * NANOSECONDS),
                cost.experts,
                self.index,
            )
        )
