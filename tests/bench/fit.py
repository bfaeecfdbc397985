"""Fits the numbers of `assets/cards/fits.toml` that only whole engines show, on measured serving configurations.

    python3 -m tests.bench.fit [--truth FOLDER] [--sweeps N] [--write]

Operator fits of A100, H100 and A40 (products, attention) stay as they are: they were made on operator profiles. What
is fitted here: low-bit shares, expert kernels, collectives, and, for chips without operator profiles, products and
decode attention as well; and per generation of engines the work of CPU and launches. Configurations are split by a
hash of model, system, backend and degrees; the fit sees the training part only. The loss is the absolute logarithm of
predicted over measured, rounded near zero, plus a weak pull towards the starting values in proportion to doublings.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.costs.cost import CostModel
from engine.costs.coverage import kinds_of
from engine.costs.fits import Covered, EngineFit, Fit, LinkFit, engine_fit, fit_for
from engine.costs.serving_point import Prediction, predict
from engine.models.cards import model
from engine.models.memory_split import DoesNotFit, split_memory
from engine.models.sharding import sharding
from tests.bench.fit_file import write
from tests.bench.silicon import TRUTH, Row, rows

PULL = 2e-4  # loss per squared doubling away from the start
TTFT_WEIGHT = 0.5
KNEE = 0.1  # errors far beyond this count ever less, so that rows of unknown settings do not steer the fit
STEPS = (0.35, 0.2, 0.1, 0.05, 0.03)


@dataclass(frozen=True)
class Parameter:
    """One fitted number: `owner` is a fit or a generation of engines, `low` and `high` its physical range."""

    owner: str
    part: str
    name: str
    low: float
    high: float


CARDS = {
    "h100": ("h100-pcie-80gb", "h100-sxm-80gb", "h800-sxm-80gb", "h200-sxm-141gb"),
    "b200": ("b200-sxm", "b300-sxm", "gb200", "gb300"),
}
CHIPS = {"h100": ("h100_sxm", "h200_sxm"), "b200": ("b200_sxm", "b300_sxm", "gb200", "gb300")}


def parameters(chips: Sequence[str], engines: Sequence[str]) -> list[Parameter]:
    found = []
    for chip in chips:
        found += [
            Parameter(chip, "products", "compute_8bit", 0.2, 0.9),
            Parameter(chip, "experts", "compute", 0.05, 2.0),
            Parameter(chip, "experts", "memory", 0.2, 1.5),
            Parameter(chip, "experts", "narrow", 1.0, 1500.0),
            Parameter(chip, "links", "latency_s", 1e-6, 3e-5),
            Parameter(chip, "links", "per_doubling_s", 1e-7, 1e-5),
            Parameter(chip, "links", "share", 0.2, 1.0),
            Parameter(chip, "prefill", "scale", 0.5, 1.5),
        ]
        if chip != "h100":
            found += [
                Parameter(chip, "products", "compute_4bit", 0.15, 0.9),
                Parameter(chip, "products", "compute", 0.4, 0.9),
                Parameter(chip, "products", "memory", 0.5, 0.95),
                Parameter(chip, "products", "floor_s", 1e-6, 1e-5),
                Parameter(chip, "decode", "floor_s", 2e-6, 3e-5),
                Parameter(chip, "decode", "share", 0.4, 0.95),
            ]
    for engine in engines:
        found += [
            Parameter(engine, "engine", "step_s", 1e-4, 8e-3),
            Parameter(engine, "engine", "sequence_s", 1e-6, 1e-4),
            Parameter(engine, "engine", "prefill_s", 1e-4, 5e-2),
            Parameter(engine, "engine", "request_s", 1e-3, 1.0),
            Parameter(engine, "engine", "floor_share", 0.2, 1.5),
            Parameter(engine, "engine", "expert_compute", 0.1, 2.0),
        ]
    return found


@dataclass
class State:
    fits: dict[str, Fit]
    engines: dict[str, EngineFit]

    def get(self, p: Parameter) -> float:
        if p.part == "engine":
            return float(getattr(self.engines[p.owner], p.name))
        fit = self.fits[p.owner]
        if p.part == "prefill":
            return fit.prefill_scale
        return float(getattr(getattr(fit, p.part), p.name))

    def set(self, p: Parameter, value: float) -> None:
        if p.part == "engine":
            self.engines[p.owner] = replace(self.engines[p.owner], **{p.name: value})
            return
        fit = self.fits[p.owner]
        if p.part == "prefill":
            self.fits[p.owner] = replace(fit, prefill_scale=value)
        else:
            part = replace(getattr(fit, p.part), **{p.name: value})
            self.fits[p.owner] = replace(fit, **{p.part: part})


def chip_of(row: Row) -> str:
    return next(chip for chip, systems in CHIPS.items() if row.system in systems)


def usable(found: Sequence[Row]) -> list[Row]:
    """Rows without those stated twice and those whose weights do not fit as labelled."""
    seen: dict[tuple[object, ...], Row] = {}
    for row in found:
        key = row.configuration, row.scenario.precision, row.point, row.scenario.hardware.engine, round(row.tpot_s, 5)
        if key not in seen:
            try:
                split_memory(row.scenario)
            except DoesNotFit:
                continue
            seen[key] = row
    return list(seen.values())


class Predictor:
    """Predictions with the numbers of a state; one cost model per configuration."""

    def __init__(self, state: State) -> None:
        self._state = state

    def all(self, chosen: Sequence[Row]) -> list[Prediction]:
        models: dict[tuple[object, ...], CostModel] = {}
        made = []
        for row in chosen:
            s = row.scenario
            key = s.model.card, s.precision, s.hardware, s.layout
            cost = models.get(key)
            if cost is None:
                fit, engine = self._state.fits[chip_of(row)], self._state.engines[s.hardware.engine]
                cost = models[key] = CostModel(s, fit, engine)
            made.append(predict(cost, row.point))
        return made


def covered_by(chosen: Sequence[Row]) -> Covered:
    """What these rows show of a chip."""
    cards = {row.scenario.model.card: model(row.scenario.model.card) for row in chosen}
    precisions = {row.scenario.precision for row in chosen}
    bits = {p.weight_bits for p in precisions} | {p.expert_weight_bits or p.weight_bits for p in precisions}
    return Covered(
        layers=tuple(sorted({kind for card in cards.values() for kind in kinds_of(card)})),
        weight_bits=tuple(sorted(bits)),
        experts=any(card.moe for card in cards.values()),
        sequences=max(row.point.concurrency for row in chosen),
        prompt_tokens=round(max(row.point.prompt_tokens for row in chosen)),
        devices=max(sharding(row.scenario.layout, cards[row.scenario.model.card]).devices for row in chosen),
    )


def loss(row: Row, made: Prediction) -> float:
    def error(ratio: float) -> float:
        return KNEE * math.log1p((math.log(ratio) / KNEE) ** 2)

    return error(made.tpot_s / row.tpot_s) + TTFT_WEIGHT * error(made.ttft_s / row.ttft_s)


def weights(chosen: Sequence[Row]) -> list[float]:
    """A model on a system and backend weighs as the root of its rows."""
    counts: dict[tuple[str, ...], int] = defaultdict(int)
    for row in chosen:
        counts[row.system, row.backend, row.model] += 1
    raw = [counts[row.system, row.backend, row.model] ** -0.5 for row in chosen]
    return [w / sum(raw) for w in raw]


def search(
    state: State, chosen: Sequence[Row], free: Sequence[Parameter], sweeps: int, say: Callable[[str], None]
) -> None:
    """Coordinate search in logarithms: each number is tried a step up and a step down, and steps shrink."""
    weight = weights(chosen)
    start = {p: state.get(p) for p in free}
    losses = [w * loss(r, m) for w, r, m in zip(weight, chosen, Predictor(state).all(chosen), strict=True)]
    touched = {
        owner: [i for i, r in enumerate(chosen) if owner in (chip_of(r), r.scenario.hardware.engine)]
        for owner in {p.owner for p in free}
    }

    def pull(p: Parameter, value: float) -> float:
        return PULL * math.log2(value / start[p]) ** 2

    for sweep in range(sweeps):
        step = STEPS[min(sweep * len(STEPS) // sweeps, len(STEPS) - 1)]
        for p in free:
            mine = touched[p.owner]
            here = [chosen[i] for i in mine]
            now = state.get(p)
            best = sum(losses[i] for i in mine) + pull(p, now)
            for factor in (1 + step, 1 / (1 + step)):
                tried = min(p.high, max(p.low, now * factor))
                state.set(p, tried)
                made = [
                    weight[i] * loss(r, m) for i, r, m in zip(mine, here, Predictor(state).all(here), strict=True)
                ]
                if sum(made) + pull(p, tried) < best - 1e-9:
                    for i, value in zip(mine, made, strict=True):
                        losses[i] = value
                    break
                state.set(p, now)
        say(f"sweep {sweep + 1}: loss {sum(losses):.4f}")


def starting_state(engines: Sequence[str]) -> State:
    fits = {}
    for chip, cards in CARDS.items():
        fit = fit_for(cards[-1])
        links = fit.links or LinkFit(6e-6, 1e-6, 0.7)
        products = fit.products
        low = replace(
            products,
            compute_8bit=products.compute_8bit or 0.6,
            compute_4bit=products.compute_4bit or 0.45,
        )
        experts = replace(fit.experts, narrow=fit.experts.narrow or 100.0)
        fits[chip] = replace(fit, key=chip, links=links, products=low, experts=experts)
    return State(fits, {key: engine_fit(key) for key in engines})


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench.fit", description=__doc__)
    parser.add_argument("--truth", type=Path, default=TRUTH, help="folder that holds silicon.csv")
    parser.add_argument("--sweeps", type=int, default=10)
    parser.add_argument("--only", choices=list(CHIPS), help="fit this chip and the engines alone")
    parser.add_argument("--write", action="store_true", help="write the result to assets/cards/fits.toml")
    arguments = parser.parse_args()
    found = usable([row for row in rows(arguments.truth / "silicon.csv") if row.mode == "agg"])
    engines = sorted({row.scenario.hardware.engine for row in found})
    state = starting_state(engines)
    chips = [arguments.only] if arguments.only else list(CHIPS)
    free = parameters(chips, engines)
    training = [row for row in found if not row.held_out and chip_of(row) in chips]
    print(f"{len(found)} rows, {len(training)} for training, {len(free)} numbers")
    search(state, training, free, arguments.sweeps, lambda text: print(text, flush=True))
    for p in free:
        print(f"  {p.owner:14} {p.part:9} {p.name:14} {state.get(p):.4g}")
    if arguments.write:
        source = (
            f"own fit on {len(training)} measured serving configurations collected by "
            "github:ai-dynamo/aiconfigurator (training part of a split by configuration)"
        )
        for chip in CARDS:
            seen = covered_by([row for row in found if not row.held_out and chip_of(row) == chip])
            state.fits[chip] = replace(state.fits[chip], covered=seen)
        write({chip: (state.fits[chip], CARDS[chip]) for chip in CARDS}, state.engines, source)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
