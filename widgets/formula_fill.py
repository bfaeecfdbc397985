"""A formula with the figures of one run in place of its symbols."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from engine.sheet import Input
from widgets import format as write


def fill(formula: str, inputs: Sequence[Input]) -> str:
    """`formula` with each input's symbol, or the words of its meaning, replaced by its value.

    Empty if any input finds no place: half a substitution would mislead.
    """
    if not inputs:
        return ""
    names = {}
    for entry in inputs:
        for name in (entry.symbol, entry.meaning):
            if name and _whole(name).search(formula):
                names[name] = write.quantity(entry.value, entry.unit)
                break
        else:
            return ""
    longest_first = sorted(names, key=len, reverse=True)
    pattern = "|".join(_whole(name).pattern for name in longest_first)
    return re.sub(pattern, lambda found: names[found.group()], formula)


def worked(formula: str, inputs: Sequence[Input], value: float) -> str:
    """How `value` follows from the inputs: the filled formula, or the division or product that it is.

    Empty where neither can be shown.
    """
    filled = fill(formula, inputs)
    if filled or len(inputs) < 2:
        return filled
    figures = [write.quantity(entry.value, entry.unit) for entry in inputs]
    over, under = inputs[0].value, inputs[1].value
    for scale, text in ((1.0, ""), (1e6, f"10⁶ {write.TIMES} ")):
        if len(inputs) == 2 and under and math.isclose(scale * over / under, value, rel_tol=1e-9):
            return f"{text}{figures[0]} / {figures[1]}"
    if math.isclose(math.prod(entry.value for entry in inputs), value, rel_tol=1e-9):
        return f" {write.TIMES} ".join(figures)
    return ""


def _whole(name: str) -> re.Pattern[str]:
    """`name` where it is not part of a longer word or symbol."""
    before = r"(?<![\w·])" if re.match(r"\w", name) else ""
    after = r"(?!\w)" if re.search(r"\w$", name) else ""
    return re.compile(before + re.escape(name) + after)
