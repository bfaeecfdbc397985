"""Fitted operator times per accelerator, from assets/cards/fits.toml. Evidence label: teaching-estimate."""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

REFERENCE_HEADS, REFERENCE_WIDTH = 32, 128  # the layer the prefill table was measured on
GENERIC = "generic"


@dataclass(frozen=True, slots=True)
class ProductFit:
    """Matrix products: floor + ((tc/compute)^p + (tm/memory)^p)^(1/p)."""

    floor_s: float
    compute: float  # reachable share of peak
    memory: float  # reachable share of bandwidth
    exponent: float
    source: str
    error: float | None = None
    rows: int | None = None

    def seconds(self, compute_s: float, memory_s: float) -> float:
        """Time of one product from its times at data-sheet peak, without the floor."""
        p = self.exponent
        return float(((compute_s / self.compute) ** p + (memory_s / self.memory) ** p) ** (1 / p))


@dataclass(frozen=True, slots=True)
class DecodeFit:
    """Decode attention of one layer: floor + bytes / (bandwidth * share)."""

    floor_s: float
    share: float
    source: str
    error: float | None = None
    rows: int | None = None


@dataclass(frozen=True, slots=True)
class PrefillCurve:
    """Time of prefill attention of one layer over its operations, on one chip: straight lines between points."""

    work: tuple[float, ...]  # operations
    seconds: tuple[float, ...]

    def at(self, operations: float) -> float:
        """Seconds for `operations`; at least the first point's, beyond the last one in proportion."""
        if operations <= self.work[0]:
            return self.seconds[0]
        i = bisect_right(self.work, operations)
        if i == len(self.work):
            return self.seconds[-1] * operations / self.work[-1]
        low, high = self.work[i - 1], self.work[i]
        part = (operations - low) / (high - low)
        return self.seconds[i - 1] + part * (self.seconds[i] - self.seconds[i - 1])


@dataclass(frozen=True, slots=True)
class Fit:
    """What is fitted for one accelerator. `borrowed` names the parts taken from the generic fit."""

    key: str
    products: ProductFit
    decode: DecodeFit
    prefill_tokens: tuple[int, ...]
    prefill_share: tuple[float, ...]
    borrowed: tuple[str, ...]

    def prefill_curve(self, peak: float) -> PrefillCurve:
        """The prefill table as times on a chip with `peak` operations per second."""
        work = tuple(2.0 * REFERENCE_HEADS * REFERENCE_WIDTH * n * n for n in self.prefill_tokens)
        return PrefillCurve(work, tuple(w / (peak * s) for w, s in zip(work, self.prefill_share, strict=True)))


PARTS = {
    "products": "matrix products",
    "decode_attention": "decode attention",
    "prefill_attention": "prefill attention",
}


@cache
def _tables() -> dict[str, dict[str, Any]]:
    with files("assets").joinpath("cards", "fits.toml").open("rb") as file:
        return {table["key"]: table for table in tomllib.load(file)["fit"]}


def fit_for(card: str) -> Fit:
    """The fit of a hardware card; what it lacks comes from the generic one and is named in `borrowed`."""
    generic = _tables()[GENERIC]
    table = next((t for t in _tables().values() if card in t["cards"]), generic)
    parts = {part: table.get(part, generic[part]) for part in PARTS}
    borrowed = tuple(label for part, label in PARTS.items() if table is generic or part not in table)
    curve = parts["prefill_attention"]
    return Fit(
        key=table["key"],
        products=ProductFit(**parts["products"]),
        decode=DecodeFit(**parts["decode_attention"]),
        prefill_tokens=tuple(curve["tokens"]),
        prefill_share=tuple(curve["share"]),
        borrowed=borrowed,
    )
