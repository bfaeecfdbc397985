"""The requests of a trace file, as a scenario asks for them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import numpy as np

from engine.memory.cache_key import CacheKey
from engine.scenario import Arrivals, Scenario
from engine.traces import ReadOptions, TraceError, TraceImport, TraceRequest, load
from engine.workloads.arrivals import LATEST, NANOSECONDS, Stream, arrival_times, generator, law_of
from engine.workloads.replay_notes import replay_notes
from engine.workloads.replay_sizes import Sizes
from engine.workloads.replay_times import Sender
from engine.workloads.request_spec import ANYONE, BLOCK_BASE, FreshTokens, RequestSpec, Runs, Workload, extended
from engine.workloads.trace_plan import Waiting

YEAR = 365 * 86_400 * NANOSECONDS


def read_options(scenario: Scenario) -> ReadOptions:
    """How the scenario wants its trace read."""
    columns, plan = scenario.workload.columns, scenario.workload.replay
    return ReadOptions(
        columns.arrival,
        columns.prompt,
        columns.output,
        columns.prefix,
        columns.unit,
        plan.block_tokens or 0,
        plan.busiest,
    )


def trace_import(scenario: Scenario) -> TraceImport:
    """The rows of the scenario's trace and the report of how they were read. Raises TraceError."""
    workload = scenario.workload
    options = read_options(scenario)
    return load(workload.trace, limit=workload.trace_limit, start=workload.trace_start, options=options)


def trace_workload(scenario: Scenario, imported: TraceImport | None = None) -> Workload:
    """The rows of the scenario's trace in their order, at their times. Raises TraceError.

    Rows with a time that cannot be served (failed requests, unusable counts, over the context limit) stay as
    rejected arrivals. Nothing is changed about the trace unless `workload.replay` asks for it.
    """
    imported = imported or trace_import(scenario)
    sender = Sender(scenario.workload.replay, scenario.seed)
    sends = _laps(_sends(scenario, imported, sender), scenario.workload.replay.laps)
    _check_span(sends, scenario.workload.trace)
    sends = _in_order(sends)
    tokens = _Tokens(imported)
    sizes = Sizes(scenario)
    specs = tuple(_spec(row, send, tokens, sizes) for row, send in enumerate(sends))
    notes = replay_notes(scenario, imported, len(specs), [*sizes.notes(), *sender.finish()])
    name = Path(scenario.workload.trace).name
    return Workload(f"{imported.report.rows_used:,} requests of {name}", specs, notes)


@dataclass(slots=True)
class _Send:
    """A request of the trace when it is sent."""

    request: TraceRequest
    time: int  # earliest arrival, ns
    after: int = -1  # place of the call it waits for
    think: int = 0
    lap: int = 0


def _sends(scenario: Scenario, imported: TraceImport, sender: Sender) -> list[_Send]:
    """The requests of one lap, in the order of the import."""
    requests, report = imported.requests, imported.report
    closed = scenario.workload.replay.conversations is Waiting.CLOSED_LOOP
    if report.sessions:
        times = _conversation_times(scenario, requests, closed, sender)
    elif report.span_ns is None:
        times = arrival_times(scenario, len(requests), scenario.workload.rate).tolist()
    else:
        times = sender.times([r.arrival_ns or 0 for r in requests])
    sends = [_Send(request, time) for request, time in zip(requests, times, strict=True)]
    if report.span_ns is None and law_of(scenario.workload) is Arrivals.CLOSED:
        _send_in_turn(scenario, sends)
    for send in sends:
        request = send.request
        if request.after >= 0 and (closed or not report.sessions):
            send.after, send.think = request.after, sender.pause(request.think_ns)
        if send.after >= 0:
            send.time = sends[send.after].time + send.think
    return sends


def _send_in_turn(scenario: Scenario, sends: list[_Send]) -> None:
    """Requests without times, or conversations, taken in turn by users who wait for their answers."""
    users, mean = scenario.workload.users, scenario.workload.think_s * NANOSECONDS
    heads = [place for place, send in enumerate(sends) if send.request.after < 0]
    pauses = np.rint(generator(scenario.seed, Stream.THINKING).exponential(mean, len(heads))).astype(np.int64)
    ends = {send.request.session: place for place, send in enumerate(sends)}  # last call of each conversation
    for turn in range(users, len(heads)):
        send, before = sends[heads[turn]], heads[turn - users]
        session = sends[before].request.session
        send.after, send.think = (ends[session] if session >= 0 else before), int(pauses[turn])


