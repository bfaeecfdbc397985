"""What every figure means, in one line: its formula, its unit, and the terms the formula uses.

Definitions differ between programs (TPOT with or without the first token, TTFT with or without the queue), so every
figure of a sheet can say which one it follows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.ledgers import quantities
from engine.sheet import Quantity

UNITS: Mapping[str, str] = MappingProxyType(
    {
        "1": "share, shown in %",
        "×": "ratio",
        "s": "seconds",
        "B": "bytes",
        "bit": "bits",
        "kWh": "kilowatt-hours",
        "USD": "US dollars",
        "": "number",
    }
)
TERMS: Mapping[str, str] = MappingProxyType(
    {
        "TTFT": "time to first token: first token − arrival, in seconds; the wait in the queue is part of it",
        "TPOT": "time per output token: (last token − first token) / (outputs − 1), in seconds; without the first",
        "ITL": "inter-token latency: time between two deliveries to one request, in seconds; "
        "accepted drafts arrive in one delivery",
        "E2E": "end-to-end latency: finish − arrival, in seconds",
        "goodput": "requests per second that finished within every limit of the contract",
        "attainment": "share of all requests that finished within every limit; rejected ones miss",
        "arrival": "the moment a request is sent; of a later turn: when it is sent, not when the conversation began",
        "first scheduled": "start of the first iteration that computes a token of the request",
        "first token": "end of the iteration that produced it",
        "finish": "end of the iteration that produced the last token (static batching: end of the batch)",
        "T": "run time: first arrival to last event, in seconds",
        "N": "requests that arrived",
        "iteration": "one pass of an engine over its batch, from its start to its end",
        "busy": "in an iteration",
        "slot": "a place among the running requests of an engine (token slot: room for one token in a page)",
        "page": "a fixed number of token slots, handed out as one",
        "held": "a page or slot with at least one reference",
        "hit": "tokens whose state was found in memory at an admission and need not be computed",
        "admission": "a request leaves the queue and gets pages and a slot",
        "preemption": "a running request loses its pages or its slot and waits again",
        "slice": "the part of one request in one iteration",
        "delivery": "the end of an iteration that gave a request at least one new token",
        "drafts": "tokens guessed ahead, to be verified by the target in one pass",
        "verification": "one request in one iteration with drafts; it yields one token more than it accepts",
        "MFU": "model FLOP utilisation: operations done / operations possible at the peak rate",
        "MBU": "memory bandwidth utilisation: bytes moved / bytes possible at the peak bandwidth",
        "ridge": "operations per byte at which compute and memory take equally long",
        "device": "one accelerator; an engine has one or several",
        "Σ": "sum over the run",
        "∫": "integral over the run's time, from every event, not from samples",
    }
)
_WORDS = {term: re.compile(rf"(?<![\w]){re.escape(term)}(?:s|es)?(?![\w])") for term in TERMS}


@dataclass(frozen=True)
class Definition:
    """One figure: `text` is "name = formula, unit", `terms` what its words mean."""

    key: str
    text: str
    unit: str
    source: str
    terms: tuple[str, ...]  # keys of TERMS that the text uses


def define(quantity: Quantity) -> Definition:
    """The definition of a quantity."""
    unit = UNITS.get(quantity.unit, quantity.unit)
    text = f"{quantity.name} = {quantity.formula}; {unit}"
    used = tuple(term for term, pattern in _WORDS.items() if pattern.search(f"{quantity.name} {quantity.formula}"))
    return Definition(quantity.key, text, unit, quantity.source, used)


def definitions() -> tuple[Definition, ...]:
    """Those of all quantities of the eighteen ledgers, in their order."""
    return tuple(define(quantity) for quantity in quantities())


def meaning(term: str) -> str:
    """What a term means. KeyError if it is none."""
    return TERMS[term]
