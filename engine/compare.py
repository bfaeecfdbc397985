"""The day before and the day after: one technique, two runs, and what moved between them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

import engine.experiment
import engine.sheet
from engine.experiment import Experiment, Invariant
from engine.ledgers import measure
from engine.ledgers.account import Account
from engine.plain import Vocabulary
from engine.recording import Recording
from engine.scenario import Scenario, Workload
from engine.sheet import DeltaSheet, LedgerSheet
from engine.simulate import simulate
from engine.techniques import get

Progress = Callable[[float], None]
MAGIC = b"18COMPAR"
_LENGTHS = struct.Struct("<QQQQ")
_RUN_SHARE = 0.45  # of the whole, for each of the two runs


@dataclass(frozen=True)
class Comparison:
    """Two runs of one technique. `checks` are invariants measured on the two recordings."""

    key: str
    before: Recording
    after: Recording
    before_sheet: LedgerSheet
    after_sheet: LedgerSheet
    checks: tuple[Invariant, ...]
    experiment: Experiment | None = None

    @property
    def delta(self) -> DeltaSheet:
        return self.after_sheet - self.before_sheet

    def to_bytes(self) -> bytes:
        """The recordings, titles and experiment as bytes, without pickle. Sheets are measured again on reading."""
        head = _plain().to_bytes((self.key, self.before_sheet.title, self.after_sheet.title))
        experiment = b"" if self.experiment is None else _plain().to_bytes(self.experiment)
        parts = [head, self.before.to_bytes(), self.after.to_bytes(), experiment]
        return b"".join([MAGIC, _LENGTHS.pack(*map(len, parts)), *parts])

    @classmethod
    def from_bytes(cls, data: bytes) -> Comparison:
        """Inverse of `to_bytes`. Raises ValueError if the bytes are no comparison or are cut short."""
        if data[: len(MAGIC)] != MAGIC:
            raise ValueError("not a comparison: the first 8 bytes are not 18COMPAR")
        offset = len(MAGIC) + _LENGTHS.size
        if len(data) < offset:
            raise ValueError("comparison cut short inside its header")
        lengths = _LENGTHS.unpack_from(data, len(MAGIC))
        if len(data) < offset + sum(lengths):
            raise ValueError("comparison cut short")
        parts = []
        for length in lengths:
            parts.append(data[offset : offset + length])
            offset += length
        key, before_title, after_title = _plain().from_bytes(parts[0])
        experiment = _plain().from_bytes(parts[3]) if parts[3] else None
        before, after = Recording.from_bytes(parts[1]), Recording.from_bytes(parts[2])
        return _measured(key, before, after, before_title, after_title, experiment)


def compare(key: str, base: Scenario | None = None, progress: Progress | None = None) -> Comparison:
    """Run `base` (the technique's day before if None) without and with a technique, and its experiment.

    `progress` is called with the fraction done and may raise to cancel. Raises UnknownTechnique, NotApplicable if
    the technique cannot be switched on in `base`, and what `simulate` raises.
    """
    technique = get(key)
    earlier = technique.day_before() if base is None else base
    later = technique.patch(earlier)
    before = simulate(earlier, progress=_part(progress, 0.0))
    after = simulate(later, progress=_part(progress, _RUN_SHARE))
    experiment = technique.experiment(np.random.default_rng(earlier.seed))
    comparison = _measured(key, before, after, earlier.title, later.title, experiment)
    if progress is not None:
        progress(1.0)
    return comparison


def with_workload(scenario: Scenario, workload: Workload) -> Scenario:
    """`scenario` fed with other requests, a real trace for example; everything else stays."""
    return replace(scenario, workload=workload)


def same_tokens(before: Recording, after: Recording) -> Invariant:
    """Whether every request that finished in both runs received the same number of output tokens."""
    earlier, later = Account(before), Account(after)
    name = "The same tokens reach the same requests"
    if before.request_names != after.request_names:
        return Invariant(name, False, "the two runs do not serve the same requests")
    both = earlier.finished & later.finished
    differ = int((earlier.outputs[both] != later.outputs[both]).sum())
    tokens = int(earlier.outputs[both].sum())
    detail = f"{int(both.sum())} of {len(both)} requests finished in both runs, {tokens} output tokens"
    return Invariant(name, differ == 0, f"{detail}; {differ} differ" if differ else detail)


def _measured(
    key: str, before: Recording, after: Recording, before_title: str, after_title: str, experiment: Experiment | None
) -> Comparison:
    sheets = measure(before, before_title), measure(after, after_title)
    return Comparison(key, before, after, *sheets, (same_tokens(before, after),), experiment)


def _part(progress: Progress | None, start: float) -> Progress | None:
    return None if progress is None else lambda fraction: progress(start + _RUN_SHARE * fraction)


def _plain() -> Vocabulary:
    return Vocabulary((engine.experiment, engine.sheet))
