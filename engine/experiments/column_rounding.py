"""Rounding a weight matrix to a grid per row: each weight on its own, or column by column with compensation.

Weights are float64 (rows, columns), calibration inputs float64 (columns, samples): the layer computes W·X.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Grid:
    """ŵ = scale · (code - zero) with codes from 0 to 2^bits - 1. One scale, exact in float16, and zero per row."""

    bits: int
    scale: Numbers
    zero: Numbers

    @classmethod
    def of(cls, weights: Numbers, bits: int) -> Grid:
        """From the smallest to the largest weight of each row, zero included."""
        low, high = np.minimum(weights.min(axis=1), 0), np.maximum(weights.max(axis=1), 0)
        scale = ((high - low) / (2**bits - 1)).astype(np.float16).astype(np.float64)
        return cls(bits, scale, np.rint(-low / scale))

    def codes(self, weights: Numbers) -> NDArray[np.uint8]:
        """Nearest codes of (rows, n) weights."""
        codes = np.rint(weights / self.scale[:, None]) + self.zero[:, None]
        return codes.clip(0, 2**self.bits - 1).astype(np.uint8)

    def restored(self, codes: NDArray[Any]) -> Numbers:
        numbers: Numbers = self.scale[:, None] * (codes.astype(float) - self.zero[:, None])
        return numbers


def hessian_factor(inputs: Numbers, damping: float) -> Numbers:
    """Upper Cholesky factor U of H⁻¹ = UᵀU, with H = 2·X·Xᵀ plus `damping` times its mean diagonal."""
    hessian = 2 * inputs @ inputs.T
    hessian[np.diag_indices_from(hessian)] += damping * np.diag(hessian).mean()
    factor: Numbers = np.linalg.cholesky(np.linalg.inv(hessian)).T
    return factor


def round_columns(
    weights: Numbers,
    grid: Grid,
    factor: Numbers,
    block: int,
    *,
    strength: float = 1.0,
    watch: Callable[[int, Numbers], None] | None = None,
) -> NDArray[np.uint8]:
    """Codes (rows, columns) of weights rounded in column order, the rounding error pushed into later columns.

    Columns after the current block of `block` are updated once per block. `strength` scales what is pushed: 0 is
    rounding to nearest. `watch(done, working)` sees the weights after every block, rounded up to column `done`.
    """
    working, width = weights.copy(), weights.shape[1]
    codes = np.empty(weights.shape, np.uint8)
    for first in range(0, width, block):
        last = min(first + block, width)
        errors = np.empty((len(weights), last - first))
        for column in range(first, last):
            codes[:, column : column + 1] = grid.codes(working[:, column : column + 1])
            rounded = grid.restored(codes[:, column : column + 1])[:, 0]
            error = strength * (working[:, column] - rounded) / factor[column, column]
            working[:, column] = rounded
            working[:, column + 1 : last] -= np.outer(error, factor[column, column + 1 : last])
            errors[:, column - first] = error
        working[:, last:] -= errors @ factor[first:last, last:]
        if watch is not None:
            watch(last, working)
    return codes
