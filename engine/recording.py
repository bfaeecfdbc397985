"""The columnar log of one run, from which the state at any instant is rebuilt.

Times are integer nanoseconds since the first arrival. Pages are numbered from 0 across all pools, so a page
number names one physical page of one engine. Every row of `events` stays in force until the next row with the
same key (a page, a block of a request, a request); `engine.instant` uses that to rebuild any instant without
replaying the run.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAGIC = b"18LEDGER"
FORMAT_VERSION = 2
NANOSECONDS = 1_000_000_000


class Event(IntEnum):
    """What happened. The columns that carry meaning for each kind are named beside it.

    Rows about a page always carry its reference count and its content after the event.
    """

    ARRIVE = 0  # request; order = place in the waiting queue (smaller first)
    ADMIT = 1  # request; amount = tokens served from the cache
    ALLOCATE = 2  # request, page, block, references after
    HIT = 3  # request, page, block, references after, content
    COPY = 4  # request, page = destination, block, amount = source page (copy-on-write)
    FILL = 5  # request, page, block, content: the page is full and its hash is registered
    RELEASE = 6  # request, page, block, references after; order = place in the free queue when it became free
    EVICT = 7  # page: its cached content is dropped because the page is wanted; order = its place in the free queue
    PREEMPT = 8  # request; amount = computed tokens lost; order = place in the waiting queue
    FIRST_TOKEN = 9  # request
    FINISH = 10  # request
    REJECT = 11  # request; amount = pages it would have needed, order = Rejection
    REFUSE = 12  # request; amount = pages short (the allocator could not serve; nothing changed)
    HANDOVER = 13  # request; amount = bytes; order = destination engine (prefill/decode split)
    RESUME = (
        14  # request: it runs again with its state (computed again, arrived, or kept); amount = prompt tokens left
    )
    INVALIDATE = (
        15  # page, references: its content is wrong and can be found no more; order = its place if it is free
    )
    SWAP_OUT = 16  # request: its state goes to host memory; amount = bytes, order = place in the waiting queue
    SWAP_IN = 17  # request: its state comes back from host memory; amount = bytes
    PAUSE = 18  # request: it keeps its pages and loses its slot; order = place in the waiting queue
    LEVEL = 19  # request; amount = its queue level from here on, order = place in the waiting queue
    ROUTE = 20  # request; order = engine it is sent to, amount = Route: why this one
    FETCH = 21  # request; amount = tokens whose state comes from the shared store, order = engine it comes to
    MIGRATE = 22  # request; amount = bytes to copy, order = destination engine; it decodes until its HANDOVER
    FAIL = 23  # order = engine that dies; amount = pages held there. The loss of all its pages follows at once
    RECOVER = 24  # order = engine that is back, its pool empty
    SLOW = 25  # order = engine, or LINK; amount = thousandths of its usual time per iteration, or of the link's rate
    LOSE = 26  # request; amount = computed tokens that a fault took, order = place in the waiting queue
    REQUEUE = 27  # request: it waits on an engine; amount = tokens it had computed, order = place in the queue
    ROLE = 28  # order = engine; amount = Role from here on
    LOAD = 29  # request; amount = tokens whose state comes back from slower memory, order = its tier (0 = the first)


class Work(IntEnum):
    """What a request did in an iteration."""

    PREFILL = 0
    DECODE = 1
    PADDING = 2  # static batching: the slot is held although the request has finished


class Outcome(IntEnum):
    """How a request ended."""

    UNFINISHED = 0
    FINISHED = 1
    REJECTED = 2
    CUT = 3  # a fault ended it with the tokens delivered so far


class Rejection(IntEnum):
    """Why a request was turned away."""

    TOO_LARGE = 0  # it can never fit, or is over a limit of length
    OUTSTANDING = 1  # the outstanding-token budget was used up when it arrived
    LATENCY = 2  # its predicted time to first token broke the contract when it arrived
    FAULT = 3  # a fault took its state, and the policy is to give it up


class Route(IntEnum):
    """Why the router chose an engine."""

    TURN = 0  # it was its turn
    LEAST = 1  # least loaded
    PREFIX = 2  # it has seen the longest prefix of the prompt
    NEW_PREFIX = 3  # nobody has seen the prompt's beginning: least loaded
    CAPPED = 4  # another engine has seen more of the prompt, but has too much to do
    DRAWN = 5  # the less loaded of two engines drawn at random
    ONLY = 6  # no other engine was there to take it


class Role(IntEnum):
    """What an engine does in a fleet."""

    BOTH = 0
    PREFILL = 1
    DECODE = 2
    DRAINING = 3  # it finishes its own work before it takes another role


LINK = -1  # as the engine of a SLOW event
STORE = -2  # as the source or target of a transfer: the store that all engines share
HOST = -1  # as the source or target of a transfer: the host memory of the engine at the other end


EVENT_DTYPE = np.dtype(
    [
        ("time", "<i8"),  # ns
        ("order", "<i8"),  # queue place, or as said at the kind
        ("content", "<u8"),  # hash of the page's content after the event, 0 = none
        ("amount", "<i8"),
        ("iteration", "<i4"),  # row of `iterations` being scheduled, -1 before the first
        ("request", "<i4"),  # row of `requests`, -1 = none
        ("page", "<i4"),  # -1 = none
        ("block", "<i4"),  # logical block of the request, -1 = none
        ("references", "<i4"),  # reference count of the page after the event
        ("kind", "u1"),
    ]
)
ITERATION_DTYPE = np.dtype(
    [
        ("start", "<i8"),
        ("end", "<i8"),
        ("prefill_tokens", "<i4"),
        ("decode_tokens", "<i4"),
        ("budget", "<i4"),  # tokens this iteration could have taken (0 = no budget in force)
        ("running", "<i4"),  # requests holding a slot
        ("waiting", "<i4"),  # requests queued at the start
        ("free_pages", "<i4"),  # after scheduling
        ("flops", "<f8"),  # per device, as are the byte columns
        ("hbm_bytes", "<f8"),  # all reads and writes of device memory
        ("weight_bytes", "<f8"),  # the part that is weights
        ("link_bytes", "<f8"),  # collectives between the devices of the engine
        ("overhead", "<i8"),  # ns of CPU and launch time and per-operator floors
        ("communication", "<i8"),  # ns spent in collectives
        ("experts", "<f4"),  # distinct experts touched per MoE layer, 0 for a dense model
        ("engine", "<i2"),
    ]
)
SLICE_DTYPE = np.dtype(
    [
        ("iteration", "<i4"),
        ("request", "<i4"),
        ("tokens", "<i4"),  # scheduled tokens (drafts included)
        ("computed", "<i4"),  # tokens with state in memory after the iteration
        ("outputs", "<i4"),  # output tokens so far, after the iteration
        ("drafted", "<i2"),
        ("accepted", "<i2"),
        ("work", "u1"),
    ]
)
REQUEST_DTYPE = np.dtype(
    [
        ("arrival", "<i8"),
        ("first_scheduled", "<i8"),  # -1 = never
        ("first_token", "<i8"),
        ("finish", "<i8"),
        ("prompt_tokens", "<i4"),
        ("output_tokens", "<i4"),  # asked for
        ("hit_tokens", "<i4"),  # first admission only
        ("resumed_hit_tokens", "<i4"),  # hits after a preemption, never in the hit rate
        ("recomputed_tokens", "<i4"),
        ("preemptions", "<i4"),
        ("priority", "<i4"),
        ("engine", "<i2"),  # engine of the first token
        ("outcome", "u1"),
    ]
)
TRANSFER_DTYPE = np.dtype(
    [
        ("start", "<i8"),
        ("end", "<i8"),
        ("bytes", "<i8"),
        ("request", "<i4"),
        ("source", "<i2"),  # engine, HOST or STORE
        ("target", "<i2"),
    ]
)
TABLES = {
    "events": EVENT_DTYPE,
    "iterations": ITERATION_DTYPE,
    "slices": SLICE_DTYPE,
    "requests": REQUEST_DTYPE,
    "transfers": TRANSFER_DTYPE,
}


@dataclass(frozen=True)
class Pool:
    """The physical pages of one engine: numbers `first` to `first + pages - 1`."""

    engine: int
    first: int
    pages: int
    page_tokens: int
    page_bytes: int
    label: str
    reserved: int = 0  # pages at the start that are never handed out (vLLM's null block)
    contiguous: bool = False
    group: str = ""  # which kind of state it holds, where an engine keeps several apart
    whole: bool = False  # a page holds the state of a whole sequence: full from its first token on
    counts_tokens: bool = True  # every token of a request has its slot here, as long as the request holds pages


@dataclass(frozen=True)
class Recording:
    """One run. `facts` holds scalars the ledgers need (bytes per token, memory split, peaks), JSON-able."""

    scenario: str  # the scenario as TOML
    pools: tuple[Pool, ...]
    engines: tuple[str, ...]  # lane labels, e.g. ("prefill", "decode")
    request_names: tuple[str, ...]
    events: NDArray[Any]
    iterations: NDArray[Any]
    slices: NDArray[Any]
    requests: NDArray[Any]
    transfers: NDArray[Any]
    facts: dict[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # what the user should know: extrapolated fits, livelocks, rows set aside

    @cached_property
    def duration(self) -> int:
        """Nanoseconds from the first arrival to the last thing that happened."""
        ends = [0]
        if len(self.iterations):
            ends.append(int(self.iterations["end"].max()))
        if len(self.events):
            ends.append(int(self.events["time"].max()))
        if len(self.transfers):
            ends.append(int(self.transfers["end"].max()))
        return max(ends)

    @property
    def pages(self) -> int:
        return sum(pool.pages for pool in self.pools)

    def to_bytes(self) -> bytes:
        """The recording as bytes: equal scenarios and seeds give equal bytes."""
        head = {
            "version": FORMAT_VERSION,
            "scenario": self.scenario,
            "pools": [vars(pool) for pool in self.pools],
            "engines": list(self.engines),
            "request_names": list(self.request_names),
            "facts": self.facts,
            "notes": list(self.notes),
            "rows": {name: len(getattr(self, name)) for name in TABLES},
        }
        text = json.dumps(head, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
        parts = [MAGIC, struct.pack("<Q", len(text)), text]
        parts += [np.ascontiguousarray(getattr(self, name)).tobytes() for name in TABLES]
        return b"".join(parts)

    @classmethod
    def from_bytes(cls, data: bytes) -> Recording:
        """Inverse of `to_bytes`. Raises ValueError if the bytes are no recording of this version."""
        if data[: len(MAGIC)] != MAGIC:
            raise ValueError("not a recording: the first 8 bytes are not 18LEDGER")
        offset = len(MAGIC) + 8
        if len(data) < offset:
            raise ValueError("recording cut short inside its header")
        (size,) = struct.unpack_from("<Q", data, len(MAGIC))
        if len(data) < offset + size:
            raise ValueError("recording cut short inside its header")
        head = json.loads(data[offset : offset + size])
        if head["version"] != FORMAT_VERSION:
            raise ValueError(f"recording version {head['version']}, this program reads {FORMAT_VERSION}")
        offset += size
        tables = {}
        for name, dtype in TABLES.items():
            rows = head["rows"][name]
            if len(data) < offset + rows * dtype.itemsize:
                raise ValueError(f"recording cut short inside {name}")
            tables[name] = np.frombuffer(data, dtype=dtype, count=rows, offset=offset)
            offset += rows * dtype.itemsize
        return cls(
            scenario=head["scenario"],
            pools=tuple(Pool(**pool) for pool in head["pools"]),
            engines=tuple(head["engines"]),
            request_names=tuple(head["request_names"]),
            facts=head["facts"],
            notes=tuple(head["notes"]),
            **tables,
        )
