"""The reference: one engine, one iteration after the other, in the plainest words.

It knows nothing of the engine's classes but its cost model and its workload: lists of requests, a list of free pages,
a loop. `rows` are what a recording must hold, in its order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.costs.cost import CostModel, pool_pages
from engine.recording import Event, Outcome, Work
from engine.scenario import Batching, Scenario
from engine.workloads.workload import requests


@dataclass
class Request:
    row: int
    arrival: int
    prompt: int
    target: int
    computed: int = 0
    outputs: int = 0
    pages: list[int] = field(default_factory=list)
    decoding: bool = False
    refused: bool = False
    lost: int = 0  # tokens computed before the latest preemption
    recomputed_tokens: int = 0
    preemptions: int = 0
    first_scheduled: int = -1
    first_token: int = -1
    finish: int = -1
    outcome: int = Outcome.UNFINISHED
    place: int = 0

    @property
    def known(self) -> int:
        return self.prompt + self.outputs


class PlainRun:
    """Serves the requests of a scenario: first come first served, paged, no cache."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.cost = CostModel(scenario)
        self.page = scenario.memory.page_tokens
        self.usable = pool_pages(scenario) - 1
        self.free = list(range(1, self.usable + 1))
        self.front = 0  # place of the foremost page that was given back
        self.queue_front = self.queue_back = 0
        self.queue: list[Request] = []
        self.running: list[Request] = []
        self.events: list[tuple[Any, ...]] = []
        self.iterations: list[tuple[int, ...]] = []
        self.slices: list[tuple[int, ...]] = []
        self.now = 0
        self.iteration = -1
        limit = scenario.model.max_length
        specs = requests(scenario).requests
        self.all = [
            Request(row, spec.arrival_ns, spec.prompt_tokens, min(spec.output_tokens, limit - spec.prompt_tokens))
            for row, spec in enumerate(specs)
        ]
        self.rejected = {row for row, spec in enumerate(specs) if spec.rejected}
        self.coming = list(self.all)

    # -- what is written down ----------------------------------------------------------------------------------------

    def note(
        self,
        kind: Event,
        request: Request,
        page: int = -1,
        block: int = -1,
        references: int = 0,
        amount: int = 0,
        order: int = 0,
    ) -> None:
        self.events.append((self.now, self.iteration, kind, request.row, page, block, references, amount, order))

    # -- pages -------------------------------------------------------------------------------------------------------

    def pages_for(self, tokens: int) -> int:
        return -(-tokens // self.page)

    def take(self, request: Request, tokens: int) -> None:
        while len(request.pages) < self.pages_for(tokens):
            page = self.free.pop(0)
            self.note(Event.ALLOCATE, request, page, len(request.pages), 1)
            request.pages.append(page)

    def give_back(self, request: Request) -> None:
        """The last page goes to the very front of the free pages, so that it is the next to be taken."""
        self.front -= len(request.pages)
        for number, page in enumerate(reversed(request.pages)):
            self.note(Event.RELEASE, request, page, len(request.pages) - 1 - number, 0, order=self.front + number)
        self.free = list(reversed(request.pages)) + self.free
        request.pages = []

    def refuse(self, request: Request, short: int) -> None:
        if not request.refused:
            request.refused = True
            self.note(Event.REFUSE, request, amount=max(1, short))

    def need(self, request: Request) -> int:
        return self.pages_for(max(request.known, request.prompt + request.target - 1))

    def reject(self, request: Request, pages: int) -> None:
        request.outcome = Outcome.REJECTED
        self.note(Event.REJECT, request, amount=pages)

    # -- one iteration -----------------------------------------------------------------------------------------------

    def arrive(self, request: Request) -> None:
        if request.row in self.rejected:
            self.note(Event.ARRIVE, request)
            self.reject(request, self.pages_for(request.prompt))
            return
        self.queue_back += 1
        self.note(Event.ARRIVE, request, order=self.queue_back)
        if self.pages_for(request.prompt) > self.usable:
            self.reject(request, self.need(request))
        else:
            self.queue.append(request)

    def preempt(self, request: Request) -> None:
        self.running.remove(request)
        lost, request.computed = request.computed, 0
        request.decoding = request.refused = False
        self.give_back(request)
        self.queue_front -= 1
        self.note(Event.PREEMPT, request, amount=lost, order=self.queue_front)
        request.lost = max(request.lost, lost)
        request.preemptions += 1
        if self.pages_for(request.known) > self.usable:
            self.reject(request, self.need(request))
        else:
            self.queue.insert(0, request)

    def continue_running(self, budget: int, work: list[tuple[Request, int]]) -> tuple[int, bool]:
        """Every running request, oldest first; whoever gets no page throws out the youngest."""
        preempted = False
        for request in list(self.running):
            if request not in self.running or budget <= 0:
                continue
            tokens = min(request.known - request.computed, budget)
            needed = self.pages_for(request.computed + tokens) - len(request.pages)
            while needed > len(self.free):
                self.refuse(request, needed - len(self.free))
                youngest = self.running[-1]
                self.preempt(youngest)
                preempted = True
                if youngest is request:
                    return budget, True
            if needed > 0:
                request.refused = False
            self.take(request, request.computed + tokens)
            work.append((request, tokens))
            budget -= tokens
        return budget, preempted

    def admit(self, budget: int, work: list[tuple[Request, int]], whole: bool) -> int:
        """The queue, head by head, while slots, budget and memory last. Returns the budget in force."""
        policy, allowed = self.scenario.policy, budget
        budget -= sum(tokens for _, tokens in work)
        while self.queue and len(self.running) < policy.max_running and (whole or budget > 0):
            head = self.queue[0]
            tokens = head.known if whole else min(head.known, budget)
            if tokens > budget:
                if work or tokens <= allowed:
                    break
                allowed = budget = tokens  # longer than any budget: an iteration to itself
            reserved = int(self.scenario.memory.watermark * (self.usable + 1)) if self.running else 0
            if policy.reserve_full_prompt:
                reserved += self.pages_for(head.known) - self.pages_for(tokens)
            short = self.pages_for(tokens) + reserved - len(self.free)
            if short > 0:
                self.refuse(head, short)
                break
            self.queue.pop(0)
            self.note(Event.ADMIT, head)
            head.refused = False
            if head.first_scheduled < 0:
                head.first_scheduled = self.now
            self.running.append(head)
            self.take(head, tokens)
            work.append((head, tokens))
            budget -= tokens
        return allowed

    def plan(self) -> tuple[list[tuple[Request, int]], int, bool]:
        budget = self.scenario.policy.token_budget
        work: list[tuple[Request, int]] = []
        if self.scenario.policy.batching is Batching.CONTINUOUS:
            allowed = self.admit(budget, work, whole=True)
            if work:
                return work, allowed, False
            _, preempted = self.continue_running(budget, work)
            return work, budget, preempted
        _, preempted = self.continue_running(budget, work)
        if not preempted:
            self.admit(budget, work, whole=False)
        return work, budget, preempted

    def iterate(self, exact: int) -> int | None:
        """One iteration from `exact` ps on; returns its end in ps, or None if there is nothing to run."""
        waiting = len(self.queue)
        self.iteration = len(self.iterations)
        work, budget, preempted = self.plan()
        while not work and preempted:
            work, budget, preempted = self.plan()
        if not work:
            return None
        decode = [request for request, _ in work if request.decoding]
        prompts = [(tokens, request.computed) for request, tokens in work if not request.decoding]
        contexts = sum(request.computed + 1 for request in decode)
        cost = self.cost.iteration(prompts, contexts, len(decode), len(work))
        end = exact + cost.picoseconds
        filled = sum(n for n, _ in prompts)
        self.iterations.append(
            (self.now, end // 1000, filled, len(decode), budget, len(self.running), waiting, len(self.free))
        )
        self.arrivals(end // 1000 - 1)
        self.results(work, end // 1000)
        return end

    def results(self, work: list[tuple[Request, int]], end: int) -> None:
        self.now = end
        done = []
        for request, tokens in work:
            before, request.computed = request.computed, request.computed + tokens
            if not request.decoding:
                request.recomputed_tokens += max(0, min(request.computed, request.lost) - before)
            kind = Work.DECODE if request.decoding else Work.PREFILL
            if request.computed == request.known:
                request.outputs += 1
                if not request.decoding:
                    self.first(request)
                if request.outputs >= request.target:
                    done.append(request)
            self.slices.append((self.iteration, request.row, tokens, request.computed, request.outputs, kind))
        for request in done:
            self.running.remove(request)
            request.finish, request.outcome = end, Outcome.FINISHED
            self.note(Event.FINISH, request)
            self.give_back(request)

    def first(self, request: Request) -> None:
        request.decoding = True
        if request.first_token < 0:
            request.first_token = self.now
            self.note(Event.FIRST_TOKEN, request)
        else:
            self.note(Event.RESUME, request)

    # -- all of it ---------------------------------------------------------------------------------------------------

    def arrivals(self, until: int) -> None:
        """Everyone who arrives by `until` (ns)."""
        while self.coming and self.coming[0].arrival <= until:
            request = self.coming.pop(0)
            self.now = request.arrival
            self.arrive(request)

    def run(self) -> PlainRun:
        exact = 0  # ps
        while True:
            self.arrivals(exact // 1000)
            self.now = exact // 1000
            end = self.iterate(exact) if self.queue or self.running else None
            if end is not None:
                exact = end
            elif self.coming:
                exact = max(exact, self.coming[0].arrival * 1000)
            elif not self.queue and not self.running:
                return self
