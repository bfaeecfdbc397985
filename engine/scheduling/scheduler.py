"""What every scheduler does: admit, grow, preempt, bring back.

A policy (a module of this package) only decides what the next iteration holds, and `completion` applies its results.
Rules as in vLLM 0.33.0: a running request that cannot get a page evicts the running one that came last (or ranks
last), which loses its state, or swaps it to host memory, and returns to the queue; a waiting request never evicts
anybody.
"""

from __future__ import annotations

from engine.drafting.speculation import Accept
from engine.memory.allocator import Allocator, Hits
from engine.memory.offload import Offload
from engine.recorder import Recorder
from engine.recording import Event
from engine.scheduling.job import Job
from engine.scheduling.preemption import Preempting
from engine.scheduling.step import Limits, Step

HOLD = -1  # as a threshold: prompts that are under way get nothing in this iteration


class Scheduler(Preempting):
    """One engine's scheduler: `schedule` decides an iteration, `completion.complete` applies its results."""

    repeats = False  # whether a policy decides the same again as long as nobody arrives, ends, or can start

    def __init__(
        self,
        allocator: Allocator,
        limits: Limits,
        recorder: Recorder,
        *,
        engine: int = 0,
        accept: Accept | None = None,
    ) -> None:
        super().__init__(allocator, limits, recorder, engine=engine, accept=accept)
        self._caching = allocator.caching
        self._quiet = limits.draft_tokens == 0
        self._decodes = limits.prefill_interval  # iterations without prompt tokens since the last one with some
        self._left = False  # a request left the queue for pages in slower memory

    # -- for the loop ----------------------------------------------------------------------------------------------

    def schedule(self) -> Step | None:
        """The next iteration, or None if there is nothing to run now.

        A step without items only preempted: the engine passes over it and asks again.
        """
        while True:
            step = self.plan()
            if step.items or step.preempted:
                if self.limits.prefill_interval > 1 and step.items:
                    self._decodes = self._decodes + 1 if all(item[3] for item in step.items) else 0
                return step
            if self._left:
                self._left = False  # somebody went to fetch pages: it is the next one's turn
                continue
            if self.slots_held() or self.parked or not self.waiting or not self.may_start():
                return None
            # The whole pool is free and the head of the queue still does not fit: it never will.
            self.drop(self.waiting.pop())

    def plan(self) -> Step:
        """The policy's choice; a step without items when nothing can run."""
        raise NotImplementedError

    def steady(self, step: Step) -> bool:
        """Whether iterations like `step`, a decode of everyone, follow until somebody ends or arrives."""
        limits = self.limits
        if not self.repeats or limits.draft_tokens or limits.prefill_interval > 1 or self.host or self.offload:
            return False
        if len(step.items) != len(self.running) or self.unborn or self.arriving or self.parked or step.padding:
            return False
        if self.waiting and self.waiting.head().slots <= self.free_slots():
            return False
        return all(decodes and tokens == 1 for _, tokens, _, decodes in step.items)

    def may_start(self) -> bool:
        """Whether a waiting request could start now as far as time is concerned."""
        return True

    def wake_at(self) -> int | None:
        """When to ask again although nothing else happens (ns), None = never."""
        return None

    def stall(self) -> int:
        """Nanoseconds that the iteration just scheduled waits for copies to and from host memory."""
        waits = 0 if self.host is None else self.host.wait(self.recorder.now)
        return waits if self.offload is None else max(waits, self.offload.wait(self.recorder.now))

    def prompts_may_run(self) -> bool:
        """With a prefill interval of n, n - 1 pure decode iterations come between two that compute prompts."""
        if self._decodes >= self.limits.prefill_interval - 1:
            return True
        return not any(job.decoding for job in self.running)

    # -- admission -------------------------------------------------------------------------------------------------

    def look_up(self, job: Job) -> Hits:
        """Tokens the cache can give; the last known token is always computed, it yields the next one."""
        return self.allocator.lookup(job.content, job.computed if job.host_bytes else job.known - 1)

    def missing(self, job: Job, hits: Hits) -> int:
        """Tokens that a waiting request has to compute, given what the cache has and what it has in host memory."""
        return job.known - max(hits.tokens, job.computed)

    def admit(self, step: Step, job: Job, hits: Hits, tokens: int, drafts: int = 0) -> bool:
        """Try to start a waiting request with the first `tokens` that it misses, the last `drafts` of them drafts."""
        if self.offload is not None and not job.computed and self._fetches(job, hits, self.offload):
            return False
        rows = self.recorder.events
        mark = len(rows)
        start = max(hits.tokens, job.computed)
        reserved = self.headroom(job.known, start + tokens)
        new = start - hits.tokens + tokens
        if self.allocator.allocate(job.row, job.content, hits, hits.tokens, new, 0, reserved) is None:
            self._refused(job, start + tokens, len(hits.pages), reserved)
            return False
        self.waiting.remove(job)
        self._take_slot(job)
        if job.host_bytes:
            self._copy_back(job, hits)
        else:
            self.recorder.event(Event.ADMIT, job.row, amount=hits.tokens)
            if job.first_scheduled < 0:
                job.first_scheduled = self.recorder.now
                job.hit_tokens = hits.tokens
            else:
                job.resumed_hit_tokens += hits.tokens
        rows.insert(mark, rows.pop())  # the admission stands before the pages it brought
        job.computed = start
        step.admitted.append(job)
        self._give(step, job, tokens, drafts)
        return True

    def _fetches(self, job: Job, hits: Hits, offload: Offload) -> bool:
        """Whether slower memory has more of the request: it then leaves the queue until that is here."""
        if not offload.fetch(job, hits, self.headroom):
            return False
        self.waiting.remove(job)
        self.queued -= job.slots
        self.parked += 1
        self._left = True
        return True

    def bring_back(self, step: Step, budget: int) -> None:
        """Let requests at the head of the queue that decode return from host memory, unless memory is short."""
        while budget > 0 and self.waiting and not step.preempted:
            job = self.waiting.head()
            if not (job.host_bytes and job.decoding) or job.slots > self.free_slots():
                return
            hits = self.look_up(job)
            tokens = min(budget, self.missing(job, hits))
            if not self.admit(step, job, hits, tokens):
                return
            budget -= tokens

    def _take_slot(self, job: Job) -> None:
        """`job` has left the queue and runs from here on."""
        self.queued -= 1  # its samples stay in the queue until they are forked
        self.unborn += len(job.samples)
        job.blocked = False
        self.running.append(job)

    def _copy_back(self, job: Job, hits: Hits) -> None:
        """Copy the state of a swapped request back; it runs in this iteration, when the copy is there."""
        assert self.host is not None
        size, there = self.host.take(job, hits.tokens)
        left = 0 if job.decoding else job.known - job.computed
        self.recorder.event_at(there, Event.RESUME, job.row, amount=left)
        self.recorder.event(Event.SWAP_IN, job.row, amount=size)

    def headroom(self, known: int, first: int) -> int:
        """Pages that must stay free when a request of `known` tokens starts with its first `first` tokens.

        The watermark counts only while somebody runs; with `reserve_full_prompt` the rest of the prompt counts too,
        so that a request is not let in on its first chunk alone. It also counts where only requests on their way to
        another engine hold pages: whoever runs short then has nobody to evict but itself, and would start for ever.
        """
        limits = self.limits
        pages = limits.watermark_pages if self.running else 0
        if limits.reserve_full_prompt or (self.parked and not self.running):
            size = limits.page_tokens
            pages += max(0, -(-known // size) - -(-first // size))
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
        """Give the running requests, in order, what they need; returns what is left of the budget.

        No prompt gets more than `threshold` tokens (0 = as many as it needs, HOLD = none).
        """
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
            elif threshold < 0 and not job.decoding:
                index += 1
                continue
            tokens = min(tokens, budget, last - job.computed)
            if tokens > 0:
                while not self._grow(job, tokens):
                    victim = self.waiting.last_of(running)
                    budget += self._preempt(step, victim)
                    if victim is job:
                        break  # it has left the list: who comes after it may be more urgent, and may fit now
                    index = running.index(job)
                else:
                    self._give(step, job, tokens, max(0, job.computed + tokens - job.known))
                    job.drafts = 0
                    budget -= tokens
                    index += 1
                continue
            index += 1
        return budget

    def run_decodes(self, step: Step, budget: int) -> int:
        """As `run`, but prompts under way are held back."""
        for job in self.running:
            if not job.decoding:
                job.quiet_until = 0  # so that one with a single token left is seen
        return self.run(step, budget, HOLD)

    def _grow(self, job: Job, tokens: int) -> bool:
        if job.computed + tokens <= job.quiet_until:
            return True
        if self.allocator.allocate(job.row, job.content, None, job.computed, tokens, 0, 0) is not None:
            job.blocked = False
            return True
        self._refused(job, job.computed + tokens, len(self.allocator.block_table(job.row)), 0)
        return False