def _conversation_times(
    scenario: Scenario, requests: tuple[TraceRequest, ...], closed: bool, sender: Sender
) -> list[int]:
    """Recorded times after starts that are generated; in a closed loop only those of first calls count."""
    groups = [list(group) for _, group in groupby(requests, key=attrgetter("session"))]
    starts = arrival_times(scenario, len(groups), scenario.workload.rate).tolist()
    times: list[int] = []
    for start, group in zip(starts, groups, strict=True):
        recorded = [0 if closed else request.arrival_ns or 0 for request in group]
        times += [start + time for time in sender.times(recorded)]
    return times


def _laps(sends: list[_Send], laps: int) -> list[_Send]:
    """The sends over and over; a lap starts a mean gap after the last arrival of the one before."""
    if laps == 1:
        return sends
    span = max(send.time for send in sends) - min(send.time for send in sends)
    length = span + (span // (len(sends) - 1) if len(sends) > 1 else 0)
    return [
        replace(
            send,
            time=send.time + lap * length,
            after=send.after + lap * len(sends) if send.after >= 0 else -1,
            lap=lap,
        )
        for lap in range(laps)
        for send in sends
    ]


def _check_span(sends: list[_Send], file: str) -> None:
    """Raise TraceError if a clock of 64 bits cannot tell the time of the last send."""
    latest = max(send.time for send in sends)
    if latest > LATEST:
        found = f"times and pauses that add up to {latest / YEAR:,.0f} years as they are sent"
        raise TraceError(file, None, found, f"at most {LATEST / YEAR:,.0f} years: are unit and speed right?")


def _in_order(sends: list[_Send]) -> list[_Send]:
    """By earliest arrival, equal times in the order of the file; what waits stays behind what it waits for."""
    order = sorted(range(len(sends)), key=lambda place: sends[place].time)
    rows = {place: row for row, place in enumerate(order)}
    for send in sends:
        send.after = rows.get(send.after, -1)
    return [sends[place] for place in order]


def _spec(row: int, send: _Send, tokens: _Tokens, sizes: Sizes) -> RequestSpec:
    request = send.request
    prompt, output, rejected = sizes.of(request)
    return RequestSpec(
        f"r{row}",
        send.time,
        tokens.prompt(request, prompt, send.lap),
        prompt,
        output,
        after=send.after,
        think_ns=send.think,
        key=CacheKey(model=request.model) if request.model else ANYONE,
        rejected=rejected,
    )


class _Tokens:
    """Token ids of prompts: equal prefix pieces are equal tokens, everything else is unique.

    A lap has pieces of its own, so that the second does not find what the first has left.
    """

    def __init__(self, imported: TraceImport) -> None:
        longest = max((max(r.lengths, default=0) for r in imported.requests), default=0)
        self._stride = max(imported.report.block_tokens, longest)
        self._block = imported.report.block_tokens
        self._known: dict[tuple[int, int, int | str], int] = {}
        self._fresh = FreshTokens()

    def prompt(self, request: TraceRequest, left: int, lap: int) -> Runs:
        """The last piece counts as far as the prompt of `left` tokens reaches."""
        if not request.blocks:
            return self._fresh.take(left)
        runs: list[tuple[int, int]] = []
        known, stride, block = self._known, self._stride, self._block
        lengths = request.lengths or (block,) * len(request.blocks)
        for piece, length in zip(request.blocks, lengths, strict=True):
            tokens = min(length, left)
            if tokens <= 0:
                break
            first = BLOCK_BASE + known.setdefault((lap, request.scope, piece), len(known)) * stride
            left -= tokens
            if runs and runs[-1][0] + runs[-1][1] == first:
                runs[-1] = (runs[-1][0], runs[-1][1] + tokens)
            else:
                runs.append((first, tokens))
        prompt = tuple(runs)
        return extended(prompt, *self._fresh.take(left)[0]) if left else prompt
