"""Which prefix lies in which replica, how much each has to do, over a run: frames for a map."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.instant import PageState, Timeline
from engine.memory.cache_key import versioned
from engine.memory.tokens import TokenContent
from engine.recording import NANOSECONDS, Event, Recording
from engine.scenario import Scenario
from engine.workloads.request_spec import first_output_token
from engine.workloads.workload import requests

FRAMES = 41


@dataclass(frozen=True)
class FleetMap:
    """Frames at `seconds`, by replica. Page counts; `prefixes` is by frame, replica, prefix, each 0 to 1."""

    seconds: NDArray[np.float64]
    prefixes: NDArray[np.float32]  # share of the prefix that lies there and can be found
    prefix_pages: NDArray[np.int32]  # pages with the content of a shared prefix, in use or not
    other_pages: NDArray[np.int32]  # with content of single tasks
    loose_pages: NDArray[np.int32]  # in use, not full yet: no content to be found
    pages: NDArray[np.int32]  # by replica: what there is
    outstanding: NDArray[np.int32]  # requests sent there and not ended
    waits: NDArray[np.float32]  # seconds that the longest waiting of them is without its first token
    used: NDArray[np.float32]  # of the contract, in the end, by the median of them: more than 1 is late
    up: NDArray[np.bool_]
    pace: NDArray[np.float32]  # time of an iteration, as a multiple of the usual


def prefix_hashes(scenario: Scenario) -> list[NDArray[np.uint64]]:
    """Page hashes of every shared prefix of a scenario, by rank; none for a prefix that nobody asks for."""
    size, length = scenario.memory.page_tokens, scenario.workload.shared_prefix_tokens
    found = [np.empty(0, np.uint64) for _ in range(scenario.workload.prefix_families)]
    for row, spec in enumerate(requests(scenario).requests):
        rank = spec.prompt[0][0] // length
        if spec.after < 0 and rank < len(found) and not len(found[rank]):
            bits = f"{scenario.precision.state_bits:g} bits"
            key = versioned(spec.key, scenario.model.card, bits)
            blocks = length // size
            content = TokenContent(spec.prompt, first_output_token(row), key)
            found[rank] = np.array(content.hashes(blocks, size)[:blocks], np.uint64)
    return found


def fleet_map(recording: Recording, prefixes: list[NDArray[np.uint64]]) -> FleetMap:
    """Frames at even distances, and just after every fault."""
    timeline, pools = Timeline(recording), recording.pools
    times = _times(recording)
    owner = _owners(prefixes)
    shape = (len(times), len(pools))
    held = np.zeros((*shape, len(prefixes)), np.float32)
    prefix, other, loose = (np.zeros(shape, np.int32) for _ in range(3))
    for frame, time in enumerate(times):
        instant = timeline.at(int(time))
        content = instant.content
        for place, pool in enumerate(pools):
            own = slice(pool.first, pool.first + pool.pages)
            state = instant.page_state[own]
            there = np.unique(content[own][(content[own] > 0) & (state != PageState.LOST)], return_counts=True)
            ranks = _lookup(owner, there[0])
            held[frame, place] = _shares(ranks, prefixes)
            prefix[frame, place] = there[1][ranks >= 0].sum()
            other[frame, place] = there[1][ranks < 0].sum()
            in_use = np.isin(state, (PageState.USED, PageState.SHARED, PageState.RESERVED))
            loose[frame, place] = (in_use & (content[own] == 0)).sum()
    up, pace = _health(recording, times)
    pages = np.array([pool.pages - pool.reserved for pool in pools], np.int32)
    outstanding, waits, used = _queues(recording, times)
    return FleetMap(times / NANOSECONDS, held, prefix, other, loose, pages, outstanding, waits, used, up, pace)


def _times(recording: Recording) -> NDArray[np.int64]:
    events = recording.events
    faults = events["time"][np.isin(events["kind"], (Event.FAIL, Event.RECOVER, Event.SLOW, Event.INVALIDATE))]
    even = np.linspace(0, recording.duration, FRAMES).astype(np.int64)
    return np.unique(np.concatenate([even, np.unique(faults), np.unique(faults) - 1]))


def _owners(prefixes: list[NDArray[np.uint64]]) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """Hashes in order, and the rank of the prefix that each belongs to."""
    hashes = np.concatenate([*prefixes, np.empty(0, np.uint64)])
    ranks = np.repeat(np.arange(len(prefixes), dtype=np.int32), [len(each) for each in prefixes])
    order = np.argsort(hashes)
    return hashes[order], ranks[order]


def _lookup(owner: tuple[NDArray[np.uint64], NDArray[np.int32]], wanted: NDArray[np.uint64]) -> NDArray[np.int32]:
    hashes, ranks = owner
    if not len(hashes):
        return np.full(len(wanted), -1, np.int32)
    place = np.minimum(np.searchsorted(hashes, wanted), len(hashes) - 1)
    return np.where(hashes[place] == wanted, ranks[place], -1).astype(np.int32)


def _shares(ranks: NDArray[np.int32], prefixes: list[NDArray[np.uint64]]) -> NDArray[np.float32]:
    counts = np.bincount(ranks[ranks >= 0], minlength=len(prefixes))
    return (counts / np.array([max(1, len(each)) for each in prefixes])).astype(np.float32)


def _queues(
    recording: Recording, times: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.float32]]:
    """Requests that each replica was sent and that have not ended or been sent elsewhere, their longest wait, and how
    much of the contract the median of them uses up."""
    events, arrival, of_contract = recording.events, recording.requests["arrival"], _used(recording)
    counts = np.zeros((len(times), len(recording.pools)), np.int32)
    waits, used = np.zeros(counts.shape, np.float32), np.zeros(counts.shape, np.float32)
    at: dict[int, int] = {}
    started: set[int] = set()
    frame = 0

    def keep(until: int | None) -> None:
        nonlocal frame
        while frame < len(times) and (until is None or times[frame] < until):
            for who, replica in at.items():
                counts[frame, replica] += 1
                if who not in started:
                    waits[frame, replica] = max(waits[frame, replica], (times[frame] - arrival[who]) / NANOSECONDS)
            for replica in set(at.values()):
                known = [of_contract[who] for who, there in at.items() if there == replica]
                known = [share for share in known if share == share]
                used[frame, replica] = np.median(known) if known else 0.0
            frame += 1

    for row in events[np.isin(events["kind"], (Event.ROUTE, Event.FIRST_TOKEN, Event.FINISH, Event.REJECT))]:
        keep(int(row["time"]))
        who = int(row["request"])
        if row["kind"] == Event.FIRST_TOKEN:
            started.add(who)
        elif row["kind"] == Event.ROUTE:
            at[who] = int(row["order"])
        else:
            at.pop(who, None)
    keep(None)
    return counts, waits, used


def _used(recording: Recording) -> NDArray[np.float64]:
    """How much of the contract each request used up in the end, by its nearer limit. NaN without a first token."""
    rows, limits = recording.requests, recording.facts["contract"]
    first = np.where(rows["first_token"] >= 0, (rows["first_token"] - rows["arrival"]) / NANOSECONDS, np.nan)
    decoded = (rows["finish"] >= 0) & (rows["output_tokens"] > 1) & (rows["first_token"] >= 0)
    gap = np.where(decoded, (rows["finish"] - rows["first_token"]) / NANOSECONDS, 0.0)
    return np.asarray(
        np.maximum(first / limits["ttft_s"], gap / np.maximum(1, rows["output_tokens"] - 1) / limits["tpot_s"])
    )


def _health(recording: Recording, times: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """Whether each replica is up, and its pace."""
    events = recording.events
    up = np.ones((len(times), len(recording.pools)), np.bool_)
    pace = np.ones((len(times), len(recording.pools)), np.float32)
    for row in events[np.isin(events["kind"], (Event.FAIL, Event.RECOVER, Event.SLOW))]:
        later, replica = times >= row["time"], int(row["order"])
        if replica < 0:
            continue
        if row["kind"] == Event.SLOW:
            pace[later, replica] = row["amount"] / 1000
        else:
            up[later, replica] = row["kind"] == Event.RECOVER
    return up, pace
