"""How long an answer will get, as far as a scheduler can know before it is written."""

from __future__ import annotations

import math

import numpy as np

from engine.scheduling.job import Job


class OutputGuess:
    """Output tokens of a request: what it asks for, times a lognormal error of sigma `error`.

    With `error` 0 it is an oracle, which no real system has: what is asked for here is what will be written. With an
    error of 0.7 one guess in three is off by a factor of two or more, as a trained predictor's may be (Qiu et al.
    2024). The error belongs to the request, so two policies guess the same.
    """

    def __init__(self, error: float, seed: int) -> None:
        self._error = error
        self._seed = seed

    def __call__(self, job: Job) -> int:
        if not job.guess:
            job.guess = job.asked if not self._error else self._drawn(job)
        return job.guess

    def _drawn(self, job: Job) -> int:
        normal = np.random.Generator(np.random.PCG64([self._seed, job.row, 1])).standard_normal()
        return max(1, round(job.asked * math.exp(self._error * normal)))
