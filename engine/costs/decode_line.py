"""Plain decode iterations as straight lines: their cost is piecewise affine in the sum of the contexts.

A window or a selection stops growing at its cap, and attention is bound by bytes on one side of a point and by
operations on the other; between those points everything is a base plus a slope per token of context. Durations are
whole picoseconds, so that a stretch of iterations can be summed in integers and equals the sum of its parts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

PICOSECONDS = 1_000_000_000_000  # per second
UNBOUNDED = 1 << 62  # a sum of contexts that no iteration reaches


class DecodeLine(NamedTuple):
    """Cost of one decode iteration of a number of sequences over the sum of their contexts, up to `high`."""

    high: int  # last sum of contexts (tokens) for which this line holds
    base_ps: int  # duration = base_ps + slope_ps * contexts
    slope_ps: int
    flops_base: float
    flops_slope: float
    bytes_base: float  # all traffic of device memory
    bytes_slope: float
    weight_bytes: float
    link_bytes: float
    overhead_ns: int
    communication_ns: int
    experts: float


class Constant(NamedTuple):
    """The part of an iteration that does not depend on contexts."""

    seconds: float
    flops: float
    bytes: float
    weight_bytes: float
    link_bytes: float
    overhead_seconds: float
    communication_seconds: float
    experts: float


class _Segment(NamedTuple):
    high: int
    read: tuple[float, float]  # bytes: base, slope
    flops: tuple[float, float]
    seconds: tuple[float, float]


def decode_lines(
    rows: int, reads: Sequence[tuple[int, float, float]], bandwidth: float, peak: float, constant: Constant
) -> tuple[DecodeLine, ...]:
    """The lines for `rows` sequences that decode one token each, in order of `high`; they meet at their ends.

    `reads`: (cap in tokens of one sequence, bytes, operations) per token of context, ascending in cap.
    """
    lines: list[DecodeLine] = []
    for segment in _segments(rows, reads, bandwidth, peak):
        slope = round(segment.seconds[1] * PICOSECONDS)
        if lines:
            last = lines[-1]
            base = last.base_ps + (last.slope_ps - slope) * last.high
        else:
            base = max(1, round((constant.seconds + segment.seconds[0]) * PICOSECONDS))
        lines.append(
            DecodeLine(
                segment.high,
                base,
                slope,
                constant.flops + segment.flops[0],
                segment.flops[1],
                constant.bytes + segment.read[0],
                segment.read[1],
                constant.weight_bytes,
                constant.link_bytes,
                round(constant.overhead_seconds * 1e9),
                round(constant.communication_seconds * 1e9),
                constant.experts,
            )
        )
    return tuple(lines)


def _segments(
    rows: int, reads: Sequence[tuple[int, float, float]], bandwidth: float, peak: float
) -> Iterator[_Segment]:
    ends = sorted({rows * cap for cap, _, _ in reads if rows * cap < UNBOUNDED} | {UNBOUNDED})
    low = 0
    for high in ends:
        full = [read for read in reads if rows * read[0] < high]
        growing = [read for read in reads if rows * read[0] >= high]
        read = (sum(rows * cap * size for cap, size, _ in full), sum(size for _, size, _ in growing))
        flops = (sum(rows * cap * work for cap, _, work in full), sum(work for _, _, work in growing))
        memory = (read[0] / bandwidth, read[1] / bandwidth)
        compute = (flops[0] / peak, flops[1] / peak)
        for end, seconds in _upper(low, high, memory, compute):
            yield _Segment(end, read, flops, seconds)
        low = high


def _upper(
    low: int, high: int, one: tuple[float, float], other: tuple[float, float]
) -> Iterator[tuple[int, tuple[float, float]]]:
    """The larger of two straight lines over (low, high], as (end, line) in order."""
    if one[1] != other[1]:
        crossing = (other[0] - one[0]) / (one[1] - other[1])
        if low < crossing < high:
            flat, steep = sorted((one, other), key=lambda line: line[1])
            if math.floor(crossing) > low:
                yield math.floor(crossing), flat
            yield high, steep
            return
    middle = low + min(high - low, 1 << 40) / 2
    yield high, max(one, other, key=lambda line: line[0] + line[1] * middle)
