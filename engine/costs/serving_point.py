"""TTFT and TPOT of a steady closed loop in closed form: some clients, each sending its next request when one ends.

The mechanism, for `n` sequences that run at once. A request decodes its outputs while every other slot turns over
about once, so it sits through the prompt work of the others: TPOT is a decode iteration plus that work spread over
the outputs. TTFT is what the request waits for (work before the engine, the rest of the iteration under way, prompts
ahead of it, and memory if the clients want more than the pool holds) plus its own prompt. The first wave arrives at
once and waits for itself; it weighs as one of `rounds`. Evidence label of every result: teaching-estimate.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.costs.cost import CostModel
from engine.costs.fits import EngineFit
from engine.models.memory_split import split_memory
from engine.models.state import bytes_per_token
from engine.scenario import Scenario

TOGETHER = 2.0  # requests of equal length that end, and come back, in the same iteration
ROUNDS = 25  # of the fixed point; the damped iteration is settled long before
DAMPING = 0.5


@dataclass(frozen=True, slots=True)
class ServingPoint:
    """What a benchmark asks of one engine. Lengths are tokens; `spread` draws them evenly from (1 - spread) to 1 of
    the stated ones; `rounds` requests per client, the first of which all arrive together."""

    prompt_tokens: float
    output_tokens: float
    concurrency: int
    spread: float = 0.0
    rounds: float = math.inf
    token_budget: int | None = None  # per iteration, None = the engine's default
    held_steps: float = 0.0  # decode iterations that the server's settings hold a prompt or its first token back

    @property
    def prompt(self) -> float:
        """Mean prompt length."""
        return self.prompt_tokens * (1 - self.spread / 2)

    @property
    def output(self) -> float:
        """Mean output length."""
        return self.output_tokens * (1 - self.spread / 2)


class Prediction(NamedTuple):
    """Means over the requests of the run, seconds."""

    ttft_s: float
    tpot_s: float
    running: float  # sequences that run at once
    memory_wait_s: float  # part of TTFT: clients that the pool cannot serve at the same time
    extrapolated: bool
    notes: tuple[str, ...]


class _Prompts(NamedTuple):
    together: float  # prompts that share an iteration
    extra_s: float  # per prompt, beyond the decode iterations it rides on
    span_s: float  # from the start of its first iteration to the first token


def closed_wait(turn: float, away: float, clients: float) -> float:
    """Mean wait in a closed queue of equal services: `clients` come back `away` seconds after each service of `turn`
    seconds. Each of the others is ahead with the probability that it is not away, and costs half a turn then, because
    services do not vary."""
    passed = turn
    for _ in range(ROUNDS):
        passed = turn * (1 + (clients - 1) * passed / (away + passed) / 2)
    return passed - turn


class _Loop:
    """One configuration under one load."""

    def __init__(self, cost: CostModel, engine: EngineFit, point: ServingPoint, pool_tokens: float) -> None:
        self.cost, self.engine, self.point = cost, engine, point
        self.prompt, self.output = point.prompt, max(2.0, point.output)
        longest = self.prompt + self.output * (1.0 if engine.reserves else 0.5)
        self.running = max(1.0, min(point.concurrency, pool_tokens / longest))
        self.budget = (point.token_budget or engine.token_budget) * cost.shape.data
        self.fits = max(1.0, self.budget // max(1.0, self.prompt))  # whole prompts in one iteration
        self.lockstep = point.spread == 0 and not engine.mixed  # prompts first: all of a wave start decoding together

    def decode(self, sequences: float) -> float:
        """Seconds of an iteration in which only `sequences` sequences decode."""
        rows = max(1, round(sequences))
        contexts = round(rows * (self.prompt + self.output / 2))
        line = self.cost.decode_line(rows, contexts)
        return (line.base_ps + line.slope_ps * contexts) / 1e12

    def prompts(self, together: float, decoding: float) -> _Prompts:
        """Prompts that enter in groups of `together` while `decoding` sequences decode."""
        rows = max(1, round(decoding)) if decoding >= 0.5 else 0
        mixed = rows if self.engine.mixed else 0
        plain = self.decode(rows) if mixed else 0.0
        contexts = round(rows * (self.prompt + self.output / 2)) if mixed else 0
        many = max(1, round(together))
        length = max(1, round(self.prompt))
        left, spent, ahead = length, 0.0, 0
        room = max(1, self.budget - mixed)
        while left:
            chunk = min(left, room)
            count = many if chunk == length else 1
            spent += self.cost.iteration([(chunk, ahead)] * count, contexts, mixed, mixed + count).seconds - plain
            left, ahead = left - chunk, ahead + chunk
        steps = -(-length // room)
        whole = many if steps == 1 else 1
        return _Prompts(whole, spent / whole, spent + steps * plain)

    def solve(self) -> Prediction:
        running, synchronised = self.running, self.point.spread == 0
        tpot = self.decode(running)
        parts = self.prompts(1, running)
        rate = 0.0
        for _ in range(ROUNDS):
            decoding = (self.output - 1) * tpot
            cycle = (self.wave(parts) if self.lockstep else parts.span_s) + decoding
            share, rate = decoding / cycle, running / cycle
            group = min(running, TOGETHER) if synchronised else rate * parts.span_s
            parts = self.prompts(min(self.fits, max(1.0, group)), running * share)
            if self.lockstep:
                others, active = (running - parts.together) / 2, running
            else:
                others, active = max(0.0, running - parts.together) * share, running * share
            new = self.decode(active) + others * parts.extra_s / (self.output - 1)
            tpot += DAMPING * (new - tpot)
        return self._prediction(tpot, parts, rate)

    def queue(self, tpot: float, parts: _Prompts) -> float:
        """Mean wait for prompts ahead, beyond the iteration under way. Prompts that fit one iteration together do not
        wait for each other, nor do those that came back together."""
        if self.point.spread == 0:
            return 0.0
        return closed_wait(parts.span_s / self.fits, (self.output - 1) * tpot, self.running)

    def wave(self, parts: _Prompts) -> float:
        """Mean wait of requests that all arrive at once, until their own prompt is through."""
        full = self.prompts(min(self.fits, self.running), 0)
        return max(parts.span_s, full.extra_s * (self.running + full.together) / 2)

    def _prediction(self, tpot: float, parts: _Prompts, rate: float) -> Prediction:
        point, running, engine = self.point, self.running, self.engine
        plain = self.decode(running)
        steps = max(0.0, (1 - rate / parts.together * parts.span_s) / plain)  # plain iterations per second
        residual = (steps * plain**2 + rate / parts.together * parts.span_s**2) / 2
        steady = residual + self.queue(tpot, parts) + parts.span_s
        first = 1.0 if self.lockstep else 1 / point.rounds
        wave = self.wave(parts)
        held = point.held_steps * tpot
        memory = max(0.0, point.concurrency / running - 1) * (steady + (self.output - 1) * tpot)
        ttft = engine.request_s + (1 - first) * steady + first * wave + held + memory
        beyond = self.beyond()
        notes = (*self.cost.notes, *beyond)
        return Prediction(ttft, tpot, running, memory, self.cost.extrapolated or bool(beyond), notes)

    def beyond(self) -> tuple[str, ...]:
        """What of the load lies outside the fit of the chip."""
        covered, point, name = self.cost.fit.covered, self.point, self.cost.device.name
        found = []
        if covered.sequences and self.running > covered.sequences:
            found.append(f"{self.running:.0f} sequences at once (at most {covered.sequences})")
        if covered.prompt_tokens and point.prompt_tokens > covered.prompt_tokens:
            found.append(f"prompts of {point.prompt_tokens:g} tokens (at most {covered.prompt_tokens})")
        return tuple(f"the fit of {name} was not made on {part}: times are extrapolated" for part in found)


def predict(cost: CostModel, point: ServingPoint, scenario: Scenario | None = None) -> Prediction:
    """TTFT and TPOT of `point` on the engine of `cost`, whose scenario names a generation of engines.

    `scenario` gives the memory where it differs from the one of `cost` (in lengths or slots). Raises DoesNotFit;
    ValueError if the scenario names no generation.
    """
    if cost.engine is None:
        raise ValueError("hardware.engine: found none, expected a generation of engines whose overhead is known")
    scenario = scenario or cost.scenario
    tokens = split_memory(scenario).pages * scenario.memory.page_tokens * cost.shape.data
    return _Loop(cost, cost.engine, point, tokens).solve()


def predict_split(
    prefill: CostModel, decode: CostModel, point: ServingPoint, prefill_engines: int, decode_engines: int
) -> Prediction:
    """TTFT and TPOT of a prefill/decode split: prompts queue for `prefill_engines`, their state crosses the link, and
    the clients share `decode_engines` evenly. Raises as `predict`."""
    if prefill.engine is None or decode.engine is None:
        raise ValueError("hardware.engine: found none, expected a generation of engines whose overhead is known")
    scenario = decode.scenario
    tokens = split_memory(scenario).pages * scenario.memory.page_tokens * decode.shape.data * decode_engines
    alone = replace(point, concurrency=max(1, round(point.concurrency / decode_engines)))
    loop = _Loop(decode, decode.engine, alone, tokens / decode_engines)
    tpot = loop.decode(loop.running)
    prompts = _Loop(prefill, prefill.engine, replace(point, concurrency=1), math.inf).prompts(1, 0)
    state = bytes_per_token(decode.card, scenario.precision) * loop.prompt
    layout = scenario.layout
    moved = state / layout.link_bytes_per_s + layout.link_latency_us * 1e-6
    clients, decoding = loop.running * decode_engines, (loop.output - 1) * tpot
    turn = prompts.span_s / prefill_engines
    wait = closed_wait(turn, decoding, clients)
    wave = turn * (clients + 1) / 2
    queued = (1 - 1 / point.rounds) * wait + wave / point.rounds
    memory = max(0.0, point.concurrency / clients - 1) * (prompts.span_s + wait + decoding)
    ttft = prefill.engine.request_s + queued + prompts.span_s + moved + memory
    beyond = loop.beyond()
    extrapolated = decode.extrapolated or prefill.extrapolated or bool(beyond)
    notes = tuple(dict.fromkeys((*prefill.notes, *decode.notes, *beyond)))
    return Prediction(ttft, tpot, loop.running, memory, extrapolated, notes)
