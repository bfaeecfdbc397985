"""Which draft tokens the target model accepts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.drafting.speculation_law import DraftPlan
from engine.scheduling.job import Job

Accept = Callable[[Job, int], int]  # (job, drafts verified) -> drafts accepted, counted from the first


class SeededAcceptance:
    """Each output position of each request is a draw; how likely it is accepted depends on how far ahead it is.

    Drafts are accepted up to the first position that fails (Leviathan et al. 2022: with a constant chance the
    accepted length is a truncated geometric). The draw belongs to the position, not to the moment, so two runs of
    the same workload under different schedulers meet the same luck.
    """

    def __init__(self, plan: DraftPlan, seed: int) -> None:
        self._plan = plan
        self._seed = seed
        self._constant = len(set(plan.chances)) == 1
        self._chain = plan.nodes == plan.depth
        self._runs: dict[int, list[int]] = {}
        self._draws: dict[int, list[float]] = {}

    def __call__(self, job: Job, drafts: int) -> int:
        if not job.decoding:
            return 0  # empty places: nobody has drafted for it yet
        levels = drafts if self._chain else self._plan.whole_levels(drafts)
        return self._same(job, levels) if self._constant else self._varied(job, levels)

    def _same(self, job: Job, levels: int) -> int:
        """With one chance for all positions a table of runs answers at once."""
        runs = self._runs.get(job.row)
        if runs is None:
            runs = self._runs[job.row] = self._table(job)
        run = runs[job.outputs]
        return run if run < levels else levels

    def _varied(self, job: Job, levels: int) -> int:
        draws = self._draws.get(job.row)
        if draws is None:
            draws = self._draws[job.row] = self._uniform(job).tolist()
        first = job.outputs
        ahead = zip(draws[first : first + levels], self._plan.chances, strict=False)
        accepted = 0
        for draw, chance in ahead:
            if draw >= chance:
                break
            accepted += 1
        return accepted

    def _uniform(self, job: Job) -> np.ndarray:
        rng = np.random.Generator(np.random.PCG64([self._seed, job.row]))
        return rng.random(job.target + 1)

    def _table(self, job: Job) -> list[int]:
        """For each output position how many consecutive positions from it on are accepted."""
        accepted = self._uniform(job) < self._plan.chances[0]
        length = len(accepted)
        failures = np.where(accepted, length, np.arange(length))
        next_failure = np.minimum.accumulate(failures[::-1])[::-1]
        runs: list[int] = (next_failure - np.arange(length)).tolist()
        return runs
