"""Time of the matrix products of one iteration, cached by token count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.card_types import HardwareCard, ModelCard
from engine.fits import ProductFit
from engine.geometry import Product, geometry
from engine.scenario import Precision
from engine.state import FULL_BITS


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


def compute_path(precision: Precision, device: HardwareCard) -> tuple[int, str]:
    """Peak operations per second of the products, and a note when low-bit activations cannot be used.

    A low-bit peak needs both operands in low bits and a chip with that path; otherwise weights are widened on the way
    and the product runs at 16 bits. Raises ValueError if the card has no 16-bit peak.
    """
    bits = max(precision.activation_bits, precision.weight_bits)
    if bits <= 4 and device.peak_fp4:
        return device.peak_fp4, ""
    if bits <= 8 and device.peak_8bit:
        return device.peak_8bit, ""
    if device.peak_16bit is None:
        raise ValueError(f"{device.name}: the card has no 16-bit peak, so iterations cannot be timed on it")
    note = f"{device.name} has no {bits:g}-bit path: products run at 16 bits" if bits < FULL_BITS else ""
    return device.peak_16bit, note


class Products:
    """The matrix products of a model on one device."""

    def __init__(
        self,
        card: ModelCard,
        device: HardwareCard,
        precision: Precision,
        kv_heads: int | None,
        tensor_parallel: int,
        fit: ProductFit,
    ) -> None:
        shape = geometry(card, kv_heads, tensor_parallel)
        bits = precision.weight_bits + precision.weight_overhead_bits
        self._activation = precision.activation_bits / 8
        self._fit = fit
        self.peak, self.note = compute_path(precision, device)
        self._bandwidth = device.memory_bandwidth
        self._head_peak = device.peak_16bit or self.peak
        self._dense = tuple(self._coefficients(p, bits) for p in shape.dense)
        self._experts = tuple(self._coefficients(p, bits) for p in shape.experts)
        self._head = self._coefficients(shape.head, max(FULL_BITS, precision.weight_bits))
        self._routed = card.moe.n_routed if card.moe else 0
        self._top_k = card.moe.top_k if card.moe else 0
        self._by_tokens: dict[int, Work] = {}
        self._by_rows: dict[int, Work] = {}

    def _coefficients(self, product: Product, weight_bits: float) -> Coefficients:
        return Coefficients(
            layers=product.layers,
            flops_per_token=2 * product.weights,
            weight_bytes=product.weights * weight_bits / 8,
            bytes_per_token=product.inputs * self._activation + product.outputs * 2,
        )

    def _one(self, c: Coefficients, tokens: float, copies: float, peak: float) -> Work:
        """`copies` matrices are read; each token passes through one of them."""
        flops, weights = c.flops_per_token * tokens, c.weight_bytes * copies
        moved = weights + c.bytes_per_token * tokens
        seconds = self._fit.seconds(flops / peak, moved / self._bandwidth)
        n = c.layers
        return Work(n * seconds, n * self._fit.floor_s, n * flops, n * moved, n * weights, 0.0)

    def experts_touched(self, tokens: int) -> float:
        """Distinct routed experts of a layer that `tokens` tokens reach, each taking top_k evenly at random."""
        if not self._routed or not tokens:
            return 0.0
        return float(self._routed * (1 - (1 - self._top_k / self._routed) ** tokens))

    def layers(self, tokens: int) -> Work:
        """All products of the layers for `tokens` tokens."""
        work = self._by_tokens.get(tokens)
        if work is None:
            touched = self.experts_touched(tokens)
            parts = [self._one(c, tokens, 1, self.peak) for c in self._dense]
            parts += [self._one(c, tokens * self._top_k, touched, self.peak) for c in self._experts]
            work = Work(*(sum(column) for column in zip(*parts, strict=True)))._replace(experts=touched)
            self._by_tokens[tokens] = work
        return work

    def head(self, rows: int) -> Work:
        """The output head for `rows` tokens that need logits."""
        work = self._by_rows.get(rows)
        if work is None:
            work = self._one(self._head, rows, 1, self._head_peak)
            self._by_rows[rows] = work
        return work
