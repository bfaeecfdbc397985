"""The config.json that a model of a card would come with, written from the card's facts, family by family."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.models.card_types import RECURRENT, LayerGroup, ModelCard

Config = dict[str, Any]


def config_of(card: ModelCard) -> Config:
    """A config.json for the card; KeyError for a family that no model kind of Hugging Face stands for."""
    return _BY_CARD[card.key](card)


def each_layer(card: ModelCard, every: int = 0) -> list[LayerGroup]:
    """A group for each layer: in blocks, or with the rarer kind at every `every`-th layer."""
    if not every:
        return [group for group in card.layer_group for _ in range(group.count)]
    common, rare = sorted(card.layer_group, key=lambda group: -group.count)
    return [rare if place % every == every - 1 else common for place in range(card.layers)]


def _base(card: ModelCard, kind: str, **more: Any) -> Config:
    return {
        "model_type": kind,
        "architectures": ["Any"],
        "num_hidden_layers": card.layers,
        "hidden_size": card.hidden,
        "num_attention_heads": card.q_heads,
        "num_key_value_heads": card.kv_heads,
        "vocab_size": card.vocab,
        "max_position_embeddings": card.max_context,
        "tie_word_embeddings": card.tied_embeddings,
        "torch_dtype": "bfloat16",
        "rms_norm_eps": 1e-6,
        "rope_theta": 10000.0,
        "hidden_act": "silu",
        "transformers_version": "4.57.0",
    } | more


def _dense(kind: str, **more: Any) -> Callable[[ModelCard], Config]:
    def build(card: ModelCard) -> Config:
        found = _base(card, kind, intermediate_size=card.intermediate, **more)
        return found if card.head_dim * card.q_heads == card.hidden else found | {"head_dim": card.head_dim}

    return build


def _experts(card: ModelCard) -> Config:
    moe = card.moe
    assert moe is not None
    return {
        "n_routed_experts": moe.n_routed,
        "n_shared_experts": moe.n_shared,
        "num_experts_per_tok": moe.top_k,
        "moe_intermediate_size": moe.moe_intermediate,
        "first_k_dense_replace": moe.first_dense_layers,
        "intermediate_size": card.intermediate or 1024,
        "n_group": 8,
        "topk_group": 4,
        "routed_scaling_factor": 2.5,
    }


def _gpt2(card: ModelCard) -> Config:
    return {
        "model_type": "gpt2",
        "n_layer": card.layers,
        "n_embd": card.hidden,
        "n_head": card.q_heads,
        "n_inner": None,
        "n_positions": card.max_context,
        "vocab_size": card.vocab,
    }


def _opt(card: ModelCard) -> Config:
    found = _base(card, "opt", ffn_dim=card.intermediate, torch_dtype="float16", word_embed_proj_dim=card.hidden)
    del found["num_key_value_heads"]
    return found


def _falcon(card: ModelCard) -> Config:
    found = _base(card, "falcon", multi_query=True, new_decoder_architecture=False, num_kv_heads=card.q_heads)
    del found["num_key_value_heads"]
    return found


def _starcoder(card: ModelCard) -> Config:
    return {
        "model_type": "gpt_bigcode",
        "n_layer": card.layers,
        "n_embd": card.hidden,
        "n_head": card.q_heads,
        "n_inner": card.intermediate,
        "n_positions": card.max_context,
        "vocab_size": card.vocab,
        "multi_query": True,
        "tie_word_embeddings": card.tied_embeddings,
    }


def _mistral(card: ModelCard) -> Config:
    return _dense("mistral")(card) | {"sliding_window": card.layer_group[0].window}


def _mixtral(card: ModelCard) -> Config:
    assert card.moe is not None
    return _base(
        card,
        "mixtral",
        intermediate_size=card.moe.moe_intermediate,
        num_local_experts=card.moe.n_routed,
        num_experts_per_tok=card.moe.top_k,
        sliding_window=None,
    )


def _qwen_moe(card: ModelCard) -> Config:
    assert card.moe is not None
    return _base(
        card,
        "qwen3_moe",
        head_dim=card.head_dim,
        intermediate_size=card.intermediate or 6144,
        num_experts=card.moe.n_routed,
        num_experts_per_tok=card.moe.top_k,
        moe_intermediate_size=card.moe.moe_intermediate,
        decoder_sparse_step=1,
        mlp_only_layers=[],
        use_sliding_window=False,
        sliding_window=None,
        max_window_layers=48,
    )


def _gated_delta(kind: str, inner: bool) -> Callable[[ModelCard], Config]:
    def build(card: ModelCard) -> Config:
        linear = next(group for group in card.layer_group if group.kind == "gdn")
        found = _base(
            card,
            kind,
            head_dim=card.head_dim,
            full_attention_interval=4,
            linear_num_key_heads=linear.k_heads,
            linear_num_value_heads=linear.v_heads,
            linear_key_head_dim=linear.dk,
            linear_value_head_dim=linear.dv,
            linear_conv_kernel_dim=linear.conv_kernel,
            intermediate_size=card.intermediate or 5120,
        )
        if card.moe is not None:
            found |= {
                "num_experts": card.moe.n_routed,
                "num_experts_per_tok": card.moe.top_k,
                "moe_intermediate_size": card.moe.moe_intermediate,
                "shared_expert_intermediate_size": card.moe.shared_width,
            }
        return {"model_type": "qwen3_5_moe", "text_config": found, "vision_config": {"depth": 27}} if inner else found

    return build


def _types(card: ModelCard, every: int) -> list[str]:
    return ["sliding_attention" if group.window else "full_attention" for group in each_layer(card, every)]


def _gemma2(card: ModelCard) -> Config:
    return _dense("gemma2")(card) | {"head_dim": card.head_dim, "sliding_window": 4096}


def _gemma3(card: ModelCard) -> Config:
    text = _dense("gemma3_text")(card) | {"head_dim": card.head_dim, "sliding_window": 1024}
    return {"model_type": "gemma3", "text_config": text | {"sliding_window_pattern": 6}, "vision_config": {}}


def _gemma4(card: ModelCard) -> Config:
    far = card.layer_group[1]
    text = _dense("gemma4_text")(card) | {
        "head_dim": card.head_dim,
        "global_head_dim": far.head_dim,
        "num_global_key_value_heads": far.kv_heads,
        "sliding_window": 1024,
        "layer_types": _types(card, 6),
    }
    return {"model_type": "gemma4", "text_config": text, "vision_config": {"hidden_size": 1152}}


def _gpt_oss(card: ModelCard) -> Config:
    assert card.moe is not None
    return _base(
        card,
        "gpt_oss",
        head_dim=card.head_dim,
        intermediate_size=card.moe.moe_intermediate,
        num_local_experts=card.moe.n_routed,
        num_experts_per_tok=card.moe.top_k,
        experts_per_token=card.moe.top_k,
        sliding_window=128,
        layer_types=["sliding_attention", "full_attention"] * (card.layers // 2),
        quantization_config={"quant_method": "mxfp4", "modules_to_not_convert": ["lm_head"]},
    )


def _latent(kind: str) -> Callable[[ModelCard], Config]:
    def build(card: ModelCard) -> Config:
        layer = card.layer_group[-1]
        found = (
            _base(card, kind)
            | _experts(card)
            | {
                "kv_lora_rank": layer.latent_rank,
                "q_lora_rank": card.q_lora_rank or None,
                "qk_nope_head_dim": card.qk_nope_head_dim,
                "qk_rope_head_dim": card.qk_rope_head_dim,
                "v_head_dim": card.v_head_dim,
                "moe_layer_freq": 1,
            }
        )
        indexed = next((group for group in card.layer_group if group.index_dim), None)
        if indexed is not None:
            found |= {
                "index_head_dim": indexed.index_dim,
                "index_n_heads": indexed.index_heads,
                "index_topk": indexed.index_topk,
            }
        if any(group.kind == "dsa_shared_index" for group in card.layer_group):
            kinds = ["full" if group.kind == "dsa" else "shared" for group in each_layer(card)]
            found |= {"indexer_types": kinds, "mlp_layer_types": ["dense"] * 3 + ["sparse"] * (card.layers - 3)}
        return found

    return build


def _compressed(card: ModelCard) -> Config:
    ratios = [group.compress_ratio for group in each_layer(card)]
    own = next(group for group in card.layer_group if group.index_dim)
    return (
        _base(card, "deepseek_v4", head_dim=card.head_dim)
        | _experts(card)
        | {
            "qk_rope_head_dim": card.qk_rope_head_dim,
            "q_lora_rank": card.q_lora_rank,
            "sliding_window": own.window,
            "compress_ratios": [*ratios, 0],
            "index_head_dim": own.index_dim,
            "index_n_heads": own.index_heads,
            "index_topk": own.index_topk,
            "o_lora_rank": 1024,
            "o_groups": card.q_heads // 8,
            "num_nextn_predict_layers": 1,
            "quantization_config": {"quant_method": "fp8", "weight_block_size": [128, 128]},
        }
    )


def _kimi(inner: bool) -> Callable[[ModelCard], Config]:
    def build(card: ModelCard) -> Config:
        moe = card.moe
        assert moe is not None
        every = each_layer(card)
        linear = next(group for group in card.layer_group if group.kind in RECURRENT)
        listed = {
            "kda_layers": [place for place, group in enumerate(every, 1) if group.kind == "kda"],
            "full_attn_layers": [place for place, group in enumerate(every, 1) if group.kind == "mla"],
        }
        found = _latent("kimi_linear")(card) | {
            "num_experts": moe.n_routed,
            "num_shared_experts": moe.n_shared,
            "num_experts_per_token": moe.top_k,
            "mla_use_nope": True,
            "mla_use_output_gate": card.layer_group[-1].output_gate,
            "linear_attn_config": listed
            | {
                "use_full_rank_gate": inner,
                "num_heads": linear.heads,
                "head_dim": linear.dk,
                "short_conv_kernel_size": linear.conv_kernel,
            },
        }
        for name in ("n_routed_experts", "n_shared_experts", "num_experts_per_tok"):
            del found[name]
        if moe.expert_hidden:
            found["routed_expert_hidden_size"] = moe.expert_hidden
        return {"model_type": "kimi_k3", "text_config": found, "vision_config": {}} if inner else found

    return build


def _minimax(card: ModelCard) -> Config:
    assert card.moe is not None
    recurrent = any(group.kind in RECURRENT for group in card.layer_group)
    kinds = [0 if group.kind in RECURRENT else 1 for group in each_layer(card)]
    return _base(
        card,
        "minimax_text_01" if recurrent else "minimax_m2",
        head_dim=card.head_dim,
        intermediate_size=card.moe.moe_intermediate,
        num_local_experts=card.moe.n_routed,
        num_experts_per_tok=card.moe.top_k,
        attn_type_list=kinds,
        shared_intermediate_size=0,
    )


def _minimax3(card: ModelCard) -> Config:
    assert card.moe is not None
    sparse = card.layer_group[1]
    after = [0] * card.moe.first_dense_layers + [1] * (card.layers - card.moe.first_dense_layers)
    text = _base(
        card,
        "minimax_m3",
        head_dim=card.head_dim,
        intermediate_size=card.moe.moe_intermediate,
        dense_intermediate_size=card.intermediate,
        shared_intermediate_size=card.moe.moe_intermediate,
        num_local_experts=card.moe.n_routed,
        num_experts_per_tok=card.moe.top_k,
        n_shared_experts=card.moe.n_shared,
        moe_layer_freq=after,
        sparse_attention_config={
            "use_sparse_attention": True,
            "sparse_index_dim": sparse.index_dim,
            "sparse_num_index_heads": sparse.index_heads,
            "sparse_topk_blocks": sparse.topk_blocks,
            "sparse_block_size": sparse.block,
            "sparse_attention_freq": after,
        },
    )
    return {"model_type": "minimax_m3_vl", "text_config": text, "vision_config": {}}


def _mimo(card: ModelCard) -> Config:
    near, far = card.layer_group
    return (
        _base(card, "mimo_v2_flash", head_dim=far.head_dim, v_head_dim=far.v_head_dim)
        | _experts(card)
        | {
            "swa_num_key_value_heads": near.kv_heads,
            "swa_num_attention_heads": card.q_heads,
            "swa_head_dim": near.head_dim,
            "swa_v_head_dim": near.v_head_dim,
            "sliding_window": near.window,
            "hybrid_layer_pattern": [1] * near.count + [0] * far.count,
            "moe_layer_freq": [0] + [1] * (card.layers - 1),
        }
    )


def _jamba(card: ModelCard) -> Config:
    assert card.moe is not None
    linear = card.layer_group[0]
    return _base(
        card,
        "jamba",
        intermediate_size=card.intermediate,
        num_experts=card.moe.n_routed,
        num_experts_per_tok=card.moe.top_k,
        attn_layer_period=8,
        attn_layer_offset=4,
        expert_layer_period=2,
        expert_layer_offset=1,
        mamba_d_state=linear.d_state,
        mamba_d_conv=linear.conv_kernel,
        mamba_expand=linear.d_inner // card.hidden,
        mamba_dt_rank=256,
    )


def _nemotron(card: ModelCard) -> Config:
    letters = {"mamba2": "M", "gqa": "*", "mlp": "-", "moe": "E"}
    linear = card.layer_group[0]
    found = _base(
        card,
        "nemotron_h",
        head_dim=card.head_dim,
        intermediate_size=card.intermediate or 1856,
        hybrid_override_pattern="".join(letters[group.kind] for group in each_layer(card)),
        mamba_num_heads=linear.heads,
        mamba_head_dim=linear.head_dim,
        ssm_state_size=linear.d_state,
        n_groups=linear.n_groups,
        conv_kernel=linear.conv_kernel,
    )
    if card.moe is not None:
        found |= _experts(card) | {"moe_shared_expert_intermediate_size": card.moe.shared_width, "n_group": 1}
    return found


def _glm(card: ModelCard) -> Config:
    return _base(card, "glm4_moe", head_dim=card.head_dim) | _experts(card)


def _llama4(card: ModelCard) -> Config:
    assert card.moe is not None
    text = _base(
        card,
        "llama4_text",
        head_dim=card.head_dim,
        intermediate_size=card.moe.moe_intermediate,
        intermediate_size_mlp=16384,
        num_local_experts=card.moe.n_routed,
        num_experts_per_tok=card.moe.top_k,
        interleave_moe_layer_step=1,
        attention_chunk_size=card.layer_group[0].window,
        no_rope_layers=[1, 1, 1, 0] * (card.layers // 4),
    )
    return {"model_type": "llama4", "text_config": text, "vision_config": {}}


_BY_CARD: dict[str, Callable[[ModelCard], Config]] = {
    **dict.fromkeys(("gpt2", "gpt2-xl"), _gpt2),
    **dict.fromkeys(("opt-13b", "opt-175b"), _opt),
    **dict.fromkeys(("llama1-7b", "llama1-13b", "llama1-65b", "llama2-7b", "llama2-13b"), _dense("llama")),
    **dict.fromkeys(("llama2-70b", "llama3.1-8b", "llama3.1-70b", "llama3.1-405b"), _dense("llama")),
    **dict.fromkeys(("llama3.2-1b", "deepseek-67b"), _dense("llama")),
    "mistral-7b": _mistral,
    "mixtral-8x7b": _mixtral,
    **dict.fromkeys(("qwen2.5-7b", "qwen2.5-72b"), _dense("qwen2", use_sliding_window=False, sliding_window=131072)),
    **dict.fromkeys(("qwen3-8b", "qwen3-32b"), _dense("qwen3")),
    **dict.fromkeys(("qwen3-30b-a3b", "qwen3-235b-a22b"), _qwen_moe),
    "qwen3-next-80b-a3b": _gated_delta("qwen3_next", inner=False),
    "qwen3.5-27b": _gated_delta("qwen3_5_text", inner=True),
    **dict.fromkeys(("qwen3.5-397b-a17b", "qwen3.6-35b-a3b"), _gated_delta("qwen3_5_moe_text", inner=True)),
    "gemma2-27b": _gemma2,
    "gemma3-27b": _gemma3,
    "gemma4-31b": _gemma4,
    **dict.fromkeys(("gpt-oss-20b", "gpt-oss-120b"), _gpt_oss),
    "mimo-v2-flash": _mimo,
    "falcon-7b": _falcon,
    "starcoder-15b": _starcoder,
    **dict.fromkeys(("deepseek-v2", "deepseek-v2-lite"), _latent("deepseek_v2")),
    "deepseek-v3": _latent("deepseek_v3"),
    "deepseek-v3.2": _latent("deepseek_v32"),
    "kimi-k2": _latent("kimi_k2"),
    "glm-5.2": _latent("glm_moe_dsa"),
    **dict.fromkeys(("deepseek-v4-flash", "deepseek-v4-pro"), _compressed),
    "kimi-linear-48b": _kimi(inner=False),
    "kimi-k3": _kimi(inner=True),
    **dict.fromkeys(("minimax-text-01", "minimax-m2.7"), _minimax),
    "minimax-m3": _minimax3,
    "jamba-v0.1": _jamba,
    **dict.fromkeys(("nemotron-h-56b", "nemotron-3-nano-30b-a3b"), _nemotron),
    "glm-4.5": _glm,
    "llama4-scout": _llama4,
}
CARDS = tuple(_BY_CARD)
