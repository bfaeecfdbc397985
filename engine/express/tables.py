"""Iterations and slices of one engine, expanded from its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.express.log import Log
from engine.express.stay import Stay
from engine.recording import ITERATION_DTYPE, NANOSECONDS, SLICE_DTYPE, Work

PS_PER_NS = 1000
Ints = NDArray[np.int64]


def iteration_rows(log: Log, count: int, page_tokens: int, engine: int) -> NDArray[Any]:
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


@dataclass(frozen=True, slots=True)
class Stays:
    """The stays of an engine as columns, in order of their ends."""

    row: Ints
    number: Ints
    known: Ints
    outputs: Ints
    start: Ints
    base: Ints
    first_step: Ints
    end_steps: Ints
    end: Ints
    place: Ints
    preempted: NDArray[np.bool_]
    pages: Ints  # concatenated block tables
    blocks: Ints  # length of each block table
    offset: Ints  # where each block table starts
    chunk_stay: Ints  # prompts in parts: which stay, iteration, tokens, tokens with state after it
    chunk_iteration: Ints
    chunk_tokens: Ints
    chunk_computed: Ints


def columns(stays: Sequence[Stay]) -> Stays:
    """The columns of `stays`."""
    names = ("row", "number", "known", "outputs", "start", "base", "first_step", "end_steps", "end", "place")
    ints = {name: np.array([getattr(stay, name) for stay in stays], dtype=np.int64) for name in names}
    blocks = np.array([len(stay.table) for stay in stays], dtype=np.int64)
    pages = np.array([page for stay in stays for page in stay.table], dtype=np.int64)
    parts = np.array([len(stay.chunks) for stay in stays], dtype=np.int64)
    chunks = np.array([chunk for stay in stays for chunk in stay.chunks], dtype=np.int64).reshape(-1, 3)
    return Stays(
        **ints,
        preempted=np.array([stay.preempted for stay in stays], dtype=bool),
        pages=pages,
        blocks=blocks,
        offset=np.cumsum(blocks) - blocks,
        chunk_stay=np.repeat(np.arange(len(stays)), parts),
        chunk_iteration=chunks[:, 0],
        chunk_tokens=chunks[:, 1],
        chunk_computed=chunks[:, 2],
    )


def decode_steps(stays: Stays) -> tuple[Ints, Ints]:
    """For every decode of every stay: which stay, and the step of the engine."""
    counts = np.where(stays.first_step >= 0, stays.end_steps - stays.first_step, 0)
    who = np.repeat(np.arange(len(counts)), counts)
    inside = np.arange(len(who)) - np.repeat(np.cumsum(counts) - counts, counts)
    return who, stays.first_step[who] + inside


def slice_rows(stays: Stays, step_iteration: Ints) -> NDArray[Any]:
    """What every request did in every iteration, by iteration and in the order of admission."""
    who, step = decode_steps(stays)
    parts = len(stays.chunk_stay)
    rows = np.zeros(parts + len(who), dtype=SLICE_DTYPE)
    iteration = np.concatenate([stays.chunk_iteration, step_iteration[step]])
    stay = np.concatenate([stays.chunk_stay, who])
    order = np.argsort(iteration << 32 | stays.number[stay])
    complete = stays.chunk_computed == stays.known[stays.chunk_stay]
    computed = np.concatenate([stays.chunk_computed, stays.base[who] + step + 1])
    outputs = np.concatenate(
        [stays.outputs[stays.chunk_stay] + complete, stays.outputs[who] + (step - stays.first_step[who] + 2)]
    )
    tokens = np.concatenate([stays.chunk_tokens, np.ones(len(who), dtype=np.int64)])
    work = np.concatenate([np.full(parts, Work.PREFILL), np.full(len(who), Work.DECODE)])
    rows["iteration"] = iteration[order]
    rows["request"] = stays.row[stay[order]]
    rows["tokens"] = tokens[order]
    rows["computed"] = computed[order]
    rows["outputs"] = outputs[order]
    rows["work"] = work[order]
    return rows
