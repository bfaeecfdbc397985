"""What smoothing looks like: the 8-bit codes, the largest number per channel, and the errors of the product."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.experiment import Bars, Curve, Curves, Matrix, Panel, Series
from engine.experiments.int8 import Int8

ROWS = 96  # tokens, or outputs, that the picture shows
COLUMNS = 48  # channels that it shows: the loud ones, and others evenly spaced


def codes_frame(before: tuple[Int8, Int8], after: tuple[Int8, Int8], loud: NDArray[np.int64]) -> Matrix:
    """`before` and `after` are (activations, weights); `loud` the channels with outliers."""
    channels = before[0].codes.shape[1]
    others = np.linspace(0, channels - 1, min(COLUMNS, channels)).astype(int)
    shown = np.sort(np.concatenate([loud, np.setdiff1d(others, loud)[: max(0, len(others) - len(loud))]]))

    def panel(name: str, codes: NDArray[np.int8]) -> Panel:
        size = np.abs(codes[:ROWS, shown].astype(float))
        return Panel(name, np.where(size > 0, size, np.nan))

    return Matrix(
        "What 8 bits keep",
        "Size of the integer codes, empty where a number rounds to zero. As they are, a few loud channels set the "
        "step for all activations. After smoothing the weights carry part of them, and both sides use their range.",
        (
            panel("activations, as they are", before[0].codes),
            panel("activations, smoothed", after[0].codes),
            panel("weights, as they are", before[1].codes.T),
            panel("weights, smoothed", after[1].codes.T),
        ),
        "token or output",
        "channel",
        "",
        column_names=tuple(map(str, shown)),
        logarithmic=True,
    )


def maxima_frame(before: tuple[NDArray[Any], NDArray[Any]], after: tuple[NDArray[Any], NDArray[Any]]) -> Curves:
    """Largest number per channel of (activations, weights), channels sorted by loudness before."""
    order = np.argsort(-before[0], kind="stable")
    rank = np.arange(1, len(order) + 1, dtype=float)
    return Curves(
        "Largest number of each channel",
        "One 8-bit scale must reach the largest of all. Smoothing pulls the loud activation channels down and pushes "
        "their weight rows up by the same factor. Shared equally, both end with the same range.",
        (
            Curve("activations, as they are", rank, before[0][order]),
            Curve("activations, smoothed", rank, after[0][order]),
            Curve("weights, as they are", rank, before[1][order]),
            Curve("weights, smoothed", rank, after[1][order]),
        ),
        "channels, loudest first",
        "largest number",
        "",
        "",
        x_logarithmic=True,
        y_logarithmic=True,
    )


def errors_frame(as_is: float, smoothed: float, weights_only: float) -> Bars:
    return Bars(
        "Error of the product in 8-bit integers",
        "Smoothed, both sides fit into integers with an error close to that of rounding the weights alone, so the "
        "whole layer can run on integer units.",
        ("both, as they are", "both, smoothed", "weights alone"),
        (Series("relative error", (as_is, smoothed, weights_only)),),
        "1",
    )


def alpha_frame(alphas: NDArray[Any], errors: NDArray[Any], as_is: float, weights_only: float) -> Curves:
    return Curves(
        "How much to move",
        "α is the share of a channel's range that the weights take over. Moving nothing leaves the outliers in the "
        "activations, moving everything hands them to the weights.",
        (
            Curve("as it is", alphas, np.full(len(alphas), as_is)),
            Curve("smoothed", alphas, errors),
            Curve("weights alone", alphas, np.full(len(alphas), weights_only)),
        ),
        "α",
        "relative error",
        "",
        "1",
    )
