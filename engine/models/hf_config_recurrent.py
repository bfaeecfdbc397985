"""Hybrids: layers whose state does not grow, between layers with attention."""

from __future__ import annotations

from engine.models.card_types import LayerGroup
from engine.models.hf_config_attention import Layers, latent_layer, plain
from engine.models.hf_config_dims import Dims, headed, merged
from engine.models.hf_config_reader import Reader

WIDE = 4  # bytes of an element of recurrent state: no file says it, the engines keep it at 32 bits
LINEAR = frozenset({"linear_attention", "linear"})
LETTERS = {"M": "mamba2", "*": "attention", "-": "mlp", "E": "moe"}


def _kept_wide(reader: Reader) -> None:
    reader.assume("bytes of an element of recurrent state", WIDE, "not in the file: engines keep it at 32 bits")


def gated_delta(reader: Reader, size: Dims) -> Layers:
    """Three layers with a gated delta rule, then one with attention (Qwen3-Next, Qwen3.5)."""
    types = reader.row("layer_types", "kind of each layer", size.layers)
    if types is None:
        why = "no kind of each layer is listed: as in Qwen3-Next"
        step = reader.whole("full_attention_interval", "layers from one with attention to the next", 4, why)
        types = ["linear" if (layer + 1) % step else "full" for layer in range(size.layers)]
    else:
        reader.skip("full_attention_interval")
    _kept_wide(reader)
    linear = LayerGroup(
        "gdn",
        1,
        k_heads=reader.whole("linear_num_key_heads", "key heads of a recurrent layer"),
        v_heads=reader.whole("linear_num_value_heads", "value heads of a recurrent layer"),
        dk=reader.whole("linear_key_head_dim", "width of its keys"),
        dv=reader.whole("linear_value_head_dim", "width of its values"),
        conv_kernel=reader.whole("linear_conv_kernel_dim", "tokens of its convolution"),
        state_bytes_per_elem=WIDE,
    )
    whole = headed(size.kv_heads, size.head_dim, size)
    return size, merged(linear if kind in LINEAR else whole for kind in types)


def delta_and_latent(reader: Reader, size: Dims) -> Layers:
    """Kimi delta attention, with latent attention in some layers (Kimi Linear, Kimi K3). Layers count from 1."""
    parts = reader.inner("linear_attn_config")
    if parts is None:
        raise reader.error("linear_attn_config", "no such field", "kda_layers, num_heads, head_dim")
    listed = parts.table.get("kda_layers")
    if not isinstance(listed, list) or not all(isinstance(layer, int) for layer in listed):
        raise parts.error("kda_layers", repr(listed)[:60], "a list of layers, counted from 1")
    parts.note("kda_layers", "layers with a delta rule")
    parts.skip("full_attn_layers", "use_full_rank_gate")
    recurrent = set(listed)
    heads = parts.whole("num_heads", "heads of a recurrent layer")
    width = parts.whole("head_dim", "width of its keys and values")
    kernel = parts.whole("short_conv_kernel_size", "tokens of its convolution", 4, "not given: as in Kimi Linear")
    _kept_wide(reader)
    linear = LayerGroup("kda", 1, heads=heads, dk=width, dv=width, conv_kernel=kernel, state_bytes_per_elem=WIDE)
    size, layer = latent_layer(reader, size)
    outside = sorted(recurrent - set(range(1, size.layers + 1)))
    if outside:
        raise parts.error("kda_layers", f"layer {outside[0]}", f"layers from 1 to {size.layers}")
    return size, merged(linear if place in recurrent else layer for place in range(1, size.layers + 1))


def lightning(reader: Reader, size: Dims) -> Layers:
    """Lightning attention, with softmax attention in some layers (MiniMax-Text-01, M1)."""
    kinds = reader.row("attn_type_list", "1 for attention, 0 for a recurrent layer", size.layers)
    types = reader.row("layer_types", "kind of each layer", size.layers)
    if kinds is None and types is None:
        raise reader.error("attn_type_list", "no such field", "1 for each layer with attention, 0 for others")
    full = [bool(kind) for kind in kinds] if kinds is not None else [kind not in LINEAR for kind in types or ()]
    whole = headed(size.kv_heads, size.head_dim, size)
    if all(full):
        return size, merged([whole] * size.layers)
    _kept_wide(reader)
    linear = LayerGroup(
        "lightning", 1, heads=size.heads, dk=size.head_dim, dv=size.head_dim, state_bytes_per_elem=WIDE
    )
    return size, merged(whole if attends else linear for attends in full)


def maybe_lightning(reader: Reader, size: Dims) -> Layers:
    """As the file lists its layers; attention in all of them if it does not (MiniMax-M2)."""
    return lightning(reader, size) if reader.has("attn_type_list", "layer_types") else plain(reader, size)


def mamba_and_attention(reader: Reader, size: Dims) -> Layers:
    """Mamba, with attention in every `attn_layer_period`-th layer (Jamba)."""
    period = reader.whole("attn_layer_period", "layers from one with attention to the next")
    offset = reader.whole("attn_layer_offset", "first layer with attention", least=0)
    inner = reader.whole("mamba_expand", "inner width / hidden width") * size.hidden
    _kept_wide(reader)
    linear = LayerGroup(
        "mamba1",
        1,
        d_inner=inner,
        d_state=reader.whole("mamba_d_state", "state of a channel"),
        conv_kernel=reader.whole("mamba_d_conv", "tokens of the convolution"),
        state_bytes_per_elem=WIDE,
    )
    reader.skip("mamba_dt_rank")
    whole = headed(size.kv_heads, size.head_dim, size)
    return size, merged(whole if place % period == offset else linear for place in range(size.layers))


def by_letters(reader: Reader, size: Dims) -> Layers:
    """Every block is one of Mamba-2, attention, feed-forward or experts (Nemotron-H)."""
    pattern = reader.row("hybrid_override_pattern", "M, *, - or E for each block", size.layers)
    if pattern is None:
        raise reader.error("hybrid_override_pattern", "no such field", "a letter for each layer: M, *, - or E")
    for letter in pattern:
        if letter not in LETTERS:
            raise reader.error("hybrid_override_pattern", repr(letter), f"letters of {', '.join(LETTERS)}")
    _kept_wide(reader)
    layers = {
        "mamba2": LayerGroup(
            "mamba2",
            1,
            heads=reader.whole("mamba_num_heads", "heads of a recurrent layer"),
            head_dim=reader.whole("mamba_head_dim", "width of its heads"),
            d_state=reader.whole("ssm_state_size", "state of a channel"),
            n_groups=reader.whole("n_groups", "groups of channels"),
            conv_kernel=reader.whole("conv_kernel", "tokens of the convolution"),
            state_bytes_per_elem=WIDE,
        ),
        "attention": headed(size.kv_heads, size.head_dim, size),
        "mlp": LayerGroup("mlp", 1),
        "moe": LayerGroup("moe", 1),
    }
    return size, merged(layers[LETTERS[letter]] for letter in pattern)
