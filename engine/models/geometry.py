"""The matrices of a model: which products one token passes through, and how many weights they hold.

Counted from the shape on the card: projections, feed-forward parts, embeddings. Norms, biases and router tables are
left out. Cards of recurrent and compressed attention do not spell out every projection; what the card's own active
count leaves over is added to those layers as one more product, so that the totals agree with the card.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.models.card_types import COMPRESSED, HEADED, LATENT, RECURRENT, WITHOUT_ATTENTION, LayerGroup, ModelCard


@dataclass(frozen=True, slots=True)
class Product:
    """A product tokens x `inputs` times `inputs` x `outputs` on one device, done in `layers` layers."""

    name: str
    layers: int
    inputs: float
    outputs: float

    @property
    def weights(self) -> float:
        """Weights of one layer on one device."""
        return self.inputs * self.outputs


@dataclass(frozen=True, slots=True)
class Geometry:
    """Products of a model on one device. `experts` are those of one routed expert, in `moe_layers` layers."""

    dense: tuple[Product, ...]
    experts: tuple[Product, ...]
    moe_layers: int
    head: Product
    embedding_weights: float  # the input table, if it is not the head's

    def weights(self, routed: float) -> float:
        """Weights on the device with `routed` experts per MoE layer."""
        dense = sum(p.layers * p.weights for p in self.dense)
        expert = sum(p.layers * p.weights for p in self.experts)
        return dense + routed * expert + self.head.weights + self.embedding_weights


def kv_heads_of(group: LayerGroup, kv_heads: int | None) -> int:
    """KV heads of a group; an override applies to the kinds that have several KV heads to choose from."""
    return kv_heads if kv_heads is not None and group.kind in HEADED and not group.shared_kv else group.kv_heads


def device_heads(heads: int, tensor_parallel: int) -> int:
    """KV heads that one of `tensor_parallel` devices holds: at least one, so heads are copied when there are few."""
    return max(1, -(-heads // tensor_parallel)) if heads else 0


def _headed(card: ModelCard, group: LayerGroup, heads: int, tp: int) -> list[Product]:
    kv = device_heads(heads, tp) * (group.head_dim + group.value_dim)
    index = (group.index_heads + group.index_key_heads) * group.index_dim
    query = card.q_heads * group.head_dim / tp
    return [
        Product("qkv", group.count, card.hidden, query + kv + index),
        Product("o", group.count, card.q_heads * group.value_dim / tp, card.hidden),
    ]


def _latent(card: ModelCard, group: LayerGroup, tp: int) -> list[Product]:
    query, value = card.q_heads * card.head_dim / tp, card.q_heads * card.v_head_dim / tp
    latent = group.latent_rank + group.rope_dim  # kept whole on every device
    gate = value if group.output_gate else 0
    expanded = card.q_heads * (card.qk_nope_head_dim + card.v_head_dim) / tp
    products = [Product("kv_b", group.count, group.latent_rank, expanded)]
    if card.q_lora_rank:
        products.append(Product("q_a kv_a", group.count, card.hidden, card.q_lora_rank + latent + gate))
        products.append(Product("q_b", group.count, card.q_lora_rank, query))
    else:
        products.append(Product("q kv_a", group.count, card.hidden, query + latent + gate))
    if group.index_dim:
        source = card.q_lora_rank or card.hidden
        products.append(Product("index q", group.count, source, group.index_heads * group.index_dim))
        products.append(Product("index k", group.count, card.hidden, group.index_dim + group.index_heads))
    return [*products, Product("o", group.count, value, card.hidden)]


def _recurrent(card: ModelCard, group: LayerGroup, tp: int) -> list[Product]:
    count, hidden = group.count, card.hidden
    if group.kind == "mamba1":
        rank, inner = hidden // 16, group.d_inner / tp
        return [
            Product("in", count, hidden, 2 * inner),
            Product("x", count, inner, rank + 2 * group.d_state),
            Product("dt", count, rank, inner),
            Product("out", count, inner, hidden),
        ]
    if group.kind == "mamba2":
        inner = group.heads * group.head_dim / tp
        width = 2 * inner + (2 * group.n_groups * group.d_state + group.heads) / tp
        return [Product("in", count, hidden, width), Product("out", count, inner, hidden)]
    key = (group.k_heads or group.heads) * group.dk / tp
    value = (group.v_heads or group.heads) * group.dv / tp
    products = [Product("qkv", count, hidden, 2 * key + value), Product("out", count, value, hidden)]
    if group.kind == "kda":  # decay and output gates through a low rank of one head's width
        products.append(Product("gates down", count, hidden, 2 * group.dv + group.heads))
        products.append(Product("gates up", count, group.dv, key + value))
    else:
        products.append(Product("gate", count, hidden, value))
    return products


def _compressed(card: ModelCard, group: LayerGroup, tp: int) -> list[Product]:
    entry = group.head_dim * (2 if group.compress_ratio else 1)
    return [
        Product("q_a kv", group.count, card.hidden, card.q_lora_rank + entry),
        Product("q_b", group.count, card.q_lora_rank, card.q_heads * group.head_dim / tp),
    ]


def _mixer(card: ModelCard, group: LayerGroup, kv_heads: int | None, tp: int) -> list[Product]:
    if group.kind in WITHOUT_ATTENTION:
        return []
    if group.kind in COMPRESSED or group.shared_kv:
        return _compressed(card, group, tp)
    if group.kind in HEADED:
        return _headed(card, group, kv_heads_of(group, kv_heads), tp)
    return _latent(card, group, tp) if group.kind in LATENT else _recurrent(card, group, tp)


def _feed_forward(card: ModelCard, name: str, layers: int, width: float, hidden: int) -> list[Product]:
    if not layers or not width:
        return []
    gates = card.ffn_matrices - 1
    return [Product(f"{name}up", layers, hidden, gates * width), Product(f"{name}down", layers, width, hidden)]


def layer_split(card: ModelCard) -> tuple[int, int]:
    """Layers with a dense feed-forward part, layers with experts."""
    kinds = {group.kind: group.count for group in card.layer_group}
    if kinds.keys() & WITHOUT_ATTENTION:
        return kinds.get("mlp", 0), kinds.get("moe", 0)
    if card.moe is None:
        return card.layers, 0
    moe = card.moe.moe_layers or card.layers - card.moe.first_dense_layers
    return card.layers - moe, moe


def _counted(card: ModelCard, kv_heads: int | None, tp: int, expert_tp: int) -> Geometry:
    dense = [product for group in card.layer_group for product in _mixer(card, group, kv_heads, tp)]
    dense_layers, moe_layers = layer_split(card)
    dense += _feed_forward(card, "", dense_layers, card.intermediate / tp, card.hidden)
    experts: list[Product] = []
    if card.moe is not None:
        inner = card.moe.expert_hidden or card.hidden
        dense += _feed_forward(card, "shared ", moe_layers, card.moe.shared_width / tp, card.hidden)
        experts = _feed_forward(card, "expert ", moe_layers, card.moe.moe_intermediate / expert_tp, inner)
        if card.moe.expert_hidden:
            dense.append(Product("expert width", moe_layers, card.hidden, 2 * inner))
    table = 0.0 if card.tied_embeddings else card.vocab * card.hidden / tp
    return Geometry(tuple(dense), tuple(experts), moe_layers, Product("head", 1, card.hidden, card.vocab / tp), table)


def geometry(
    card: ModelCard,
    kv_heads: int | None = None,
    tensor_parallel: int = 1,
    moe_tensor_parallel: int | None = None,
) -> Geometry:
    """The products of `card` on one of `tensor_parallel` devices, `kv_heads` in place of the card's where given.

    Each routed expert is split over `moe_tensor_parallel` devices, by default as everything else.
    """
    counted = _counted(card, kv_heads, tensor_parallel, moe_tensor_parallel or tensor_parallel)
    kinds = COMPRESSED | RECURRENT
    layers = sum(group.count for group in card.layer_group if group.kind in kinds or group.shared_kv)
    listed = _counted(card, None, 1, 1).weights(card.moe.top_k if card.moe else 0)
    missing = (card.params_active_derived - listed) / tensor_parallel
    if not layers or missing <= 0:
        return counted
    rest = Product("further projections", layers, card.hidden, missing / layers / card.hidden)
    return Geometry(
        (*counted.dense, rest), counted.experts, counted.moe_layers, counted.head, counted.embedding_weights
    )
