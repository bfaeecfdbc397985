"""Which stretch of a trace is the busiest."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np


def busiest_start(times: Iterable[int | None], limit: int) -> tuple[int, str]:
    """Rows before the `limit` consecutive rows (in file order) that arrive within the shortest time, and a note.

    A row without a time counts as arriving with the one before it; of equals the first is taken.
    """
    known: list[int] = []
    for time in times:
        known.append(time if time is not None else known[-1] if known else 0)
    if len(known) <= limit:
        return 0, f"the file has no more than {limit:,} rows: all of them are the busiest"
    moments = np.array(known, dtype=np.int64)
    spans = moments[limit - 1 :] - moments[: len(known) - limit + 1]
    spans[spans < 0] = np.iinfo(np.int64).max  # the times fall inside: two sorted parts meet
    start = int(np.argmin(spans))
    whole = int(moments.max() - moments.min()) / len(known)
    own = max(1, int(spans[start])) / limit
    return start, f"the busiest {limit:,} of {len(known):,} rows, {whole / own:,.3g} times the rate of the whole file"
