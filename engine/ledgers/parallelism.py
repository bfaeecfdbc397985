"""Parallelism ledger: devices, what they share, and how busy their engines are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.ledgers.account import Account
from engine.ledgers.entry import COUNTED, ESTIMATED, LESS, NEITHER, absent, declare, given, measured, ratio
from engine.recording import NANOSECONDS
from engine.sheet import Input, Measured, Quantity

BUSY = declare(
    "parallelism.busy_share",
    "Engine time that is busy",
    "1",
    NEITHER,
    ESTIMATED,
    "Σ duration of iterations / (engines × T)",
    headline=True,
)
DEVICES = declare("parallelism.devices", "Devices", "devices", LESS, COUNTED, "engines × devices per engine")
DEGREE = declare(
    "parallelism.degree",
    "Devices per engine",
    "devices",
    NEITHER,
    COUNTED,
    "tensor × context × data-parallel devices of a stage × pipeline stages",
)
BUBBLE = declare(
    "parallelism.bubble_share",
    "Pipeline time that is a bubble",
    "1",
    LESS,
    ESTIMATED,
    "(p − 1) / (m + p − 1) with p stages and m microbatches",
)
REPLICAS = declare(
    "parallelism.attention_replicas",
    "Devices with the same attention weights",
    "devices",
    NEITHER,
    COUNTED,
    "data-parallel replicas × context-parallel devices",
)
SENT = tuple(
    declare(f"parallelism.{key}_bytes", f"Sent by a device: {what}", "B", LESS, ESTIMATED, formula)
    for key, what, formula in (
        ("all_reduce", "reductions and gathers", "Σ tokens × 2 (d − 1) / d × width × bytes, over layers"),
        ("all_to_all", "tokens to experts and back", "Σ tokens × devices visited × width × bytes, over MoE layers"),
        ("p2p", "activations to the next stage", "Σ tokens × (p − 1) × width × bytes"),
        ("ring", "state and partial results round the context ring", "Σ tokens × state or partial results × hops"),
    )
)
COMMUNICATION = declare(
    "parallelism.communication_share",
    "Busy time spent in collectives",
    "1",
    LESS,
    ESTIMATED,
    "Σ collective time / Σ duration of iterations",
)


def rows(account: Account) -> Iterator[Measured]:
    facts = account.facts
    engines = given("E", account.engines, "engines", "engines")
    every = facts.get("engine_devices", facts["tensor_parallel"])
    degree = given("D_e", every, "devices", "devices of an engine")
    whole = given("E · T", account.engines * account.seconds, "s", "time of all engines")
    yield ratio(BUSY, account.busy_input, whole, "The run took no time.")
    yield measured(DEVICES, facts["devices"], engines, degree)
    yield measured(DEGREE, degree.value, *_degrees(facts))
    yield from _layout(account)
    if degree.value == 1:
        yield absent(COMMUNICATION, "Each engine has one device.")
    else:
        spent = account.iterations["communication"].sum() / NANOSECONDS
        yield ratio(
            COMMUNICATION,
            given("t_comm", spent, "s", "time in collectives"),
            account.busy_input,
            "No iteration ran.",
        )


DEGREES = (
    ("TP", "tensor_parallel", "devices that split heads and widths"),
    ("CP", "context_parallel", "devices that split the tokens of a state"),
    ("DP", "data_parallel", "attention replicas"),
    ("PP", "pipeline_parallel", "pipeline stages"),
)


def _degrees(facts: Mapping[str, Any]) -> list[Input]:
    return [given(symbol, facts.get(key, 1), "devices", meaning) for symbol, key, meaning in DEGREES]


def _layout(account: Account) -> Iterator[Measured]:
    facts = account.facts
    stages = given("p", facts.get("pipeline_parallel", 1), "stages", "pipeline stages")
    if stages.value > 1:
        parts = given("m", facts["microbatches"], "microbatches", "microbatches of an iteration")
        yield measured(BUBBLE, facts["bubble_share"], stages, parts)
    else:
        yield absent(BUBBLE, "An engine is one stage.")
    data = given("DP", facts.get("data_parallel", 1), "replicas", "attention replicas")
    context = given("CP", facts.get("context_parallel", 1), "devices", "devices that split the tokens of a state")
    yield measured(REPLICAS, data.value * context.value, data, context)
    yield from (_sent(account, quantity) for quantity in SENT)


def _sent(account: Account, quantity: Quantity) -> Measured:
    """Σ over iterations of tokens × bytes that one device sends for a token."""
    per_token = account.facts.get(quantity.key.partition(".")[2] + "_per_token")
    if not per_token or not any(per_token.values()):
        return absent(quantity, "The layout of an engine sends nothing of the kind.")
    columns = {"prompt": "prefill_tokens", "decode": "decode_tokens"}
    tokens = {work: float(account.iterations[column].sum(dtype="f8")) for work, column in columns.items()}
    return measured(
        quantity,
        sum(tokens[work] * per_token[work] for work in tokens),
        *(given(f"n_{work}", tokens[work], "tokens", f"{work} tokens of all iterations") for work in tokens),
        *(given(f"b_{work}", per_token[work], "B", f"bytes for one {work} token") for work in tokens),
    )
