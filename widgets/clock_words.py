"""What the request clock says in words: the story of one request, of one iteration, and of the whole picture."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.instant import Instant
from engine.reading.phases import HOLDING, WAITING, Phase
from engine.recording import LINK, Outcome, Recording, Rejection
from widgets import format as fmt
from widgets.clock_data import ClockData, Contract, Span
from widgets.fleet_events import FleetEvents, engine_name, place_name, trouble_text

MOST_TOLD = 3  # transfers told in words


def tr(text: str) -> str:
    return QCoreApplication.translate("RequestClock", text)


_LEVELLED = (*WAITING, *HOLDING)  # phases in which a level of the queue means something


def phase_name(phase: Phase) -> str:
    return {
        Phase.UNSEEN: tr("not yet arrived"),
        Phase.QUEUED: tr("queued"),
        Phase.PREFILL: tr("prefill"),
        Phase.DECODE: tr("decode"),
        Phase.PREEMPTED: tr("preempted"),
        Phase.FINISHED: tr("finished"),
        Phase.REJECTED: tr("rejected"),
        Phase.TRANSFER: tr("in transfer"),
        Phase.PAUSED: tr("paused"),
        Phase.SWAPPED: tr("in host memory"),
    }[phase]


def span_name(kind: Span) -> str:
    return {
        Span.STALLED: tr("stalled"),
        Span.QUEUED: tr("queued"),
        Span.PADDING: tr("padding"),
        Span.DECODE: tr("decode"),
        Span.PREFILL: tr("prefill"),
        Span.PREEMPTED: tr("preempted"),
        Span.TRANSFER: tr("transfer"),
        Span.SWAPPED: tr("swapped out"),
        Span.PAUSED: tr("paused"),
    }[kind]


def request_lines(data: ClockData, contract: Contract, request: int, instant: Instant | None) -> list[str]:
    """The story of a request, its present first."""
    recording, row = data.recording, data.recording.requests[request]
    name = recording.request_names[request]
    lines = [name]
    if instant is not None:
        lines = [f"{name}: {phase_name(Phase(int(instant.phase[request])))}"]
        if instant.computed[request]:
            lines.append(tr("{count} tokens of state").format(count=fmt.count(int(instant.computed[request]))))
        if data.has_levels and instant.phase[request] in _LEVELLED:
            lines.append(tr("queue level {level}").format(level=int(instant.level[request])))
    lines.append(
        tr("prompt {prompt}, output {output} tokens").format(
            prompt=fmt.count(int(row["prompt_tokens"])), output=fmt.count(int(row["output_tokens"]))
        )
    )
    if row["hit_tokens"]:
        lines.append(tr("{count} prompt tokens from the cache").format(count=fmt.count(int(row["hit_tokens"]))))
    if row["preemptions"]:
        lines.append(tr("preemptions: {count}").format(count=int(row["preemptions"])))
    missed = [bool(found[request]) for found in data.missed(contract)]
    for label, value, late in zip(
        ("TTFT", "TPOT", "E2E"), (data.ttft[request], data.tpot[request], data.e2e[request]), missed, strict=True
    ):
        if not np.isnan(value):
            lines.append(f"{label} {fmt.duration(float(value))}" + (" " + tr("(missed)") if late else ""))
    if row["outcome"] == Outcome.REJECTED:
        lines.append(_reason(data.rejections.get(request, Rejection.TOO_LARGE)))
    return lines


def _reason(rejection: Rejection) -> str:
    return {
        Rejection.TOO_LARGE: tr("rejected: it can never fit"),
        Rejection.OUTSTANDING: tr("turned away: too many tokens are outstanding"),
        Rejection.LATENCY: tr("turned away: its first token would come too late"),
        Rejection.FAULT: tr("given up after a fault"),
    }[rejection]


def iteration_lines(data: ClockData, iteration: int) -> list[str]:
    """One iteration of one engine."""
    row = data.recording.iterations[iteration]
    lines = [
        tr("Iteration {number} on {engine}").format(
            number=fmt.count(iteration), engine=data.recording.engines[int(row["engine"])]
        ),
        fmt.duration(int(row["end"] - row["start"])),
        tr("prefill {count} tokens").format(count=fmt.count(int(row["prefill_tokens"]))),
        tr("decode {count} tokens").format(count=fmt.count(int(row["decode_tokens"]))),
    ]
    if row["budget"]:
        lines.append(tr("budget {count} tokens").format(count=fmt.count(int(row["budget"]))))
    lines.append(
        tr("{running} running, {waiting} waiting").format(running=int(row["running"]), waiting=int(row["waiting"]))
    )
    return lines


def engines_name(recording: Recording, engines: tuple[int, ...]) -> str:
    """One engine by its name, several by their number and kind."""
    names = [recording.engines[engine] for engine in engines]
    if len(names) == 1:
        return names[0]
    return f"{names[0]}–{names[-1].rsplit(' ', 1)[-1]}"


def transfer_lines(recording: Recording, transfer: int) -> list[str]:
    """Whose state travels, from where to where, how much and how fast."""
    row = recording.transfers[transfer]
    took = max(1, int(row["end"] - row["start"]))
    return [
        recording.request_names[int(row["request"])],
        f"{place_name(recording, int(row['source']))} → {place_name(recording, int(row['target']))}",
        tr("{bytes} in {time}").format(bytes=fmt.byte_size(int(row["bytes"])), time=fmt.duration(took)),
        tr("{rate} per second").format(rate=fmt.byte_size(int(row["bytes"]) / took * 1e9)),
    ]


def present(instant: Instant) -> str:
    """The head line's right side: how many run and wait now."""
    return tr("{running} running · {waiting} waiting").format(
        running=fmt.count(len(instant.running)), waiting=fmt.count(len(instant.waiting))
    )


