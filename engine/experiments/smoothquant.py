"""SmoothQuant: dividing loud activation channels and multiplying their weight rows, before both become integers.

A linear layer Y = X·W behind a LayerNorm whose gain makes a few channels fifty to a hundred times louder.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from engine.experiment import Experiment, Invariant
from engine.experiments.checks import close, demand, measured_error, relative_error
from engine.experiments.int8 import Int8, multiply, quantise
from engine.experiments.smoothing_frames import alpha_frame, codes_frame, errors_frame, maxima_frame
from engine.ledgers.entry import COUNTED, LESS, MORE, NEITHER, declare, given, measured
from engine.sheet import Measured, Quantity

SOURCE = "Xiao et al. (2022)"
ALPHAS = np.linspace(0, 1, 11)
GAIN = 4.0  # factor by which smoothing must lower the error
NEAR = 2.0  # factor that may remain to integer weights alone, and at which an end of the sweep is still "as bad"

ERROR = "‖Y' - Y‖ / ‖Y‖"
AS_IS = declare("precision.smoothquant.error_as_is", "Error in 8 bits, as it is", "1", LESS, COUNTED, ERROR)
SMOOTHED = declare(
    "precision.smoothquant.error_smoothed", "Error in 8 bits, smoothed", "1", LESS, COUNTED, ERROR, source=SOURCE
)
WEIGHTS_ONLY = declare(
    "precision.smoothquant.error_weights_only", "Error with only the weights in 8 bits", "1", LESS, COUNTED, ERROR
)
BEST = declare(
    "precision.smoothquant.best_alpha",
    "α with the smallest error",
    "",
    NEITHER,
    COUNTED,
    "the best of N values from 0 to 1",
    source=SOURCE,
)
ZEROS = "n_0 / n"
ZEROS_BEFORE = declare(
    "precision.smoothquant.zeros_as_is", "Activations lost to zero, as it is", "1", LESS, COUNTED, ZEROS
)
ZEROS_AFTER = declare(
    "precision.smoothquant.zeros_smoothed", "Activations lost to zero, smoothed", "1", LESS, COUNTED, ZEROS
)
SMALLER = declare(
    "weights.smoothquant.ratio",
    "Weight bytes, 16 bits over 8",
    "x",
    MORE,
    COUNTED,
    "2 · n_w / B",
)


@dataclass(frozen=True)
class Linear:
    """A LayerNorm and the linear layer behind it."""

    normal: NDArray[np.float64]  # (tokens, channels): normalised, before the gain
    gain: NDArray[np.float64]  # (channels,)
    weights: NDArray[np.float64]  # (channels, outputs)

    @property
    def activations(self) -> NDArray[np.float64]:
        return self.normal * self.gain

    @property
    def maxima(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Largest activation and largest weight of every input channel."""
        return np.abs(self.activations).max(axis=0), np.abs(self.weights).max(axis=1)

    def output(self) -> NDArray[np.float64]:
        return self.activations @ self.weights

    def integers(self) -> tuple[Int8, Int8]:
        return quantise(self.activations), quantise(self.weights)

    def smoothed(self, alpha: float) -> Linear:
        """The same function of its input: the gain takes the division, the weights the multiplication."""
        activation, weight = self.maxima
        scale = activation**alpha / weight ** (1 - alpha)
        return Linear(self.normal, self.gain / scale, self.weights * scale[:, None])

    def error(self, exact: NDArray[np.float64]) -> float:
        """Of the product in 8-bit integers."""
        return relative_error(multiply(*self.integers()), exact)


@dataclass(frozen=True)
class Errors:
    as_is: float
    smoothed: float
    weights_only: float
    by_alpha: NDArray[np.float64]  # (len(ALPHAS),)


