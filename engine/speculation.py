"""Which draft tokens the target model accepts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.job import Job

Accept = Callable[[Job, int], int]  # (job, drafts verified) -> drafts accepted, counted from the first


class SeededAcceptance:
    """Each output position of each request is a draw with probability `acceptance`.

    A draft is accepted up to the first position that fails (Leviathan et al. 2023: the accepted length is a
    truncated geometric). The draw belongs to the position, not to the moment, so two runs of the same workload
    under different schedulers accept the same drafts.
    """

    def __init__(self, acceptance: float, seed: int) -> None:
        self._acceptance = acceptance
        self._seed = seed
        self._runs: dict[int, list[int]] = {}

    def __call__(self, job: Job, drafts: int) -> int:
        runs = self._runs.get(job.row)
        if runs is None:
            runs = self._runs[job.row] = self._draw(job)
        run = runs[job.outputs]
        return run if run < drafts else drafts

    def _draw(self, job: Job) -> list[int]:
        """For each output position how many consecutive positions from it on are accepted."""
        rng = np.random.Generator(np.random.PCG64([self._seed, job.row]))
        accepted = rng.random(job.target + 1) < self._acceptance
        length = len(accepted)
        failures = np.where(accepted, length, np.arange(length))
        next_failure = np.minimum.accumulate(failures[::-1])[::-1]
        runs: list[int] = (next_failure - np.arange(length)).tolist()
        return runs
