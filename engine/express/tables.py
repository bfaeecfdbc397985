"""Iterations and slices of one engine, expanded from its log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.clock import PS_PER_NS
from engine.express.fill import filled
from engine.express.log import LEFT, PART, Log
from engine.recording import ITERATION_DTYPE, NANOSECONDS, SLICE_DTYPE, Work

Ints = NDArray[np.int64]


def iteration_rows(log: Log, count: int, engine: int) -> NDArray[Any]:
    """All iterations of the engine, in order; free pages of stretches are still those before each stretch."""
    rows = np.zeros(count, dtype=ITERATION_DTYPE)
    rows["engine"] = engine
    _fill_mixed(rows, log)
    if log.stretches:
        _fill_stretches(rows, log)
    return rows


def _fill_mixed(rows: NDArray[Any], log: Log) -> None:
    if not log.mixed:
        return
    iteration, start, prefill, decode, budget, running, waiting, free, costs = zip(*log.mixed, strict=True)
    at = np.array(iteration, dtype=np.int64)
    begin = np.array(start, dtype=np.int64)
    _, flops, moved, weights, link, overhead, communication, experts, *_, picoseconds = zip(*costs, strict=True)
    rows["start"][at] = begin // PS_PER_NS
    rows["end"][at] = (begin + np.array(picoseconds, dtype=np.int64)) // PS_PER_NS
    for name, values in {
        "prefill_tokens": prefill,
        "decode_tokens": decode,
        "budget": budget,
        "running": running,
        "waiting": waiting,
        "free_pages": free,
        "flops": flops,
        "hbm_bytes": moved,
        "weight_bytes": weights,
        "link_bytes": link,
        "experts": experts,
    }.items():
        rows[name][at] = values
    rows["overhead"][at] = np.rint(np.array(overhead) * NANOSECONDS)
    rows["communication"][at] = np.rint(np.array(communication) * NANOSECONDS)


def _fill_stretches(rows: NDArray[Any], log: Log) -> None:
    first, count, start, decoding, contexts, budget, running, waiting, free, _, lines = zip(
        *log.stretches, strict=True
    )
    counts = np.array(count, dtype=np.int64)
    place = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
    at = np.repeat(np.array(first, dtype=np.int64), counts) + place
    width = np.repeat(np.array(decoding, dtype=np.int64), counts)
    seen = np.repeat(np.array(contexts, dtype=np.int64), counts)
    _, base, slope, flops, flops_slope, moved, moved_slope, weights, link, overhead, communication, experts, *_ = zip(
        *lines, strict=True
    )
    slopes = np.repeat(np.array(slope, dtype=np.int64), counts)
    durations = np.repeat(np.array(base, dtype=np.int64), counts) + slopes * seen
    begin = np.repeat(np.array(start, dtype=np.int64), counts) + place * durations
    begin += slopes * width * (place * (place - 1) // 2)
    seen += width * place
    rows["start"][at] = begin // PS_PER_NS
    rows["end"][at] = (begin + durations + slopes * width * place) // PS_PER_NS
    rows["decode_tokens"][at] = width
    rows["flops"][at] = np.repeat(flops, counts) + np.repeat(flops_slope, counts) * seen
    rows["hbm_bytes"][at] = np.repeat(moved, counts) + np.repeat(moved_slope, counts) * seen
    for name, values in {
        "budget": budget,
        "running": running,
        "waiting": waiting,
        "free_pages": free,
        "weight_bytes": weights,
        "link_bytes": link,
        "overhead": overhead,
        "communication": communication,
        "experts": experts,
    }.items():
        rows[name][at] = np.repeat(values, counts)


@dataclass(frozen=True, slots=True, eq=False)
class Stays:
    """The stays of an engine as columns, in order of their ends, and the parts of their prompts."""

    left: dict[str, Ints]  # the columns of LEFT
    pages: NDArray[np.int32]  # concatenated block tables
    offset: Ints  # where each block table starts
    index: Ints  # number of a stay -> its place in these columns
    parts: dict[str, Ints]  # the columns of PART

    def __getitem__(self, name: str) -> Ints:
        return self.left[name]


def stays_of(log: Log, first_page: int) -> Stays:
    """The columns of a log; pages are numbered from `first_page` on."""
    left = np.array(log.left, dtype=np.int64).reshape(-1, len(LEFT))
    parts = np.array(log.parts, dtype=np.int64).reshape(-1, len(PART))
    columns = {name: np.ascontiguousarray(left[:, i]) for i, name in enumerate(LEFT)}
    index = np.zeros(len(left) + 1, dtype=np.int64)
    index[columns["number"]] = np.arange(len(left))
    blocks = columns["blocks"]
    return Stays(
        columns,
        np.array(log.pages, dtype=np.int32) + np.int32(first_page),
        np.cumsum(blocks) - blocks,
        index,
        {name: np.ascontiguousarray(parts[:, i]) for i, name in enumerate(PART)},
    )


def spread(counts: Ints) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """For counts (2, 0, 1): which entry (0, 0, 2), and the place inside it (0, 1, 0)."""
    who = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    place = np.arange(len(who), dtype=np.int32)
    place -= np.repeat((np.cumsum(counts) - counts).astype(np.int32), counts)
    return who, place


def slice_rows(stays: Stays, steps: Ints, numbers: Ints) -> NDArray[Any]:
    """What every request did in every iteration, by iteration and in the order of admission.

    `steps`: the engine's iteration of each decode step. `numbers`: the recording's row of each of its iterations.
    """
    step_iteration = numbers[steps]
    part, first = stays.parts, stays["first_step"]
    whose = stays.index[part["number"]]
    decoder, step = spread(np.where(first >= 0, stays["end_steps"] - first, 0))
    step += first[decoder].astype(np.int32)
    prompts = len(whose)  # the entries before those that decode
    key = np.empty(prompts + len(step), dtype=np.int64)
    key[:prompts] = numbers[part["iteration"]] << 32 | part["number"]
    np.take(step_iteration << 32, step, out=key[prompts:])
    key[prompts:] |= stays["number"][decoder]
    complete = part["computed"] == stays["known"][whose]
    outputs_then = stays["outputs"][whose] + complete
    row, base, outputs = stays["row"], stays["base"] + 1, stays["outputs"] - first + 2

    def columns(entry: Ints) -> dict[str, Any]:
        place = np.maximum(entry - prompts, 0)
        who, at = decoder[place] if len(decoder) else place, step[place] if len(step) else place
        found = {"iteration": key[entry] >> 32, "request": row[who], "tokens": np.ones(len(entry), dtype=np.int64)}
        found |= {"computed": base[who] + at, "outputs": outputs[who] + at, "work": np.full(len(entry), Work.DECODE)}
        early = np.flatnonzero(entry < prompts)
        chunk = entry[early]
        for name, values in (("tokens", part["tokens"]), ("computed", part["computed"]), ("outputs", outputs_then)):
            found[name][early] = values[chunk]
        found["request"][early], found["work"][early] = row[whose[chunk]], Work.PREFILL
        return found

    return filled(SLICE_DTYPE, np.argsort(key), columns)
