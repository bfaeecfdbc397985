"""One engine from decision to decision.

Between two decisions (a request arrives, a prompt is computed, a request ends, memory runs short) all running
requests decode one token per iteration, so a whole stretch of iterations is one sum: `Core` keeps the number of
decode steps and the sum of the contexts, and touches no request. Rules and results are those of the schedulers that
go iteration by iteration (`engine.scheduling`), for requests in order of arrival without a cache.
"""

from __future__ import annotations

from math import isqrt

from engine.clock import PS_PER_NS
from engine.costs.decode_line import DecodeLine
from engine.express.log import Log, Mixed, Stretch
from engine.express.residents import NEVER, Residents
from engine.express.stay import Stay


class Core(Residents):
    """Residents and the iterations that serve them."""

    # -- what the loop calls -----------------------------------------------------------------------------------------

    def offer(self, row: int, arrival: int) -> None:
        """Request `row` arrives at `arrival` ns, no earlier than the start of the latest iteration."""
        if not self.running and not self.waiting and self.now // PS_PER_NS < arrival:
            self.now = arrival * PS_PER_NS
        if not self.waiting:
            self.blocked = False
        self.waiting.append(row)
        self.queued = -1

    def load(self, now: int) -> int:
        """Requests here that have not ended at `now` ns, to which the engine has advanced."""
        late = self.just_ended if self.now >= (now + 1) * PS_PER_NS else 0
        return len(self.waiting) + len(self.running) + late

    def advance(self, until: int, decisions: int = NEVER) -> None:
        """Start every iteration that starts before `until` (ns), or stop after so many decisions in all."""
        limit, waiting, running = until * PS_PER_NS, self.waiting, self.running
        while self.now < limit and (running or waiting) and self.decisions < decisions:
            if self.partial is not None or (waiting and not self.blocked):
                if self.whole_prompts:
                    if not self._prompts():
                        self._stretch(limit)
                else:
                    self._mixed()
            elif self.decoding:
                self._stretch(limit)

    # -- iterations --------------------------------------------------------------------------------------------------

    def _stretch(self, limit: int) -> None:
        """All decode, until a request ends, `limit` (ps) is passed or memory runs short."""
        steps, decoding = self.steps, self.decoding
        if not decoding:
            return
        first = self._next_end()
        count = first - steps + 1
        contexts = self.contexts + decoding
        line = self.cost.decode_line(decoding, contexts)
        if contexts + decoding * (count - 1) > line.high:
            count = (line.high - contexts) // decoding + 1
        duration = line.base_ps + line.slope_ps * contexts
        growth = line.slope_ps * decoding
        start = self.now
        if (count - 1) * duration + growth * ((count - 1) * (count - 2) // 2) >= limit - start:
            count = started(duration, growth, limit - start)
        self.queued, self.just_ended = -1, 0
        before = len(self.free)
        if before < decoding * ((count - 1) // self.page_tokens + 1):
            count = self._affordable(count)
            if not count:
                self._mixed()
                return
        self._grow(steps, steps + count)
        if self.log is not None:
            self._note_stretch(self.log, count, contexts, line, before)
        self.now = start + count * duration + growth * (count * (count - 1) // 2)
        self.iterations += count
        self.decisions += 1
        self.steps = steps = steps + count
        self.contexts += decoding * count
        if first < steps:
            self._finish(self.ending.pop(first))

    def _note_stretch(self, log: Log, count: int, contexts: int, line: DecodeLine, free_pages: int) -> None:
        """Log `count` iterations that begin now; the first reads `contexts` tokens."""
        buckets, size, steps = self.buckets, self.page_tokens, self.steps
        log.taken += [len(buckets[step % size]) for step in range(steps, steps + count)]
        log.stretches.append(
            Stretch(
                self.iterations,
                count,
                self.now,
                self.decoding,
                contexts,
                self.limits.token_budget,
                len(self.running),
                len(self.waiting),
                free_pages,
                steps,
                line,
            )
        )

    def _mixed(self) -> None:
        """One iteration: what decodes, the rest of a prompt, and whoever can start within the budget."""
        bucket = self.buckets[self.steps % self.page_tokens] if self.decoding else ()
        waiting = self._queued()
        preempted = False
        if len(bucket) > len(self.free):
            preempted = self._squeeze(bucket)
        elif bucket:
            self._grow(self.steps, self.steps + 1)
        decoding = self.decoding
        budget = self.limits.token_budget - decoding
        chunks: list[tuple[int, int]] = []
        stays: list[Stay] = []
        if self.partial is not None and budget > 0:
            preempted = self._continue(self.partial, budget, chunks, stays) or preempted
            if chunks:
                budget -= chunks[0][0]
        if self.waiting and not preempted and not self.whole_prompts:
            self._admit(budget, chunks, stays)
        if decoding or chunks:
            self._iterate(chunks, stays, decoding, waiting, self.limits.token_budget)
        elif self.log is not None:
            self.log.pauses.append((self.now // PS_PER_NS, self.iterations))

    def _prompts(self) -> bool:
        """An iteration of whole prompts, if one can start."""
        waiting = self._queued()
        chunks: list[tuple[int, int]] = []
        stays: list[Stay] = []
        allowed = self._admit(self.limits.token_budget, chunks, stays)
        if chunks:
            self._iterate(chunks, stays, 0, waiting, allowed)
        return bool(chunks)

    def _iterate(
        self, chunks: list[tuple[int, int]], stays: list[Stay], decoding: int, waiting: int, budget: int
    ) -> None:
        """Time passes, and the tokens are there."""
        contexts = self.contexts + decoding if decoding else 0
        cost = self.cost.iteration(chunks, contexts, decoding, decoding + len(chunks))
        iteration, start = self.iterations, self.now
        self.queued, self.just_ended = -1, 0
        if self.log is not None:
            tokens = sum(chunk for chunk, _ in chunks)
            self.log.mixed.append(
                Mixed(iteration, start, tokens, decoding, budget, len(self.running), waiting, len(self.free), cost)
            )
        self.now = start + cost.picoseconds
        self.iterations = iteration + 1
        self.decisions += 1
        leaving: list[Stay] = []
        if decoding:
            leaving = self.ending.pop(self.steps, leaving)
            self.steps += 1
            self.contexts += decoding
        for stay in stays:
            if stay.computed == stay.known:
                self._decode(stay, leaving)
        if leaving:
            self._finish(leaving)

    # -- admission ---------------------------------------------------------------------------------------------------

    def _admit(self, budget: int, chunks: list[tuple[int, int]], stays: list[Stay]) -> int:
        """Start requests from the head of the queue; returns the budget that applies to the iteration."""
        limits, waiting, size = self.limits, self.waiting, self.page_tokens
        allowed = limits.token_budget
        while waiting:
            row = waiting[0]
            if len(self.running) >= limits.max_running or budget <= 0:
                break
            outputs = self.outputs.get(row, 0) if self.outputs else 0
            known = self.ends.prompts[row] + outputs
            tokens = known if known < budget or self.whole_prompts else budget
            if tokens > budget:
                if chunks or tokens <= limits.token_budget:
                    break
                allowed = budget = tokens
            pages = -(-tokens // size)
            reserved = limits.watermark_pages if self.running else 0
            if limits.reserve_full_prompt:
                reserved += -(-known // size) - pages
            if pages + reserved > len(self.free):
                first = self.whole_prompts and not chunks  # then the running requests are asked afterwards
                self._refuse(row, 0 if first else NEVER, pages + reserved - len(self.free))
                break
            waiting.popleft()
            self._start(row, known, outputs, tokens, pages, stays)
            chunks.append((tokens, 0))
            budget -= tokens
        # Whoever could not start now cannot until something ends, unless this iteration's budget was the reason.
        self.blocked = bool(waiting) and (not chunks or len(self.running) >= limits.max_running)
        return allowed

    def _start(self, row: int, known: int, outputs: int, tokens: int, pages: int, stays: list[Stay]) -> None:
        ends, free = self.ends, self.free
        self.admitted = number = self.admitted + 1
        stay = Stay(number, row, known, outputs, ends.targets[row], self.iterations)
        stay.table = free[: -pages - 1 : -1]
        del free[-pages:]
        stay.computed = tokens
        if ends.first_scheduled[row] < 0:
            ends.first_scheduled[row] = self.now // PS_PER_NS
        if self.log is not None:
            self.log.parts += (number, self.iterations, tokens, tokens)
            self.refused.discard(row)
        self.running[number] = stay
        if tokens < known:
            self.partial = stay
        stays.append(stay)

    def _continue(self, stay: Stay, budget: int, chunks: list[tuple[int, int]], stays: list[Stay]) -> bool:
        """The next part of a prompt that was begun before. Returns whether it was preempted instead."""
        before = stay.computed
        tokens = min(stay.known - before, budget)
        pages = -(-(before + tokens) // self.page_tokens) - len(stay.table)
        if pages > len(self.free):
            self._refuse_running(stay, pages)
            self._preempt(stay, stay.number)
            return True
        if pages > 0:
            stay.table += self.free[: -pages - 1 : -1]
            del self.free[-pages:]
            stay.blocked = False
        stay.computed = before + tokens
        if self.log is not None:
            self.log.parts += (stay.number, self.iterations, tokens, stay.computed)
        if stay.computed == stay.known:
            self.partial = None
        chunks.append((tokens, before))
        stays.append(stay)
        return False

    def _queued(self) -> int:
        """Requests in the queue before anything was decided for this iteration."""
        if self.queued < 0:
            self.queued = len(self.waiting)
        return self.queued


def started(duration: int, growth: int, limit: int) -> int:
    """How many iterations start within `limit` ps when the first takes `duration` and each `growth` more."""
    if not growth or limit <= 12 * duration:
        count, begin = 0, 0
        while begin < limit and growth:
            begin += duration + count * growth
            count += 1
        return count if growth else -(-limit // duration)
    linear = 2 * duration - growth
    last = (isqrt(linear * linear + 8 * growth * limit) - linear) // (2 * growth)
    while last * duration + growth * (last * (last - 1) // 2) >= limit:
        last -= 1
    while (last + 1) * duration + growth * (last * (last + 1) // 2) < limit:
        last += 1
    return last + 1
