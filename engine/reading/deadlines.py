"""When requests have to be done: by class and by what they ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def deadlines(
    by_class: Sequence[float], per_token: float, priority: NDArray[Any], output_tokens: NDArray[Any]
) -> NDArray[np.float64]:
    """Seconds from arrival that each request may take; NaN without a deadline.

    `by_class` is indexed by priority (0 = the most urgent); less urgent requests than it has entries take its last.
    """
    classes = np.array(by_class or [np.nan], dtype=np.float64)
    allowed: NDArray[np.float64] = classes[np.clip(priority, 0, len(classes) - 1)] + per_token * output_tokens
    return allowed
