"""Fitted operator times per accelerator, from assets/cards/fits.toml. Evidence label: teaching-estimate."""

from __future__ import annotations

import difflib
import math
import tomllib
from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

REFERENCE_HEADS, REFERENCE_WIDTH = 32, 128  # the layer the prefill table was measured on
GENERIC = "generic"


@dataclass(frozen=True, slots=True)
class ExpertFit:
    """Grouped products of routed experts: what they reach of the other products' shares."""

    compute: float = 1.0
    memory: float = 1.0
    narrow: float = 0.0  # columns of an expert on a device at which both shares have halved: split experts are slower
    source: str = ""

    def at_width(self, columns: float) -> ExpertFit:
        """The shares for experts of `columns` columns on a device."""
        part = columns / (columns + self.narrow)
        return replace(self, compute=self.compute * part, memory=self.memory * part)

    def scaled(self, compute: float) -> ExpertFit:
        """The same with the kernels of an engine."""
        return replace(self, compute=self.compute * compute)


@dataclass(frozen=True, slots=True)
class ProductFit:
    """Matrix products: floor + ((tc/compute)^p + (tm/memory)^p)^(1/p)."""

    floor_s: float
    compute: float  # reachable share of the 16-bit peak
    memory: float  # reachable share of bandwidth
    exponent: float
    source: str
    error: float | None = None
    rows: int | None = None
    compute_8bit: float | None = None  # None = as `compute`
    compute_4bit: float | None = None

    def seconds(self, compute_s: float, memory_s: float) -> float:
        """Time of one product from its times at data-sheet peak, without the floor."""
        p = self.exponent
        return float(((compute_s / self.compute) ** p + (memory_s / self.memory) ** p) ** (1 / p))

    def at(self, bits: int) -> ProductFit:
        """The fit of products whose operands have 16, 8 or 4 bits."""
        share = {8: self.compute_8bit, 4: self.compute_4bit}.get(bits)
        return self if share is None else replace(self, compute=share)

    def scaled(self, experts: ExpertFit) -> ProductFit:
        """The fit of grouped products of experts."""
        return replace(self, compute=self.compute * experts.compute, memory=self.memory * experts.memory)


@dataclass(frozen=True, slots=True)
class LinkFit:
    """Collectives: latency per operation, growing with every doubling of the devices, and the reached link rate."""

    latency_s: float
    per_doubling_s: float = 0.0
    share: float = 1.0
    source: str = ""

    def latency(self, devices: int) -> float:
        """Seconds of one collective among `devices`, its bytes left out."""
        return self.latency_s + self.per_doubling_s * math.log2(max(1, devices))


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
class Covered:
    """What a fit was made on; beyond it times are extrapolated. Empty or 0 = not stated."""

    layers: tuple[str, ...] = ()  # kinds of attention and recurrent layers
    weight_bits: tuple[float, ...] = ()
    experts: bool = True
    sequences: int = 0  # most at once in one engine
    prompt_tokens: int = 0
    devices: int = 0  # most in one engine


@dataclass(frozen=True, slots=True)
class Fit:
    """What is fitted for one accelerator. `borrowed` names the parts taken from the generic fit."""

    key: str
    products: ProductFit
    decode: DecodeFit
    prefill_tokens: tuple[int, ...]
    prefill_share: tuple[float, ...]
    experts: ExpertFit
    links: LinkFit | None
    borrowed: tuple[str, ...]
    covered: Covered = Covered()
    prefill_scale: float = 1.0  # whole engines reach this much of the table's shares

    def prefill_curve(self, peak: float) -> PrefillCurve:
        """The prefill table as times on a chip with `peak` operations per second."""
        work = tuple(2.0 * REFERENCE_HEADS * REFERENCE_WIDTH * n * n for n in self.prefill_tokens)
        return PrefillCurve(
            work, tuple(w / (peak * s * self.prefill_scale) for w, s in zip(work, self.prefill_share, strict=True))
        )


@dataclass(frozen=True, slots=True)
class EngineFit:
    """Work of CPU and launches of one generation of engines, which no roofline holds."""

    key: str
    name: str
    step_s: float  # per iteration
    sequence_s: float  # per sequence of an iteration: sampling, book-keeping, streaming
    prefill_s: float  # per iteration that holds a prompt, which no captured graph serves
    request_s: float  # per request before its first iteration: network, tokens, queue
    token_budget: int  # tokens of prompts and decodes per iteration
    mixed: bool  # prompts and decodes share iterations
    reserves: bool  # a request enters only if its longest output fits
    floor_share: float  # of the floors per operator, the part that captured graphs leave
    expert_compute: float  # speed of its expert kernels over that of the chip's fit, where operations limit them
    source: str
    backend: str = ""
    versions: tuple[str, ...] = ()  # first letters of the versions it stands for
    evidence: str = ""


PARTS = {
    "products": "matrix products",
    "decode_attention": "decode attention",
    "prefill_attention": "prefill attention",
}


@cache
def _file() -> dict[str, list[dict[str, Any]]]:
    with files("assets").joinpath("cards", "fits.toml").open("rb") as file:
        return tomllib.load(file)


def fit_for(card: str) -> Fit:
    """The fit of a hardware card; what it lacks comes from the generic one and is named in `borrowed`."""
    tables = {table["key"]: table for table in _file()["fit"]}
    generic = tables[GENERIC]
    table = next((t for t in tables.values() if card in t["cards"]), generic)
    parts = {part: table.get(part, generic[part]) for part in PARTS}
    borrowed = tuple(label for part, label in PARTS.items() if table is generic or part not in table)
    curve = parts["prefill_attention"]
    return Fit(
        key=table["key"],
        products=ProductFit(**parts["products"]),
        decode=DecodeFit(**parts["decode_attention"]),
        prefill_tokens=tuple(curve["tokens"]),
        prefill_share=tuple(curve["share"]),
        experts=ExpertFit(**table.get("experts", {})),
        links=LinkFit(**table["links"]) if "links" in table else None,
        borrowed=borrowed,
        covered=_covered(table.get("covered", {})),
        prefill_scale=curve.get("scale", 1.0),
    )


def _covered(table: dict[str, Any]) -> Covered:
    values: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in table.items()}
    return Covered(**values)


def engines() -> dict[str, EngineFit]:
    """All generations of engines with a fit, by key."""
    tables = _file().get("engine", [])
    return {t["key"]: EngineFit(**{**t, "versions": tuple(t.get("versions", ()))}) for t in tables}


def engine_fit(key: str) -> EngineFit:
    """One generation. Raises ValueError naming the field that chose it."""
    known = engines()
    if key not in known:
        close = difflib.get_close_matches(key, known, 3, 0.3) or sorted(known)
        raise ValueError(f"hardware.engine: found {key!r}, expected one of {', '.join(close)}")
    return known[key]
