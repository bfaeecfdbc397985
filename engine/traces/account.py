"""The account of an import: rows set aside by reason, and what the user should know about the rest."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

from engine.traces.layouts import Layout
from engine.traces.numbers import NANOSECONDS
from engine.traces.records import FIRST_LINES, SetAside
from engine.traces.rowreader import Row

SLOWEST, FASTEST = 1 / 3600, 10_000.0  # requests per second between which a rate is believable


def set_aside(rows: Iterable[Row]) -> tuple[SetAside, ...]:
    """Rows that are not served, by reason, with their first lines."""
    found: dict[tuple[str, bool], list[int]] = {}
    for row in rows:
        if row.reason:
            found.setdefault((row.reason, row.time is not None), []).append(row.line)
    return tuple(
        SetAside(reason, len(lines), tuple(lines[:FIRST_LINES]), arrived)
        for (reason, arrived), lines in found.items()
    )


def describe(layout: Layout, rows: list[Row], arrived: list[Row], span: int | None, complete: bool) -> Iterator[str]:
    """Notes on an import; `arrived` in the order of the file."""
    if not complete:
        yield f"reading stopped after {len(rows):,} rows; the file goes on"
    if layout.loose:
        yield from _conversations(arrived)
    elif span is None:
        yield "the file has no arrival times: they have to be generated"
    else:
        yield from _times(layout, arrived, span)
    lossy = [row.line for row in rows if row.lossy]
    if lossy:
        yield (
            f"prefix ids of {len(lossy):,} rows are written so that digits are lost (first: line {lossy[0]}): "
            "the ids of this file are not used"
        )
    totals = [row.line for row in rows if row.wrong_total]
    if totals:
        yield f"{len(totals):,} rows state a total that is not prompt + output (first: line {totals[0]}); parts used"
    orphans = [row.line for row in rows if row.orphan]
    if orphans:
        yield f"{len(orphans):,} turns follow one that is not here (first: line {orphans[0]}): sessions of their own"


def _conversations(arrived: list[Row]) -> Iterator[str]:
    count = len({row.session for row in arrived})
    if count > 1:
        yield f"{count:,} conversations: the file does not say when they start, so their starts have to be generated"
    if any(row.scope for row in arrived):
        yield "prefix ids are local to a conversation: equal ids of two conversations are different pieces"
    guessed = [row.line for row in arrived if row.guessed]
    if guessed:
        yield (
            f"{len(guessed):,} calls have no think time (first: call {guessed[0]}): what the gap between starts "
            "leaves is taken, which may hold work of the recorded server (an upper bound)"
        )
    models = sorted({row.model for row in arrived})
    if len(models) > 1:
        yield f"{len(models):,} models are replayed as one ({', '.join(models)}); their state is kept apart"


def _times(layout: Layout, arrived: list[Row], span: int) -> Iterator[str]:
    times = [row.time or 0 for row in arrived]
    falls = [(a - b, row.line) for (a, b), row in zip(pairwise(times), arrived[1:], strict=True) if b < a]
    if falls:
        steps = "1 step" if len(falls) == 1 else f"{len(falls):,} steps"
        largest = max(falls)[0] / NANOSECONDS
        yield f"{steps} back in time (largest {largest:g} s, first at line {falls[0][1]}); rows re-ordered, ties kept"
    if any(row.text_time for row in arrived):
        yield "arrival times are written as text; read as numbers"
    times.sort()
    equal = sum(a == b for a, b in pairwise(times))
    if equal:
        grain = math.gcd(*(t - times[0] for t in times))
        detail = f", all multiples of {grain / NANOSECONDS:g} s: gaps below that mean nothing" if grain else ""
        yield f"{len(times):,} arrivals share {len(times) - equal:,} distinct times{detail}"
    rate = (len(times) - 1) / (span / NANOSECONDS) if span else 0.0
    if rate and not SLOWEST <= rate <= FASTEST:
        yield f"the times mean {rate:g} requests per second: is the unit {layout.unit} right?"
