"""One control of a lab's form: which setting it moves, how, and what it says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.scenario_schema import Field

KINDS = ("slider", "spin", "choice", "switch", "text", "list")
AUTO = ""


@dataclass(frozen=True)
class Control:
    """`name` is a field of the settings. With `kind` "" the field decides: switch for a bool, choice for an enum or
    choices, list for a tuple, text for a text, slider for a number with both limits, else spin.

    `unit` as of a ledger's quantity: "1" is typed and shown in per cent. `low` and `high` narrow the field's own
    range for the slider only. `stops` are the only values a slider takes (1, 2, 4, 8, …); `log` spreads a slider over
    the decades. `choices` pairs a key with its words. `when(settings)` False hides the control: it changes nothing
    just now.
    """

    name: str
    label: str
    kind: str = AUTO
    unit: str = ""
    group: str = ""
    log: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    low: float | None = None
    high: float | None = None
    stops: tuple[float, ...] = ()
    step: float | None = None
    tip: str = ""
    when: Callable[[Any], bool] | None = None


def kind_of(control: Control, field: Field) -> str:
    """What the control is made of. ValueError for a kind that does not exist."""
    if control.kind:
        if control.kind not in KINDS:
            raise ValueError(f"control {control.name}: kind {control.kind!r}, expected one of {', '.join(KINDS)}")
        return control.kind
    if field.many:
        return "list"
    if field.kind is bool:
        return "switch"
    if control.choices or field.choices:
        return "choice"
    if field.kind is str:
        return "text"
    return "slider" if limits(control, field)[2] else "spin"


def limits(control: Control, field: Field) -> tuple[float, float, bool]:
    """Low and high end of a number's control, and whether both are given."""
    within = field.range
    ends = [control.low, control.high]
    if within is not None:
        bounds = (within.low, within.high)
        ends = [bound if end is None else end for end, bound in zip(ends, bounds, strict=True)]
    if control.stops:
        ends = [
            min(control.stops) if control.low is None else ends[0],
            max(control.stops) if control.high is None else ends[1],
        ]
    known = all(end is not None and abs(end) != float("inf") for end in ends)
    low, high = (0.0 if end is None or abs(end) == float("inf") else float(end) for end in ends)
    return low, (high if high > low else low + 1), known
