"""Times as a trace writes them."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from engine.traces.numbers import NANOSECONDS, UNITS


def written(nanoseconds: int, unit: str) -> str:
    """A time in the unit of the file: a wall-clock stamp, or a number and its unit."""
    if unit != "wall clock":
        return f"{(Decimal(nanoseconds) / UNITS[unit]).normalize():f} {unit}"
    seconds, fraction = divmod(nanoseconds, NANOSECONDS)
    day, second = divmod(seconds, 86_400)
    stamp = date.fromordinal(date(1970, 1, 1).toordinal() + day).isoformat()
    return f"{stamp} {second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.{fraction:09}"
