"""Layers that keep keys and values, or a latent, of every token or of the newest ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.models.card_types import LayerGroup
from engine.models.hf_config_dims import Dims, headed, merged
from engine.models.hf_config_reader import Reader

Layers = tuple[Dims, tuple[LayerGroup, ...]]
SLIDING = frozenset({"sliding_attention", "sliding", "local", "local_attention", "chunked_attention", "swa"})
FULL = frozenset({"full_attention", "full", "global", "global_attention", "attention"})
EVERY_SECOND, EVERY_SIXTH, EVERY_FOURTH = 2, 6, 4


def plain(reader: Reader, size: Dims) -> Layers:
    """The same attention in every layer, sliding in those that the file says slide."""
    inside = sliding(reader, size.layers, every=0)
    window = reader.whole("sliding_window", "window of the layers that slide") if any(inside) else 0
    return size, merged(headed(size.kv_heads, size.head_dim, size, window=window * slides) for slides in inside)


def alternating(reader: Reader, size: Dims) -> Layers:
    """Every second layer sees the whole context (Gemma 2, gpt-oss)."""
    return _mixed(reader, size, EVERY_SECOND)


def mostly_sliding(reader: Reader, size: Dims) -> Layers:
    """Every sixth layer sees the whole context (Gemma 3); from Gemma 4 on those layers have widths of their own."""
    return _mixed(reader, size, EVERY_SIXTH)


def every_fourth(reader: Reader, size: Dims) -> Layers:
    """Every fourth layer sees the whole context (Cohere 2)."""
    return _mixed(reader, size, EVERY_FOURTH)


def _mixed(reader: Reader, size: Dims, every: int) -> Layers:
    inside = sliding(reader, size.layers, every)
    window = reader.whole("sliding_window", "window of the layers that slide")
    near = headed(size.kv_heads, size.head_dim, size, window=window)
    heads = reader.whole("num_global_key_value_heads", "KV heads of the layers that do not slide", size.kv_heads)
    width = reader.whole("global_head_dim", "width of a head in the layers that do not slide", size.head_dim)
    if reader.has("attention_k_eq_v"):
        reader.note("attention_k_eq_v", "keys and values come from one product")
        reader.assume("keys and values", "both kept", "state is counted as if they were different")
    return size, merged(near if slides else headed(heads, width, size) for slides in inside)


def sliding(reader: Reader, layers: int, every: int) -> list[bool]:
    """Which layers slide: as listed, else all but every `every`-th, else (0) as the window's switches say."""
    types = reader.row("layer_types", "kind of each layer", layers)
    if types is not None:
        reader.used.update(
            {"sliding_window_pattern", "max_window_layers", "use_sliding_window"} & reader.table.keys()
        )
        return [_slides(reader, kind) for kind in types]
    if every or (reader.has("sliding_window") and reader.has("sliding_window_pattern")):
        return _pattern(reader, layers, every)
    if not reader.has("sliding_window"):
        reader.skip("sliding_window", "use_sliding_window", "max_window_layers")
        return [False] * layers
    if not reader.flag("use_sliding_window", "the window is used", True):
        reader.note("sliding_window", "switched off")
        reader.used.add("max_window_layers")
        return [False] * layers
    first = 0
    if reader.has("use_sliding_window") and reader.has("max_window_layers"):
        first = reader.whole("max_window_layers", "first layers, which see the whole context", least=0)
    return [layer >= first for layer in range(layers)]


def _pattern(reader: Reader, layers: int, every: int) -> list[bool]:
    pattern = reader.table.get("sliding_window_pattern")
    if isinstance(pattern, str) and pattern:
        reader.note("sliding_window_pattern", "kind of each layer, L or G")
        return [pattern[layer % len(pattern)].upper() == "L" for layer in range(layers)]
    step = reader.whole(
        "sliding_window_pattern _sliding_window_pattern",
        "layers from one that sees the whole context to the next",
        every,
        "no kind of each layer is listed: as in the first models of this family",
    )
    return [bool((layer + 1) % step) for layer in range(layers)]


def _slides(reader: Reader, kind: object) -> bool:
    if kind not in SLIDING | FULL:
        known = ", ".join(sorted(SLIDING | FULL))
        raise reader.error("layer_types", repr(kind), f"a kind of this family: {known}")
    return kind in SLIDING


def two_widths(reader: Reader, size: Dims) -> Layers:
    """Windowed layers have KV heads of their own, and keys are wider than values (MiMo-V2)."""
    value = reader.whole("v_head_dim", "width of a value head", size.head_dim)
    heads = reader.whole("swa_num_key_value_heads", "KV heads of the layers that slide", size.kv_heads)
    width = reader.whole("swa_head_dim", "width of a head in the layers that slide", size.head_dim)
    inner = reader.whole("swa_v_head_dim", "width of a value head in the layers that slide", value)
    if reader.table.get("swa_num_attention_heads") == size.heads:
        reader.skip("swa_num_attention_heads")
    window = reader.whole("sliding_window sliding_window_size", "window of the layers that slide")
    slides = reader.row("hybrid_layer_pattern", "layers that slide", size.layers)
    if slides is None:
        raise reader.error("hybrid_layer_pattern", "no such field", "1 for each layer that slides, 0 for others")
    near = headed(heads, width, size, window=window, value_dim=inner)
    far = headed(size.kv_heads, size.head_dim, size, value_dim=value)
    return replace(size, value_dim=value), merged(near if inside else far for inside in slides)


