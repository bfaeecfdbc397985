"""Codes of a few bits, packed without gaps into bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def pack(codes: NDArray[Any], bits: int) -> NDArray[np.uint8]:
    """Codes below 2^bits, `bits` ≤ 8, one after the other: ceil(codes · bits / 8) bytes, high bit first."""
    places = np.arange(bits - 1, -1, -1, dtype=np.uint8)
    return np.packbits((codes.astype(np.uint8).ravel()[:, None] >> places) & 1)


def unpack(packed: NDArray[np.uint8], bits: int, count: int) -> NDArray[np.uint8]:
    """Inverse of `pack`: the first `count` codes."""
    single = np.unpackbits(packed, count=count * bits).reshape(count, bits)
    codes: NDArray[np.uint8] = single[:, 0].copy()
    for place in range(1, bits):
        codes = codes * np.uint8(2) + single[:, place]
    return codes
