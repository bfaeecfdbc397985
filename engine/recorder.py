"""Collects the rows of a run cheaply and turns them into a `Recording`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from engine.recording import (
    EVENT_DTYPE,
    ITERATION_DTYPE,
    REQUEST_DTYPE,
    SLICE_DTYPE,
    TRANSFER_DTYPE,
    Event,
    Pool,
    Recording,
)
from engine.scheduling.refusals import Refusals

Row = tuple[Any, ...]


class Recorder:
    """Rows are tuples in the column order of `engine.recording`; nothing is looked at until `recording`.

    The loop sets `now` (ns) and `iteration` (row being scheduled) before it calls anything that records, so the
    allocators and schedulers need to know neither.
    """

    __slots__ = ("events", "iteration", "iterations", "notes", "now", "refusals", "slices", "transfers")

    def __init__(self) -> None:
        self.now = 0
        self.iteration = -1
        self.events: list[Row] = []
        self.iterations: list[Row] = []
        self.slices: list[Row] = []
        self.transfers: list[Row] = []
        self.notes: list[str] = []
        self.refusals = Refusals()

    def sink(
        self,
        kind: int,
        request: int,
        page: int,
        block: int,
        references: int,
        content: int,
        amount: int,
        order: int,
    ) -> None:
        """One event about a page: the signature that allocators report to."""
        self.events.append((self.now, order, content, amount, self.iteration, request, page, block, references, kind))

    def event(self, kind: Event, request: int, amount: int = 0, order: int = 0) -> None:
        """One event about a request."""
        self.events.append((self.now, order, 0, amount, self.iteration, request, -1, -1, 0, kind))

    def event_at(self, time: int, kind: Event, request: int, amount: int = 0) -> None:
        """One event about a request that is known before it happens."""
        self.events.append((time, 0, 0, amount, self.iteration, request, -1, -1, 0, kind))

    def cut(self, iteration: int, now: int) -> None:
        """The iteration stops at `now` with nothing to show: its row keeps the part of the work that was done."""
        row = dict(zip(ITERATION_DTYPE.names or (), self.iterations[iteration], strict=True))
        end = max(now, row["start"] + 1)
        share = (end - row["start"]) / max(1, row["end"] - row["start"])
        for column in ("flops", "hbm_bytes", "weight_bytes", "link_bytes"):
            row[column] *= share
        for column in ("overhead", "communication"):
            row[column] = round(row[column] * share)
        row |= {"end": end, "prefill_tokens": 0, "decode_tokens": 0}
        self.iterations[iteration] = tuple(row.values())

    def strike(self, iteration: int, prefill_tokens: int, decode_tokens: int) -> None:
        """These tokens of the iteration were computed for nobody."""
        row = dict(zip(ITERATION_DTYPE.names or (), self.iterations[iteration], strict=True))
        row["prefill_tokens"] -= prefill_tokens
        row["decode_tokens"] -= decode_tokens
        self.iterations[iteration] = tuple(row.values())

    def note(self, text: str) -> None:
        """Something the user should know; said once however often it happens."""
        if text not in self.notes:
            self.notes.append(text)

    def too_large(self, name: str, need: int, have: int) -> None:
        """No pool of `have` pages can hold a request that needs `need`."""
        text = self.refusals.add(name, need, have)
        if text:
            self.note(text)

    def recording(
        self,
        *,
        scenario: str,
        pools: Sequence[Pool],
        engines: Sequence[str],
        names: Sequence[str],
        requests: Iterable[Row],
        facts: dict[str, Any],
    ) -> Recording:
        """The rows as a recording: events in time order, slices in iteration order, both stable."""
        events = np.array(self.events, dtype=EVENT_DTYPE)
        slices = np.array(self.slices, dtype=SLICE_DTYPE)
        return Recording(
            scenario=scenario,
            pools=tuple(pools),
            engines=tuple(engines),
            request_names=tuple(names),
            events=events[np.argsort(events["time"], kind="stable")],
            iterations=np.array(self.iterations, dtype=ITERATION_DTYPE),
            slices=slices[np.argsort(slices["iteration"], kind="stable")],
            requests=np.array(list(requests), dtype=REQUEST_DTYPE),
            transfers=np.array(self.transfers, dtype=TRANSFER_DTYPE),
            facts=facts,
            notes=tuple(note for note in (*self.notes, self.refusals.rest()) if note),
        )
