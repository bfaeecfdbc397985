"""Phases in closed form: how long a prompt waits and is read, how long a decode step takes, what a long prompt stops.

Each policy is a queue for prompts beside a batch that decodes; the steps are timed by the cost model of the
simulation. The wait is that of a queue of m servers (Allen and Cunneen's approximation with Sakasegawa's exponent;
for one server and Poisson arrivals it is Pollaczek and Khinchine's formula, M/D/1 included). Engines of a split that
read prompts share one queue; engines that also decode have a queue each, because arrivals go by who runs least, not
by who reads least: `(c_a² + c_s²) / 2 · τ · ρ^(√(2(m + 1)) - 1) / (m (1 - ρ))`. The batch is a fixed point of
Little's law. Evidence label of every result: teaching-estimate; `Estimate.outside` says where not to trust it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.costs.cost import CostModel
from engine.labs.phases_queue import POINTS, Lawful, queue_wait, variance
from engine.labs.phases_settings import (
    PhasesSettings,
    Serving,
    output_law,
    prompt_law,
    scenario,
)
from engine.models.memory_split import split_memory
from engine.models.state import request_bytes
from engine.scenario import Layout

ROUNDS = 40  # of a fixed point
NEAR = 0.85  # load from which a queue is longer than a run of a few hundred requests can show
MESSY = 0.3  # load from which static batches of one size and one length are too simple
BURSTY = 2.0  # variation of gaps from which two moments say little about a queue
LINK_LATENCY_S = Layout().link_latency_us / 1e6


@dataclass(frozen=True)
class Estimate:
    """Means of one policy at one rate, seconds. `outside` names why it is not to be trusted, "" where it is."""

    serving: Serving
    load: float  # ρ of whatever is busiest
    wait: float  # of a prompt, before its first iteration
    service: float  # of a prompt, from its first iteration to its last
    ttft: float
    step: float  # a decode step at the batch
    tpot: float
    e2e: float
    batch: float  # requests that decode on one engine
    stall: float  # of everybody else on the engine while a long prompt (p95) is read, longest gap of one token
    transfer: float  # of a request's state, split only
    outside: str
    reading: float = 0.0  # ρ of the queue for prompts
    spread: float = 0.0  # c_s² of that queue
    mixed: float = 0.0  # share of time in steps with a chunk, chunks only

    @property
    def saturated(self) -> bool:
        return self.load >= 1


@lru_cache(maxsize=16)
def cost_of(model: str, hardware: str, tensor_parallel: int) -> CostModel:
    """One engine. It depends on nothing else of the settings. Raises DoesNotFit, UnknownCard."""
    chosen = PhasesSettings(model=model, hardware=hardware, tensor_parallel=tensor_parallel)
    return CostModel(scenario(chosen))


@lru_cache(maxsize=16)
def room_of(model: str, hardware: str, tensor_parallel: int, max_running: int) -> int:
    """State tokens that one engine has room for."""
    chosen = PhasesSettings(model=model, hardware=hardware, tensor_parallel=tensor_parallel, max_running=max_running)
    asked = scenario(chosen)
    return split_memory(asked).pages * asked.memory.page_tokens


class Law:
    """All policies at settings. Raises what the cost model raises."""

    def __init__(self, settings: PhasesSettings) -> None:
        self.settings = settings
        card = settings.model, settings.hardware, settings.tensor_parallel
        self.cost, self.room = cost_of(*card), room_of(*card, settings.max_running)
        self.prompts, self.outputs = Lawful(prompt_law(settings)), Lawful(output_law(settings))
        self.context = self.prompts.mean + self.outputs.mean / 2
        self.slots = max(1.0, min(settings.max_running, self.room / (self.prompts.mean + self.outputs.mean)))
        self.rate = settings.rate
        self.whole = [self.prefill(tokens) for tokens in self.prompts.values]
        self.steps = max(1.0, self.outputs.mean - 1)  # decode steps of a request

    # --- times of steps ------------------------------------------------------------------------------------------

    def prefill(self, tokens: float, together: int = 1) -> float:
        """Seconds to read a whole prompt, or `together` equal ones, alone on an engine."""
        return self.cost.iteration([(max(1, round(tokens)), 0)] * together, 0, 0, together).seconds

    def decode(self, batch: float) -> float:
        """Seconds of a step in which `batch` requests decode, between whole numbers on a straight line."""
        low = max(1, math.floor(batch))
        first = self._decode(low)
        return first if batch <= low else first + (batch - low) * (self._decode(low + 1) - first)

    def _decode(self, rows: int) -> float:
        return self.cost.iteration((), round(rows * self.context), rows, rows).seconds

    def mixed(self, batch: float) -> float:
        """Seconds of a step with a full budget: everybody decodes and a chunk of a prompt fills what is left."""
        rows = math.floor(batch)
        chunk = [(max(1, round(min(self.room_for_chunks(batch), self.prompts.mean))), round(self.prompts.mean / 2))]
        return self.cost.iteration(chunk, round(rows * self.context), rows, rows + 1).seconds

    def room_for_chunks(self, batch: float) -> float:
        return max(1.0, self.settings.token_budget - batch)

    def read_in_chunks(self, tokens: float, batch: float) -> float:
        """Seconds to read a prompt beside a batch: full steps, and the rest of one."""
        return self.chunks(tokens, batch) * self.mixed(batch)

    def chunks(self, tokens: float, batch: float) -> float:
        """Full steps that a prompt takes."""
        return max(1.0, tokens / self.room_for_chunks(batch))

    # --- policies ------------------------------------------------------------------------------------------------

    def estimate(self, serving: Serving, rate: float | None = None) -> Estimate:
        """At a rate, by default that of the settings."""
        self.rate = self.settings.rate if rate is None else rate
        found = {
            Serving.STATIC: self._static,
            Serving.CONTINUOUS: self._continuous,
            Serving.CHUNKED: self._chunked,
            Serving.PRIORITY: self._chunked,
            Serving.SPLIT: self._split,
        }[serving]()
        return replace(found, serving=serving, outside=self._outside(found))

    def _outside(self, found: Estimate) -> str:
        if found.load >= 1:
            return "saturated"
        if found.load > NEAR:
            return "near"
        if found.serving is Serving.STATIC and found.load > MESSY:
            return "batches"
        if found.serving is not Serving.STATIC and found.batch > 0.9 * self.slots:
            return "slots"
        return "bursty" if self.settings.variation > BURSTY else ""

    def _made(self, serving: Serving, load: float, service: float, before: float = 0.0, **values: float) -> Estimate:
        ttft = values["wait"] + service + before
        e2e = ttft + self.steps * values["tpot"]
        spare = {"transfer": 0.0, "stall": 0.0, **values}
        return Estimate(serving, load, service=service, ttft=ttft, e2e=e2e, outside="", **spare)

    def _queue(self, load: float, times: list[float], servers: int) -> dict[str, float]:
        mean = sum(times) / len(times)
        spread = variance(times) / mean**2
        wait = queue_wait(load, mean, servers, self.settings.variation**2, spread)
        return {"wait": wait, "reading": load, "spread": spread}

    def _settled(self, step: Callable[[float], float], per_engine: float) -> tuple[float, float]:
        """Batch and seconds per token, where the batch is what comes in while one request decodes."""
        batch = 1.0
        for _ in range(ROUNDS):
            wanted = per_engine * self.steps * step(batch)
            batch = (batch + min(self.slots, wanted)) / 2
        return batch, step(batch)

    def _continuous(self) -> Estimate:
        each = self.rate / self.settings.engines
        service = sum(self.whole) / POINTS
        reading = each * service  # share of time in which nobody decodes
        left = max(1e-9, 1 - reading)
        batch, tpot = self._settled(lambda b: self.decode(b) / left, each)
        load = reading + each * self.steps * self.decode(self.slots) / self.slots
        step, stall = self.decode(batch), self.prefill(self.prompts.at(0.95))
        before, queue = step / 2 * min(1.0, batch), self._queue(reading, self.whole, 1)
        return self._made(
            Serving.CONTINUOUS, load, service, before, step=step, tpot=tpot, batch=batch, stall=stall, **queue
        )

    def _chunked(self) -> Estimate:
        each = self.rate / self.settings.engines

        def share(batch: float) -> float:  # of time in steps with a chunk
            return min(1.0, each * self.read_in_chunks(self.prompts.mean, batch))

        def per_token(batch: float) -> float:
            mixed = share(batch)
            return 1 / (mixed / self.mixed(batch) + (1 - mixed) / self.decode(batch))

        batch, tpot = self._settled(per_token, each)
        full_step = self.mixed(batch)
        times = [self.chunks(tokens, batch) * full_step for tokens in self.prompts.values]
        service, step = sum(times) / POINTS, self.decode(batch)
        full = each * self.read_in_chunks(self.prompts.mean, min(self.slots, each * self.steps * self.mixed(batch)))
        load = max(full, each * self.steps * self.decode(self.slots) / self.slots)
        before, queue = step / 2 * min(1.0, batch), self._queue(each * service, times, 1)
        rest = {"step": step, "tpot": tpot, "batch": batch, "stall": full_step - step, "mixed": share(batch)}
        return self._made(Serving.CHUNKED, load, service, before, **rest, **queue)

    def _split(self) -> Estimate:
        settings, rate = self.settings, self.rate
        readers, writers = settings.prefill_engines, max(1, settings.decode_engines)
        service, alone = sum(self.whole) / POINTS, self.transfer_alone()
        on_link = rate * alone
        transfer = alone / (1 - on_link) if on_link < 1 else math.inf
        batch, tpot = self._settled(self.decode, rate / writers)
        decoding = rate / writers * self.steps * self.decode(self.slots) / self.slots
        reading = rate * service / readers
        load = max(reading, on_link, decoding)
        tpot += transfer / self.steps
        rest = {"step": self.decode(batch), "tpot": tpot, "batch": batch, "transfer": transfer}
        return self._made(Serving.SPLIT, load, service, **rest, **self._queue(reading, self.whole, readers))

    def sent_bytes(self) -> float:
        """Bytes of a mean prompt's state over all devices of an engine: what a split sends."""
        degree = self.settings.tensor_parallel
        return request_bytes(self.cost.card, round(self.prompts.mean), tensor_parallel=degree) * degree

    def transfer_alone(self) -> float:
        """Seconds to send the state of a mean prompt when nothing else is on the link."""
        return self.sent_bytes() / self.settings.link_bytes_per_s + LINK_LATENCY_S

    def _cycle_cv2(self) -> float:
        """Of the time that a request alone takes on an engine."""
        reading, writing = variance(self.whole), variance(self.outputs.values) * self.decode(1) ** 2
        return (reading + writing) / (sum(self.whole) / POINTS + self.outputs.mean * self.decode(1)) ** 2

    def _held(self, others: float) -> float:
        """Steps per output when a request is held until the longest of `others` is done, too."""
        longest = self.outputs.longest_of(others)
        held = sum(max(longest - 1, own - 1) / max(1.0, own - 1) for own in self.outputs.values) / POINTS
        return 1 + min(1.0, others) * (held - 1)

    def _static(self) -> Estimate:
        settings = self.settings
        each = self.rate / settings.engines
        slots = self.slots

        def read(batch: float) -> float:  # prompts are padded to the longest of the batch
            return self.prefill(self.prompts.longest_of(batch)) * batch

        def cycle(batch: float) -> float:
            return read(batch) + self.outputs.longest_of(batch) * self.decode(batch)

        batch = 1.0
        for _ in range(ROUNDS):  # who arrives while a batch runs is the next one
            batch = (batch + max(1.0, min(slots, each * cycle(batch)))) / 2
        took, load = cycle(batch), each * cycle(slots) / slots
        busy = min(1.0, each * took / batch) ** settings.engines  # an arrival goes where nobody is, if it can
        service, idle = read(batch), settings.batch_wait_ms / 1e3 if batch < slots else 0.0
        wait = took * (1 + self._cycle_cv2()) / 2 * busy + idle * (1 - busy) if load < 1 else math.inf
        per_token = self._held(batch - 1)
        step = self.decode(batch)
        return self._made(Serving.STATIC, load, service, wait=wait, step=step, tpot=per_token * step, batch=batch)


def limit_rate(settings: PhasesSettings, serving: Serving) -> float:
    """Requests per second from which on a policy cannot keep up, whatever is promised."""
    law, low, high = Law(settings), 1e-3, 1e4
    if law.estimate(serving, low).saturated:
        return low
    for _ in range(24):
        middle = math.sqrt(low * high)
        if law.estimate(serving, middle).saturated:
            high = middle
        else:
            low = middle
    return low
