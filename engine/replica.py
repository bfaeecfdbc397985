"""One engine of the fleet: it runs its scheduler's iterations one after the other."""

from __future__ import annotations

from engine.clock import Clock, Rank
from engine.completion import complete
from engine.cost import CostModel, IterationCost
from engine.draft_cost import DraftCost
from engine.recorder import Recorder
from engine.recording import NANOSECONDS
from engine.scheduler import Scheduler
from engine.step import Load, Step, load_of

PS_PER_NS = 1000


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
        self._cost = cost
        self._drafting = drafting
        self._clock = clock
        self._recorder = recorder
        self.busy = False
        self._wake: int | None = None
        self._exact = 0  # end of the latest iteration, ps

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
        draft = self._drafting.of(load) if load.drafts or load.prefill else None
        waits = scheduler.stall() * PS_PER_NS
        end = self._end_of(waits + (cost.picoseconds + draft.picoseconds if draft else cost.picoseconds))
        self._record(step, load, cost, draft, waiting, end)
        iteration = recorder.iteration
        self.busy = True
        self._clock.at(end, Rank.ITERATION_END, lambda: self._end(step, iteration))

    def _end_of(self, picoseconds: int) -> int:
        """When an iteration that starts now ends (ns).

        Iterations that follow each other keep the fraction of a nanosecond, so that many of them take as long as
        the sum of their picoseconds.
        """
        now = self._clock.now
        begin = self._exact if self._exact // PS_PER_NS == now else now * PS_PER_NS
        self._exact = begin + picoseconds
        return max(now + 1, self._exact // PS_PER_NS)

    def _end(self, step: Step, iteration: int) -> None:
        self.busy = False
        self._recorder.iteration = iteration
        complete(self.scheduler, step, iteration)

    def _wake_later(self) -> None:
        wake = self.scheduler.wake_at()
        if wake is not None and wake != self._wake and wake > self._clock.now:
            self._wake = wake
            self._clock.at(wake, Rank.WAKE, lambda: None)

    def _record(
        self, step: Step, load: Load, cost: IterationCost, draft: IterationCost | None, waiting: int, end: int
    ) -> None:
        parts = (cost,) if draft is None else (cost, draft)
        scheduler = self.scheduler
        self._recorder.iterations.append(
            (
                self._clock.now,
                end,
                load.prefill_useful,
                load.decode_useful,
                step.budget,
                scheduler.slots_held(),
                waiting,
                scheduler.allocator.free_pages,
                sum(part.flops for part in parts),
                sum(part.hbm_bytes for part in parts),
                sum(part.weight_bytes for part in parts),
                sum(part.link_bytes for part in parts),
                round(sum(part.overhead_seconds for part in parts) * NANOSECONDS),
                round(sum(part.communication_seconds for part in parts) * NANOSECONDS),
                cost.experts,
                self.index,
            )
        )