def chunked(reader: Reader, size: Dims) -> Layers:
    """Layers with positions see their own chunk of the context, the others all of it (Llama 4)."""
    inside = _chunked_layers(reader, size.layers)
    chunk = reader.whole("attention_chunk_size", "tokens of a chunk", 8192, "not given: as in the models released")
    near = replace(headed(size.kv_heads, size.head_dim, size, window=chunk), chunked=True)
    return size, merged(near if local else headed(size.kv_heads, size.head_dim, size) for local in inside)


def _chunked_layers(reader: Reader, layers: int) -> Sequence[bool]:
    types = reader.row("layer_types", "kind of each layer", layers)
    rotary = reader.row("no_rope_layers", "layers with positions, which see a chunk", layers)
    if types is not None:
        return [_slides(reader, kind) for kind in types]
    if rotary is not None:
        return [bool(turned) for turned in rotary]
    step = reader.whole(
        "no_rope_layer_interval",
        "layers from one without positions to the next",
        EVERY_FOURTH,
        "no kind of each layer is listed: every fourth sees the whole context",
    )
    return [bool((layer + 1) % step) for layer in range(layers)]


def block_sparse(reader: Reader, size: Dims) -> Layers:
    """Some layers choose blocks of the context by keys of their own (MiniMax-M3)."""
    sparse = reader.inner("sparse_attention_config")
    whole = headed(size.kv_heads, size.head_dim, size)
    if sparse is None or not sparse.flag("use_sparse_attention", "blocks are chosen", True):
        return size, merged([whole] * size.layers)
    chosen = sparse.row("sparse_attention_freq", "layers that choose blocks", size.layers) or [1] * size.layers
    layer = LayerGroup(
        "gqa_block_sparse",
        1,
        kv_heads=size.kv_heads,
        head_dim=size.head_dim,
        index_dim=sparse.whole("sparse_index_dim", "width of an index key"),
        index_heads=sparse.whole("sparse_num_index_heads", "index queries"),
        block=sparse.whole("sparse_block_size", "tokens of a block"),
        topk_blocks=sparse.whole("sparse_topk_blocks", "blocks read"),
    )
    return size, merged(layer if chooses else whole for chooses in chosen)


def latent(reader: Reader, size: Dims) -> Layers:
    """One latent for all heads, with index keys where the file has an indexer (DeepSeek, Kimi K2, GLM-5)."""
    size, layer = latent_layer(reader, size)
    if not reader.has("index_topk", "index_head_dim"):
        return size, merged([layer] * size.layers)
    own = _indexed(reader, replace(layer, kind="dsa"))
    types = reader.row("indexer_types", "layers with an indexer of their own", size.layers)
    shared = replace(layer, kind="dsa_shared_index")
    return size, merged(shared if kind == "shared" else own for kind in types or ["full"] * size.layers)


def latent_layer(reader: Reader, size: Dims) -> tuple[Dims, LayerGroup]:
    """Widths of latent attention, and one layer of it."""
    nope = reader.whole("qk_nope_head_dim", "width of a query head without positions")
    rope = reader.whole("qk_rope_head_dim", "width of a key's part with positions", least=0)
    value = reader.whole("v_head_dim", "width of a value head")
    rank = reader.whole("kv_lora_rank", "width of the latent")
    query = reader.whole("q_lora_rank", "width between hidden and queries", 0, least=0)
    reader.skip("qk_head_dim")
    layer = LayerGroup(
        "mla",
        1,
        latent_rank=rank,
        rope_dim=rope,
        nope_only=reader.flag("mla_use_nope", "keys without positions", False),
        output_gate=reader.flag("mla_use_output_gate", "outputs are gated", False),
    )
    wide = replace(size, head_dim=nope + rope, value_dim=value, nope_dim=nope, rope_dim=rope, q_rank=query)
    return wide, layer


def compressed(reader: Reader, size: Dims) -> Layers:
    """Entries that several tokens share, beside a window of whole ones (DeepSeek-V4)."""
    ratios = reader.row("compress_ratios", "tokens per stored entry of each layer", size.layers)
    if ratios is None:
        raise reader.error("compress_ratios", "no such field", "tokens per entry for each layer, 0 for a window only")
    for ratio in ratios:
        if isinstance(ratio, bool) or not isinstance(ratio, int) or ratio < 0:
            raise reader.error("compress_ratios", repr(ratio)[:60], "whole numbers of tokens per entry")
    window = reader.whole("sliding_window", "window of whole entries")
    rope = reader.whole("qk_rope_head_dim", "width of an entry's part with positions", least=0)
    query = reader.whole("q_lora_rank", "width between hidden and queries")
    whole = LayerGroup("hca", 1, head_dim=size.head_dim, window=window)
    least = min((ratio for ratio in ratios if ratio), default=0)
    layers = []
    for ratio in ratios:
        if not ratio:
            layers.append(replace(whole, kind="swa", kv_heads=1, shared_kv=True))
        elif ratio == least:
            layers.append(_indexed(reader, replace(whole, kind="csa", compress_ratio=ratio)))
        else:
            layers.append(replace(whole, compress_ratio=ratio))
    return replace(size, kv_heads=1, rope_dim=rope, q_rank=query), merged(layers)


def _indexed(reader: Reader, layer: LayerGroup) -> LayerGroup:
    """The layer with the widths of the file's indexer."""
    return replace(
        layer,
        index_dim=reader.whole("index_head_dim", "width of an index key"),
        index_heads=reader.whole("index_n_heads", "index queries"),
        index_topk=reader.whole("index_topk", "tokens or entries read per query"),
    )
