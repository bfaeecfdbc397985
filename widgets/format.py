"""How numbers are written: one place, so that the same figure looks the same in every view.

Units stand after a no-break space, thousands are set apart by a thin no-break space, and a missing value is
"not exercised", never zero.
"""

from __future__ import annotations

import math

NBSP = "\u00a0"
THIN = "\u202f"
MINUS = "\u2212"
TIMES = "\u00d7"

_TIME_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "\u00b5s"), (1e-9, "ns"))
_BYTE_UNITS = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")
_DECIMAL_UNITS = ("", "k", "M", "G", "T", "P", "E")


def not_exercised() -> str:
    """The words for a quantity that the run did not exercise, in the interface's language."""
    from PySide6.QtCore import QCoreApplication  # late: the module itself needs no Qt

    return QCoreApplication.translate("Format", "not exercised")


def _digits(value: float, significant: int = 3) -> str:
    """`value` >= 0 with `significant` figures, thousands grouped, no exponent, no trailing zeros after a point."""
    if value == 0:
        return "0"
    if value >= 10 ** (significant - 1):
        return f"{round(value):,}".replace(",", THIN)
    places = significant - 1 - math.floor(math.log10(value))
    text = f"{value:.{min(places, 12)}f}"
    whole = float(text)
    if whole >= 10 ** (significant - 1):
        return f"{round(whole):,}".replace(",", THIN)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _signed(value: float, text: str) -> str:
    return f"{MINUS}{text}" if value < 0 else text


def duration(nanoseconds: float | None) -> str:
    """A span of nanoseconds: "1.24 s", "38 ms", "2 min 05 s"."""
    return not_exercised() if nanoseconds is None else seconds(nanoseconds / 1e9)


def seconds(value: float | None) -> str:
    """A span of seconds, as `duration`."""
    if value is None:
        return not_exercised()
    if not math.isfinite(value):
        return _signed(value, "\u221e")
    size = abs(value)
    if size >= 59.95:
        return _signed(value, _long_span(size))
    if size < 5e-10:
        return f"0{NBSP}s"
    for unit, name in _TIME_UNITS:
        if size >= unit * 0.9995 or name == "ns":
            return _signed(value, f"{_digits(size / unit)}{NBSP}{name}")
    raise AssertionError("unreachable: the last unit takes everything")


def _long_span(size: float) -> str:
    whole = round(size)
    if whole < 3600:
        return f"{whole // 60}{NBSP}min{NBSP}{whole % 60:02d}{NBSP}s"
    if whole < 86400:
        return f"{whole // 3600}{NBSP}h{NBSP}{whole % 3600 // 60:02d}{NBSP}min"
    return f"{_digits(whole / 86400)}{NBSP}d"


def clock(nanoseconds: float, total: float = 0.0) -> str:
    """A point in time for a read-out that must not jump about: "12.345 s", "1:02.345"."""
    value = nanoseconds / 1e9
    if max(value, total / 1e9) < 60:
        return f"{value:.3f}{NBSP}s"
    minutes, rest = divmod(value, 60)
    return f"{int(minutes)}:{rest:06.3f}"


def byte_size(value: float | None) -> str:
    """Bytes in binary units: "1.5 GiB"."""
    if value is None:
        return not_exercised()
    size, unit = abs(float(value)), 0
    while size >= 1023.5 and unit < len(_BYTE_UNITS) - 1:
        size /= 1024
        unit += 1
    text = _digits(size) if unit else str(round(size))
    return _signed(value, f"{text}{NBSP}{_BYTE_UNITS[unit]}")


def count(value: float | None) -> str:
    """A number of things: "12 345" with thin spaces; at most two decimals when it is an average."""
    if value is None:
        return not_exercised()
    if float(value).is_integer():
        return f"{int(value):,}".replace(",", THIN).replace("-", MINUS)
    return _signed(value, _digits(abs(value), 4))


def short_count(value: float) -> str:
    """A number of things in little room: "950", "12.3 k", "4.1 M"."""
    size, unit = abs(float(value)), 0
    while size >= 999.5 and unit < len(_DECIMAL_UNITS) - 1:
        size /= 1000
        unit += 1
    return _signed(value, _digits(size) + (f"{NBSP}{_DECIMAL_UNITS[unit]}" if unit else ""))


def share(value: float | None) -> str:
    """A share of one, in per cent: "96.3 %". Close to 0 or 100 without being it is never rounded to it."""
    if value is None:
        return not_exercised()
    percent = value * 100
    if 0 < percent < 0.1:
        return f"<{NBSP}0.1{NBSP}%"
    if 99.9 < percent < 100:
        return f">{NBSP}99.9{NBSP}%"
    return _signed(percent, f"{_digits(abs(percent))}{NBSP}%")


def ratio(value: float | None) -> str:
    """A factor: "×2.4"."""
    if value is None:
        return not_exercised()
    return f"{TIMES}\u221e" if math.isinf(value) else _signed(value, TIMES + _digits(abs(value)))


def quantity(value: float | None, unit: str) -> str:
    """A figure in the unit of a ledger quantity ("s", "B", "1" for a share, "x" for a factor, anything else)."""
    if value is None:
        return not_exercised()
    if unit in ("s", "ns"):
        return seconds(value if unit == "s" else value / 1e9)
    if unit in ("1", "%"):
        return share(value if unit == "1" else value / 100)
    if unit in ("x", TIMES, "ratio"):
        return ratio(value)
    if unit == "B" or unit.startswith("B/"):
        return byte_size(value) + unit[1:]
    if not unit:
        return count(value)
    large = abs(value) >= 1e6 or unit.startswith(("FLOP", "W", "J"))
    text = short_count(value) if large else count(value)
    prefixed = large and text[-1:].isalpha()
    return f"{text}{unit}" if prefixed and unit.startswith(("FLOP", "W", "J")) else f"{text}{NBSP}{unit}"


def signed_quantity(value: float | None, unit: str) -> str:
    """A difference, with its sign: "+38 ms", "−1.2 GiB"."""
    text = quantity(value, unit)
    return f"+{text}" if value is not None and value > 0 else text
