"""The families of models whose config.json is understood, and what their files leave unsaid."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.models.hf_config_attention import (
    Layers,
    alternating,
    block_sparse,
    chunked,
    compressed,
    every_fourth,
    latent,
    mostly_sliding,
    plain,
    two_widths,
)
from engine.models.hf_config_dims import Dims
from engine.models.hf_config_reader import ConfigError, Reader
from engine.models.hf_config_recurrent import (
    by_letters,
    delta_and_latent,
    gated_delta,
    lightning,
    mamba_and_attention,
    maybe_lightning,
)


@dataclass(frozen=True, slots=True)
class Family:
    """`gated`: a feed-forward part has three matrices, not two. `tied`: the head is the input table by default."""

    name: str
    layers: Callable[[Reader, Dims], Layers] = plain
    gated: bool = True
    tied: bool = False
    shared: int = 0  # experts that every token passes, where the files do not speak of them


def _families() -> dict[str, Family]:
    """By `model_type`."""
    same = "mistral ministral mixtral qwen2 qwen3 qwen2_moe qwen3_moe phi3 phimoe olmo olmo2 olmoe granite granitemoe"
    same += " stablelm internlm2 internlm3 baichuan exaone exaone4 deepseek glm glm4 glm4_moe smollm3 yi"
    same += " qwen2_5_vl_text qwen3_vl_text qwen3_vl_moe_text ernie4_5 ernie4_5_moe seed_oss"
    found = {name: Family(name.partition("_")[0].rstrip("0123456789.") or name) for name in same.split()}
    found["llama"] = Family("llama")
    for name in ["phi", "gpt_neox", "gptj", "starcoder2", "codegen"]:
        found[name] = Family(name.partition("_")[0], gated=False)
    for name in ["gpt2", "opt", "falcon", "RefinedWeb", "RefinedWebModel", "gpt_bigcode"]:
        found[name] = Family("falcon" if name.startswith("Refined") else name, gated=False, tied=True)
    found["gemma"] = Family("gemma", tied=True)
    found["cohere"] = Family("cohere", tied=True)
    found["cohere2"] = Family("cohere", every_fourth, tied=True)
    found["gemma2"] = Family("gemma", alternating, tied=True)
    for name in ["gemma3", "gemma3_text", "gemma4", "gemma4_text"]:
        found[name] = Family("gemma", mostly_sliding, tied=True)
    found["gpt_oss"] = Family("gpt-oss", alternating)
    for name in ["deepseek_v2", "deepseek_v3", "deepseek_v32", "kimi_k2", "glm_moe_dsa", "glm4_moe_lite"]:
        found[name] = Family(name.partition("_")[0].rstrip("4"), latent)
    found["deepseek_v4"] = Family("deepseek", compressed)
    for name in ("kimi_linear", "kimi_k3"):
        found[name] = Family("kimi", delta_and_latent)
    for name in ["qwen3_next", "qwen3_5", "qwen3_5_text", "qwen3_5_moe", "qwen3_5_moe_text"]:
        found[name] = Family("qwen", gated_delta)
    for name in ["minimax", "minimax_text_01", "MiniMaxText01", "minimax_m1", "MiniMaxM1"]:
        found[name] = Family("minimax", lightning)
    found["minimax_m2"] = Family("minimax", maybe_lightning)
    for name in ["minimax_m3", "minimax_m3_text", "minimax_m3_vl_text"]:
        found[name] = Family("minimax", block_sparse)
    for name in ("llama4", "llama4_text"):
        found[name] = Family("llama", chunked, shared=1)
    for name in ("mimo_v2_flash", "mimo_v2"):
        found[name] = Family("mimo", two_widths)
    found["jamba"] = Family("jamba", mamba_and_attention)
    found["nemotron_h"] = Family("nemotron", by_letters, gated=False)
    return found


FAMILIES: Mapping[str, Family] = _families()


def family_of(reader: Reader) -> tuple[str, Family]:
    """The `model_type` and its family. Raises ConfigError naming what is known that is near it."""
    kind = reader.table.get("model_type")
    if not isinstance(kind, str) or not kind:
        found = repr(kind) if kind is not None else "no such field"
        raise reader.error("model_type", found, "the kind of model, such as llama, qwen3_moe or deepseek_v3")
    if kind not in FAMILIES:
        near = difflib.get_close_matches(kind, FAMILIES, n=3, cutoff=0.5)
        expected = "one of the kinds understood" + (f", close: {', '.join(near)}" if near else "")
        raise ConfigError(reader.name, reader.where + "model_type", repr(kind), expected)
    reader.note("model_type", "kind of model")
    return kind, FAMILIES[kind]
