"""A measured range of time: what happened in it, summed up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from widgets import format as fmt
from widgets.clock_data import ClockData, Contract


def _tr(text: str) -> str:
    return QCoreApplication.translate("RequestClock", text)


@dataclass(frozen=True)
class RangeSummary:
    """Iterations and requests are counted where they end, as tokens exist only then."""

    start: int  # ns
    end: int
    prefill_tokens: int
    decode_tokens: int
    iterations: int
    mean_batch: float | None  # requests holding a slot, weighted by time; None when nothing ran
    finished: int
    late_first: int
    slow: int
    late_end: int

    def words(self) -> str:
        """One line for people."""
        parts = [
            fmt.duration(self.end - self.start),
            _tr("prefill {count} tokens").format(count=fmt.count(self.prefill_tokens)),
            _tr("decode {count} tokens").format(count=fmt.count(self.decode_tokens)),
            _tr("{count} iterations").format(count=fmt.count(self.iterations)),
        ]
        if self.mean_batch is not None:
            parts.append(_tr("mean batch {count}").format(count=fmt.count(round(self.mean_batch, 1))))
        parts.append(_tr("{count} finished").format(count=fmt.count(self.finished)))
        missed = self.late_first + self.slow + self.late_end
        if missed:
            words = _tr("{count} limits missed (TTFT {first}, TPOT {slow}, E2E {end})")
            parts.append(
                words.format(count=missed, first=self.late_first, slow=self.slow, end=self.late_end),
            )
        return " · ".join(parts)


def summarise(data: ClockData, contract: Contract, start: int, end: int) -> RangeSummary:
    """Sums over (start, end] in ns."""
    iterations, requests = data.recording.iterations, data.recording.requests
    ended = (iterations["end"] > start) & (iterations["end"] <= end)
    overlap = np.minimum(iterations["end"], end) - np.maximum(iterations["start"], start)
    overlap = np.maximum(overlap, 0).astype(np.float64)
    busy = float(overlap.sum())
    finished = (requests["finish"] > start) & (requests["finish"] <= end)
    first = (requests["first_token"] > start) & (requests["first_token"] <= end)
    late_first, slow, late_end = data.missed(contract)
    return RangeSummary(
        start=start,
        end=end,
        prefill_tokens=int(iterations["prefill_tokens"][ended].sum()),
        decode_tokens=int(iterations["decode_tokens"][ended].sum()),
        iterations=int(ended.sum()),
        mean_batch=float((overlap * iterations["running"]).sum() / busy) if busy else None,
        finished=int(finished.sum()),
        late_first=int((late_first & first).sum()),
        slow=int((slow & finished).sum()),
        late_end=int((late_end & finished).sum()),
    )
