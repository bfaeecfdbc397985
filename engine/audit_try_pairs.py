"""The pairs of scenarios, by claim: families in files of their own."""

from __future__ import annotations

from engine.audit_try import Pair
from engine.audit_try_memory import MEMORY
from engine.audit_try_precision import PRECISION
from engine.audit_try_scheduling import SCHEDULING
from engine.audit_try_speculation import SPECULATION

PAIRS: tuple[Pair, ...] = (*MEMORY, *SCHEDULING, *PRECISION, *SPECULATION)
