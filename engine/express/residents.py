"""Who is in an engine: from the first token to the last, page by page, and out again when memory runs short."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from heapq import heappop, heappush

from engine.clock import PS_PER_NS
from engine.costs.cost import CostModel
from engine.express.ends import Ends
from engine.express.log import Log, Moment
from engine.express.stay import Stay
from engine.scheduling.step import Limits

NEVER = 1 << 62


class Residents:
    """The state of one engine between two iterations. `log` keeps what a recording needs, None = metrics only."""

    def __init__(
        self, limits: Limits, pages: int, whole_prompts: bool, cost: CostModel, ends: Ends, log: Log | None
    ) -> None:
        self.limits = limits
        self.whole_prompts = whole_prompts  # prefill first, a whole prompt at a time
        self.cost = cost
        self.log = log
        self.ends = ends
        self.page_tokens = limits.page_tokens
        self.usable = pages - 1  # the first page is never handed out
        self.now = 0  # end of the latest iteration, ps
        self.iterations = self.decisions = 0
        self.steps = 0  # iterations in which something decoded
        self.decoding = 0
        self.contexts = 0  # tokens with state of all that decode
        self.waiting: deque[int] = deque()
        self.front_place = 0  # in the waiting queue of whoever was put back last
        self.running: dict[int, Stay] = {}  # by number, in order of admission
        self.just_ended = 0  # requests that the latest iteration finished
        self.queued = -1  # requests in the queue when the next iteration was first thought about
        self.admitted = 0
        self.partial: Stay | None = None  # the last one admitted, while part of its prompt is to be computed
        self.blocked = False  # the head of the queue cannot start before something ends
        self.refused: set[int] = set()  # waiting requests whose refusal is on record
        self.outputs: dict[int, int] = {}  # output tokens of preempted requests in the queue
        self.free = list(range(pages - 1, 0, -1))  # the last one is handed out first
        self.front = 0  # place in the free queue of the page given back last
        self.buckets: list[list[Stay]] = [[] for _ in range(self.page_tokens)]  # by the step that needs a new page
        self.ending: dict[int, list[Stay]] = {}  # by the step of the last output
        self.end_steps: list[int] = []  # heap of the keys of `ending`

    # -- pages -------------------------------------------------------------------------------------------------------

    def _grow(self, start: int, stop: int) -> None:
        """A page for every request that fills one in the decode steps `start` to `stop` - 1, in their order."""
        buckets, size, take = self.buckets, self.page_tokens, self.free.pop
        for step in range(start, stop):
            for stay in buckets[step % size]:
                stay.table.append(take())

    def _affordable(self, count: int) -> int:
        """How many of the next `count` decode steps there are pages for."""
        free = len(self.free)
        for step in range(self.steps, self.steps + count):
            free -= len(self.buckets[step % self.page_tokens])
            if free < 0:
                return step - self.steps
        return count

    # -- from prompt to answer to end --------------------------------------------------------------------------------

    def _decode(self, stay: Stay, leaving: list[Stay]) -> None:
        """The prompt is computed, which gives an output token; the next ones come one per step."""
        row, steps = stay.row, self.steps
        if self.ends.first_token[row] < 0:
            self.ends.first_token[row] = self.now // PS_PER_NS
        stay.first_step = steps
        stay.base = stay.computed - steps
        self.decoding += 1
        self.contexts += stay.computed
        self.buckets[-stay.base % self.page_tokens].append(stay)
        more = stay.target - stay.outputs - 1
        if more:
            last = steps + more - 1
            ending = self.ending.get(last)
            if ending is None:
                self.ending[last] = [stay]
                heappush(self.end_steps, last)
            else:
                ending.append(stay)
        else:
            leaving.append(stay)

    def _next_end(self) -> int:
        """The step in which the next request produces its last output."""
        ends, ending = self.end_steps, self.ending
        while ends[0] not in ending:
            heappop(ends)
        return ends[0]

    def _finish(self, stays: list[Stay]) -> None:
        now, ends = self.now // PS_PER_NS, self.ends
        for stay in stays:
            ends.finish[stay.row] = now
            self._leave(stay, self.iterations - 1)
        self.blocked = False
        self.just_ended = len(stays)

    def _leave(self, stay: Stay, iteration: int, preempted: bool = False) -> None:
        """Give the pages back."""
        del self.running[stay.number]
        if stay.first_step >= 0:
            self.decoding -= 1
            self.contexts -= stay.base + self.steps
            self.buckets[-stay.base % self.page_tokens].remove(stay)
        if self.ends.reach:
            self.ends.recompute(stay.row, stay.computed)
        self.free += stay.table
        self.front -= len(stay.table)
        stay.gone = True
        if self.log is not None:
            self.log.leave(stay, self.steps, iteration, self.front, preempted)

    # -- when memory runs short --------------------------------------------------------------------------------------

    def _refuse(self, row: int, turn: int, short: int) -> None:
        if self.log is not None and row not in self.refused:
            self.refused.add(row)
            self.log.refusals.append(Moment(self.now // PS_PER_NS, self.iterations, turn, row, max(1, short)))

    def _refuse_running(self, stay: Stay, pages: int) -> None:
        if self.log is not None and not stay.blocked:
            stay.blocked = True
            short = max(1, pages - len(self.free))
            self.log.refusals.append(Moment(self.now // PS_PER_NS, self.iterations, stay.number, stay.row, short))

    def _squeeze(self, bucket: Sequence[Stay]) -> bool:
        """One page each for `bucket`, whose turn it is, taken from those that came last. Returns True."""
        for stay in list(bucket):
            if stay.gone:
                break  # preempted, and so is everyone after it
            while not self.free:
                self._refuse_running(stay, 1)
                victim = next(reversed(self.running.values()))
                self._preempt(victim, stay.number)
                if victim is stay:
                    return True
            stay.table.append(self.free.pop())
            stay.blocked = False
        return True

    def _preempt(self, stay: Stay, turn: int) -> None:
        """Take everything from `stay`, so that it starts anew from the front of the queue."""
        ends, row = self.ends, stay.row
        lost, outputs = stay.computed, stay.outputs
        if stay.first_step >= 0:
            lost = stay.base + self.steps
            outputs += 1 + self.steps - stay.first_step
            self.ending[self.steps + stay.target - outputs - 1].remove(stay)
            if not self.ending[self.steps + stay.target - outputs - 1]:
                del self.ending[self.steps + stay.target - outputs - 1]
        self._leave(stay, self.iterations, preempted=True)
        if stay is self.partial:
            self.partial = None
        ends.preempted(row, lost)
        self.front_place -= 1
        moment = Moment(self.now // PS_PER_NS, self.iterations, turn, row, lost)
        if self.log is not None:
            self.log.preemptions.append((moment, stay.number, self.front_place))
        self.blocked = False
        known = ends.prompts[row] + outputs
        if -(-known // self.page_tokens) > self.usable:
            ends.reject(row)
            if self.log is not None:
                self.log.rejections.append(moment._replace(amount=ends.pages_needed(row, known, self.page_tokens)))
        else:
            self.waiting.appendleft(row)
            self.outputs[row] = outputs
