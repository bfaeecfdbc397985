"""What the iterations of an engine were filled with, worked out for every column of pixels."""

from __future__ import annotations

import math
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

from engine.recording import Work
from widgets.band_lanes import kinds_of
from widgets.clock_data import ClockData
from widgets.palette import DataColours, mix
from widgets.time_axis import TimeView

GAP_FROM = 5.0  # device pixels of an iteration from which a gap is drawn before it
STRIPE = 2  # device pixels of a stripe that marks an iteration of both kinds
FAINTEST = 0.35  # of the colour of a busy engine, for the smallest batch

Floats = NDArray[np.float64]


class Measure(StrEnum):
    """What the height of an iteration stands for."""

    TOKENS = "tokens"  # scheduled tokens, ∝ √tokens
    BATCH = "batch"  # requests that hold a slot


class EngineColumns:
    """Parts of an iteration from the bottom up: decode, prefill and, by requests, those that hold a slot idly."""

    def __init__(self, data: ClockData) -> None:
        recording = data.recording
        self._iterations = recording.iterations
        self.rows = [data.engine_rows(engine) for engine in range(len(recording.engines))]
        iterations = recording.iterations
        self._prefill = iterations["prefill_tokens"].astype(np.float64)
        self._decode = iterations["decode_tokens"].astype(np.float64)
        self._running = iterations["running"].astype(np.float64)
        self._batch = self._batches(recording.slices)
        self.budget = int(iterations["budget"].max(initial=0))
        self._fullest = {measure: np.sum(self.parts(measure), axis=0) for measure in Measure}
        tokens = max(1, self.budget, int(self._fullest[Measure.TOKENS].max(initial=0)))
        self._most = {Measure.TOKENS: [tokens] * len(self.rows), Measure.BATCH: [1] * len(self.rows)}
        # Engines of one kind share a scale: batches of prefill engines are far smaller than those that decode.
        for engines in kinds_of(recording.engines):
            batches = [self._fullest[Measure.BATCH][self.rows[engine]].max(initial=1) for engine in engines]
            for engine in engines:
                self._most[Measure.BATCH][engine] = int(max(batches))

    def _batches(self, slices: NDArray[np.void]) -> tuple[Floats, Floats, Floats]:
        """Requests decoding, reading their prompt, and idle, per iteration."""
        count = len(self._iterations)
        if len(slices):
            decode, prefill = (
                np.bincount(slices["iteration"][slices["work"] == work], minlength=count).astype(np.float64)
                for work in (Work.DECODE, Work.PREFILL)
            )
        else:
            decode = np.minimum(self._decode, self._running)
            prefill = np.minimum((self._prefill > 0).astype(np.float64), self._running - decode)
        return decode, prefill, np.maximum(self._running - decode - prefill, 0.0)

    def parts(self, measure: Measure) -> tuple[Floats, ...]:
        """Per iteration."""
        return self._batch if measure is Measure.BATCH else (self._decode, self._prefill)

    def level(self, engine: int, measure: Measure, amount: Floats | float) -> Floats:
        """Height of an amount in the lane of an engine, 0..1."""
        share = np.maximum(amount, 0.0) / self._most[measure][engine]
        return np.sqrt(share) if measure is Measure.TOKENS else np.asarray(share)

    def marks(self, engine: int, measure: Measure) -> list[int]:
        """Amounts named at the side: the top, and where the height is a half and a quarter of it."""
        most = self._most[measure][engine]
        steps = (1, 4, 16) if measure is Measure.TOKENS else (1, 2, 4)
        return [max(1, most // step) for step in steps]

    def columns(
        self, engine: int, measure: Measure, time: TimeView, width: int
    ) -> tuple[list[Floats], NDArray[np.bool_]]:
        """The parts per pixel column (the fullest iteration in it), and columns left as gaps."""
        rows, parts = self.rows[engine], self.parts(measure)
        if not len(rows):
            return [np.zeros(width) for _ in parts], np.zeros(width, dtype=bool)
        edges = time.start + np.arange(width + 1) / width * time.span
        start, end = self._iterations["start"][rows], self._iterations["end"][rows]
        first = np.maximum(np.searchsorted(start, edges[:-1], side="right") - 1, 0)
        last = np.searchsorted(start, edges[1:], side="left")
        first += end[first] <= edges[:-1]  # idle since: the next one, if it starts in this column
        busy = first < last
        place = np.minimum(first, len(rows) - 1)
        several = np.flatnonzero(last - first > 1)
        bounds = np.column_stack([first[several], last[several]]).ravel()
        found = []
        for values in (*(part[rows] for part in parts), self._fullest[measure][rows]):
            peaks = values[place]
            if len(several):
                peaks[several] = np.maximum.reduceat(np.append(values, 0.0), bounds)[::2]
            found.append(np.where(busy, peaks, 0.0))
        most = found.pop()
        if measure is Measure.BATCH:  # of several iterations in a column, no more than the largest batch
            found[0] = np.minimum(found[0], most - np.minimum(found[1], most))
            found[2] = np.maximum(most - found[0] - found[1], 0.0)
        wide = (end - start)[place] / time.span * width >= GAP_FROM
        opens = np.zeros(width, dtype=bool)
        opens[1:] = first[1:] != first[:-1]
        return found, opens & wide & busy

    # ---- pictures

    def lane(self, engine: int, measure: Measure, time: TimeView, size: tuple[int, int], own: DataColours) -> QImage:
        """One engine, `size` device pixels: heights by `measure`."""
        width, height = size
        parts, gap = self.columns(engine, measure, time, width)
        level = (np.arange(height, 0, -1) - 0.5)[:, None] / height
        pixels = np.full((height, width), own.sunken.rgb(), dtype=np.uint32)
        tops: list[Floats] = []
        filled, below = np.zeros(width), np.zeros(width)
        for part in parts:
            filled = filled + part
            # Whatever ran is seen, if only as one line.
            least = below + (2.0 if not tops else 1.0) / height
            top = np.where(part > 0, np.maximum(self.level(engine, measure, filled), least), below)
            tops.append(top)
            below = top
        for top, colour in reversed(list(zip(tops, part_colours(own), strict=False))):
            pixels[level < top[None, :]] = colour.rgb()
        pixels[:, gap] = own.sunken.rgb()
        return QImage(pixels.data, width, height, width * 4, QImage.Format.Format_RGB32).copy()

    def group(self, engines: tuple[int, ...], time: TimeView, size: tuple[int, int], own: DataColours) -> QImage:
        """Several engines, a row each: colour by what the iteration does, strength by its batch."""
        width, height = size
        rows = [self._row(engine, time, width, own) for engine in engines]
        place = np.minimum(np.arange(height) * len(rows) // height, len(rows) - 1)
        pixels = np.array(rows, dtype=np.uint32)[place]
        if height >= 4 * len(rows):
            pixels[np.flatnonzero(place[1:] != place[:-1]) + 1] = own.surface.rgb()
        return QImage(pixels.data, width, height, width * 4, QImage.Format.Format_RGB32).copy()

    def _row(self, engine: int, time: TimeView, width: int, own: DataColours) -> NDArray[np.uint32]:
        (decode, prefill, idle), _ = self.columns(engine, Measure.BATCH, time, width)
        share = np.minimum((decode + prefill + idle) / self._most[Measure.BATCH][engine], 1.0)
        step = np.ceil(share * 8).astype(np.int64)  # eight strengths are as many as the eye tells apart
        ramps = np.array(
            [
                [mix(own.sunken, hue, FAINTEST + (1 - FAINTEST) * k / 8).rgb() for k in range(9)]
                for hue in part_colours(own)
            ],
            dtype=np.uint32,
        )
        both = (decode > 0) & (prefill > 0) & (np.arange(width) // STRIPE % 2 == 0)
        kind = np.select([both, decode > 0, prefill > 0], [1, 0, 1], 2)
        return np.where(share > 0, ramps[kind, step], np.uint32(own.sunken.rgb())).astype(np.uint32)


def part_colours(own: DataColours) -> tuple[QColor, QColor, QColor]:
    """Decode, prefill, and requests that hold a slot while others are worked for."""
    return own.hue["blue"], own.hue["orange"], mix(own.surface, own.hue["grey"], 0.55)


def pixels_of(width: float, height: float, ratio: float) -> tuple[int, int]:
    return max(1, math.ceil(width * ratio)), max(1, round(height * ratio))
