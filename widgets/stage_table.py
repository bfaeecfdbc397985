"""A frame of an experiment as a table of text: what a screen reader reads, and what is saved as CSV."""

from __future__ import annotations

import csv
import io

import numpy as np

from engine.experiment import Bars, Curves, Frame, Matrix, TokenStrip


def frame_table(frame: Frame) -> list[tuple[str, ...]]:
    """Rows of text under a head row, numbers in full precision; what is not there is empty."""
    if isinstance(frame, Bars):
        return _bars(frame)
    if isinstance(frame, Matrix):
        return _matrix(frame)
    if isinstance(frame, TokenStrip):
        return _strip(frame)
    return _curves(frame)


def frame_csv(frame: Frame) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(frame_table(frame))
    return text.getvalue()


def _number(value: float | None) -> str:
    return "" if value is None or value != value else repr(float(value))


def _bars(frame: Bars) -> list[tuple[str, ...]]:
    head = ("category", *(f"{series.name} ({frame.unit})" for series in frame.series))
    rows = [
        (category, *(_number(series.values[place]) for series in frame.series))
        for place, category in enumerate(frame.categories)
    ]
    return [head, *rows]


def _matrix(frame: Matrix) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [("panel", frame.row_label, frame.column_label, f"value ({frame.unit})")]
    for panel in frame.panels:
        for (row, column), value in np.ndenumerate(panel.values):
            names = (
                names[place] if place < len(names) else str(place)
                for names, place in ((frame.row_names, row), (frame.column_names, column))
            )
            found.append((panel.name, *names, _number(value)))
    return found


def _strip(frame: TokenStrip) -> list[tuple[str, ...]]:
    rows = [
        (row.label, str(place), token.text, str(token.role), token.note)
        for row in frame.rows
        for place, token in enumerate(row.tokens)
    ]
    return [("line", "place", "token", "role", "note"), *rows]


def _curves(frame: Curves) -> list[tuple[str, ...]]:
    rows = [
        (curve.name, _number(x), _number(y)) for curve in frame.curves for x, y in zip(curve.x, curve.y, strict=True)
    ]
    return [("curve", f"{frame.x_label} ({frame.x_unit})", f"{frame.y_label} ({frame.y_unit})"), *rows]
