"""GPTQ: rounding weights column by column, and letting the columns still to come absorb each rounding error.

One linear layer whose inputs are correlated, as those of real layers are; without correlation nothing can be
absorbed. Errors are ‖W·X - Ŵ·X‖² / ‖W·X‖² over calibration or unseen inputs X.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from engine.experiment import Experiment, Invariant
from engine.experiments.checks import demand, equal, measured_error
from engine.experiments.column_rounding import Grid, Numbers, hessian_factor, round_columns
from engine.experiments.gptq_frames import directions_frame, errors_frame, progress_frame, steps_frame
from engine.experiments.packing import pack
from engine.ledgers.entry import COUNTED, LESS, MORE, declare, given, measured
from engine.sheet import Direction, Input, Measured

SOURCE = "Frantar et al. (2022)"
GAIN = 2.0  # factor by which compensation must lower the output error
FOLLOW = 16  # columns between two points of the progress curve
ERROR = "‖W·X - Ŵ·X‖² / ‖W·X‖²"


@dataclass(frozen=True)
class Layer:
    """Weights (rows, columns), and Gram matrices X·Xᵀ of the calibration inputs and of unseen ones like them."""

    weights: Numbers
    seen: Numbers
    unseen: Numbers
    factor: Numbers

    def error(self, rounded: Numbers, gram: Numbers) -> float:
        """‖E·X‖² / ‖W·X‖² with E the error of the weights: ‖E·X‖² is the trace of E·(X·Xᵀ)·Eᵀ."""
        return _energy(rounded - self.weights, gram) / _energy(self.weights, gram)


@dataclass(frozen=True)
class Rounded:
    """One width: both ways to round, as weights, and their errors while columns are done one after the other."""

    grid: Grid
    codes: NDArray[np.uint8]  # compensated
    nearest: Numbers
    compensated: Numbers
    done: NDArray[np.float64]  # columns done
    nearest_progress: NDArray[np.float64]
    compensated_progress: NDArray[np.float64]

    @property
    def nbytes(self) -> int:
        """Packed codes and zeros, and a float16 scale per row."""
        zeros = pack(self.grid.zero, self.grid.bits)
        return pack(self.codes, self.grid.bits).nbytes + zeros.nbytes + self.grid.scale.astype(np.float16).nbytes


def run(
    rng: np.random.Generator,
    *,
    rows: int = 128,
    columns: int = 256,
    samples: int = 1024,
    bits: tuple[int, ...] = (4, 3),
    block: int = 128,
    damping: float = 0.01,
    noise: float = 0.3,
    strength: float = 1.0,
) -> Experiment:
    """Round one layer to each of `bits`. Inputs follow a quarter as many shared factors as there are columns, plus
    `noise` of their own; `strength` scales what is pushed on (1 = the method, 0 = rounding to nearest). Raises
    ValueError if a parameter is out of range.
    """
    demand(bool(bits) and all(2 <= each <= 8 for each in bits), "bits", bits, "widths from 2 to 8")
    demand(rows > 0, "rows", rows, "at least 1")
    demand(columns >= 4, "columns", columns, "at least 4")
    demand(samples >= columns, "samples", samples, f"at least as many as columns, {columns}")
    demand(1 <= block <= columns, "block", block, f"1 to {columns}")
    demand(damping > 0 and noise > 0, "damping and noise", (damping, noise), "more than 0")
    layer = draw_layer(rng, rows, columns, samples, damping, noise)
    results = [round_layer(layer, each, block, strength) for each in bits]
    orthogonal = np.linalg.qr(rng.standard_normal((samples, columns)))[0].T
    return Experiment(
        "Round one column, let the next ones absorb its error",
        (
            errors_frame([(result.grid.bits, *_errors(layer, result)) for result in results]),
            progress_frame(results[-1].done, results[-1].nearest_progress, results[-1].compensated_progress),
            directions_frame(layer.seen, *_moved(layer, results[-1])),
            steps_frame(results[-1].grid.scale, *_moved(layer, results[-1])),
        ),
        tuple(row for result in results for row in _findings(layer, result)),
        (
            lowers(layer, results),
            nothing_to_absorb(layer.weights, orthogonal, bits[-1], damping, block),
            same_blocks(layer, results[-1], strength, (1, FOLLOW, block, columns)),
            on_grid([(result.grid, result.compensated) for result in results]),
        ),
    )


def _energy(weights: Numbers, gram: Numbers) -> float:
    """‖W·X‖², from X·Xᵀ."""
    return float(((weights @ gram) * weights).sum())


def draw_layer(
    rng: np.random.Generator, rows: int, columns: int, samples: int, damping: float, noise: float
) -> Layer:
    shared = columns // 4
    mix = rng.standard_normal((columns, shared)) / sqrt(shared)

    def draw() -> Numbers:
        inputs: Numbers = mix @ rng.standard_normal((shared, samples))
        return inputs + noise * rng.standard_normal((columns, samples))

    inputs, unseen = draw(), draw()
    weights = rng.standard_normal((rows, columns)) / sqrt(columns)
    return Layer(weights, inputs @ inputs.T, unseen @ unseen.T, hessian_factor(inputs, damping))


def round_layer(layer: Layer, bits: int, block: int, strength: float = 1.0) -> Rounded:
    grid = Grid.of(layer.weights, bits)
    codes = round_columns(layer.weights, grid, layer.factor, block, strength=strength)
    done, nearest = follow(layer, grid, 0.0)
    _, compensated = follow(layer, grid, strength)
    return Rounded(
        grid,
        codes,
        grid.restored(grid.codes(layer.weights)),
        grid.restored(codes),
        done,
        nearest,
        compensated,
    )


def follow(layer: Layer, grid: Grid, strength: float) -> tuple[Numbers, Numbers]:
    """Columns done, and the output error then: columns still to come are not rounded, but may have absorbed."""
    done, energies = [0.0], [0.0]

    def note(last: int, working: Numbers) -> None:
        done.append(float(last))
        energies.append(_energy(working - layer.weights, layer.seen))

    round_columns(layer.weights, grid, layer.factor, FOLLOW, strength=strength, watch=note)
    return np.array(done), np.array(energies) / _energy(layer.weights, layer.seen)


def _errors(layer: Layer, result: Rounded) -> tuple[float, float, float]:
    """Rounded to nearest, compensated, and compensated on unseen inputs."""
    return (
        layer.error(result.nearest, layer.seen),
        layer.error(result.compensated, layer.seen),
        layer.error(result.compensated, layer.unseen),
    )


def _moved(layer: Layer, result: Rounded) -> tuple[Numbers, Numbers]:
    return result.nearest - layer.weights, result.compensated - layer.weights


def lowers(layer: Layer, results: list[Rounded]) -> Invariant:
    """Compensation against rounding to nearest, at every width."""
    errors = [(result.grid.bits, *_errors(layer, result)[:2]) for result in results]
    holds = all(nearest >= GAIN * compensated for _, nearest, compensated in errors)
    listed = ", ".join(f"{bits} bit: {nearest / compensated:.2f} times" for bits, nearest, compensated in errors)
    return Invariant("Compensation lowers the output error clearly", holds, f"{listed}; expected {GAIN:g} or more")


def nothing_to_absorb(weights: Numbers, inputs: Numbers, bits: int, damping: float, block: int) -> Invariant:
    """Over inputs whose columns are orthogonal, code for code."""
    grid = Grid.of(weights, bits)
    codes = round_columns(weights, grid, hessian_factor(inputs, damping), block)
    return equal("Without correlation it is rounding to nearest", codes, grid.codes(weights), "codes")


def same_blocks(layer: Layer, result: Rounded, strength: float, blocks: tuple[int, ...]) -> Invariant:
    """Updating later columns at once or later is the same algebra."""
    every = [round_columns(layer.weights, result.grid, layer.factor, each, strength=strength) for each in blocks]
    return equal(
        "The block size changes nothing",
        np.stack(every),
        np.broadcast_to(result.codes, (len(every), *result.codes.shape)),
        "codes",
    )


def on_grid(rounded: list[tuple[Grid, Numbers]]) -> Invariant:
    """Whether every weight is one of its row's 2^bits numbers."""
    off, most, count = 0, 0, 0
    for grid, weights in rounded:
        off += int((np.abs(grid.restored(grid.codes(weights)) - weights) > 1e-12).sum())
        most = max(most, *(len(np.unique(row)) for row in weights))
        count += weights.size
    detail = f"{off} of {count:,} weights are off the grid; at most {most} different numbers in a row"
    return Invariant("Every weight lies on its row's grid", off == 0, detail)