def run(
    rng: np.random.Generator,
    *,
    tokens: int = 512,
    channels: int = 1024,
    outputs: int = 256,
    outliers: int = 8,
    loudest: float = 100.0,
    alpha: float = 0.5,
) -> Experiment:
    """`outliers` channels are half of `loudest` to `loudest` times as loud as the others. Raises ValueError if a
    parameter is out of range.
    """
    for name, size in (("tokens", tokens), ("channels", channels), ("outputs", outputs)):
        demand(size > 1, name, size, "at least 2")
    demand(0 <= outliers <= channels, "outliers", outliers, f"0 to {channels}")
    demand(loudest > 0, "loudest", loudest, "a factor above 0")
    demand(0 <= alpha <= 1, "alpha", alpha, "0 to 1")
    loud = np.sort(rng.choice(channels, outliers, replace=False))
    layer = draw_layer(rng, tokens, channels, outputs, loud, loudest)
    smooth = layer.smoothed(alpha)
    errors = measure_errors(layer, alpha)
    return Experiment(
        "Move the outliers from activations to weights, then round both to 8 bits",
        (
            codes_frame(layer.integers(), smooth.integers(), loud),
            maxima_frame(layer.maxima, smooth.maxima),
            errors_frame(errors.as_is, errors.smoothed, errors.weights_only),
            alpha_frame(ALPHAS, errors.by_alpha, errors.as_is, errors.weights_only),
        ),
        _findings(layer, smooth, errors),
        (
            close(
                "Smoothing changes no product", smooth.output(), layer.output(), 1e-10 * np.abs(layer.output()).max()
            ),
            shares(layer, smooth, alpha),
            lowers(errors),
            interior(errors),
        ),
    )


def draw_layer(
    rng: np.random.Generator, tokens: int, channels: int, outputs: int, loud: NDArray[np.int64], loudest: float
) -> Linear:
    hidden = rng.standard_normal((tokens, channels))
    normal = (hidden - hidden.mean(axis=1, keepdims=True)) / hidden.std(axis=1, keepdims=True)
    gain = np.ones(channels)
    gain[loud] = rng.uniform(loudest / 2, loudest, len(loud))
    return Linear(normal, gain, rng.standard_normal((channels, outputs)) / sqrt(channels))


def measure_errors(layer: Linear, alpha: float) -> Errors:
    exact = layer.output()
    weights_only = relative_error(layer.activations @ quantise(layer.weights).restored(), exact)
    by_alpha = np.array([layer.smoothed(each).error(exact) for each in ALPHAS])
    return Errors(layer.error(exact), layer.smoothed(alpha).error(exact), weights_only, by_alpha)


def shares(layer: Linear, smooth: Linear, alpha: float) -> Invariant:
    """Largest numbers per channel after smoothing: the product of both maxima, to the powers 1 - α and α."""
    product = np.multiply(*layer.maxima)
    activation, weight = smooth.maxima
    off = max(np.abs(activation / product ** (1 - alpha) - 1).max(), np.abs(weight / product**alpha - 1).max())
    detail = f"at most {off:.1e} off over {len(product):,} channels, at α = {alpha:g}"
    return Invariant("Activations and weights share each channel's range as α says", bool(off <= 1e-12), detail)


def lowers(errors: Errors) -> Invariant:
    gain, rest = errors.as_is / errors.smoothed, errors.smoothed / errors.weights_only
    detail = (
        f"{gain:.1f} times below as it is, expected {GAIN:g} or more; "
        f"{rest:.2f} times that of integer weights alone, expected {NEAR:g} at most"
    )
    return Invariant("Smoothing brings 8-bit products close to the exact one", gain >= GAIN and rest <= NEAR, detail)


def interior(errors: Errors) -> Invariant:
    """Moving nothing and moving everything must both be about as bad as no smoothing."""
    best = int(errors.by_alpha.argmin())
    ends = errors.by_alpha[[0, -1]] / errors.as_is
    bad = bool((ends >= 1 / NEAR).all())
    detail = f"best α = {ALPHAS[best]:.1f}; the ends have {ends[0]:.2f} and {ends[1]:.2f} of the error as it is"
    return Invariant(
        "The best α lies between moving nothing and moving all", 0 < best < len(ALPHAS) - 1 and bad, detail
    )


def _findings(layer: Linear, smooth: Linear, errors: Errors) -> tuple[Measured, ...]:
    (before, weights), (after, _) = layer.integers(), smooth.integers()
    size = float(np.linalg.norm(layer.output()))

    def zeros(quantity: Quantity, integers: Int8) -> Measured:
        lost, count = int((integers.codes == 0).sum()), integers.codes.size
        return measured(
            quantity, lost / count, given("n_0", lost, "", "codes that are 0"), given("n", count, "", "codes")
        )

    count, stored = given("n_w", layer.weights.size, "", "weights"), given("B", weights.nbytes, "B", "stored")
    return (
        measured_error(AS_IS, errors.as_is, size),
        measured_error(SMOOTHED, errors.smoothed, size),
        measured_error(WEIGHTS_ONLY, errors.weights_only, size),
        measured(BEST, ALPHAS[errors.by_alpha.argmin()], given("N", len(ALPHAS), "", "values of α")),
        zeros(ZEROS_BEFORE, before),
        zeros(ZEROS_AFTER, after),
        measured(SMALLER, 2 * count.value / stored.value, count, stored),
    )
