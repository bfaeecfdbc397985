"""The figures of a cell: quantities of the ledgers, some of which a summary without a recording gives as well."""

from __future__ import annotations

import difflib
import fnmatch
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assets.ledgers import LEDGERS
from engine.ledgers import measure, quantities
from engine.progress import Progress
from engine.recording import NANOSECONDS, Outcome
from engine.scenario import Scenario
from engine.sheet import Measured, Quantity
from engine.simulate import simulate
from engine.summary import Summary, summarise
from engine.sweep.errors import SweepError

ALL = "all"
SPREADS = ("ttft", "tpot", "e2e")
PERCENTILES = (50, 90, 95, 99)
QUICK = (  # what a summary gives, in the order of the ledgers
    *("request.requests", "request.rejected_share"),
    *("contract.attainment", "contract.goodput", "contract.goodput_tokens", "contract.throughput"),
    *("contract.ttft_mean", *(f"contract.ttft_p{p}" for p in PERCENTILES)),
    *("contract.tpot_mean", *(f"contract.tpot_p{p}" for p in PERCENTILES)),
    *(f"contract.e2e_p{p}" for p in PERCENTILES),
    *("decode.rate", "batching.iterations"),
)
_EMPTY, _NO_TIME = "The run has no requests.", "The run took no time."
_NONE_OF = {
    "ttft": "No request got a token.",
    "tpot": "No finished request has two output tokens.",
    "e2e": "No request finished.",
}

Figure = float | str  # a value, or the reason why there is none


def chosen(wanted: Sequence[str]) -> tuple[Quantity, ...]:
    """Quantities by key, by ledger, by pattern ("contract.ttft_*") or "all", in ledger order; quick ones for none.

    Raises SweepError for what matches no quantity.
    """
    known = {quantity.key: quantity for quantity in quantities()}
    if not wanted:
        return tuple(known[key] for key in known if key in QUICK)
    keys: set[str] = set()
    for name in wanted:
        found = {key for key in known if name in (ALL, key.partition(".")[0]) or fnmatch.fnmatchcase(key, name)}
        if not found:
            raise SweepError("--quantities", repr(name), _expected(name, list(known)))
        keys |= found
    return tuple(known[key] for key in known if key in keys)


def _expected(name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name, [*known, *LEDGERS], n=3, cutoff=0.6)
    close = close or [key for key in known if name and name in key][:3]
    if close:
        return f"a key of a quantity or a ledger (closest: {', '.join(close)})"
    return f"a key such as {known[0]}, or a ledger: {', '.join(LEDGERS)}"


def measured(scenario: Scenario, keys: Sequence[str], progress: Progress | None = None) -> tuple[Figure, ...]:
    """The figures `keys` of a run of `scenario`. Raises what `simulate` raises."""
    if set(keys) <= set(QUICK):
        summary = summarise(scenario, progress=progress)
        if "decode.rate" not in keys or _all_counted(summary):
            figures = quick(summary)
            return tuple(figures[key] for key in keys)
    sheet = measure(simulate(scenario, progress=progress))
    rows = {row.quantity.key: row for row in sheet.rows}
    return tuple(_of_row(rows[key]) for key in keys)


def _of_row(row: Measured) -> Figure:
    return row.reason if row.value is None else _finite(row.value)


def _finite(value: Any) -> Figure:
    number = float(value)
    return number if math.isfinite(number) else f"The figure is no number ({number})."


def _all_counted(summary: Summary) -> bool:
    """Whether a summary has counted every token: it leaves out those of requests that began and did not finish."""
    return not bool(((summary.first_token >= 0) & ~summary.finished).any())


def quick(summary: Summary) -> Mapping[str, Figure]:
    """The figures `QUICK` of a run, equal to those of the ledgers of its recording."""
    seconds, arrived, good = summary.duration_ns / NANOSECONDS, len(summary.arrival), summary.within_contract()
    found: dict[str, Figure] = {
        "request.requests": float(arrived),
        "request.rejected_share": _over(int((summary.outcome == Outcome.REJECTED).sum()), arrived, _EMPTY),
        "contract.attainment": _over(int(good.sum()), arrived, _EMPTY),
        "contract.goodput": _over(int(good.sum()), seconds, _NO_TIME),
        "contract.goodput_tokens": _over(int(summary.outputs[good].sum()), seconds, _NO_TIME),
        "contract.throughput": _over(int(summary.finished.sum()), seconds, _NO_TIME),
        "decode.rate": _over(int(summary.outputs[summary.finished].sum()), seconds, _NO_TIME),
        "batching.iterations": float(summary.iterations),
    }
    for name in SPREADS:
        found |= _spread(name, getattr(summary, name)())
    return found


def _over(part: float, whole: float, reason: str) -> Figure:
    return _finite(part / whole) if whole else reason


def _spread(name: str, samples: NDArray[np.float64]) -> dict[str, Figure]:
    keys = [f"contract.{name}_mean", *(f"contract.{name}_p{p}" for p in PERCENTILES)]
    if not len(samples):
        return dict.fromkeys(keys, _NONE_OF[name])
    values = [samples.mean(), *np.percentile(samples, PERCENTILES)]
    return {key: _finite(value) for key, value in zip(keys, values, strict=True)}
