"""The picture of a part of the run, time × page, kept until another part or another look is asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from engine.instant import PageState
from engine.recording import Pool, Recording
from widgets.page_codes import code_colours, split
from widgets.page_past import COLUMNS, Part, page_past


class HistoryPicture:
    """Of the whole run until `look` asks for a part. Worked out when it is first needed."""

    def __init__(self, recording: Recording, pool: Pool) -> None:
        self._recording, self._pool = recording, pool
        self.part = Part(0.0, float(max(1, recording.duration)), 0, pool.pages)
        self._codes: tuple[NDArray[np.uint16], ...] | None = None
        self._rgb = np.empty(0, dtype=np.uint32)
        self._image = QImage()
        self._key: tuple[bool, bool] | None = None

    def look(self, part: Part) -> None:
        """Show this part from now on."""
        if part != self.part:
            self.part, self._codes, self._key = part, None, None

    def codes(self) -> tuple[NDArray[np.uint16], ...]:
        """By state and by owner."""
        if self._codes is None:
            self._codes = page_past(self._recording, self._pool, self.part)
        return self._codes

    def image(self, dark: bool, by_owner: bool) -> QImage:
        if self._key != (dark, by_owner):
            codes = self.codes()[int(by_owner)]
            self._key = dark, by_owner
            self._rgb = code_colours(dark)[codes]
            rows, columns = codes.shape
            self._image = QImage(self._rgb.data, columns, rows, columns * 4, QImage.Format.Format_RGB32)
        return self._image

    def source(self, wanted: Part) -> QRectF:
        """Where a part is in this picture, in its pixels."""
        own, rows = self.part, len(self.codes()[0])
        across, down = COLUMNS / (own.end - own.start), rows / (own.last - own.first)
        return QRectF(
            (wanted.start - own.start) * across,
            (wanted.first - own.first) * down,
            (wanted.end - wanted.start) * across,
            (wanted.last - wanted.first) * down,
        )

    def state_at(self, page: int, time: int) -> PageState:
        """The state of a page of the pool (from 0) at a time, as drawn."""
        own, codes = self.part, self.codes()[0]
        row = int((page - own.first) / (own.last - own.first) * len(codes))
        column = int((time - own.start) / (own.end - own.start) * COLUMNS)
        code = codes[min(max(row, 0), len(codes) - 1), min(max(column, 0), COLUMNS - 1)]
        return PageState(split(int(code))[2])
