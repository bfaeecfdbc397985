"""Weights ledger: what the parameters occupy and how often they are read."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.entry import ESTIMATED, LESS, absent, declare, given, measured, ratio
from engine.sheet import Measured

UNTOLD = "The recording does not say how the weights are spread over devices."
BYTES = declare(
    "weights.bytes",
    "Weights on one device",
    "B",
    LESS,
    ESTIMATED,
    "parameters × (weight bits + overhead bits) / 8 / devices that share them (tightest pipeline stage)",
    headline=True,
)
EXPERTS = declare(
    "weights.expert_bytes",
    "Of these, routed experts",
    "B",
    LESS,
    ESTIMATED,
    "experts on the device × bytes of one expert",
)
ENGINE = declare(
    "weights.engine_bytes", "Weights on all devices of an engine", "B", LESS, ESTIMATED, "Σ over its devices"
)
REPLICATED = declare(
    "weights.replicated_bytes",
    "Weights held more than once",
    "B",
    LESS,
    ESTIMATED,
    "weights on all devices of an engine − one copy of the model",
)
REDUNDANT = declare(
    "weights.redundant_bytes",
    "Redundant experts on one device",
    "B",
    LESS,
    ESTIMATED,
    "redundant expert slots on the device × bytes of one expert",
)
SHARE = declare(
    "weights.memory_share", "Share of the device's memory", "1", LESS, ESTIMATED, "weights on one device / its memory"
)
PER_ITERATION = declare(
    "weights.read_per_iteration",
    "Weights read per iteration",
    "B",
    LESS,
    ESTIMATED,
    "Σ weight bytes read by a device / iterations",
)
PER_TOKEN = declare(
    "weights.read_per_output_token",
    "Weights read per output token",
    "B/token",
    LESS,
    ESTIMATED,
    "Σ weight bytes read by a device / output tokens",
)


def _spread(account: Account) -> Iterator[Measured]:
    """How the weights lie on the devices."""
    facts = account.facts
    if "weight_bytes_whole_engine" not in facts:
        for quantity in (EXPERTS, ENGINE, REPLICATED, REDUNDANT):
            yield absent(quantity, UNTOLD)
        return
    ways = given("EP", facts["expert_parallel"], "groups", "groups of devices that share out the experts")
    if facts["experts_per_layer"]:
        yield measured(EXPERTS, facts["expert_weight_bytes"], ways)
    else:
        yield absent(EXPERTS, "The model is dense: it has no experts.")
    devices = given("D_e", facts["engine_devices"], "devices", "devices of an engine")
    engine = given("W_e", facts["weight_bytes_whole_engine"], "B", "weights on all devices of an engine")
    once = given("W_1", facts["weight_bytes_whole_model"], "B", "one copy of the model")
    yield measured(ENGINE, engine.value, devices)
    yield measured(REPLICATED, max(0.0, engine.value - once.value), engine, once)
    if facts["redundant_experts"]:
        extra = given("R", facts["redundant_experts"], "experts", "redundant expert slots of a layer")
        yield measured(REDUNDANT, facts["redundant_expert_bytes"], extra, ways)
    else:
        yield absent(REDUNDANT, "No expert has a redundant copy.")


def rows(account: Account) -> Iterator[Measured]:
    facts = account.facts
    held = given("W", facts["weight_bytes"], "B", "weights on one device")
    read = given("R_w", account.iterations["weight_bytes"].sum(), "B", "weight bytes a device read over the run")
    yield measured(
        BYTES,
        held.value,
        given("b_w", facts["weight_bits"], "bit", "bits per weight of the layers, scales included"),
        given("TP", facts["tensor_parallel"], "devices", "devices that share one copy"),
        given("PP", facts.get("pipeline_parallel", 1), "stages", "stages that share out the layers"),
    )
    yield from _spread(account)
    yield ratio(SHARE, held, given("M", facts["memory_bytes"], "B", "memory of one device"), "Memory is unknown.")
    yield ratio(PER_ITERATION, read, account.iteration_input, "No iteration ran.")
    yield ratio(PER_TOKEN, read, account.output_input, "No output token was delivered.")
