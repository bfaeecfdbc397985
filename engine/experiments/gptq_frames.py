"""What compensated rounding looks like: the output error, how it grows, and where it is put."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.experiment import Bars, Curve, Curves, Matrix, Panel, Series
from engine.experiments.column_rounding import Numbers

ROWS, COLUMNS = 48, 64  # rows, and evenly spaced columns, that the picture of steps shows


def errors_frame(errors: Sequence[tuple[int, float, float, float]]) -> Bars:
    """`errors`: (bits, rounded to nearest, compensated, compensated on unseen inputs)."""
    names = ("rounded to nearest", "compensated", "compensated, unseen inputs")
    return Bars(
        "Error of the layer's output",
        "Squared error relative to the output itself. The weights take the same bytes either way; only the choice "
        "of codes differs. Inputs that were not used for calibration gain a little less.",
        tuple(f"{bits} bit" for bits, *_ in errors),
        tuple(Series(name, tuple(row[place] for row in errors)) for place, name in enumerate(names, 1)),
        "1",
        logarithmic=True,
    )


def progress_frame(done: Numbers, nearest: Numbers, compensated: Numbers) -> Curves:
    return Curves(
        "The error while columns are rounded",
        "Rounding to nearest adds error with every column. With compensation the columns still to come absorb most "
        "of it; only the last ones have nobody left to pass it to.",
        (Curve("rounded to nearest", done, nearest), Curve("compensated", done, compensated)),
        "columns rounded",
        "output error",
        "columns",
        "1",
    )


def directions_frame(gram: Numbers, nearest: Numbers, compensated: Numbers) -> Curves:
    """`gram` is X·Xᵀ of the inputs (columns, columns); the others are weight errors (rows, columns)."""
    energy, directions = np.linalg.eigh(gram)
    order = np.argsort(-energy)
    rank = np.arange(1, len(order) + 1, dtype=float)

    def spread(moved: Numbers) -> Numbers:
        per_direction: Numbers = ((moved @ directions[:, order]) ** 2).mean(axis=0)
        return per_direction

    return Curves(
        "Where the error goes",
        "Input directions, the strongest first. Compensation makes the weights' own error larger, and turns it "
        "towards directions in which inputs hardly vary, so that the output barely notices.",
        (Curve("rounded to nearest", rank, spread(nearest)), Curve("compensated", rank, spread(compensated))),
        "input direction",
        "squared error of the weights",
        "",
        "",
        y_logarithmic=True,
    )


def steps_frame(scale: Numbers, nearest: Numbers, compensated: Numbers) -> Matrix:
    """Weight errors (rows, columns) in steps of each row's grid."""
    columns = np.linspace(0, nearest.shape[1] - 1, min(COLUMNS, nearest.shape[1])).astype(int)

    def panel(name: str, moved: Numbers) -> Panel:
        return Panel(name, moved[:ROWS, columns] / scale[:ROWS, None])

    return Matrix(
        "How far each weight moves",
        "In steps of the grid. Rounded to nearest, no weight moves by more than half a step. Compensated ones move "
        "further, the more so the more columns came before them.",
        (panel("rounded to nearest", nearest), panel("compensated", compensated)),
        "output",
        "column",
        "steps",
        column_names=tuple(map(str, columns)),
        diverging=True,
    )
