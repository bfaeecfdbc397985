"""Where requests come in: each goes to one engine, and every engine advances to the moment of each arrival."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.express.core import NEVER, Core
from engine.fleets.fleet_plan import Routing
from engine.progress import Progress, Teller
from engine.recording import Route
from engine.scenario import Scenario

BETWEEN = 4096  # decisions or arrivals between two looks at the wall clock


class Door:
    """Routing as in `engine.fleets.routing`. Those `too_large` for any pool go to an engine and are refused there."""

    def __init__(self, scenario: Scenario, cores: Sequence[Core], too_large: NDArray[np.bool_]) -> None:
        self._routing = scenario.layout.routing
        self._cores = cores
        self._too_large = too_large
        self._draw = Random(scenario.seed)
        self._turn = -1
        self.sent = np.full(len(too_large), -1, dtype=np.int64)  # engine of each request that came in

    @property
    def reason(self) -> Route:
        """Why requests go where they go."""
        if self._routing is Routing.ROUND_ROBIN:
            return Route.TURN
        drawn = self._routing is Routing.POWER_OF_TWO and len(self._cores) > 2
        return Route.DRAWN if drawn else Route.LEAST

    def serve(self, rows: NDArray[np.int64], arrivals: NDArray[np.int64], progress: Progress | None) -> None:
        """Serve the requests `rows` to the end. `arrivals` (ns, of all requests) do not fall."""
        teller, total, cores = Teller(progress), max(1, len(rows)), self._cores
        let_in = self._let_in if len(cores) > 1 else self._let_into_one
        for begin in range(0, len(rows), BETWEEN):
            part = rows[begin : begin + BETWEEN]
            let_in(part, arrivals[part].tolist())
            came = begin + len(part)
            teller.tell(lambda came=came: (came - self._still_here()) / total)  # type: ignore[misc]
        while left := self._still_here():
            for core in cores:
                core.advance(NEVER, core.decisions + BETWEEN)
            teller.tell(lambda left=left: 1 - left / total)  # type: ignore[misc]
        teller.finish()

    def _still_here(self) -> int:
        return sum(len(core.waiting) + len(core.running) for core in self._cores)

    def _let_into_one(self, rows: NDArray[np.int64], arrivals: list[int]) -> None:
        self.sent[rows] = 0
        advance, offer = self._cores[0].advance, self._cores[0].offer
        all_fit = not self._too_large[rows].any()
        for row, arrival in zip(rows.tolist(), arrivals, strict=True):
            advance(arrival)
            if all_fit or not self._too_large[row]:
                offer(row, arrival)

    def _let_in(self, rows: NDArray[np.int64], arrivals: list[int]) -> None:
        engines = []
        for row, arrival in zip(rows.tolist(), arrivals, strict=True):
            engine = self._choose(arrival)
            engines.append(engine)
            if not self._too_large[row]:
                self._cores[engine].offer(row, arrival)
        self.sent[rows] = engines

    def _choose(self, now: int) -> int:
        """The engine that takes the request which arrives now."""
        cores, routing = self._cores, self._routing
        for core in cores:
            core.advance(now)
        if routing is Routing.ROUND_ROBIN:
            self._turn = (self._turn + 1) % len(cores)
            return self._turn
        among: Sequence[int] = range(len(cores))
        if routing is Routing.POWER_OF_TWO and len(cores) > 2:
            among = sorted(self._draw.sample(among, 2))
        return min(among, key=lambda engine: cores[engine].load(now))
