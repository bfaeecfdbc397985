"""One stay of a request in an engine: from its admission to its end or its preemption."""

from __future__ import annotations


class Stay:
    """While it decodes nothing of it is touched: its tokens with state are `base` plus the engine's decode steps."""

    __slots__ = (
        "base",
        "blocked",
        "computed",
        "first_step",
        "gone",
        "known",
        "number",
        "outputs",
        "row",
        "start",
        "table",
        "target",
    )

    def __init__(self, number: int, row: int, known: int, outputs: int, target: int, start: int) -> None:
        self.number = number  # stays of an engine in order of admission
        self.row = row
        self.known = known  # tokens when it was admitted
        self.outputs = outputs  # of these, produced before
        self.target = target  # output tokens after which it stops
        self.start = start  # iteration of the admission
        self.computed = 0  # prompt tokens with state; all that are known once it decodes
        self.table: list[int] = []
        self.base = 0
        self.first_step = -1  # decode step with its first decode, -1 = never decoded
        self.gone = False
        self.blocked = False  # its refusal is on record already
