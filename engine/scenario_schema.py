"""Every field of a scenario: its path, type, range and default. Files, settings and forms are checked against it."""

from __future__ import annotations

import math
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from engine.scenario import Scenario

LONGEST_LIST = 64
NONE = "none"  # how a file says "no limit" where TOML has no null


@dataclass(frozen=True, slots=True)
class Range:
    """Closed at both ends unless `open_low` or `open_high`."""

    low: float = -math.inf
    high: float = math.inf
    open_low: bool = False
    open_high: bool = False

    def __contains__(self, value: float) -> bool:
        above = value > self.low if self.open_low else value >= self.low
        below = value < self.high if self.open_high else value <= self.high
        return above and below

    def __str__(self) -> str:
        if self.high == math.inf:
            return f"{'more than' if self.open_low else 'at least'} {self.low:,g}"
        left, right = "(" if self.open_low else "[", ")" if self.open_high else "]"
        return f"in {left}{self.low:,g}, {self.high:,.12g}{right}"


POSITIVE = Range(0, open_low=True)
NOT_NEGATIVE = Range(0)
SHARE = Range(0, 1)
MOMENT = Range(0, 1_000_000_000)
BITS = Range(0, 32, open_low=True)
LENGTHS = {
    "median": Range(0, 10_000_000, open_low=True),
    "spread": Range(0, 5),
    "low": Range(1, 10_000_000),
    "high": Range(1, 10_000_000),
}
RANGES: Mapping[str, Range] = {
    "seed": Range(0, 2**63 - 1),
    "model.kv_heads": Range(1, 4096),
    "model.max_length": Range(2, 100_000_000),
    "precision.weight_bits": BITS,
    "precision.weight_overhead_bits": Range(0, 32),
    "precision.state_bits": BITS,
    "precision.state_overhead_bits": Range(0, 32),
    "precision.activation_bits": BITS,
    "precision.expert_weight_bits": BITS,
    "precision.full_precision_window": Range(0, 100_000_000),
    "hardware.utilisation": Range(0, 1, open_low=True),
    "hardware.workspace_bytes": Range(0, 10**15),
    "hardware.overhead_us": Range(0, 10_000_000),
    "layout.engines": Range(1, 64),
    "layout.prefill_engines": Range(0, 64),
    "layout.tensor_parallel": Range(1, 1024),
    "layout.pipeline_parallel": Range(1, 256),
    "layout.microbatches": Range(1, 1024),
    "layout.data_parallel": Range(1, 1024),
    "layout.context_parallel": Range(1, 1024),
    "layout.expert_parallel": Range(1, 4096),
    "layout.moe_tensor_parallel": Range(1, 4096),
    "layout.redundant_experts": Range(0, 4096),
    "layout.expert_skew": Range(0, 4),
    "layout.overlap": SHARE,
    "layout.network_bytes_per_s": POSITIVE,
    "layout.link_bytes_per_s": POSITIVE,
    "layout.link_latency_us": Range(0, 10_000_000),
    "memory.page_tokens": Range(1, 65_536),
    "memory.pages": Range(2, 4_000_000),
    "memory.watermark": Range(0, 1, open_high=True),
    "offload.dram_bytes": Range(0, 10**16),
    "offload.dram_bytes_per_s": POSITIVE,
    "offload.ssd_bytes": Range(0, 10**16),
    "offload.ssd_bytes_per_s": POSITIVE,
    "offload.ssd_latency_us": Range(0, 10_000_000),
    "policy.max_running": Range(1, 65_536),
    "policy.token_budget": Range(1, 100_000_000),
    "policy.long_prefill_threshold": Range(0, 100_000_000),
    "policy.batch_wait_ms": Range(0, 10_000_000),
    "policy.prefill_interval": Range(1, 100_000),
    "policy.decode_floor": Range(0, 65_536),
    "policy.length_error": Range(0, 5),
    "policy.host_memory_bytes": Range(0, 10**15),
    "policy.host_link_bytes_per_s": POSITIVE,
    "policy.outstanding_tokens": Range(0, 10**12),
    "policy.mlfq_levels": Range(1, 20),
    "policy.mlfq_quantum_ms": Range(0.001, 10_000_000),
    "policy.mlfq_promote_s": POSITIVE,
    "speculation.draft_tokens": Range(0, 64),
    "speculation.widths": Range(1, 64),
    "speculation.acceptance": SHARE,
    "speculation.acceptance_by_position": SHARE,
    "speculation.draft_cost": Range(0, 10),
    "speculation.batch_limit": Range(0, 65_536),
    "workload.requests": Range(1, 10_000_000),
    "workload.rate": Range(0, 1_000_000, open_low=True),
    "workload.variation": Range(0, 100, open_low=True),
    "workload.on_s": Range(0.001, 1_000_000),
    "workload.off_s": Range(0, 1_000_000),
    "workload.ratio": Range(0, 1_000_000),
    **{f"workload.prompt.{name}": span for name, span in LENGTHS.items()},
    **{f"workload.output.{name}": span for name, span in LENGTHS.items()},
    "workload.output.low": Range(1, 999_999),
    "workload.output.high": Range(1, 999_999),
    "workload.shared_prefix_tokens": Range(0, 10_000_000),
    "workload.prefix_families": Range(1, 10_000),
    "workload.tenants": Range(1, 10_000),
    "workload.adapters": Range(0, 10_000),
    "workload.popularity": Range(0, 10),
    "workload.users": Range(1, 100_000),
    "workload.turns": Range(1, 1_000),
    "workload.think_s": Range(0, 1_000_000),
    "workload.agent.calls": Range(1, 1_000),
    "workload.agent.tool_s": Range(0, 1_000_000),
    **{f"workload.agent.result.{name}": span for name, span in LENGTHS.items()},
    "workload.samples_per_request": Range(1, 64),
    "workload.trace_limit": Range(1, 10_000_000),
    "workload.trace_start": Range(0, 10**12),
    "workload.replay.speed": Range(0.000_001, 1_000_000),
    "workload.replay.longest_gap_s": Range(0, 1_000_000_000),
    "workload.replay.laps": Range(1, 1_000),
    "workload.replay.longest_output": Range(1, 999_999),
    "workload.replay.block_tokens": Range(1, 1_000_000),
    "contract.ttft_s": POSITIVE,
    "contract.tpot_s": POSITIVE,
    "contract.e2e_s": POSITIVE,
    "contract.deadline_s": POSITIVE,
    "contract.deadline_per_token_s": NOT_NEGATIVE,
    "contract.percentile": Range(0, 1, open_low=True),
    "layout.port_bytes_per_s": POSITIVE,
    "layout.affinity_cap": Range(1, 1_000),
    "fleet.store_bytes": Range(1, 10**18),
    "fleet.migration_threshold": Range(1, 1_000),
    "fleet.resize.at_s": MOMENT,
    "fleet.resize.engine": Range(0, 127),
    "faults.at_s": MOMENT,
    "faults.engine": Range(0, 127),
    "faults.duration_s": Range(0, 1_000_000_000, open_low=True),
    "faults.factor": Range(0.001, 1_000),
    "faults.share": Range(0, 1, open_low=True),
}
CHOICES: Mapping[str, tuple[str, ...]] = {
    "hardware.engine": (
        "",
        "sglang-0.5.1",
        "sglang-0.5.9",
        "trtllm-1.0",
        "trtllm-1.1",
        "vllm-0.12",
        "vllm-0.15",
    ),
    "memory.eviction": ("lru", "fifo", "lfu", "slru", "priority"),
    "workload.replay.generated": ("poisson", "constant", "gamma", "on-off", "at-once", "closed-loop"),
    "workload.columns.unit": ("auto", "s", "ms", "us", "ns", "wall clock"),
}


