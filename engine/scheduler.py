"""What every scheduler does: admit, grow, preempt, reject what can never fit.

A policy (`engine.chunked`, `engine.continuous`, `engine.static`) only decides what the next iteration holds, and
`engine.completion` applies its results. Rules as in vLLM 0.33.0: a running request that cannot get a page evicts
the running one that came last (or the least urgent by priority), which loses its state and returns to the front of
the queue; a waiting request never evicts anybody.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.allocator import Allocator, Hits
from engine.job import Job
from engine.recorder import Recorder
from engine.recording import Event, Outcome
from engine.scenario import QueueOrder
from engine.speculation import Accept
from engine.step import Limits, Step
from engine.waiting import FcfsQueue, PriorityQueue, WaitingQueue


class Scheduler:
    """One engine's scheduler: `schedule` decides an iteration, `engine.completion.complete` applies its results."""

    def __init__(
        self,
        allocator: Allocator,
        limits: Limits,
        recorder: Recorder,
        *,
        engine: int = 0,
        accept: Accept | None = None,
    ) -> None:
        self.allocator = allocator
        self.limits = limits
        self.recorder = recorder
        self.engine = engine
        self.accept = accept
        self.waiting: WaitingQueue = PriorityQueue() if limits.order is QueueOrder.PRIORITY else FcfsQueue()
        self.running: list[Job] = []
        self.queued = 0  # requests without a slot: waiting ones and samples still to be forked
        self.unborn = 0  # of these, samples of running requests: their slots are set aside
        self.arriving = 0  # requests whose state is on its way here: they hold pages and a slot
        self.parked = 0  # requests whose state is on its way from here: they hold pages
        self.ended: Callable[[Job], None] = lambda job: None
        self.handover: Callable[[Job], None] | None = None  # takes a request away after its first token
        self._caching = allocator.caching
        self._quiet = limits.draft_tokens == 0

    # -- for the loop ----------------------------------------------------------------------------------------------

    def add(self, job: Job) -> None:
        """A request arrives: queued, or rejected at once when its prompt can never fit."""
        job.home = self.engine
        self.waiting.push(job)
        self.queued += job.slots
        for member in (job, *job.samples):
            self.recorder.event(Event.ARRIVE, member.row, order=job.place)
        if job.slots > self.limits.max_running or not self.fits(job):
            self.waiting.remove(job)
            self.drop(job)

    def schedule(self) -> Step | None:
        """The next iteration, or None if there is nothing to run now.

        A step without items only preempted: the engine passes over it and asks again.
        """
        while True:
            step = self.plan()
            if step.items or step.preempted:
                return step
            if self.slots_held() or self.parked or not self.waiting or not self.may_start():
                return None
            # The whole pool is free and the head of the queue still does not fit: it never will.
            self.drop(self.waiting.pop())

    def plan(self) -> Step:
        """The policy's choice; a step without items when nothing can run."""
        raise NotImplementedError

    def may_start(self) -> bool:
        """Whether a waiting request could start now as far as time is concerned."""
        return True

    def wake_at(self) -> int | None:
        """When to ask again although nothing else happens (ns), None = never."""
        return None

    def slots_held(self) -> int:
        """Request slots in use or set aside."""
        return len(self.running) + self.unborn + self.arriving

    def free_slots(self) -> int:
        return self.limits.max_running - self.slots_held()

    # -- admission -------------------------------------------------------------------------------------------------

    def look_up(self, job: Job) -> Hits:
        """Tokens the cache can give; the last known token is always computed, it yields the next one."""
        return self.allocator.lookup(job.content, job.known - 1)

    def admit(self, step: Step, job: Job, hits: Hits, tokens: int) -> bool:
        """Try to start the head of the queue with the first `tokens` that its `hits` leave to compute."""
        rows = self.recorder.events
        mark = len(rows)
        reserved = self.headroom(job.known, hits.tokens + tokens)
        if self.allocator.allocate(job.row, job.content, hits, hits.tokens, tokens, 0, reserved) is None:
            self._refused(job, hits.tokens + tokens, len(hits.pages), reserved)
            return False
        self.waiting.pop()
        self.queued -= 1  # its samples stay in the queue until they are forked
        self.unborn += len(job.samples)
        self.recorder.event(Event.ADMIT, job.row, amount=hits.tokens)
        rows.insert(mark, rows.pop())  # the admission stands before the pages it brought
        job.blocked = False
        job.computed = hits.tokens
        if job.first_scheduled < 0:
            job.first_scheduled = self.recorder.now
            job.hit_tokens = hits.tokens
        else:
            job.resumed_hit_tokens += hits.tokens
        self.running.append(job)
        step.admitted.append(job)
        self._give(step, job, tokens, 0)
        return True

    def headroom(self, known: int, first: int) -> int:
        """Pages that must stay free when a request of `known` tokens starts with its first `first` tokens.

        The watermark counts only while somebody runs; with `reserve_full_prompt` the rest of the prompt counts too,
        so that a request is not let in on its first chunk alone.
        """
        limits = self.limits
        pages = limits.watermark_pages if self.running else 0
        if limits.reserve_full_prompt:
            size = limits.page_tokens
            pages += -(-known // size) - -(-first // size)
        return pages

    def _give(self, step: Step, job: Job, tokens: int, drafts: int) -> None:
        """`tokens` of `job` are part of the iteration; their pages are there."""
        step.items.append((job, tokens, drafts, job.decoding))
        job.computed += tokens
        if self._quiet:
            size = self.limits.page_tokens
            # Inside its last page a request needs nothing; a cached page has to be registered when it fills up.
            job.quiet_until = -(-job.computed // size) * size - self._caching

    def _refused(self, job: Job, tokens: int, held: int, reserved: int) -> None:
        """Put a refusal on record once, however many iterations it lasts. `held`: pages it has or was to share."""
        if not job.blocked:
            job.blocked = True
            short = self.allocator.pages_for(tokens) - held + reserved - self.allocator.free_pages
            self.recorder.event(Event.REFUSE, job.row, amount=max(1, short))

    # -- running requests ------------------------------------------------------------------------------------------

    def run(self, step: Step, budget: int, threshold: int = 0) -> int:
        """Give the running requests, in order, what they need; returns what is left of the budget."""
        running, items = self.running, step.items
        last = self.limits.max_length - 1
        index = 0
        while index < len(running) and budget > 0:
            job = running[index]
            tokens = job.known + job.drafts - job.computed
            if tokens == 1 and job.computed < job.quiet_until:
                # A decode inside its last page: most of a run's work, kept short.
                items.append((job, 1, 0, job.decoding))
                job.computed += 1
                budget -= 1
                index += 1
                continue
            if 0 < threshold < tokens:
                tokens = threshold
            tokens = min(tokens, budget, last - job.computed)
            if tokens > 0:
                while not self._grow(job, tokens):
                    victim = self._victim()
                    budget += self._preempt(step, victim)
                    if victim is job:
                        return budget
                    index = running.index(job)
                self._give(step, job, tokens, max(0, job.computed + tokens - job.known))
                step.replay += job.replay
                job.drafts = job.replay = 0
                budget -= tokens
            index += 1
        return budget

    def _grow(self, job: Job, tokens: int) -> bool:
        if job.computed + tokens <= job.quiet_until:
            return True
        if self.allocator.allocate(job.row, job.content, None, job.computed, tokens, 0, 0) is not None:
            job.blocked = False
            return True
        self._refused(job, job.computed + tokens, len(self.allocator.block_table(job.row)), 0)
        return False

    def _victim(self) -> Job:
        """The least urgent running request by priority, or the one that came last."""
        if self.limits.order is QueueOrder.PRIORITY:
            return max(self.running, key=lambda job: (job.priority, job.arrival, job.row))
        return self.running[-1]

    def _preempt(self, step: Step, job: Job) -> int:
        """Take everything from `job`; returns the tokens of this iteration that it gives back."""
        self.running.remove(job)
        returned = 0
        for place, item in enumerate(step.items):
            if item[0] is job:
                returned = item[1]
                del step.items[place]
                break
        lost = job.computed - returned
        self.allocator.release(job.row)
        self.waiting.put_back(job)
        self.unborn -= len(job.samples)
        self.queued += 1
        self.recorder.event(Event.PREEMPT, job.row, amount=lost, order=job.place)
        job.reach = max(job.reach, lost)
        job.computed = job.drafts = job.replay = job.quiet_until = 0
        job.decoding = job.blocked = False
        job.preemptions += 1
        step.preempted.append(job)
        if not self.fits(job):
            self.waiting.remove(job)
            self.drop(job)
        return returned

    # -- the end of a request --------------------------------------------------------------------------------------

    def leave(self, jobs: list[Job]) -> None:
        """`jobs` are done here: they have all their tokens, or another engine takes over."""
        gone = set(jobs)
        self.running = [job for job in self.running if job not in gone]
        for job in jobs:
            if job.outputs >= job.target or self.handover is None:
                self.finish(job)
            else:
                self.handover(job)

    def finish(self, job: Job) -> None:
        """Record the end of a request and give its pages back."""
        job.finish = self.recorder.now
        job.outcome = Outcome.FINISHED
        self.recorder.event(Event.FINISH, job.row)
        self.allocator.commit(job.row, job.computed)
        self.allocator.release(job.row)
        self.ended(job)

    def fits(self, job: Job) -> bool:
        """Whether an empty pool could hold all tokens known so far."""
        return self.allocator.pages_for(job.known) <= self.allocator.usable_pages

    def drop(self, job: Job) -> None:
        """Reject a request, no longer queued, that can never be served here. The run goes on without it."""
        need, have = job.pages_needed(self.allocator), self.allocator.usable_pages
        for member in (job, *job.samples):
            member.outcome = Outcome.REJECTED
            self.recorder.event(Event.REJECT, member.row, amount=need)
        self.queued -= job.slots
        self.recorder.note(f"{job.name} needs {need} pages, the pool has {have}")
        for member in (job, *job.samples):
            self.ended(member)
