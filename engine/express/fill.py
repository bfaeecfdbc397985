"""Structured rows from columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

BLOCK = 8192  # rows at a time: they stay in the processor's cache, and what they are made from needs little memory


def filled(
    dtype: np.dtype[Any], order: NDArray[np.int64], columns: Callable[[NDArray[np.int64]], Mapping[str, Any]]
) -> NDArray[Any]:
    """A row of `dtype` for each entry of `order`; `columns` gives the columns for a part of it (0 where left out)."""
    rows = np.zeros(len(order), dtype=dtype)
    for start in range(0, len(order), BLOCK):
        part = slice(start, start + BLOCK)
        block = rows[part]
        for name, values in columns(order[part]).items():
            block[name] = values
    return rows
