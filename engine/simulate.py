"""One run: a scenario in, a recording out."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engine import express
from engine.clock import Clock, Rank
from engine.costs.cost import CostModel, page_bytes
from engine.fleets.build import build_fleet, pools_of
from engine.fleets.fleet import Fleet
from engine.memory.cache_key import versioned
from engine.memory.tokens import TokenContent
from engine.progress import Progress, Teller
from engine.recorder import Recorder
from engine.recording import Event, Outcome, Pool, Recording
from engine.run_facts import choice_facts
from engine.scenario import Batching, Scenario
from engine.scenario_file import dumps
from engine.scheduling.job import Job
from engine.workloads.workload import RequestSpec, Workload, first_output_token, requests
from engine.workloads.workload_columns import WorkloadColumns


def simulate(scenario: Scenario, *, progress: Progress | None = None) -> Recording:
    """Run `scenario` to its end. Equal scenarios give equal recordings, byte for byte.

    `progress` is told the share of requests that have ended (0 to 1), at most 50 times a second of wall time, and
    may raise to cancel the run. Raises DoesNotFit, UnknownCard, TraceError, or ValueError for a combination that no
    engine offers (static batching with a prefill/decode split).
    """
    if scenario.policy.batching is Batching.STATIC and scenario.layout.prefill_engines:
        raise ValueError(
            "layout.prefill_engines: static batching runs a batch from its prompts to its longest answer on one "
            f"engine; found {scenario.layout.prefill_engines}, expected 0 (or batching = continuous or chunked)"
        )
    with uncollected():
        workload = express.independent(scenario) if express.covers(scenario) else None
        return stepwise(scenario, progress) if workload is None else _skipping(scenario, workload, progress)


def stepwise(scenario: Scenario, progress: Progress | None = None, *, ahead: bool = True) -> Recording:
    """The same, whatever the scenario, request by request in every iteration.

    `ahead`: iterations that need no decision follow the one before them in one go. Without it each is thought about.
    """
    with uncollected():
        run = _Run(scenario)
        for engine in run.fleet.engines:
            engine.alone &= ahead
        return run.finish(progress)


def _skipping(scenario: Scenario, workload: WorkloadColumns, progress: Progress | None) -> Recording:
    """The same, from decision to decision."""
    run = express.run(scenario, workload, True, progress)
    pages, size, tokens = run.core.usable + 1, page_bytes(scenario), scenario.memory.page_tokens
    engines = range(scenario.layout.engines)
    pools = [Pool(i, i * pages, pages, tokens, size, f"engine {i}", reserved=1) for i in engines]
    return express.expand(run, _facts(scenario, run.cost), pools)


@contextmanager
def uncollected() -> Iterator[None]:
    """Leave the garbage collector out: a run makes millions of rows that live to its end, and looking through them
    doubles its time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class _Run:
    """The parts of one run and what connects them."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.workload: Workload = requests(scenario)
        self.cost = CostModel(scenario)
        self.clock = Clock()
        self.recorder = Recorder()
        for note in (*self.workload.notes, *self.cost.notes):
            self.recorder.note(note)
        self.jobs = [_job(scenario, row, spec) for row, spec in enumerate(self.workload.requests)]
        self.fleet: Fleet = build_fleet(scenario, self.cost, self.clock, self.recorder, self.jobs, self._ended)
        self.count = 0  # requests that have ended
        self._followers: dict[int, list[int]] = {}
        for row, spec in enumerate(self.workload.requests):
            if spec.sample_of >= 0:
                self.jobs[spec.sample_of].samples.append(self.jobs[row])
            elif spec.after >= 0:
                self._followers.setdefault(spec.after, []).append(row)
            else:
                self._send_at(row, spec.arrival_ns)

    def finish(self, progress: Progress | None) -> Recording:
        clock, recorder, fleet = self.clock, self.recorder, self.fleet
        teller = Teller(progress)
        while (now := clock.next_time()) is not None:
            clock.now = recorder.now = now
            clock.run_due()
            fleet.start()
            teller.tell(lambda: self.count / len(self.jobs))
        teller.finish()
        return recorder.recording(
            scenario=dumps(self.scenario),
            pools=pools_of(self.scenario, fleet),
            engines=[engine.label for engine in fleet.engines],
            names=[spec.name for spec in self.workload.requests],
            requests=[job.request_row() for job in self.jobs],
            facts=_facts(self.scenario, self.cost, fleet.engines[0].drafting.seconds),
        )

    def _send_at(self, row: int, moment: int) -> None:
        self.clock.at(moment, Rank.ARRIVAL, lambda: self._arrive(row))

    def _arrive(self, row: int) -> None:
        job = self.jobs[row]
        for member in (job, *job.samples):
            member.arrival = self.clock.now
        if self.workload.requests[row].rejected:
            self._turn_away(job)
        else:
            self.fleet.arrive(job)

    def _turn_away(self, job: Job) -> None:
        """Rejected before any engine sees it; the workload's notes say why."""
        pages = -(-job.prompt // self.scenario.memory.page_tokens)
        for member in (job, *job.samples):
            member.outcome = Outcome.REJECTED
            self.recorder.event(Event.ARRIVE, member.row)
            self.recorder.event(Event.REJECT, member.row, amount=pages)
        for member in (job, *job.samples):
            self._ended(member)

    def _ended(self, job: Job) -> None:
        """Count it, and let the next turn of its conversation be sent."""
        self.count += 1
        for row in self._followers.get(job.row, ()):
            spec = self.workload.requests[row]
            self._send_at(row, max(spec.arrival_ns, self.clock.now + spec.think_ns))


def _job(scenario: Scenario, row: int, spec: RequestSpec) -> Job:
    bits = f"{scenario.precision.state_bits:g} bits"
    return Job(
        row,
        TokenContent(spec.prompt, first_output_token(row), versioned(spec.key, scenario.model.card, bits)),
        spec.prompt_tokens,
        spec.output_tokens,
        arrival=spec.arrival_ns,
        priority=spec.priority,
        max_length=scenario.model.max_length,
        name=spec.name,
    )


def _facts(scenario: Scenario, cost: CostModel, draft_seconds: float = 0.0) -> dict[str, Any]:
    """What the ledgers need beside the rows: the cards' numbers and the scenario's choices."""
    return {
        **cost.facts(),
        **choice_facts(scenario, draft_seconds),
    }
