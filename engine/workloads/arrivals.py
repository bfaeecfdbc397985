"""When requests arrive: one function per law, each vectorised, each from a random stream of its own."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from engine.scenario import Arrivals, Scenario, Workload

NANOSECONDS = 1_000_000_000
LATEST = float(2**62)  # ns; a law may draw later than a clock of 64 bits can tell


class Stream(IntEnum):
    """Independent random streams (PCG64 seeded with the scenario's seed and the stream's number).

    Changing one law leaves the draws of the others as they were.
    """

    ARRIVALS = 0
    PROMPTS = 1
    OUTPUTS = 2
    FAMILIES = 3
    PRIORITIES = 4
    THINKING = 5
    SAMPLES = 6
    SILENCES = 7
    TENANTS = 8
    ADAPTERS = 9
    TOOLS = 10


def generator(seed: int, stream: Stream) -> np.random.Generator:
    """The generator of one stream."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, int(stream)])))


def arrival_times(scenario: Scenario, count: int, rate: float) -> NDArray[np.int64]:
    """`count` arrival times in ns, the first at 0; of a closed loop, when its users start.

    A trace without times gets arrivals of the law that its replay asks for.
    """
    workload, law = scenario.workload, law_of(scenario.workload)
    if law in (Arrivals.AT_ONCE, Arrivals.CLOSED):
        return np.zeros(count, dtype=np.int64)
    times = np.zeros(count)
    gaps = times[1:]
    gaps += _gaps(workload, generator(scenario.seed, Stream.ARRIVALS), count - 1, rate)
    if law is Arrivals.ON_OFF:
        gaps += _silences(workload, generator(scenario.seed, Stream.SILENCES), gaps)
    np.cumsum(times, out=times)
    times *= NANOSECONDS
    np.minimum(times, LATEST, out=times)
    return np.rint(times, out=times).astype(np.int64)


def law_of(workload: Workload) -> Arrivals:
    """The law by which arrivals are drawn, if they are."""
    return Arrivals(workload.replay.generated) if workload.arrivals is Arrivals.TRACE else workload.arrivals


def _gaps(workload: Workload, rng: np.random.Generator, count: int, rate: float) -> NDArray[np.float64]:
    law = law_of(workload)
    if law is Arrivals.CONSTANT:
        return np.full(count, 1 / rate)
    if law is Arrivals.GAMMA:
        shape = 1 / workload.variation**2
        return rng.gamma(shape, 1 / (rate * shape), count)
    if law is Arrivals.ON_OFF:
        rate *= (workload.on_s + workload.off_s) / workload.on_s
    return rng.exponential(1 / rate, count)


def _silences(workload: Workload, rng: np.random.Generator, gaps: NDArray[np.float64]) -> NDArray[np.float64]:
    """Silence inside each gap, when `gaps` count time in bursts only.

    Bursts and silences are exponential, so the bursts that end within a gap of burst time are Poisson and the
    silences after them sum to a gamma variable: exact, and without walking through every burst.
    """
    ends = rng.poisson(np.minimum(gaps / workload.on_s, 1e15))
    return rng.standard_gamma(ends) * workload.off_s
