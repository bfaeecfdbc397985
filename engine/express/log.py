"""What a recording needs of a run, kept as it happens and expanded afterwards (`engine.express.expand`)."""

from __future__ import annotations

from typing import NamedTuple

from engine.cost import IterationCost
from engine.decode_line import DecodeLine
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


class Log:
    """Everything of one engine, in the order in which it happened."""

    __slots__ = ("mixed", "pauses", "preemptions", "refusals", "rejections", "stays", "stretches")

    def __init__(self) -> None:
        self.mixed: list[Mixed] = []
        self.stretches: list[Stretch] = []
        self.stays: list[Stay] = []  # in the order of their ends
        self.refusals: list[Moment] = []
        self.preemptions: list[tuple[Moment, Stay, int]] = []  # amount: tokens lost; place in the waiting queue
        self.pauses: list[tuple[int, int]] = []  # ns, iteration that was thought about and not begun
        self.rejections: list[Moment] = []  # after a preemption; amount: pages needed
