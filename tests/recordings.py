"""Small recordings for widget tests: built by a deliberately simple serving loop, consistent and always the same.

`engine.simulate` makes real ones; these exist so that a widget's test does not depend on the scheduler.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.recording import (
    EVENT_DTYPE,
    ITERATION_DTYPE,
    REQUEST_DTYPE,
    SLICE_DTYPE,
    TRANSFER_DTYPE,
    Event,
    Outcome,
    Pool,
    Recording,
    Work,
)

MS = 1_000_000
PAGE = 16


@dataclass
class Job:
    """One request: times in ms, lengths in tokens. `shared` prompt tokens are the same in every request."""

    arrival: int
    prompt: int
    output: int
    shared: int = 0
    computed: int = 0
    outputs: int = 0
    pages: list[int] = field(default_factory=list)


class Loop:
    """One engine with `pages` pages (page 0 of its pool is the null block), a token budget and LRU reuse."""

    def __init__(
        self, jobs: Sequence[Job], pages: int, budget: int, *, reserve: int = 0, static: bool = False
    ) -> None:
        self.jobs = [Job(job.arrival, job.prompt, job.output, job.shared) for job in jobs]
        self.pages, self.budget, self.reserve, self.static = pages, budget, reserve, static
        self.free = list(range(1, pages))
        self.references = [0] * pages
        self.content = [0] * pages
        self.order = pages
        self.clock = 0
        self.events: list[tuple[int, ...]] = []
        self.iterations: list[tuple[float, ...]] = []
        self.slices: list[tuple[int, ...]] = []
        self.requests = np.zeros(len(jobs), dtype=REQUEST_DTYPE)
        for name in ("first_scheduled", "first_token", "finish"):
            self.requests[name] = -1
        for row, job in zip(self.requests, self.jobs, strict=True):
            row["arrival"], row["prompt_tokens"], row["output_tokens"] = job.arrival * MS, job.prompt, job.output

    def say(
        self, kind: Event, request: int, page: int = -1, block: int = -1, amount: int = 0, order: int = 0
    ) -> None:
        references = self.references[page] if page >= 0 else 0
        content = self.content[page] if page >= 0 else 0
        row = (self.clock, order, content, amount, len(self.iterations), request, page, block, references, int(kind))
        self.events.append(row)

    def take(self, request: int, block: int) -> None:
        page = self.free.pop(0)
        if self.content[page]:
            self.content[page] = 0
            self.say(Event.EVICT, -1, page)
        self.references[page] = 1
        self.jobs[request].pages.append(page)
        self.say(Event.ALLOCATE, request, page, block)

    def hit(self, request: int) -> int:
        """Take full pages of the shared prefix that are still in memory."""
        job = self.jobs[request]
        for block in range(job.shared // PAGE):
            page = next((p for p in range(1, self.pages) if self.content[p] == 1000 + block), 0)
            if not page:
                break
            if page in self.free:
                self.free.remove(page)
            self.references[page] += 1
            job.pages.append(page)
            self.say(Event.HIT, request, page, block)
        hits = len(job.pages) * PAGE
        if job.shared % PAGE and hits == job.shared // PAGE * PAGE and hits and self.free:
            hits += self.copy(request, job.shared // PAGE, job.shared % PAGE)
        return hits

    def copy(self, request: int, block: int, tokens: int) -> int:
        """Copy the shared part of another request's page: the first write would change what both read."""
        holders = [other for other, job in enumerate(self.jobs) if other != request and len(job.pages) > block]
        if not holders:
            return 0
        source = self.jobs[holders[0]].pages[block]
        page = self.free.pop(0)
        self.references[page] = 1
        self.jobs[request].pages.append(page)
        self.say(Event.COPY, request, page, block, amount=source)
        return tokens

    def give_back(self, request: int) -> None:
        job = self.jobs[request]
        for block in reversed(range(len(job.pages))):
            page = job.pages[block]
            self.references[page] -= 1
            order = self.order
            if not self.references[page]:
                self.free.append(page)
                self.order += 1
            self.say(Event.RELEASE, request, page, block, order=order)
        job.pages.clear()

    def preempt(self, running: list[int], waiting: list[int]) -> None:
        loser = running.pop()
        self.say(Event.PREEMPT, loser, amount=self.jobs[loser].computed, order=-loser)
        self.give_back(loser)
        self.jobs[loser].computed = 0
        self.requests["preemptions"][loser] += 1
        waiting.insert(0, loser)

    def grow(self, request: int, tokens: int) -> bool:
        job = self.jobs[request]
        need = -(-max(job.computed + tokens, self.reserve) // PAGE) - len(job.pages)
        if need > len(self.free):
            self.say(Event.REFUSE, request, amount=need - len(self.free))
            return False
        for _ in range(need):
            self.take(request, len(job.pages))
        return True

    def run(self) -> Loop:
        unseen, waiting, running, padded = list(range(len(self.jobs))), [], [], []
        while unseen or waiting or running:
            if not waiting and not running:
                self.clock = max(self.clock, self.jobs[unseen[0]].arrival * MS)
            while unseen and self.jobs[unseen[0]].arrival * MS <= self.clock:
                now, self.clock = self.clock, self.jobs[unseen[0]].arrival * MS
                self.say(Event.ARRIVE, unseen[0], order=unseen[0])
                self.clock = now
                waiting.append(unseen.pop(0))
            self.step(waiting, running, padded)
        return self

    def step(self, waiting: list[int], running: list[int], padded: list[int]) -> None:
        plan: list[tuple[int, int, Work]] = []
        for request in list(running):
            if request not in running:
                continue
            while request in running and not self.grow(request, 1):
                self.preempt(running, waiting)
            if request in running:
                plan.append((request, 1, Work.DECODE))
        plan = [entry for entry in plan if entry[0] in running]
        left = self.budget - len(plan)
        while waiting and left > 0 and not (self.static and running and plan[0][2] != Work.PREFILL):
            request = waiting[0]
            job = self.jobs[request]
            goal = job.prompt + job.outputs
            if job.computed == 0:
                hits = self.hit(request)
                if not self.grow(request, goal):
                    self.give_back(request)
                    break
                job.computed = min(hits, goal - 1)
                self.admit(request, job.computed)
            tokens = min(left, goal - job.computed)
            plan.append((request, tokens, Work.PREFILL))
            left -= tokens
            if job.computed + tokens < goal:
                break
            waiting.pop(0)
            running.append(request)
        plan += [(request, 0, Work.PADDING) for request in padded]
        self.finish_step(plan, waiting, running, padded)

    def admit(self, request: int, hits: int) -> None:
        self.say(Event.ADMIT, request, amount=hits)
        if self.requests["first_scheduled"][request] < 0:
            self.requests["first_scheduled"][request] = self.clock
            self.requests["hit_tokens"][request] = hits

    def finish_step(
        self, plan: list[tuple[int, int, Work]], waiting: list[int], running: list[int], padded: list[int]
    ) -> None:
        counts = [sum(tokens for _, tokens, work in plan if work == kind) for kind in (Work.PREFILL, Work.DECODE)]
        start, row = self.clock, len(self.iterations)
        self.clock = end = start + (8 + counts[0] // 16) * MS
        busy = (start, end, *counts, self.budget, len(running), len(waiting), len(self.free), 1e9, 1e9, 5e8, 0)
        done = []
        for request, tokens, work in plan:
            job = self.jobs[request]
            job.computed += tokens
            if work != Work.PADDING and job.computed >= job.prompt + job.outputs:
                job.outputs += 1
                if job.outputs == 1:
                    self.say(Event.FIRST_TOKEN, request)
                    self.requests["first_token"][request] = end
            for block in range(min(job.computed, job.shared) // PAGE):
                page = job.pages[block]
                if not self.content[page]:
                    self.content[page] = 1000 + block
                    self.say(Event.FILL, request, page, block)
            self.slices.append((row, request, tokens, job.computed, job.outputs, 0, 0, int(work)))
            if job.outputs >= job.output and request in running:
                done.append(request)
        for request in done:
            running.remove(request)
            self.say(Event.FINISH, request)
            self.requests["finish"][request] = end
            self.requests["outcome"][request] = Outcome.FINISHED
            (padded.append if self.static and running else self.give_back)(request)
        if self.static and not running:
            for request in padded:
                self.give_back(request)
            padded.clear()
        self.iterations.append((*busy, 500_000, 0, 0.0, 0))

    def recording(self, label: str = "decode") -> Recording:
        contiguous = self.reserve > 0
        events = np.array(self.events, dtype=EVENT_DTYPE)
        return Recording(
            scenario='title = "a small run"\n',
            pools=(Pool(0, 0, self.pages, PAGE, PAGE * 819_200, label, reserved=1, contiguous=contiguous),),
            engines=(label,),
            request_names=tuple(f"r{number}" for number in range(len(self.jobs))),
            events=events[np.argsort(events["time"], kind="stable")],
            iterations=np.array(self.iterations, dtype=ITERATION_DTYPE),
            slices=np.array(self.slices, dtype=SLICE_DTYPE),
            requests=self.requests,
            transfers=np.empty(0, dtype=TRANSFER_DTYPE),
            facts={"contract": {"ttft_s": 0.06, "tpot_s": 0.012, "e2e_s": None, "percentile": 0.9}},
        )


_JOBS = (
    Job(0, 64, 30, 48),
    Job(5, 72, 24, 48),
    Job(20, 100, 40, 48),
    Job(40, 180, 30),
    Job(60, 70, 20, 56),
    Job(90, 40, 26),
    Job(300, 400, 6),
)


def small_recording() -> Recording:
    """Seven requests on 31 pages: hits, shared pages, a copy on write, evictions, a preemption and SLO misses."""
    return Loop(_JOBS, pages=32, budget=128).run().recording()


def quiet_recording() -> Recording:
    """One request, nothing shared, nothing lost."""
    return Loop([Job(0, 40, 12)], pages=16, budget=128).run().recording()


def contiguous_recording() -> Recording:
    """Before paging: each request reserves 256 tokens in one piece."""
    jobs = [Job(0, 64, 30), Job(5, 30, 24), Job(20, 100, 40), Job(40, 18, 12), Job(60, 70, 20)]
    return Loop(jobs, pages=65, budget=256, reserve=256).run().recording()


def static_recording() -> Recording:
    """A static batch: short requests hold their slot, as padding, until the longest has finished."""
    jobs = [Job(0, 40, 8), Job(0, 30, 30), Job(0, 64, 18), Job(30, 40, 12)]
    return Loop(jobs, pages=64, budget=256, static=True).run().recording()


def many_requests(count: int = 400, pages: int = 4096) -> Recording:
    """A longer run: `count` requests that arrive every 6 ms."""
    jobs = [Job(6 * i, 24 + (i * 37) % 180, 8 + (i * 13) % 40, 48 if i % 3 == 0 else 0) for i in range(count)]
    return Loop(jobs, pages=pages, budget=512).run().recording()
