"""What a recording needs of a run, kept as it happens and expanded afterwards (`engine.express.expand`)."""

from __future__ import annotations

from typing import NamedTuple

from engine.costs.cost import IterationCost
from engine.costs.decode_line import DecodeLine
from engine.express.stay import Stay


class Mixed(NamedTuple):
    """One iteration that was decided by itself."""

    iteration: int
    start: int  # ps
    prefill_tokens: int
    decoding: int
    budget: int
    running: int
    waiting: int
    free_pages: int
    cost: IterationCost


class Stretch(NamedTuple):
    """`length` iterations in which the same requests decode, and nothing else happens."""

    iteration: int
    length: int  # iterations
    start: int  # ps
    decoding: int
    contexts: int  # sum of the contexts of the first iteration
    budget: int
    running: int
    waiting: int
    free_pages: int  # before the first iteration
    first_step: int
    line: DecodeLine


class Moment(NamedTuple):
    """Something of a request that is decided while an iteration is put together."""

    time: int  # ns
    iteration: int
    number: int  # of the stay whose turn it is
    row: int
    amount: int


LEFT = (
    "row",
    "number",  # stays are counted in order of admission, from 1
    "known",  # tokens when it was admitted
    "outputs",  # of these, produced before
    "start",  # iteration of the admission
    "base",  # tokens with state are base + decode steps of the engine
    "first_step",  # decode step with its first decode, -1 = never decoded
    "end_steps",  # decode steps of the engine when it ended
    "end",  # iteration at whose end it finished, or in which it was preempted
    "place",  # of its last page in the free queue
    "preempted",
    "blocks",
)
PART = ("number", "iteration", "tokens", "computed")


class Log:
    """Everything of one engine, in the order in which it happened. Rows of numbers are kept flat."""

    __slots__ = (
        "left",
        "mixed",
        "pages",
        "parts",
        "pauses",
        "preemptions",
        "refusals",
        "rejections",
        "stretches",
        "taken",
    )

    def __init__(self) -> None:
        self.mixed: list[Mixed] = []
        self.stretches: list[Stretch] = []
        self.taken: list[int] = []  # pages handed out in each iteration of each stretch
        self.left: list[int] = []  # stays by their ends: the columns of LEFT, one after the other
        self.pages: list[int] = []  # their block tables, likewise
        self.parts: list[int] = []  # parts of prompts: the columns of PART
        self.refusals: list[Moment] = []
        self.preemptions: list[tuple[Moment, int, int]] = []  # amount: tokens lost; stay; place in the waiting queue
        self.pauses: list[tuple[int, int]] = []  # ns, iteration that was thought about and not begun
        self.rejections: list[Moment] = []  # after a preemption; amount: pages needed

    def leave(self, stay: Stay, end_steps: int, end: int, place: int, preempted: bool) -> None:
        """`stay` is over and its pages are free."""
        self.pages += stay.table
        self.left += (
            stay.row,
            stay.number,
            stay.known,
            stay.outputs,
            stay.start,
            stay.base,
            stay.first_step,
            end_steps,
            end,
            place,
            preempted,
            len(stay.table),
        )
