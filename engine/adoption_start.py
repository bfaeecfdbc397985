"""The scenario on which paths are played, unless somebody brings another one."""

from __future__ import annotations

from engine.scenario import (
    Allocator,
    Batching,
    Contract,
    Hardware,
    Layout,
    Lengths,
    Memory,
    Model,
    Policy,
    Scenario,
    Workload,
)

# What the scenario stands for, in the words of the interface. It is no reconstruction of a machine of 2019: nothing
# of that time could take up what came later. The limits and the rate are chosen so that no technique suffices alone,
# and the number of requests so that a path of all techniques runs in seconds. Reservations are counted in large pages
# for the same reason: they are all as long as the longest text, so no figure depends on it.
WHY = (
    "A model and machines of today, served as in 2019: Llama 3.1 8B on four A100 40 GB, fixed batches, 16 bits, and "
    "room for the longest text of the model (131,072 tokens) set aside for every request. Chats have two turns and "
    "one of eight long openings. The limits are tight on purpose: 250 ms to the first token, 6 ms for each "
    "further one."
)


def start() -> Scenario:
    """Four engines, each for itself, that know nothing of what was published from 2019 on."""
    return Scenario(
        title="A chat service, served as in 2019",
        model=Model(card="llama3.1-8b", max_length=131_072),
        hardware=Hardware(card="a100-sxm-40gb"),
        layout=Layout(engines=4),
        memory=Memory(allocator=Allocator.CONTIGUOUS, page_tokens=2048),
        policy=Policy(batching=Batching.STATIC, max_running=64, batch_wait_ms=100.0, token_budget=4096),
        workload=Workload(
            requests=160,
            rate=100.0,
            shared_prefix_tokens=1024,
            prefix_families=8,
            turns=2,
            think_s=1.0,
            prompt=Lengths(median=100.0, spread=1.0, low=16, high=1500),
            output=Lengths(median=200.0, spread=0.9, low=8, high=600),
        ),
        contract=Contract(ttft_s=0.25, tpot_s=0.006),
    )
