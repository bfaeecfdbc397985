"""Times and token counts from cells, exactly: no binary float is made on the way."""

from __future__ import annotations

import re
from datetime import datetime
from decimal import Decimal

NANOSECONDS = 1_000_000_000
UNITS = {"s": NANOSECONDS, "ms": 1_000_000, "us": 1_000, "ns": 1}
LARGEST_COUNT = 10**9
PLAIN_DIGITS = 10  # fewer digits than the largest count has
LONGEST_TIME = 10**12  # seconds
FIRST_YEAR, LAST_YEAR = 1900, 2999  # a stamp outside stands for a missing one
DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?")
WALL_CLOCK = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[ T]([0-9]{2}:[0-9]{2}:[0-9]{2})(?:[.,]([0-9]{1,9}))?"
    r"(?:Z|UTC| ?([+-])([0-9]{2}):?([0-9]{2}))?"
)

Cell = str | int | Decimal | bool | float | list[object] | dict[str, object] | None


def number(cell: Cell) -> Decimal | None:
    """The cell as an exact number; None if it is not a plain one (NaN, full-width digits, 1_000, true ...)."""
    if isinstance(cell, str):
        text = cell.strip()
        return Decimal(text) if DECIMAL.fullmatch(text) else None
    if isinstance(cell, bool) or not isinstance(cell, int | Decimal):
        return None
    return Decimal(cell)


def count(cell: Cell) -> int | None:
    """The cell as a whole number of tokens between 0 and 10^9; None if it is not one."""
    if type(cell) is str and len(cell) < PLAIN_DIGITS and cell.isascii() and cell.isdigit():
        return int(cell)  # nearly every cell is one of these
    value = number(cell)
    if value is None or not 0 <= value <= LARGEST_COUNT or value != value.to_integral_value():
        return None
    return int(value)


def nanoseconds(cell: Cell, unit: str) -> int | None:
    """The cell as nanoseconds; `unit` is s, ms, us, ns or "wall clock". None if it is not a time."""
    if unit == "wall clock":
        return wall_clock(cell) if isinstance(cell, str) else None
    if type(cell) is str and len(cell) < PLAIN_DIGITS and cell.isascii() and cell.isdigit():
        return int(cell) * UNITS[unit]
    value = number(cell)
    # Compared before anything is computed: a number of a million digits has no business in a multiplication.
    if value is None or value.copy_abs() > LONGEST_TIME * NANOSECONDS // UNITS[unit]:
        return None
    return round(value * UNITS[unit])


def wall_clock(text: str) -> int | None:
    """A stamp such as 2023-11-16 18:15:46.6805900 as nanoseconds since 1970; without a zone it is taken as UTC."""
    match = WALL_CLOCK.fullmatch(text.strip())
    if match is None:
        return None
    try:
        day = datetime.fromisoformat(f"{match.group(1)}T{match.group(2)}")
    except ValueError:
        return None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        return None
    whole = day - datetime(1970, 1, 1)
    seconds = whole.days * 86_400 + whole.seconds
    if match.group(4):
        ahead = int(match.group(5)) * 3600 + int(match.group(6)) * 60
        seconds += -ahead if match.group(4) == "+" else ahead
    return seconds * NANOSECONDS + int((match.group(3) or "0").ljust(9, "0"))


def epoch_unit(cell: Cell) -> str:
    """The unit in which a number is a date between 2001 and 5138, "" if it is none in any."""
    value = number(cell)
    if value is None:
        return ""
    sizes = {"s": (10**9, 10**11), "ms": (10**12, 10**14), "us": (10**15, 10**17), "ns": (10**18, 10**20)}
    return next((unit for unit, (low, high) in sizes.items() if low <= value < high), "")


def missing(cell: Cell) -> bool:
    """The cell is absent or empty."""
    return cell is None or (isinstance(cell, str) and not cell.strip())