@dataclass(frozen=True, slots=True)
class Field:
    """One leaf field. `kind` is int, float, bool, str or a StrEnum; with `many` the value is a tuple of them."""

    path: str
    kind: type
    optional: bool
    default: Any
    range: Range | None
    choices: tuple[str, ...]
    many: bool = False

    @property
    def expected(self) -> str:
        """The expectation in words, for errors."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        words = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}[self.kind]
        if self.range is not None:
            words += f" {self.range}"
        if self.many:
            return f"a list of at most {LONGEST_LIST}, each {words}"
        return f'{words}, or "{NONE}"' if self.optional else words

    def convert(self, value: Any) -> Any:
        """The value as the scenario holds it. Raises ValueError (without a message of its own) if it does not fit."""
        if self.optional and (value is None or value == NONE):
            return None
        if not self.many:
            return self._single(value)
        if not isinstance(value, (list, tuple)) or len(value) > LONGEST_LIST:
            raise ValueError
        return tuple(self._single(entry) for entry in value)

    def _single(self, value: Any) -> Any:
        if self.choices:
            if value not in self.choices:
                raise ValueError
            return self.kind(value)
        if self.kind is bool or isinstance(value, bool):
            if self.kind is not bool or not isinstance(value, bool):
                raise ValueError
            return value
        if self.kind is str:
            if not isinstance(value, str):
                raise ValueError
            value.encode()  # UnicodeEncodeError, a ValueError: what UTF-8 cannot hold no file can keep
            return value
        return self._number(value)

    def _number(self, value: Any) -> Any:
        if not isinstance(value, int if self.kind is int else (int, float)):
            raise ValueError
        if not math.isfinite(value) or (self.range is not None and value not in self.range):
            raise ValueError
        return self.kind(value)


def _plain(annotation: Any) -> tuple[Any, bool, bool]:
    """The kind of one value, whether there may be none, whether there may be many."""
    if isinstance(annotation, types.UnionType):
        inner = [part for part in typing.get_args(annotation) if part is not type(None)]
        return inner[0], True, False
    if typing.get_origin(annotation) is tuple:
        return typing.get_args(annotation)[0], False, True
    return annotation, False, False


def _walk(base: Any, prefix: str) -> dict[str, Field]:
    hints = typing.get_type_hints(type(base))
    found: dict[str, Field] = {}
    for item in fields(base):
        path, default = f"{prefix}{item.name}", getattr(base, item.name)
        if is_dataclass(default):
            found |= _walk(default, f"{path}.")
            continue
        if not is_dataclass(_plain(hints[item.name])[0]):
            found[path] = _field(path, hints[item.name], default)
    return found


def _field(path: str, annotation: Any, default: Any) -> Field:
    inner, optional, many = _plain(annotation)
    choices = tuple(str(c) for c in inner) if issubclass(inner, StrEnum) else CHOICES.get(path, ())
    return Field(path, inner, optional, default, RANGES.get(path), choices, many)


@dataclass(frozen=True, slots=True)
class Rows:
    """An array of tables, such as [[faults]]. A field whose default is MISSING has to be given."""

    path: str
    kind: type
    fields: Mapping[str, Field]  # by name


def _walk_rows(base: Any, prefix: str) -> dict[str, Rows]:
    hints = typing.get_type_hints(type(base))
    found: dict[str, Rows] = {}
    for item in fields(base):
        path, default = f"{prefix}{item.name}", getattr(base, item.name)
        kind = _plain(hints[item.name])[0]
        if is_dataclass(default):
            found |= _walk_rows(default, f"{path}.")
        elif isinstance(kind, type) and is_dataclass(kind):
            inner = typing.get_type_hints(kind)
            columns = {c.name: _field(f"{path}.{c.name}", inner[c.name], c.default) for c in fields(kind)}
            found[path] = Rows(path, kind, types.MappingProxyType(columns))
    return found


@cache
def arrays() -> Mapping[str, Rows]:
    """Every array of tables by its dotted path."""
    return types.MappingProxyType(_walk_rows(Scenario(), ""))


@cache
def schema() -> Mapping[str, Field]:
    """Every leaf field by its dotted path, in the order of the dataclasses."""
    return types.MappingProxyType(_walk(Scenario(), ""))


@cache
def sections() -> tuple[str, ...]:
    """Dotted paths of the tables, outer before inner."""
    found: dict[str, None] = {}
    for path in schema():
        parts = path.split(".")[:-1]
        for depth in range(1, len(parts) + 1):
            found[".".join(parts[:depth])] = None
    return tuple(found)


def flatten(scenario: Scenario) -> dict[str, Any]:
    """The leaf values of a scenario by path, and the tuples of its arrays of tables."""
    return {path: _get(scenario, path) for path in (*schema(), *arrays())}


def _get(value: Any, path: str) -> Any:
    for name in path.split("."):
        value = getattr(value, name)
    return value


def build(values: Mapping[str, Any]) -> Scenario:
    """A scenario from leaf values by path; a missing one takes its default."""
    result: Scenario = _build(Scenario, Scenario(), "", values)
    return result


def _build(kind: Any, base: Any, prefix: str, values: Mapping[str, Any]) -> Any:
    given: dict[str, Any] = {}
    for item in fields(kind):
        path, current = f"{prefix}{item.name}", getattr(base, item.name)
        if is_dataclass(current):
            given[item.name] = _build(type(current), current, f"{path}.", values)
        else:
            given[item.name] = values.get(path, current)
    return kind(**given)
