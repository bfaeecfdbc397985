"""Claims about state and its memory: how many bytes, how well they are used, and what the room is worth."""

from __future__ import annotations

from dataclasses import replace

from engine.audit_try import Pair
from engine.audit_try_parts import MODELLED, OWN_LENGTHS, saturated
from engine.scenario import (
    Allocator,
    Batching,
    Cache,
    Contract,
    Hardware,
    Lengths,
    Memory,
    Model,
    Policy,
    Precision,
    Scenario,
    Workload,
)
from engine.techniques import get

MILLION = 1_000_000
_CHAT = Workload(
    requests=160,
    rate=2.0,
    prompt=Lengths(median=120.0, spread=0.8, low=4, high=1024),
    output=Lengths(median=240.0, spread=0.8, low=8, high=900),
)
_RESERVED = Memory(allocator=Allocator.CONTIGUOUS)
_PAGED = Memory(allocator=Allocator.PAGED, page_tokens=16)
_OPT = Scenario(
    title="One reservation per request",
    model=Model(card="opt-13b", max_length=2048),
    hardware=Hardware(card="a100-sxm-40gb"),
    memory=_RESERVED,
    policy=Policy(batching=Batching.CONTINUOUS, max_running=256),
    workload=_CHAT,
    contract=Contract(ttft_s=4.0, tpot_s=0.1),
)
_LLAMA = replace(
    _OPT,
    title="Fixed batches",
    model=Model(card="llama1-13b", max_length=2048),
    policy=Policy(batching=Batching.STATIC, max_running=8, batch_wait_ms=50.0),
)


def _paged(scenario: Scenario) -> Scenario:
    return replace(scenario, title="Pages of 16 tokens", memory=_PAGED)


def _state(card: str, tokens: int, precision: Precision, title: str) -> Scenario:
    return Scenario(title=title, model=Model(card=card, max_length=tokens), precision=precision)


_V2 = (
    _state("deepseek-67b", 131_072, Precision(), "DeepSeek 67B, 16 bits"),
    _state("deepseek-v2", 131_072, Precision(state_bits=6.0), "DeepSeek-V2, 6 bits"),
)
_V2_MET = ("the cards of both models", "16 bits on one side, 6 bits on average on the other", "128K context")
_V4 = Precision(native_state=True)
_MQA = get("mqa").day_before()
_MQA_CUT = get("mqa").patch(_MQA)
_KIVI = saturated(get("kivi").day_before())
_SGLANG = replace(
    saturated(get("sglang").day_before()),
    title="Paged, nothing kept",
    model=Model(card="llama1-7b", max_length=2048),
    layout=replace(get("sglang").day_before().layout, tensor_parallel=1),
    memory=Memory(),
)
MEMORY: tuple[Pair, ...] = (
    Pair(
        "mqa",
        1,
        "Time per output token with all heads and with one pair of keys and values",
        "tpot",
        _MQA,
        _MQA_CUT,
        ("multi-head against multi-query", "fixed batches, everything padded to the longest"),
        (
            "GPT-2 XL on one V100 in place of a 211M model on eight TPUv2 cores",
            "batch 96 in place of 1,024",
            "parameters fall, where the paper spends them on wider layers",
            MODELLED,
        ),
    ),
    Pair(
        "pagedattention",
        1,
        "Highest request rate within one contract: reservations against pages",
        "capacity",
        _OPT,
        _paged(_OPT),
        ("OPT-13B on one GPU", "iteration-level scheduling on both sides", "reservations for the longest text"),
        (
            OWN_LENGTHS,
            "one contract (first token 4 s, next token 0.1 s, 90 %) in place of equal normalised latency",
            "only one of the three model sizes, and only the Orca Max baseline",
            MODELLED,
        ),
    ),
    Pair(
        "pagedattention",
        2,
        "Held slots that hold a token: reservations against pages",
        "held",
        _OPT,
        _paged(_OPT),
        ("OPT-13B", "2 requests per second", "reservations for the longest text, as Orca Max", "pages of 16 tokens"),
        (OWN_LENGTHS, "memory between the ends of a run is weighed by time"),
    ),
    Pair(
        "pagedattention",
        3,
        "Throughput under full load: fixed batches and reservations against iterations and pages",
        "requests",
        saturated(_LLAMA, 256),
        _paged(replace(saturated(_LLAMA, 256), policy=_OPT.policy)),
        ("LLaMA-13B on one A100 40 GB", "no iteration-level scheduling and no paging on the other side"),
        (OWN_LENGTHS, "batch 8 for the baseline: none is stated", MODELLED),
    ),
    Pair(
        "sglang",
        2,
        "Throughput under full load: nothing kept against a radix tree",
        "requests",
        _SGLANG,
        replace(_SGLANG, title="Radix tree", memory=replace(_SGLANG.memory, cache=Cache.RADIX)),
        ("Llama-7B on one A10G", "a paged engine without reuse on the other side"),
        (
            "four shared prefixes of 1,200 tokens and three turns, in place of the benchmark's programs",
            "structured output and its faster decoding are not modelled",
            MODELLED,
        ),
    ),
    Pair(
        "kivi",
        2,
        "Throughput under full load: state in 16 bits against 2 bits with a 16-bit tail",
        "tokens",
        _KIVI,
        get("kivi").patch(_KIVI),
        ("Llama-2-7B", "groups of 32, newest 128 tokens in 16 bits", "as large a batch as memory allows"),
        (OWN_LENGTHS, "one A100 40 GB: no hardware is stated here", "unpacking codes costs no time here", MODELLED),
    ),
    Pair(
        "deepseek-v2",
        1,
        "State of one request of 128K tokens",
        "state",
        *_V2,
        _V2_MET,
        ("the claim compares maximum deployments; here it is one request's bytes",),
    ),
    Pair("deepseek-v2", 4, "State of one request of 128K tokens", "state", *_V2, _V2_MET, ()),
    Pair(
        "deepseek-v4",
        2,
        "State of one request of a million tokens, in each model's own records",
        "state",
        _state("deepseek-v3.2", MILLION, _V4, "DeepSeek-V3.2"),
        _state("deepseek-v4-pro", MILLION, _V4, "DeepSeek-V4-Pro"),
        ("1M context", "each model's own record of state"),
        (),
    ),
    Pair(
        "deepseek-v4",
        5,
        "State of one request of a million tokens, both in 16 bits",
        "state",
        _state("deepseek-v3.2", MILLION, Precision(), "DeepSeek-V3.2, 16 bits"),
        _state("deepseek-v4-pro", MILLION, Precision(), "DeepSeek-V4-Pro, 16 bits"),
        ("1M context", "16 bits on both sides"),
        ("the engine's own rounding to blocks is not counted",),
    ),
)
