"""One line of the doctor's report."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """`state` is "ok", "missing" (the program cannot do without) or "weak" (something will be less good)."""

    state: str
    what: str
    found: str
    advice: str = ""
