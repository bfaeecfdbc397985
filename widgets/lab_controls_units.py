"""Times and sizes as they are typed: "18 ms", "80 GB", "1.5 TiB"."""

from __future__ import annotations

import math
import re

from widgets import format as write

TIMES = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}
SIZES = {"B": 1.0, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
_BINARY = {"KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30, "TiB": 2.0**40}
_SHOWN_TIMES = ("ns", "µs", "ms", "s")  # a setting of 90 s is no minute and a half to somebody who typed it
_NUMBER = re.compile(r"([-+]?[\d.]+(?:e[-+]?\d+)?)(.*)", re.IGNORECASE)


def has_units(unit: str) -> bool:
    """Whether values of this unit carry a unit that fits their size."""
    return unit in ("s", "B", "B/s")


def written(value: float, unit: str) -> str:
    """A value in the unit that fits it, so exactly that reading it gives the value back."""
    name, size = _fitting(value, unit)
    number = f"{value / size:.9g}"
    return f"{number.replace('-', write.MINUS)}{write.NBSP}{name}{unit[1:]}"


def read(text: str, unit: str, shown: float) -> float | None:
    """The value of what was typed, None if it is no value. Without a unit it is in that of `shown`."""
    found = _NUMBER.fullmatch("".join(text.split()).replace(write.MINUS, "-").replace("μ", "µ"))
    if found is None:
        return None
    name = found[2].removesuffix("/s") if unit == "B/s" else found[2]
    known = {key.lower(): size for key, size in (TIMES if unit == "s" else SIZES | _BINARY).items()}
    known |= {"us": 1e-6} if unit == "s" else {key[0].lower(): size for key, size in SIZES.items() if key != "B"}
    size = known.get(name.lower()) if name else _fitting(shown, unit)[1]
    try:
        value = float(found[1]) * (size or 0)
    except ValueError:
        return None
    return value if size and math.isfinite(value) else None


def _fitting(value: float, unit: str) -> tuple[str, float]:
    """The largest unit that is not larger than the value."""
    names = {name: TIMES[name] for name in _SHOWN_TIMES} if unit == "s" else SIZES
    if value == 0:
        return ("s", 1.0) if unit == "s" else ("GB", 1e9)
    fitting = [(name, size) for name, size in names.items() if abs(value) >= size * 0.9999999]
    return fitting[-1] if fitting else next(iter(names.items()))
