"""The part of a scenario that says how a trace file is read and sent."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Waiting(StrEnum):
    """When the calls of a recorded conversation are sent."""

    CLOSED_LOOP = "closed-loop"  # a pause after the simulated end of the call before
    OPEN_LOOP = "open-loop"  # as recorded, whenever the call before ends


@dataclass(frozen=True)
class TraceColumns:
    """Columns of a trace that has none of the known layouts; "" = recognised, or not in the file."""

    arrival: str = ""
    prompt: str = ""
    output: str = ""
    prefix: str = ""  # list of prefix ids
    unit: str = "auto"  # of the arrival times: s, ms, us, ns, wall clock; also overrides a known layout's


@dataclass(frozen=True)
class Replay:
    """How the rows of a trace are sent. The defaults replay exactly the trace."""

    busiest: bool = False  # the `trace_limit` rows with the highest rate instead of those from `trace_start`
    speed: float = 1.0  # recorded seconds per simulated second
    longest_gap_s: float | None = None  # recorded silences and pauses are cut to this
    spread: bool = False  # arrivals that share a stamp are spread over the grain of the stamps
    laps: int = 1  # times the rows are sent, one lap after the other, without prefixes in common
    longest_output: int | None = None  # longer outputs are cut to this
    cut: bool = False  # requests over the model's limit lose output, then prompt, instead of being rejected
    block_tokens: int | None = None  # tokens per prefix id, none = as the rows show
    generated: str = "poisson"  # law of arrivals that the file does not have: one of `workload.arrivals`, not trace
    conversations: Waiting = Waiting.CLOSED_LOOP
