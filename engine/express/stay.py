"""One stay of a request in an engine: from its admission to its end or its preemption."""

from __future__ import annotations


class Stay:
    """While it decodes nothing of it is touched: `computed` is `base` plus the decode steps of the engine so far."""

    __slots__ = (
        "base",
        "blocked",
        "chunks",
        "computed",
        "end",
        "end_steps",
        "first_step",
        "known",
        "number",
        "outputs",
        "place",
        "preempted",
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
        self.chunks: list[tuple[int, int, int]] = []  # iteration, tokens, computed after
        self.base = 0
        self.first_step = -1  # decode step with its first decode, -1 = never decoded
        self.end_steps = -1  # decode steps of the engine when it ended
        self.end = -1  # iteration at whose end it finished, or in which it was preempted
        self.place = 0  # of its last page in the free queue when it left
        self.preempted = False
        self.blocked = False  # its refusal is on record already
