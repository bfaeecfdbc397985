"""How a device's memory is split between weights, workspace, fixed state and pages."""

from __future__ import annotations

from dataclasses import dataclass

from engine.card_types import ModelCard
from engine.cards import hardware_card, model
from engine.geometry import geometry
from engine.scenario import Precision, Scenario
from engine.state import FULL_BITS, Paging, paging


class DoesNotFit(ValueError):
    """Weights, workspace and at least one page do not fit the memory; the message shows the arithmetic."""


@dataclass(frozen=True, slots=True)
class MemorySplit:
    """Bytes of one device."""

    memory: int
    usable: float
    weights: float
    workspace: int
    fixed_state: float  # outside pages, for every request slot
    page: int
    pages: int
    paging: Paging

    @property
    def pool(self) -> int:
        return self.pages * self.page


def weight_bytes(card: ModelCard, precision: Precision, kv_heads: int | None, tensor_parallel: int) -> float:
    """Bytes of the weights on one device. Embedding tables and head stay at 16 bits when the layers are quantised."""
    shape = geometry(card, kv_heads, tensor_parallel)
    tables = shape.head.weights + shape.embedding_weights
    layers = shape.weights(card.moe.n_routed if card.moe else 0) - tables
    looked_up = max(0, card.params_stored - card.params_total) / tensor_parallel
    bits = precision.weight_bits + precision.weight_overhead_bits
    held = (layers + looked_up) * bits + tables * max(FULL_BITS, precision.weight_bits)
    if card.moe and precision.expert_weight_bits is not None:
        routed = card.moe.n_routed * sum(product.layers * product.weights for product in shape.experts)
        held += routed * (precision.expert_weight_bits - precision.weight_bits)
    return held / 8


def _gib(value: float) -> str:
    return f"{value / 2**30:,.2f} GiB"


def split_memory(scenario: Scenario) -> MemorySplit:
    """The memory split of one device of an engine. Raises DoesNotFit, UnknownCard."""
    card, device = model(scenario.model.card), hardware_card(scenario.hardware.card)
    heads, tp = scenario.model.kv_heads, scenario.layout.tensor_parallel
    placed = paging(card, scenario.precision, scenario.model.max_length, heads, tp)
    page = max(1, round(placed.bytes_per_token * scenario.memory.page_tokens))
    usable = device.memory_bytes * scenario.hardware.utilisation
    weights = weight_bytes(card, scenario.precision, heads, tp)
    workspace = scenario.hardware.workspace_bytes
    fixed = placed.bytes_per_request * scenario.policy.max_running
    pages = scenario.memory.pages
    if pages is None:
        pages = int((usable - weights - workspace - fixed) // page)
        if pages < 1:
            raise DoesNotFit(_arithmetic(scenario, card.name, device.name, usable, weights, fixed, page))
    return MemorySplit(device.memory_bytes, usable, weights, workspace, fixed, page, pages, placed)


def _arithmetic(
    scenario: Scenario, name: str, device: str, usable: float, weights: float, fixed: float, page: int
) -> str:
    workspace = scenario.hardware.workspace_bytes
    left = usable - weights - workspace - fixed
    tp = scenario.layout.tensor_parallel
    slots = f" - {_gib(fixed)} fixed state of {scenario.policy.max_running} requests" if fixed else ""
    return (
        f"{name} does not fit {device} with tensor_parallel = {tp}: per device "
        f"{_gib(usable)} usable ({scenario.hardware.utilisation:g} of the memory) - {_gib(weights)} weights"
        f" - {_gib(workspace)} workspace{slots} = {_gib(left)}, less than one page of {page:,} bytes; "
        "use more devices, fewer weight bits or a larger memory"
    )


def pool_pages(scenario: Scenario) -> int:
    """Pages of one engine's pool (`memory.pages` where given). Raises DoesNotFit, UnknownCard."""
    return split_memory(scenario).pages


def page_bytes(scenario: Scenario) -> int:
    """Bytes of one page on one device. Raises UnknownCard."""
    card = model(scenario.model.card)
    heads, tp = scenario.model.kv_heads, scenario.layout.tensor_parallel
    placed = paging(card, scenario.precision, scenario.model.max_length, heads, tp)
    return max(1, round(placed.bytes_per_token * scenario.memory.page_tokens))
