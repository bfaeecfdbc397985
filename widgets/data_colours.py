"""The colours of one scheme, by what they mean. `widgets.palette` makes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from engine.instant import PageState
from engine.reading.phases import Phase
from engine.recording import Event
from engine.sheet import Evidence, Verdict
from widgets.colour_math import contrast, mix


@dataclass(frozen=True)
class DataColours:
    """All colours of one scheme."""

    dark: bool
    window: QColor
    surface: QColor
    raised: QColor
    sunken: QColor
    border: QColor
    text: QColor
    muted: QColor
    accent: QColor
    on_accent: QColor
    hover: QColor
    selection: QColor
    link: QColor
    hue: Mapping[str, QColor]
    page_state: Mapping[PageState, QColor]
    event: Mapping[Event, QColor]
    phase: Mapping[Phase, QColor]
    verdict: Mapping[Verdict, QColor]
    evidence: Mapping[Evidence, QColor]
    ledger: Mapping[str, QColor]
    requests: tuple[QColor, ...]

    def request(self, index: int) -> QColor:
        """The stable colour of request `index`; a quiet grey for none (-1)."""
        return self.requests[owner_slot(index)] if index >= 0 else self.hue["grey"]

    def readable(self, colour: QColor, background: QColor | None = None, ratio: float = 4.5) -> QColor:
        """`colour` moved towards the text colour until it can be read on `background` (default: surface)."""
        ground = background or self.surface
        for step in range(21):
            mixed = mix(colour, self.text, step / 20)
            if contrast(mixed, ground) >= ratio:
                return mixed
        return self.text

    def ink(self, fill: QColor) -> QColor:
        """Black or white, whichever reads better on `fill`."""
        dark_ink, light_ink = QColor("#020305"), QColor("#ffffff")
        return dark_ink if contrast(dark_ink, fill) >= contrast(light_ink, fill) else light_ink


@overload
def owner_slot(index: int) -> int: ...
@overload
def owner_slot(index: NDArray[np.signedinteger]) -> NDArray[np.signedinteger]: ...
def owner_slot(index: int | NDArray[np.signedinteger]) -> int | NDArray[np.signedinteger]:
    """Which of the twelve request colours (one, or an array of them)."""
    return index % 12
