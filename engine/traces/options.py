"""What the user declares about a trace file instead of leaving it to be recognised."""

from __future__ import annotations

from dataclasses import dataclass

from engine.traces.numbers import UNITS

RECOGNISE = "auto"
TIME_UNITS = (RECOGNISE, *UNITS, "wall clock")
DECLARED = "declared by the user"


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Columns by name ("" = recognise the layout), the unit of their times, and how to read prefix ids.

    `prompt` and `output` go together; without `arrival` the file has no times. A name with dots reaches into nested
    JSON objects. `busiest` looks for the stretch of `limit` rows with the highest rate.
    """

    arrival: str = ""
    prompt: str = ""
    output: str = ""
    prefix: str = ""  # list of prefix ids, JSON only
    unit: str = RECOGNISE
    block_tokens: int = 0  # tokens per prefix id, 0 = as the rows show
    busiest: bool = False

    @property
    def mapped(self) -> bool:
        """The user names columns."""
        return bool(self.arrival or self.prompt or self.output or self.prefix)
