"""What a technique's numerical experiment hands over: frames for the stage, findings, invariants that were checked.

Plain data. Titles, captions, axis and series names are fixed English sentences (no figures inside), so that the
interface can translate them; figures live in the frames, in the findings and in the details of the invariants.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from numpy.typing import NDArray

from engine.sheet import Measured


@dataclass(frozen=True)
class Series:
    """Values for the categories of a bar chart, in their order. None = nothing to show there."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Bars:
    """Grouped bars: one group per category, one bar per series."""

    title: str
    caption: str
    categories: tuple[str, ...]
    series: tuple[Series, ...]
    unit: str
    logarithmic: bool = False  # all values are > 0 then


@dataclass(frozen=True)
class Panel:
    """One of several matrices shown side by side on one colour scale."""

    name: str
    values: NDArray[Any]  # float64, shape (rows, columns); NaN = nothing there


@dataclass(frozen=True)
class Matrix:
    """Heat maps with one colour scale. Row 0 is at the top."""

    title: str
    caption: str
    panels: tuple[Panel, ...]
    row_label: str  # what a row is, e.g. "token"
    column_label: str
    unit: str
    row_names: tuple[str, ...] = ()  # empty = numbered from 0
    column_names: tuple[str, ...] = ()
    diverging: bool = False  # zero is the middle of the scale, both signs matter
    logarithmic: bool = False  # all values are > 0 then


class Role(StrEnum):
    """What a token is to the experiment; each role has its own colour and shape."""

    GIVEN = "given"  # there from the start
    DRAFTED = "drafted"  # proposed, not judged: it stands after a rejection
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    RESAMPLED = "resampled"  # drawn by the target in place of a rejected one
    BONUS = "bonus"  # an extra token because everything was accepted


@dataclass(frozen=True)
class Token:
    """One cell of a strip. `note` is shown when it is pointed at."""

    text: str
    role: Role
    note: str = ""


@dataclass(frozen=True)
class StripRow:
    """One line of tokens, e.g. a round."""

    label: str
    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class TokenStrip:
    """Lines of tokens, first line on top."""

    title: str
    caption: str
    rows: tuple[StripRow, ...]


@dataclass(frozen=True)
class Curve:
    """One line or cloud of points. `x` and `y` are float64 of one length; NaN breaks a line."""

    name: str
    x: NDArray[Any]
    y: NDArray[Any]
    points: bool = False  # measured points, not joined
    expected: bool = False  # what the formula says, drawn behind what was measured


@dataclass(frozen=True)
class Curves:
    """Curves over one pair of axes."""

    title: str
    caption: str
    curves: tuple[Curve, ...]
    x_label: str
    y_label: str
    x_unit: str = ""
    y_unit: str = ""
    x_logarithmic: bool = False
    y_logarithmic: bool = False


Frame = Bars | Matrix | TokenStrip | Curves


@dataclass(frozen=True)
class Invariant:
    """Something that has to hold, and whether it did. `detail` says what was compared, with the figures."""

    name: str
    holds: bool
    detail: str


@dataclass(frozen=True)
class Experiment:
    """One run of an experiment. `findings` are filed under ledgers, with their formulas and inputs.

    What was counted or computed has the evidence `reproducible`, what assumes a cost `teaching-estimate`.
    """

    title: str
    frames: tuple[Frame, ...]
    findings: tuple[Measured, ...]
    invariants: tuple[Invariant, ...]

    @property
    def holds(self) -> bool:
        """Whether every invariant holds."""
        return all(invariant.holds for invariant in self.invariants)
