"""How many bits the weights of a checkpoint have, as far as its config.json says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.models.hf_config_reader import Reader

PLAIN = {"float32": 32.0, "bfloat16": 16.0, "float16": 16.0, "half": 16.0, "float8_e4m3fn": 8.0}
SCALE = 16.0  # bits of a scale that a group of weights shares
FP32 = 32.0


@dataclass(frozen=True, slots=True)
class Stored:
    """Bits of a weight, of the scales that it shares with others, and of a routed expert's weight (0 = the same)."""

    text: str
    weight_bits: float
    overhead_bits: float = 0.0
    expert_bits: float = 0.0


def stored(reader: Reader, outer: Reader) -> Stored:
    """Bits of the file's weights: its quantisation, else its dtype, else 16 bits are assumed."""
    own = reader if reader.has("quantization_config") else outer
    settings = own.inner("quantization_config")
    base = _plain(reader, outer)
    if settings is None:
        return base
    method = str(settings.table.get("quant_method") or settings.table.get("quant_algo") or "").lower()
    settings.used.update(settings.table)
    reader.note("quantization_config", "how weights are stored")
    found = _quantised(method, settings.table)
    if found is None:
        reader.assume("bits of a weight", base.weight_bits, "its quantisation is not understood: those of the dtype")
        return base
    return found


def _plain(reader: Reader, outer: Reader) -> Stored:
    name = next((str(r.table[f]) for r in (reader, outer) for f in ("dtype", "torch_dtype") if r.has(f)), "")
    name = name.removeprefix("torch.")
    if name in PLAIN:
        for field in ("dtype", "torch_dtype"):
            if reader.has(field):
                reader.note(field, "bits of a weight")
        return Stored(name, PLAIN[name])
    reader.assume("bits of a weight", 16, "its dtype is not understood" if name else "no dtype is given")
    return Stored(name or "16 bits (assumed)", 16.0)


def _quantised(method: str, table: dict[str, Any] | Any) -> Stored | None:
    group = _number(table.get("group_size")) or _number(table.get("q_group_size"))
    bits = _number(table.get("bits")) or _number(table.get("w_bit"))
    if method == "mxfp4":
        return Stored("mxfp4 (experts), 16 bits rest", 16.0, expert_bits=4.25)
    if method in ("nvfp4", "modelopt_fp4"):
        return Stored("nvfp4", 4.0, 0.5)
    if method == "fp8":
        block = table.get("weight_block_size")
        shared = _product(block) if isinstance(block, list) else 0
        return Stored("fp8", 8.0, FP32 / shared if shared else 0.0)
    if method in ("gptq", "awq", "gptq_marlin", "awq_marlin") and bits:
        zero = bits / group if group else 0.0
        return Stored(f"{method} {bits:g} bits", bits, (SCALE / group if group else 0.0) + zero)
    if method == "bitsandbytes":
        four = table.get("load_in_4bit") or table.get("_load_in_4bit")
        return Stored("bitsandbytes 4 bits", 4.0, FP32 / 64) if four else Stored("bitsandbytes 8 bits", 8.0)
    if method == "compressed-tensors":
        return _groups(table)
    return None


def _groups(table: dict[str, Any] | Any) -> Stored | None:
    """The first group of layers of a compressed-tensors description."""
    groups = table.get("config_groups")
    first = next(iter(groups.values()), None) if isinstance(groups, dict) else None
    weights = first.get("weights") if isinstance(first, dict) else None
    bits = _number(weights.get("num_bits")) if isinstance(weights, dict) else None
    if not bits or not isinstance(weights, dict):
        return None
    group = _number(weights.get("group_size"))
    return Stored(f"compressed-tensors {bits:g} bits", bits, SCALE / group if group and group > 0 else 0.0)


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) and value > 0 else None


def _product(sizes: list[Any]) -> float:
    total = 1.0
    for size in sizes:
        total *= _number(size) or 0.0
    return total