def _findings(layer: Layer, result: Rounded) -> tuple[Measured, ...]:
    bits = result.grid.bits
    nearest, compensated, unseen = _errors(layer, result)
    stored = given("B", result.nbytes, "B", "codes, scales and zeros")
    weights = given("n_w", layer.weights.size, "", "weights")
    seen, fresh = _energy(layer.weights, layer.seen), _energy(layer.weights, layer.unseen)

    def error(key: str, name: str, relative: float, size: float) -> Measured:
        quantity = declare(f"{key}_{bits}", f"{name}, {bits} bit", "1", LESS, COUNTED, ERROR, source=SOURCE)
        return measured_error(quantity, relative, size)

    def line(
        key: str, name: str, better: Direction, unit: str, formula: str, value: float, *inputs: Input
    ) -> Measured:
        quantity = declare(f"{key}_{bits}", f"{name}, {bits} bit", unit, better, COUNTED, formula, source=SOURCE)
        return measured(quantity, value, *inputs)

    return (
        error("precision.gptq.nearest", "Output error, rounded to nearest", nearest, seen),
        error("precision.gptq.compensated", "Output error, compensated", compensated, seen),
        error("precision.gptq.unseen", "Output error, compensated, unseen inputs", unseen, fresh),
        line(
            "weights.gptq.width",
            "Bits per weight with scales and zeros",
            LESS,
            "bit",
            "8 · B / n_w",
            8 * stored.value / weights.value,
            stored,
            weights,
        ),
        line(
            "decode.gptq.read",
            "Weight bytes read per token, 16 bits over these",
            MORE,
            "x",
            "2 · n_w / B",
            2 * weights.value / stored.value,
            weights,
            stored,
        ),
    )
