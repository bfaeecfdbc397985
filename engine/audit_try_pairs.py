"""The pairs of scenarios, by claim."""

from __future__ import annotations

from engine.audit_try import Pair
from engine.techniques import get

_PAGED = get("pagedattention")
PAIRS: tuple[Pair, ...] = (
    Pair(
        "pagedattention",
        2,
        "Reservations for the maximum length against pages",
        "held",
        _PAGED.day_before(),
        _PAGED.patch(_PAGED.day_before()),
        ("OPT-13B",),
        ("lengths",),
    ),
)
