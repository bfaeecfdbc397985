"""How the memory of one device is divided: weights, workspace, fixed state and pages."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.drafting.draft_memory import DraftMemory, draft_memory
from engine.models.card_types import ModelCard
from engine.models.cards import hardware_card, model
from engine.models.device_weights import DeviceWeights, stage_weights
from engine.models.sharding import Sharding, sharding
from engine.models.state import Paging, paging
from engine.models.workspace import Workspace, derive
from engine.scenario import Layout, Precision, Scenario


class DoesNotFit(ValueError):
    """Weights, workspace and at least one page do not fit the memory; the message shows the arithmetic."""


@dataclass(frozen=True, slots=True)
class MemorySplit:
    """Bytes of one device of the stage with the least room.

    Attention replicas hold the state of different requests and context-parallel devices different tokens: a page of
    the engine's pool counts here with the mean of what the devices of the stage hold of it.
    """

    memory: int
    usable: float
    weights: float
    draft: DraftMemory
    workspace: int
    fixed_state: float  # outside pages, for every request slot
    page: int
    pages: int
    paging: Paging  # of one replica
    shape: Sharding
    stage: int
    weight_parts: DeviceWeights
    workspace_parts: Workspace
    fixed_per_request: float  # mean of the stage's devices

    @property
    def pool(self) -> int:
        return self.pages * self.page

    @property
    def left(self) -> float:
        """Bytes that pages may take."""
        return self.usable - self.weights - self.draft.weights - self.workspace - self.fixed_state


def weight_bytes(
    card: ModelCard, precision: Precision, kv_heads: int | None, layout: Layout | None = None
) -> DeviceWeights:
    """Weights on a device of the heaviest stage. Embedding tables and head stay at 16 bits at least."""
    shape = sharding(layout or Layout(), card)
    return max(stage_weights(card, precision, kv_heads, shape), key=lambda held: held.device)


def _gib(value: float) -> str:
    return f"{value / 2**30:,.2f} GiB"


def split_memory(scenario: Scenario) -> MemorySplit:
    """The memory split of one device of an engine. Raises DoesNotFit, UnknownCard, ValueError (degrees)."""
    split = tightest_split(scenario)
    if split.pages < 1:
        raise DoesNotFit(_arithmetic(scenario, split))
    return split


def tightest_split(scenario: Scenario) -> MemorySplit:
    """The split of the stage with the fewest pages, of which there may be none. Raises UnknownCard, ValueError."""
    tight = min(stage_splits(scenario), key=lambda split: split.left / split.page)
    return tight if tight.pages else replace(tight, pages=int(tight.left // tight.page))


def stage_splits(scenario: Scenario) -> tuple[MemorySplit, ...]:
    """The split of a device of each stage, first stage first; `pages` is 0 unless the scenario fixes it."""
    card, device = model(scenario.model.card), hardware_card(scenario.hardware.card)
    shape = sharding(scenario.layout, card)
    placed = paging(card, scenario.precision, scenario.model.max_length, scenario.model.kv_heads, shape.tensor)
    workspace = derive(scenario, card, shape)
    held, draft = stage_weights(card, scenario.precision, scenario.model.kv_heads, shape), draft_memory(scenario)
    found: list[MemorySplit] = []
    for stage, layers in enumerate(shape.stages):
        share = layers / card.layers / shape.replicas
        per_token = placed.bytes_per_token * share + draft.per_token / shape.replicas
        page = max(1, round(per_token * scenario.memory.page_tokens))
        per_request = placed.bytes_per_request * share + draft.per_request / shape.replicas
        split = MemorySplit(
            memory=device.memory_bytes,
            usable=device.memory_bytes * scenario.hardware.utilisation,
            weights=held[stage].device,
            draft=draft,
            workspace=workspace.total,
            fixed_state=per_request * scenario.policy.max_running,
            page=page,
            pages=scenario.memory.pages or 0,
            paging=placed,
            shape=shape,
            stage=stage,
            weight_parts=held[stage],
            workspace_parts=workspace,
            fixed_per_request=per_request,
        )
        found.append(split)
    return tuple(found)


def _degrees(layout: Layout) -> str:
    """The degrees of a layout in words; tensor parallelism always, others where they are used."""
    names = ("pipeline_parallel", "data_parallel", "context_parallel", "expert_parallel", "redundant_experts")
    used = [f"{name} = {getattr(layout, name)}" for name in names if getattr(layout, name) not in (0, 1)]
    return ", ".join([f"tensor_parallel = {layout.tensor_parallel}", *used])


def _arithmetic(scenario: Scenario, split: MemorySplit) -> str:
    card, device = model(scenario.model.card), hardware_card(scenario.hardware.card)
    fixed, held = split.fixed_state, split.weight_parts
    slots = f" - {_gib(fixed)} fixed state of {scenario.policy.max_running} requests" if fixed else ""
    drafting = f" - {_gib(split.draft.weights)} draft model" if split.draft.weights else ""
    experts = f" ({_gib(held.experts)} of them experts)" if held.experts else ""
    stages = len(split.shape.stages)
    where = f"per device of stage {split.stage + 1} of {stages}" if stages > 1 else "per device"
    return (
        f"{card.name} does not fit {device.name} with {_degrees(scenario.layout)}: {where} "
        f"{_gib(split.usable)} usable ({scenario.hardware.utilisation:g} of the memory) - {_gib(split.weights)} "
        f"weights{experts}{drafting} - {_gib(split.workspace)} workspace{slots} = {_gib(split.left)}, "
        f"less than one page of {split.page:,} bytes; use more devices, fewer weight bits or a larger memory"
    )


def pool_pages(scenario: Scenario) -> int:
    """Pages of one engine's pool (`memory.pages` where given). Raises DoesNotFit, UnknownCard."""
    return split_memory(scenario).pages


def page_bytes(scenario: Scenario) -> int:
    """Bytes of one page on one device. Raises UnknownCard."""
    return tightest_split(scenario).page
