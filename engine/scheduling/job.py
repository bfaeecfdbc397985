"""A request while it lives in an engine: how far its state reaches and how many tokens it has produced."""

from __future__ import annotations

from engine.memory.allocator import Allocator
from engine.memory.tokens import TokenContent
from engine.recording import Outcome


class Job:
    """Mutable on purpose: the loop touches these fields once per request and iteration.

    `known` is prompt + outputs so far, `computed` the tokens whose state is in memory. A request that decodes has
    computed == known - 1: the newest token is the input of the next iteration.
    """

    __slots__ = (
        "arrival",
        "asked",
        "blocked",
        "computed",
        "content",
        "decoding",
        "drafts",
        "engine",
        "finish",
        "first_scheduled",
        "first_token",
        "guess",
        "hit_tokens",
        "home",
        "host_bytes",
        "known",
        "level",
        "name",
        "outcome",
        "outputs",
        "paused",
        "place",
        "preemptions",
        "priority",
        "prompt",
        "quiet_until",
        "reach",
        "recomputed",
        "replay",
        "resumed_hit_tokens",
        "row",
        "samples",
        "since",
        "target",
        "used",
    )

    def __init__(
        self,
        row: int,
        content: TokenContent,
        prompt: int,
        asked: int,
        *,
        arrival: int = 0,
        priority: int = 0,
        max_length: int = 1 << 40,
        name: str = "",
    ) -> None:
        self.row = row
        self.name = name or f"request {row}"
        self.content = content
        self.prompt = prompt
        self.asked = asked  # output tokens asked for
        self.target = min(asked, max_length - prompt)  # output tokens after which it stops
        self.arrival = arrival  # ns
        self.priority = priority  # smaller is more urgent
        self.computed = 0
        self.outputs = 0
        self.known = prompt
        self.drafts = 0  # draft tokens waiting to be verified
        self.replay = 0  # accepted tokens that its recurrent state has to pass again
        self.decoding = False
        self.quiet_until = 0  # tokens that can be computed before the allocator has to be asked again
        self.reach = 0  # tokens computed before the latest preemption
        self.place = 0  # in the waiting queue, smaller first
        self.guess = 0  # output tokens that a scheduler expects, 0 = nobody has asked yet
        self.host_bytes = 0  # of its state in host memory, 0 = none is there
        self.paused = False  # it waits and keeps its pages
        self.level = 0  # of a multi-level queue
        self.used = 0  # ns of iterations since it came to its level
        self.since = 0  # ns: when it last ran, or came to its level
        self.blocked = False  # its refusal is on record already
        self.samples: list[Job] = []  # parallel samples, not yet forked from this one
        self.home = 0  # engine that holds it now
        self.engine = -1  # engine of its first token
        self.first_scheduled = -1
        self.first_token = -1
        self.finish = -1
        self.hit_tokens = 0
        self.resumed_hit_tokens = 0
        self.recomputed = 0
        self.preemptions = 0
        self.outcome = Outcome.UNFINISHED

    @property
    def slots(self) -> int:
        """Request slots it takes: its own and those of samples still to be forked."""
        return 1 + len(self.samples)

    def pages_needed(self, allocator: Allocator) -> int:
        """Pages it takes when it has produced everything it was asked for (the newest token has no state yet)."""
        return allocator.pages_of(self.row, max(self.known, self.prompt + self.target - 1))

    def request_row(self) -> tuple[int, ...]:
        """Its row of `Recording.requests`."""
        return (
            self.arrival,
            self.first_scheduled,
            self.first_token,
            self.finish,
            self.prompt,
            self.asked,
            self.hit_tokens,
            self.resumed_hit_tokens,
            self.recomputed,
            self.preemptions,
            self.priority,
            self.engine if self.engine >= 0 else self.home,
            self.outcome,
        )