def _under_way(recording: Recording, time: int) -> list[int]:
    """The first few transfers under way at a time."""
    table = recording.transfers
    return np.flatnonzero((table["start"] <= time) & (table["end"] > time))[:MOST_TOLD].tolist()


def describe(
    data: ClockData,
    contract: Contract,
    instant: Instant,
    request: int,
    measured: str,
    fleet: FleetEvents | None = None,
) -> str:
    """The picture as sentences: what a screen reader reads, and what stands beside an exported figure."""
    recording = data.recording
    finished = int((instant.phase == Phase.FINISHED).sum())
    parts = [
        tr("At {time} of {total}: {now}, {finished} of {count} requests finished.").format(
            time=fmt.duration(instant.time),
            total=fmt.duration(recording.duration),
            now=present(instant).replace(" · ", ", "),
            finished=fmt.count(finished),
            count=fmt.count(len(recording.requests)),
        )
    ]
    for iteration in instant.active_iterations:
        parts.append(", ".join(iteration_lines(data, int(iteration))) + ".")
    moving = (transfer_lines(recording, transfer) for transfer in _under_way(recording, instant.time))
    parts += [", ".join(lines) + "." for lines in moving]
    if fleet is not None and fleet.spans:
        for engine in (*range(len(recording.engines)), LINK):
            trouble = fleet.at(engine, instant.time)
            if trouble is not None:
                parts.append(f"{engine_name(recording, engine)}: {trouble_text(trouble)}.")
    late_first, slow, late_end = (int(found.sum()) for found in data.missed(contract))
    if contract != Contract():
        text = tr("In the whole run {first} requests miss TTFT, {slow} TPOT and {end} E2E.")
        parts.append(text.format(first=late_first, slow=slow, end=late_end))
    if request >= 0:
        parts.append(", ".join(request_lines(data, contract, request, instant)) + ".")
    if measured:
        parts.append(tr("Measured range: {range}.").format(range=measured))
    return " ".join(parts)
