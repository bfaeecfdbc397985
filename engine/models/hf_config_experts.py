"""Feed-forward parts, dense and with experts, read from a config.json."""

from __future__ import annotations

from engine.models.card_types import Experts, LayerGroup
from engine.models.hf_config_dims import Dims
from engine.models.hf_config_reader import Reader

ROUTED = "n_routed_experts num_local_experts num_experts moe_num_experts"
CHOSEN = "num_experts_per_tok num_experts_per_token experts_per_token moe_topk moe_k top_k_experts"
PLAIN = "intermediate_size ffn_dim n_inner ffn_hidden_size d_ff"
DENSE = "dense_intermediate_size intermediate_size_mlp"  # where `intermediate_size` is the width of an expert


def feed_forward(
    reader: Reader, size: Dims, groups: tuple[LayerGroup, ...], always: int = 0
) -> tuple[int, Experts | None]:
    """Width of a dense feed-forward part (0 = there is none), and the experts if there are any.

    `always` shared experts are taken where the file does not speak of them.
    """
    if not _has_experts(reader):
        return _width(reader, size), None
    routed = reader.whole(ROUTED, "routed experts")
    layers, first = _moe_layers(reader, size.layers, groups)
    inner = reader.whole("moe_intermediate_size expert_ffn_dim intermediate_size", "width of an expert")
    shared, width = _shared(reader, inner, always)
    experts = Experts(
        n_routed=routed,
        n_shared=shared,
        top_k=reader.whole(CHOSEN, "experts per token"),
        moe_intermediate=inner,
        first_dense_layers=first,
        shared_intermediate=width,
        moe_layers=0 if layers == size.layers - first else layers,
        expert_hidden=reader.whole("routed_expert_hidden_size moe_latent_size", "width the experts work in", 0),
    )
    blocks = {group.kind: group.count for group in groups}
    dense = blocks.get("mlp", 0) if "moe" in blocks or "mlp" in blocks else size.layers - layers
    if not dense:
        reader.skip("intermediate_size", *DENSE.split())
        return 0, experts
    return reader.whole(f"{DENSE} intermediate_size", "width of a dense feed-forward part"), experts


def _has_experts(reader: Reader) -> bool:
    found = [reader.table[name] for name in ROUTED.split() if reader.table.get(name) is not None]
    if found and found[0] in (0, 1):
        reader.skip(*ROUTED.split(), *CHOSEN.split(), "moe_intermediate_size")
        return False
    return bool(found)


def _width(reader: Reader, size: Dims) -> int:
    if reader.has(*PLAIN.split()):
        return reader.whole(PLAIN, "width of the feed-forward part")
    reader.skip(*PLAIN.split())
    reader.assume("width of the feed-forward part", 4 * size.hidden, "not given: 4 × hidden width")
    return 4 * size.hidden


def _shared(reader: Reader, inner: int, always: int) -> tuple[int, int]:
    """Shared experts, and their width together where it is not theirs times the width of a routed one."""
    why = "not given: as in all models of this family" if always else ""
    names = "n_shared_experts num_shared_experts moe_num_shared_experts"
    count = reader.whole(names, "shared experts", always, why, least=0)
    names = "shared_expert_intermediate_size moe_shared_expert_intermediate_size shared_intermediate_size"
    width = reader.whole(names, "width of the shared experts", 0, least=0)
    if width and not count:
        count = 1
    return count, 0 if width in (0, count * inner) else width


def _moe_layers(reader: Reader, layers: int, groups: tuple[LayerGroup, ...]) -> tuple[int, int]:
    """Layers with experts, and how many come before the first of them."""
    blocks = {group.kind: group.count for group in groups}
    if "moe" in blocks:
        return blocks["moe"], 0
    listed = _listed(reader, layers)
    if listed is not None:
        first = next((place for place, sparse in enumerate(listed) if sparse), layers)
        return sum(listed), first
    if reader.has("expert_layer_period"):
        period = reader.whole("expert_layer_period", "layers from one with experts to the next")
        offset = reader.whole("expert_layer_offset", "first layer with experts", 0, least=0)
        return len(range(offset, layers, period)), 0
    names = "interleave_moe_layer_step decoder_sparse_step moe_layer_freq"
    step = reader.whole(names, "layers from one with experts to the next", 1)
    first = reader.whole("first_k_dense_replace moe_layer_start_index", "dense layers at the start", 0, least=0)
    dense = reader.table.get("mlp_only_layers") or []
    if not isinstance(dense, list):
        raise reader.error("mlp_only_layers", repr(dense)[:60], "a list of layers without experts")
    reader.skip("mlp_only_layers")
    chosen = [layer for layer in range(first, layers) if (layer + 1) % step == 0 and layer not in dense]
    return len(chosen), first


def _listed(reader: Reader, layers: int) -> list[bool] | None:
    """Which layers have experts, where the file names each of them."""
    for name in ("mlp_layer_types", "moe_layer_freq", "moe_layers"):
        value = reader.table.get(name)
        if not isinstance(value, list) or not value:
            continue
        reader.skip("first_k_dense_replace", "interleave_moe_layer_step", "moe_layer_freq")
        if name == "moe_layers":
            reader.note(name, "layers with experts")
            return [layer in value for layer in range(layers)]
        row = reader.row(name, "layers with experts", layers) or []
        return [entry in (1, "sparse", "moe") for entry in row]
    return None
