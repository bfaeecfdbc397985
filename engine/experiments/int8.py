"""Matrices as 8-bit integers with one scale each, and products of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LARGEST = 127


@dataclass(frozen=True)
class Int8:
    """x̂ = scale · codes; codes are -127 to 127."""

    codes: NDArray[np.int8]
    scale: float

    @property
    def nbytes(self) -> int:
        """Codes and a 32-bit scale."""
        return self.codes.nbytes + 4

    def restored(self) -> NDArray[np.float64]:
        return self.codes.astype(np.float64) * self.scale


def quantise(numbers: NDArray[np.float64]) -> Int8:
    """One scale for the whole matrix: its largest number becomes ±127."""
    scale = float(np.abs(numbers).max()) / LARGEST
    return Int8(np.rint(numbers / scale).astype(np.int8), scale)


def multiply(left: Int8, right: Int8) -> NDArray[np.float64]:
    """The product of integers, scaled back at the end.

    float64 holds every integer below 2^53, so its sums are those of 32-bit integers, which suffice up to 133,000
    terms.
    """
    sums = left.codes.astype(np.float64) @ right.codes.astype(np.float64)
    product: NDArray[np.float64] = sums * (left.scale * right.scale)
    return product
