"""What the pictures of the labs are given: plain records, colours by the name of a hue, units as of a quantity.

A hue is a name of `palette.colours().hue` (blue = state in use, orange = prefill, green = reuse, vermillion = loss,
purple = waste, sky = bytes on the move, yellow, grey) or "free", "text", "muted", "accent", or "series:N" for the
N-th of twelve unlike colours. A hatch is one of `HATCHES`, "" for none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

HATCHES = ("", "/", "\\", "x", "-", "|", "+", ".")
STYLES = ("solid", "dash", "dot", "dash-dot", "points")


@dataclass(frozen=True)
class AxisSpec:
    """An axis: what it shows, in which unit, over which range (None: that of the data)."""

    label: str
    unit: str = ""
    log: bool = False
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Limit:
    """A line that must not be crossed, or that divides good from bad, with its words."""

    value: float
    label: str
    hue: str = "vermillion"


@dataclass(frozen=True)
class Part:
    """A piece of a stacked bar. `tip` is added to what the hover says."""

    key: str
    label: str
    value: float
    hue: str
    hatch: str = ""
    tip: str = ""


@dataclass(frozen=True)
class Bar:
    """One stacked bar. `note` stands behind its end."""

    label: str
    parts: Sequence[Part]
    note: str = ""


@dataclass(frozen=True)
class Line:
    """A curve (or with style "points" a cloud). NaN breaks it. `band` (low, high) is shaded around it; `fill`
    "below" or "above" shades to the edge of the plot."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    hue: str = "blue"
    style: str = "solid"
    shape: str = ""  # of `widgets.shapes`, drawn at every value; "" for none
    fill: str = ""
    band: tuple[Sequence[float], Sequence[float]] | None = None
    width: float = 2.0


@dataclass(frozen=True)
class Region:
    """The area between two curves over `x` (None: the edge of the plot), e.g. where something is out of memory."""

    label: str
    x: Sequence[float]
    low: Sequence[float] | None
    high: Sequence[float] | None
    hue: str = "vermillion"
    hatch: str = "/"


@dataclass(frozen=True)
class Mark:
    """One labelled point: an optimum, a published figure, a measured value. `error` (below, above) is a bar."""

    x: float
    y: float
    label: str
    hue: str = "text"
    shape: str = "disc"
    error: tuple[float, float] | None = None


@dataclass(frozen=True)
class WorkingPoint:
    """Where the settings are. With `moves_x` or `moves_y` it can be dragged that way."""

    x: float
    y: float
    label: str = ""
    hue: str = "accent"
    moves_x: bool = True
    moves_y: bool = True


@dataclass(frozen=True)
class Samples:
    """Measured values of one kind."""

    label: str
    values: Sequence[float]
    hue: str = "blue"
    hatch: str = ""


@dataclass(frozen=True)
class Choice:
    """One point of a trade-off. `label` says which setting leads there."""

    label: str
    x: float
    y: float
    tip: str = ""


@dataclass(frozen=True)
class Replica:
    """One tile: load (share of capacity; more than 1 is more than it can do), what its cache holds, how it is."""

    label: str
    load: float
    parts: Sequence[Part] = ()
    capacity: float = 0.0  # of the cache, in the unit of the parts; 0: their sum
    state: str = "up"  # "up", "slow", "down", "draining"
    note: str = ""
    tip: str = ""


@dataclass(frozen=True)
class Flow:
    """Traffic between two replicas, by number; -1 is outside."""

    source: int
    target: int
    amount: float
    label: str = ""
    hue: str = "sky"


@dataclass(frozen=True)
class HeatCell:
    """A cell of a heat map; value None: nothing there, `text` says why."""

    value: float | None
    text: str = ""


@dataclass(frozen=True)
class Heat:
    """A table of cells with its labels. `hue` is that of the high end."""

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[HeatCell]]
    unit: str = ""
    hue: str = "blue"
    row_title: str = ""
    column_title: str = ""
    marked: Sequence[tuple[int, int]] = field(default=())
    low: float | None = None  # ends of the scale of colours; None: those of the values
    high: float | None = None
