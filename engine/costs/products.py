"""Time of the matrix products of one iteration, cached by token count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.costs.fits import ExpertFit, ProductFit
from engine.costs.hot_experts import hot_expert_factor, touched_experts
from engine.models.card_types import HardwareCard, ModelCard
from engine.models.geometry import Product, geometry
from engine.models.sharding import Sharding
from engine.models.state import FULL_BITS
from engine.scenario import Layout, Precision


class Work(NamedTuple):
    """Sums over the products of one iteration on one device."""

    seconds: float  # floors left out
    floors: float  # seconds of per-operator floors
    flops: float
    bytes: float
    weight_bytes: float
    experts: float


@dataclass(frozen=True, slots=True)
class Coefficients:
    """One product, ready to be timed for any number of tokens."""

    layers: int
    flops_per_token: float
    weight_bytes: float
    bytes_per_token: float  # activations in and out


@dataclass(frozen=True, slots=True)
class Path:
    """The arithmetic that products run in."""

    bits: int  # 16, 8 or 4
    peak: int  # operations per second
    note: str = ""


def compute_path(precision: Precision, device: HardwareCard) -> Path:
    """The path of the products, with a note when low-bit activations cannot be used.

    A low-bit peak needs both operands in low bits and a chip with that path; otherwise weights are widened on the way
    and the product runs at 16 bits. Raises ValueError if the card has no 16-bit peak.
    """
    bits = max(precision.activation_bits, precision.weight_bits)
    if bits <= 4 and device.peak_fp4:
        return Path(4, device.peak_fp4)
    if bits <= 8 and device.peak_8bit:
        return Path(8, device.peak_8bit)
    if device.peak_16bit is None:
        raise ValueError(f"{device.name}: the card has no 16-bit peak, so iterations cannot be timed on it")
    note = f"{device.name} has no {bits:g}-bit path: products run at 16 bits" if bits < FULL_BITS else ""
    return Path(16, device.peak_16bit, note)


class Products:
    """The matrix products of a model on one device of an engine."""

    def __init__(
        self,
        card: ModelCard,
        device: HardwareCard,
        precision: Precision,
        kv_heads: int | None,
        layout: Layout,
        shape: Sharding,
        fit: ProductFit,
        expert_fit: ExpertFit,
    ) -> None:
        parts = geometry(card, kv_heads, shape.tensor, shape.expert_tensor)
        bits = precision.weight_bits + precision.weight_overhead_bits
        self._activation = precision.activation_bits / 8
        path = compute_path(precision, device)
        self.peak, self.note = path.peak, path.note
        self._fit, self._head_fit = fit.at(path.bits), fit.at(16)
        columns = card.moe.moe_intermediate / shape.expert_tensor if card.moe else 1.0
        self._expert_fit = self._fit.scaled(expert_fit.at_width(columns))
        self._bandwidth = device.memory_bandwidth
        self._head_peak = device.peak_16bit or self.peak
        self._dense = tuple(self._coefficients(p, bits) for p in parts.dense)
        expert_bits = precision.expert_weight_bits
        bits = bits if expert_bits is None else expert_bits + precision.weight_overhead_bits
        self._experts = tuple(self._coefficients(p, bits) for p in parts.experts)
        self._head = self._coefficients(parts.head, max(FULL_BITS, precision.weight_bits))
        self._card, self._layout, self._shape = card, layout, shape
        self._top_k = card.moe.top_k if card.moe else 0
        self._by_tokens: dict[tuple[float, float], Work] = {}
        self._by_rows: dict[float, Work] = {}

    def _coefficients(self, product: Product, weight_bits: float) -> Coefficients:
        return Coefficients(
            layers=product.layers,
            flops_per_token=2 * product.weights,
            weight_bytes=product.weights * weight_bits / 8,
            bytes_per_token=product.inputs * self._activation + product.outputs * 2,
        )

    def _one(self, c: Coefficients, tokens: float, copies: float, peak: float, fit: ProductFit) -> Work:
        """`copies` matrices are read; each token passes through one of them."""
        flops, weights = c.flops_per_token * tokens, c.weight_bytes * copies
        moved = weights + c.bytes_per_token * tokens
        seconds = fit.seconds(flops / peak, moved / self._bandwidth)
        n = c.layers
        return Work(n * seconds, n * fit.floor_s, n * flops, n * moved, n * weights, 0.0)

    def layers(self, own: float, together: float) -> Work:
        """All products of the layers: `own` tokens in the attention replica, `together` in the whole engine."""
        key = own, together
        work = self._by_tokens.get(key)
        if work is None:
            parts = [self._one(c, own, 1, self.peak, self._fit) for c in self._dense]
            touched = 0.0
            if self._experts:
                hot = hot_expert_factor(self._card, self._layout, together)
                mean = touched_experts(self._card, self._layout, together)
                reached = together * self._top_k / self._shape.expert * hot
                touched = mean * self._shape.expert
                parts += [self._one(c, reached, mean, self.peak, self._expert_fit) for c in self._experts]
            work = Work(*(sum(column) for column in zip(*parts, strict=True)))._replace(experts=touched)
            self._by_tokens[key] = work
        return work

    def head(self, rows: float) -> Work:
        """The output head for `rows` tokens that need logits."""
        work = self._by_rows.get(rows)
        if work is None:
            work = self._one(self._head, rows, 1, self._head_peak, self._head_fit)
            self._by_rows[rows] = work
        return work
