"""What every lab gives: an answer with verdict and figures, presets that keep a promise, a scenario to take along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from engine.progress import Progress
from engine.scenario import Scenario
from engine.sheet import Evidence

S = TypeVar("S")
A = TypeVar("A", covariant=True)


class Outcome(StrEnum):
    WORKS = "works"
    TIGHT = "tight"  # it runs, but not as one would want it to
    FAILS = "fails"


@dataclass(frozen=True)
class Verdict:
    """How it came out. `reason` is a key that the interface puts into words with `values`."""

    outcome: Outcome
    reason: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Figure:
    """One number of an answer. `formula` in symbols, `filled` the same with this answer's numbers in their place.

    `value` None: does not apply here, and `filled` says why.
    """

    key: str
    value: float | None
    unit: str  # as of a ledger's quantity: "B", "s", "tokens", "1" (a share), "×", ...
    evidence: Evidence
    formula: str
    filled: str


@dataclass(frozen=True)
class Preset(Generic[S]):
    """Settings that show something. A test holds that they lead to `outcome` for `reason`."""

    key: str
    settings: S
    outcome: Outcome
    reason: str


class Lab(Protocol[S, A]):
    """One lab. Settings are frozen dataclasses read and written by `engine.labs.settings`.

    `answer` is in closed form and takes at most 100 ms; `run` simulates, tells its progress and may be cancelled by
    it. Both raise ValueError naming the setting that makes no sense.
    """

    key: str
    settings: type[S]
    presets: tuple[Preset[S], ...]  # the first is what a new user sees

    def answer(self, settings: S) -> A: ...

    def run(self, settings: S, progress: Progress | None = None) -> Any: ...

    def scenario(self, settings: S) -> Scenario:
        """What the clock shows."""
        ...

    def baseline(self, settings: S) -> Scenario:
        """What the ledgers are compared with: the same without the choice that the lab is about."""
        ...
