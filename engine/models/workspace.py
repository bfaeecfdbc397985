"""Memory that is neither weights nor state: activations, sampling, captured graphs, buffers of collectives, runtime.

Either the scenario gives the bytes, or they are derived here from the layout and the largest iteration that the
policy allows. Checked against a vLLM 0.19 run with a known block count, which leaves graphs out of the account.
Evidence label: teaching-estimate.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.models.card_types import ModelCard
from engine.models.cards import constants
from engine.models.geometry import geometry
from engine.models.sharding import Sharding
from engine.scenario import Batching, Scenario

RUNTIME_BYTES = 500_000_000  # driver context, kernels, what the allocator of the framework cannot see
GRAPH_BYTES = 262_144  # per layer and captured batch size
LARGEST_GRAPH = 512  # sequences; larger batches run without a graph
RESIDUAL_COPIES = 6  # hidden vectors of a token alive at the peak: residual, norm, attention in and out
SAMPLING_BYTES = 22  # per logit: 16 and 32 bits, sorted, indices, probabilities
WIDE = 2  # bytes of an activation


@dataclass(frozen=True, slots=True)
class Workspace:
    """Bytes on one device. Activations and sampling follow each other, so only the larger one counts."""

    activations: float
    sampling: float
    graphs: float
    communication: float
    runtime: float
    given: int | None = None  # set by the scenario in place of the sum

    @property
    def total(self) -> int:
        if self.given is not None:
            return self.given
        return round(max(self.activations, self.sampling) + self.graphs + self.communication + self.runtime)


def largest_iteration(scenario: Scenario) -> int:
    """Tokens of the largest iteration; policies that take a prompt whole may exceed the token budget."""
    policy = scenario.policy
    if policy.batching is Batching.CHUNKED:
        return policy.token_budget
    return max(policy.token_budget, scenario.model.max_length)


def captured_sizes(sequences: int) -> int:
    """Batch sizes that get a graph: 1, 2, 4, then steps of 8 to 256 and of 16 to 512."""
    top = min(sequences, LARGEST_GRAPH)
    return sum(1 for size in (1, 2, 4) if size <= top) + min(top, 256) // 8 + max(0, top - 256) // 16


def widest_activation(card: ModelCard, kv_heads: int | None, shape: Sharding) -> float:
    """Bytes of one token where a layer is widest: a feed-forward part with its input, and the residual copies."""
    parts = geometry(card, kv_heads, shape.tensor, shape.expert_tensor)
    plain = max((p.outputs for p in parts.dense), default=0.0)
    wide = {p.name: p for p in (*parts.dense, *parts.experts)}
    halves = [wide[name].outputs + wide[down].inputs for name, down in _PAIRS if name in wide]
    if card.moe and "expert up" in wide:
        chosen = card.moe.top_k * shape.replicas / shape.expert  # picks per token of the replica that land here
        halves.append(chosen * (wide["expert up"].outputs + wide["expert down"].inputs + wide["expert up"].inputs))
    return WIDE * (max([plain, *halves]) + RESIDUAL_COPIES * card.hidden)


_PAIRS = (("up", "down"), ("shared up", "shared down"))


def derive(scenario: Scenario, card: ModelCard, shape: Sharding) -> Workspace:
    """The workspace of one device; `given` is the scenario's own figure where it has one."""
    tokens = -(-largest_iteration(scenario) // shape.replicas)
    parts = Workspace(
        activations=tokens * widest_activation(card, scenario.model.kv_heads, shape),
        sampling=0.0,
        graphs=0.0,
        communication=_communication(card, shape, tokens),
        runtime=float(RUNTIME_BYTES),
        given=scenario.hardware.workspace_bytes,
    )
    return for_running(parts, card, shape, scenario.policy.max_running * (1 + scenario.speculation.draft_tokens))


def for_running(parts: Workspace, card: ModelCard, shape: Sharding, sequences: int) -> Workspace:
    """The same workspace with what depends on how many sequences the engine may run at once (drafts count)."""
    rows = -(-sequences // shape.data)
    return replace(
        parts,
        sampling=float(rows * card.vocab * SAMPLING_BYTES),
        graphs=float(max(shape.stages) * captured_sizes(rows) * GRAPH_BYTES),
    )


def _communication(card: ModelCard, shape: Sharding, tokens: int) -> float:
    """Buffers of collectives, between the figures known for 2 and for 8 devices, and what experts receive."""
    if shape.devices == 1:
        return 0.0
    two, eight = (constants()[f"nccl_buffer_bytes_{n}gpu"].value for n in (2, 8))
    joined = min(max(shape.devices, 2), 8)
    buffers = two + (eight - two) * (joined - 2) / 6
    if shape.expert == 1 or card.moe is None:
        return buffers
    width = card.moe.expert_hidden or card.hidden
    return buffers + 2 * tokens / shape.tensor * card.moe.top_k * width * WIDE
