"""The engines of a fleet: what each one does, whether it is up, and which requests count as its load."""

from __future__ import annotations

from collections.abc import Sequence

from engine.fleets.replica import Engine
from engine.recording import Role
from engine.scheduling.job import Job


class Crew:
    """`arrivals` take new requests, `decoders` take requests over after their prompt; engines in index order."""

    def __init__(self, prefilling: Sequence[Engine], decoding: Sequence[Engine]) -> None:
        self.engines = (*prefilling, *decoding)
        first = Role.PREFILL if decoding else Role.BOTH
        self.roles = [first] * len(prefilling) + [Role.DECODE] * len(decoding)
        self.arrivals: list[Engine] = []
        self.decoders: list[Engine] = []
        self._at: dict[int, tuple[Engine, int]] = {}  # request -> engine whose load it is, tokens it counts as
        self.refresh()

    def refresh(self) -> None:
        """Roles have changed, or an engine is down or up again."""
        up = [engine for engine in self.engines if engine.up]
        self.arrivals = [engine for engine in up if self.roles[engine.index] in (Role.BOTH, Role.PREFILL)]
        self.decoders = [engine for engine in up if self.roles[engine.index] is Role.DECODE]

    def pages(self, engine: Engine) -> range:
        """The pages of an engine, which are numbered from one engine to the next."""
        sizes = [one.scheduler.allocator.total_pages for one in self.engines[: engine.index + 1]]
        return range(sum(sizes[:-1]), sum(sizes))

    def bind(self, job: Job, engine: Engine) -> None:
        """`job`, with its samples to come, is the load of `engine` from here on."""
        for member in (job, *job.samples):
            self._let_go(member)
            self._at[member.row] = (engine, member.known)
            engine.outstanding += 1
            engine.tokens += member.known

    def unbind(self, job: Job) -> None:
        """`job`, with its samples to come, is nobody's load."""
        for member in (job, *job.samples):
            self._let_go(member)

    def _let_go(self, job: Job) -> None:
        bound = self._at.pop(job.row, None)
        if bound is not None:
            engine, tokens = bound
            engine.outstanding -= 1
            engine.tokens -= tokens


def least_loaded(engines: Sequence[Engine]) -> Engine:
    """The engine with the fewest requests not ended, the lowest index among equals."""
    return min(engines, key=lambda engine: engine.outstanding)
