"""Fits the two consumer and workstation chips on the first half of the requests of a measured vLLM run.

    python3 -m tests.bench.fit_runs [--truth FOLDER] [--sweeps N] [--write]

The engine replays the whole run; only what the first half of the requests saw is compared. The second half is the
test. Overheads of the engine stay as fitted on servers; what is free is physical: the shares of memory bandwidth and
of peak that products reach, the share of bandwidth of decode attention, and, with several devices, their link.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import numpy as np

from engine.costs.coverage import kinds_of
from engine.costs.fits import GENERIC, Covered, Fit, LinkFit, fit_for
from engine.models.cards import model
from tests.bench.fit_file import write
from tests.bench.silicon import TRUTH
from tests.bench.vllm_runs import folders, measured, predicted, scenario_of

STEPS = (0.3, 0.3, 0.15, 0.15, 0.08, 0.04, 0.02)
MEMORY, COMPUTE = 0.95, 1.1  # most of a data sheet's rates: chips may clock above it, their memory does not
PROMPTS = (0.4, 1.6)  # of the generic shares of prompt attention, which then stay below the peak
LEVELS = (10, 25, 50, 75, 90)
Change = Callable[[Fit, float], Fit]


def _products(name: str, most: float) -> Change:
    return lambda fit, factor: replace(
        fit, products=replace(fit.products, **{name: min(most, getattr(fit.products, name) * factor)})
    )


def _links(name: str) -> Change:
    def change(fit: Fit, factor: float) -> Fit:
        links = fit.links or LinkFit(1e-5)
        return replace(fit, links=replace(links, **{name: getattr(links, name) * factor}))

    return change


def _attention(fit: Fit, factor: float) -> Fit:
    return replace(fit, decode=replace(fit.decode, share=min(MEMORY, fit.decode.share * factor)))


def _prompts(fit: Fit, factor: float) -> Fit:
    return replace(fit, prefill_scale=min(PROMPTS[1], max(PROMPTS[0], fit.prefill_scale * factor)))


def changes(devices: int) -> list[Change]:
    alone: list[Change] = [_products("memory", MEMORY), _products("compute", COMPUTE), _attention, _prompts]
    return alone if devices == 1 else [*alone, _links("share"), _links("latency_s")]


def distance(made: np.ndarray, real: np.ndarray) -> float:
    """Mean absolute logarithm of predicted over measured percentiles of the first half of the requests."""
    half = len(real) // 2
    levels = (np.percentile(rows[:half], LEVELS, axis=0) for rows in (made, real))
    return float(np.abs(np.log(np.divide(*levels))).mean())


def fitted(folder: Path, sweeps: int, say: Callable[[str], None]) -> Fit:
    scenario, real = scenario_of(folder), measured(folder)

    def loss(fit: Fit) -> float:
        with patch("engine.costs.cost.fit_for", lambda card: fit):
            return distance(predicted(scenario), real)

    settings = json.loads((folder / "meta.json").read_text("utf-8"))["engine_kwargs"]
    covered = Covered(
        layers=kinds_of(model(scenario.model.card)),
        weight_bits=(scenario.precision.weight_bits,),
        experts=False,
        sequences=settings["max_num_seqs"],
        devices=scenario.layout.tensor_parallel,
    )
    fit = replace(fit_for(GENERIC), key=scenario.hardware.card, borrowed=(), covered=covered)
    best = loss(fit)
    say(f"{folder.name}: {best:.4f} at the start")
    for sweep in range(sweeps):
        step = STEPS[min(sweep, len(STEPS) - 1)]
        for change in changes(scenario.layout.tensor_parallel):
            for factor in (1 + step, 1 / (1 + step)):
                tried = change(fit, factor)
                found = loss(tried)
                if found < best - 1e-4:
                    fit, best = tried, found
                    break
        say(f"{folder.name}: {best:.4f} after sweep {sweep + 1}")
    return fit


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench.fit_runs", description=__doc__)
    parser.add_argument("--truth", type=Path, default=TRUTH, help="folder that holds vllm_runs")
    parser.add_argument("--sweeps", type=int, default=len(STEPS))
    parser.add_argument("--run", default="", help="the name of one run, instead of all")
    parser.add_argument("--write", action="store_true", help="write the result to assets/cards/fits.toml")
    arguments = parser.parse_args()
    for folder in folders(arguments.truth):
        if arguments.run not in ("", folder.name):
            continue
        fit = fitted(folder, arguments.sweeps, lambda text: print(text, flush=True))
        print(fit.products, fit.decode, fit.links, fit.prefill_scale, sep="\n")
        source = (
            f"own fit on the first half of the requests of the run {folder.name} of "
            "github:casys-kaist/LLMServingSim (vLLM 0.19.0); what the run does not show is the generic fit's"
        )
        if arguments.write:
            write({fit.key: (fit, (fit.key,))}, {}, source)
    return 0


if __name__ == "__main__":
    sys.exit(main())
