"""Several engines: where a request goes when it arrives, moves, or has lost its engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.fleets.crew import Crew
from engine.fleets.fleet_plan import FaultPolicy
from engine.fleets.handover import Handovers
from engine.fleets.migration import Migrations
from engine.fleets.replica import Engine
from engine.fleets.routing import Router
from engine.memory.shared_store import SharedStore
from engine.recorder import Recorder
from engine.recording import Event, Outcome, Rejection, Role
from engine.scheduling.job import Job
from engine.scheduling.withdrawal import forget_state, let_in, withdraw


class Fleet:
    """Arrivals go through the router to one engine, with their samples; prefill engines hand every request over to
    a decode engine after its first token. `ended` is told of every request that ends.
    """

    def __init__(
        self,
        crew: Crew,
        router: Router,
        handovers: Handovers,
        recorder: Recorder,
        ended: Callable[[Job], None],
        *,
        migrations: Migrations | None = None,
        store: SharedStore | None = None,
    ) -> None:
        self.crew = crew
        self.engines = crew.engines
        self.router = router
        self.handovers = handovers
        self.migrations = migrations
        self.store = store
        self.left: Callable[[Engine], None] = lambda engine: None  # told when a request has left an engine
        self._recorder = recorder
        self._ended = ended
        self._changed = False  # a request has ended since engines were last asked to start
        self._fresh: set[int] = set()  # requests that no queue has seen yet
        self._lost: dict[int, int] = {}  # request -> computed tokens that it has lost and not queued for yet
        self._stranded: list[Job] = []  # no engine was up to take them
        self._returning: dict[int, list[Job]] = {engine.index: [] for engine in crew.engines}
        for engine in self.engines:
            engine.scheduler.ended = self.job_ended
            if crew.roles[engine.index] is Role.PREFILL:
                engine.scheduler.handover = handovers.offer
            if migrations is not None or store is not None:
                engine.stepped = lambda engine=engine: self._stepped(engine)

    # -- for the loop ------------------------------------------------------------------------------------------------

    def arrive(self, job: Job) -> None:
        """A request arrives, and its samples with it."""
        self._fresh.add(job.row)
        self.place(job, self.crew.arrivals)

    def start(self) -> None:
        """Start whatever can start now; a request that ends by being rejected may make room for others."""
        if self.migrations is not None:
            self.migrations.consider()
        self._changed = True
        while self._changed:
            self._changed = False
            self.handovers.start()
            for engine in self.engines:
                if engine.up:
                    engine.start()

    def job_ended(self, job: Job) -> None:
        """`job` will not run any more."""
        self._changed = True
        self.crew.unbind(job)
        if self.migrations is not None:
            self.migrations.ended(job)
        self._ended(job)
        self.left(self.engines[job.home])

    def _stepped(self, engine: Engine) -> None:
        if self.store is not None:
            self.store.flush(engine.index)
        if self.migrations is not None:
            self.migrations.stepped(engine)

    # -- finding an engine -------------------------------------------------------------------------------------------

    def place(self, job: Job, engines: Sequence[Engine]) -> None:
        """Send `job` to one of `engines`, by way of the shared store if that has some of its state."""
        if not engines:
            self._stranded.append(job)
            self._recorder.note("for some time no engine was up to take requests: they waited for one")
            return
        engine = self.router.choose(job, engines)
        self._send(job, engine, first=False)

    def place_stranded(self) -> None:
        """There may be an engine again."""
        jobs, self._stranded = self._stranded, []
        for job in jobs:
            self.place(job, self.crew.arrivals)

    def _send(self, job: Job, engine: Engine, *, first: bool) -> None:
        self.crew.bind(job, engine)
        if self.store is None or not self.store.fetch(job, engine, lambda: self._enter(job, engine, first)):
            self._enter(job, engine, first)

    def _enter(self, job: Job, engine: Engine, first: bool) -> None:
        if job.row in self._fresh:
            self._fresh.discard(job.row)
            engine.scheduler.add(job)
        else:
            let_in(engine.scheduler, job, self._lost.pop(job.row, 0), first=first)

    # -- faults ------------------------------------------------------------------------------------------------------

    def requests_at(self, engine: Engine) -> list[Job]:
        """Requests that run, wait or hold state on `engine`, or wait for pages from the store there."""
        scheduler, index = engine.scheduler, engine.index
        found = [*scheduler.running, *scheduler.waiting, *self.handovers.parked_at(index)]
        if self.migrations is not None:
            found += self.migrations.parked_at(index)
        if self.store is not None:
            found += [job for job, at in self.store.on_link() if at == index]
        if scheduler.offload is not None:
            found += scheduler.offload.loading
        return found

    def on_link(self) -> list[tuple[Job, int]]:
        """Requests that wait for a transfer, and the engine that it goes to."""
        found = self.handovers.on_link()
        if self.migrations is not None:
            found += self.migrations.on_link()
        if self.store is not None:
            found += self.store.on_link()
        return found

    def redirect(self, engine: Engine) -> None:
        """`engine` takes nothing in any more."""
        self.handovers.redirect(engine.index)
        if self.migrations is not None:
            self.migrations.redirect(engine.index)

    def pull(self, job: Job) -> None:
        """Take a request away from wherever it is. Its state is lost, what it has delivered is not."""
        engine = self.engines[job.home]
        moving = self.handovers.drop(job)
        if self.migrations is not None:
            moving = self.migrations.drop(job) or moving
        if self.store is not None:
            moving = self.store.drop(job) or moving
        if engine.scheduler.offload is not None and engine.scheduler.offload.drop(job):
            engine.scheduler.parked -= 1
            moving = True
        if not moving:
            engine.strike(job)
            withdraw(engine.scheduler, job)
        self.crew.unbind(job)
        lost = forget_state(job)
        if lost:
            self._lost[job.row] = self._lost.get(job.row, 0) + lost
            self._recorder.event(Event.LOSE, job.row, amount=lost, order=job.place)
        self.left(engine)

    def settle(self, job: Job, policy: FaultPolicy, engine: Engine, *, returns: bool) -> None:
        """What becomes of a request that was pulled away from `engine`, which is up or `returns`."""
        if policy is FaultPolicy.REJECT:
            self._reject(job)
        elif policy is FaultPolicy.DEGRADE and job.outputs:
            self._cut(job)
        elif policy is FaultPolicy.RECOMPUTE and engine.up:
            self._send(job, engine, first=True)
        elif policy is FaultPolicy.RECOMPUTE and returns:
            self._returning[engine.index].append(job)
        else:
            others = [one for one in self.crew.arrivals if one is not engine]
            self.place(job, others or self.crew.arrivals)

    def welcome(self, engine: Engine) -> None:
        """`engine` is back: requests that waited for it are the first, then those that found no engine."""
        jobs, self._returning[engine.index] = self._returning[engine.index], []
        for job in reversed(jobs):
            self._send(job, engine, first=True)
        self.place_stranded()
        self.handovers.claim()

    def _reject(self, job: Job) -> None:
        members = (job, *job.samples)
        for member in members:
            member.outcome = Outcome.REJECTED
            self._recorder.event(Event.REJECT, member.row, order=Rejection.FAULT)
        for member in members:
            self.job_ended(member)

    def _cut(self, job: Job) -> None:
        job.outcome = Outcome.CUT
        job.finish = self._recorder.now
        self._recorder.event(Event.FINISH, job.row)
        self.job_ended(job)
