"""What one iteration of an engine costs: time, operations and bytes, from a roofline fitted per accelerator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.scenario import Scenario


class DoesNotFit(ValueError):
    """The weights, the workspace and one page do not fit the memory; the message shows the arithmetic."""


@dataclass(frozen=True, slots=True)
class IterationCost:
    """Cost of one iteration on one device of the engine (all devices of an engine run in step)."""

    seconds: float  # wall time of the iteration
    flops: float
    hbm_bytes: float  # all reads and writes of device memory
    weight_bytes: float  # the part that is weights
    link_bytes: float  # sent by one device in collectives
    overhead_seconds: float  # CPU and launch time and per-operator floors, part of `seconds`
    communication_seconds: float  # part of `seconds`
    experts: float  # distinct routed experts touched per MoE layer, 0 for a dense model


class CostModel:
    """Cost of iterations of one engine of a scenario. Evidence label: teaching-estimate."""

    extrapolated: bool  # the accelerator has no fit of its own
    notes: tuple[str, ...]

    def __init__(self, scenario: Scenario) -> None:
        raise NotImplementedError

    def iteration(
        self,
        prefill: Sequence[tuple[int, int]],
        decode_contexts_sum: int,
        decode_count: int,
        sequences: int,
    ) -> IterationCost:
        """Cost of one iteration.

        `prefill`: (tokens of the chunk, tokens already in the state before it) per request that computes its prompt.
        `decode_contexts_sum`: state tokens read by the decoding sequences, each sequence once.
        `decode_count`: tokens decoded (drafts being verified and padding slots included).
        `sequences`: distinct sequences in the iteration, prefilling ones included.
        """
        raise NotImplementedError

    def weight_bytes(self) -> float:
        """Weights on one device."""
        raise NotImplementedError

    def facts(self) -> dict[str, float | int | str | bool | None]:
        """The scalars of `Recording.facts` that follow from the cards (memory split, peaks, precision, state)."""
        raise NotImplementedError


def pool_pages(scenario: Scenario) -> int:
    """Pages one engine's pool can hold (`memory.pages` if given). Raises DoesNotFit."""
    raise NotImplementedError


def page_bytes(scenario: Scenario) -> int:
    """Bytes of one page on one device."""
    raise NotImplementedError
