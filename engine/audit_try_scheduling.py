"""Claims about who runs when and where: batches formed anew, chunks, feedback queues, a split of phases."""

from __future__ import annotations

from dataclasses import replace

from engine.audit_try import Pair
from engine.audit_try_parts import MODELLED, OWN_LENGTHS
from engine.scenario import Contract, Hardware, Layout, Model
from engine.techniques import get

_ORCA = replace(
    get("orca").day_before(),
    title="Fixed batches, GPT-3 175B",
    model=Model(card="gpt3-175b", max_length=1024),
    hardware=Hardware(card="a100-sxm-80gb"),
    layout=Layout(tensor_parallel=8),
    contract=Contract(ttft_s=10.0, tpot_s=0.2),
)
_SARATHI = replace(get("sarathi-serve").day_before(), contract=Contract(ttft_s=2.0, tpot_s=0.03, percentile=0.99))
_FAST = get("fastserve").day_before()
_DIST = get("distserve").day_before()


SCHEDULING: tuple[Pair, ...] = (
    Pair(
        "orca",
        1,
        "Highest request rate within one contract: fixed batches against batches formed at every iteration",
        "capacity",
        _ORCA,
        get("orca").patch(_ORCA),
        ("GPT-3 175B", "a reservation for the longest text on both sides", "equal latency limits on both sides"),
        (
            "eight A100 80 GB: the claim as we hold it names no hardware",
            "batch 8 on both sides: none is stated",
            "one contract (first token 10 s, next token 0.2 s, 90 %) in place of equal median latency",
            OWN_LENGTHS,
            MODELLED,
        ),
    ),
    Pair(
        "sarathi-serve",
        1,
        "Highest request rate within a tail limit: whole prompts first against chunks of 512",
        "capacity",
        _SARATHI,
        get("sarathi-serve").patch(_SARATHI),
        ("Mistral-7B on one A100", "a tail limit: 99 % of requests", "prompts first on the other side"),
        (OWN_LENGTHS, "next token within 30 ms: the limit is not in the claim", MODELLED),
    ),
    Pair(
        "fastserve",
        1,
        "Highest request rate within one contract: run to completion against a feedback queue",
        "capacity",
        _FAST,
        get("fastserve").patch(_FAST),
        ("run to completion on the other side", "levels and quanta of the source's code"),
        (
            "OPT-13B on one A100 40 GB with eight slots: nothing is stated",
            "a reservation per request on both sides, where the baseline pages",
            OWN_LENGTHS,
            MODELLED,
        ),
    ),
    Pair(
        "distserve",
        1,
        "Highest request rate within one contract: two engines that do both against one for each phase",
        "capacity",
        _DIST,
        get("distserve").patch(_DIST),
        ("90 % of requests within both limits", "the same two GPUs on both sides"),
        (
            "OPT-13B on two A100 80 GB, where the claim spans several models and targets",
            "no search for the best parallelism of each phase",
            OWN_LENGTHS,
            MODELLED,
        ),
    ),
)
