"""How many tokens prompts and outputs have."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.scenario import LengthLaw, Lengths, Scenario
from engine.workloads.arrivals import Stream, generator


def draw(law: Lengths, rng: np.random.Generator, count: int) -> NDArray[np.int64]:
    """`count` token counts; draws outside [low, high] take the nearer end."""
    if law.law is LengthLaw.UNIFORM:
        drawn = rng.integers(law.low, law.high + 1, count)
        return np.clip(drawn, law.low, law.high, out=drawn)
    if law.law is LengthLaw.CONSTANT:
        real: NDArray[Any] = np.full(count, float(law.median))
    else:
        real = rng.lognormal(np.log(law.median), law.spread, count)
    np.clip(real, law.low, law.high, out=real)
    return np.rint(real, out=real).astype(np.int64)


def prompts_and_outputs(scenario: Scenario, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Own prompt tokens and output tokens of `count` requests.

    With a `ratio` the law of the prompts is that of prompt and output together: of a total of t tokens,
    t / (1 + ratio), rounded up, are output and the rest is prompt; each has at least one.
    """
    workload, seed = scenario.workload, scenario.seed
    prompts = draw(workload.prompt, generator(seed, Stream.PROMPTS), count)
    if not workload.ratio:
        return prompts, draw(workload.output, generator(seed, Stream.OUTPUTS), count)
    outputs = np.ceil(prompts / (1 + workload.ratio)).astype(np.int64)
    np.clip(outputs, 1, np.maximum(prompts - 1, 1), out=outputs)
    prompts -= outputs
    return prompts, outputs
