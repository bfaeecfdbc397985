"""A Hugging Face config.json as a model card, with a report of what was understood, assumed and left over.

Nothing is fetched: the file lies on disk. Weights are counted from the shape; norms, biases, routers, draft heads and
image towers are left out, as on all cards. Precision is that of the file where it names one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.models.card_types import Experts, LayerGroup, ModelCard, StateFigures
from engine.models.geometry import geometry
from engine.models.hf_config_dims import Dims, dims
from engine.models.hf_config_experts import feed_forward
from engine.models.hf_config_extra import further
from engine.models.hf_config_families import Family, family_of
from engine.models.hf_config_ignored import without_bearing
from engine.models.hf_config_precision import Stored, stored
from engine.models.hf_config_reader import Assumed, ConfigError, Read, Reader
from engine.models.state import bytes_per_token, layout, window_bytes

__all__ = ["Assumed", "ConfigError", "Imported", "Read", "load", "loads"]

LARGEST_FILE = 4_000_000  # bytes
INNER = ("text_config", "language_config", "llm_config", "thinker_config")  # the language model of a multimodal file
TOWERS = ("vision_config", "audio_config", "speech_config")
DRAFT_HEADS = "num_nextn_predict_layers mtp_num_hidden_layers num_mtp_modules num_mtp_layers"
CONTEXT = "max_position_embeddings n_positions max_seq_len seq_length max_sequence_length model_max_length n_ctx"


@dataclass(frozen=True, slots=True)
class Imported:
    """A card and how it came about. `stored` are the bits that the file's weights have."""

    card: ModelCard
    stored: Stored
    understood: tuple[Read, ...]
    assumed: tuple[Assumed, ...]
    unknown: tuple[tuple[str, Any], ...]  # fields that may matter and were not understood
    ignored: tuple[str, ...]  # fields known to have no bearing on memory


def load(path: str) -> Imported:
    """Read a config.json, again only if it has changed. Raises ConfigError for one that gives no card."""
    try:
        state = os.stat(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ConfigError(path, "", f"no file that can be read ({reason})", "the path of a config.json") from error
    return _load(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=32)
def _load(path: str, _: int, size: int) -> Imported:
    if size > LARGEST_FILE:
        raise ConfigError(path, "", f"a file of {size:,} bytes", f"at most {LARGEST_FILE:,}")
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(path, "", f"a file that cannot be read ({error})", "JSON in UTF-8") from error
    return loads(text, path)


def loads(text: str, name: str = "config.json") -> Imported:
    """The card of a config.json's text; `name` becomes its key. Raises ConfigError."""
    try:
        table = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ConfigError(name, "", f"text that is not JSON ({error})", "the config.json of a model") from error
    if not isinstance(table, dict):
        raise ConfigError(name, "", f"a {type(table).__name__}", "an object with the fields of a model")
    outer = Reader(table, name)
    reader = _language_part(outer)
    kind, family = family_of(reader)
    size = dims(reader)
    size, groups = family.layers(reader, size)
    width, experts = feed_forward(reader, size, groups, family.shared)
    weights = stored(reader, outer)
    card = _card(outer, reader, _Found(family, size, groups, width, experts, weights))
    return _report(outer, reader, card, weights, kind)


def _language_part(outer: Reader) -> Reader:
    for name in TOWERS:
        if outer.has(name):
            outer.assume(name, "left out", "images and sound: their weights are not on the card")
            outer.used.add(name)
    for name in INNER:
        inner = outer.inner(name)
        if inner is None:
            continue
        outer.skip("model_type", "architectures", "num_hidden_layers")
        known = dict(inner.table)
        for field in ("model_type", "torch_dtype", "dtype", "vocab_size", "tie_word_embeddings"):
            if known.get(field) is None and outer.has(field):
                known[field] = outer.table[field]
        outer.skip("torch_dtype", "dtype", "vocab_size", "tie_word_embeddings")
        return (
            _language_part(replace(inner, table=known)) if name == "thinker_config" else replace(inner, table=known)
        )
    return outer


class _Found(NamedTuple):
    """What was read of the language model."""

    family: Family
    size: Dims
    groups: tuple[LayerGroup, ...]
    width: int
    experts: Experts | None
    weights: Stored


def _card(outer: Reader, reader: Reader, found: _Found) -> ModelCard:
    family, size, groups, width, experts, weights = found
    tied, context = _ends(reader, family)
    card = ModelCard(
        key=outer.name,
        name=_name(outer),
        family=family.name,
        year=0,
        params_total=0,
        params_active=0,
        params_total_derived=0,
        params_active_derived=0,
        layers=size.layers,
        hidden=size.hidden,
        q_heads=size.heads,
        kv_heads=size.kv_heads,
        head_dim=size.head_dim,
        vocab=reader.whole("vocab_size", "vocabulary"),
        ffn_matrices=3 if family.gated else 2,
        max_context=context,
        native_weight_dtype=weights.text,
        tied_embeddings=tied,
        source=outer.name,
        checked=False,
        layer_group=groups,
        kv=StateFigures(0, 0, 0, 0),
        moe=experts,
        intermediate=width,
        v_head_dim=size.value_dim,
        qk_nope_head_dim=size.nope_dim,
        qk_rope_head_dim=size.rope_dim,
        q_lora_rank=size.q_rank,
        notes="Read from a config.json; weights counted from the shape.",
    )
    return _counted(card, further(reader, size, groups))


def _ends(reader: Reader, family: Family) -> tuple[bool, int]:
    """Whether the head is the input table, and the longest context (0 = no limit is known)."""
    tied = reader.flag(
        "tie_word_embeddings", "the head is the input table", family.tied, "not given: as usual in this family"
    )
    context = reader.whole(CONTEXT, "longest context", 0, "not given: no limit is known", least=1)
    if reader.whole(DRAFT_HEADS, "draft heads", 0, least=0):
        reader.assume("draft heads", "left out", "their weights and state are not on the card")
    return tied, context


def _counted(card: ModelCard, beyond: int) -> ModelCard:
    """The card with its own counts of weights and state; `beyond` weights are not among the products of its shape."""
    parts, shape = geometry(card), layout(card)
    total = round(parts.weights(card.moe.n_routed if card.moe else 0)) + beyond
    active = round(parts.weights(card.moe.top_k if card.moe else 0)) + beyond
    state = StateFigures(
        round(bytes_per_token(card)),
        round(window_bytes(card)),
        round(shape.recurrent_bytes),
        round(shape.convolution_bytes),
    )
    return replace(
        card,
        params_total=total,
        params_active=active,
        params_total_derived=total,
        params_active_derived=active,
        kv=state,
    )


def _name(outer: Reader) -> str:
    """What the file calls the model, else the folder that it lies in."""
    own = outer.table.get("_name_or_path")
    if isinstance(own, str) and own.strip("./\\ "):
        return own.replace("\\", "/").rstrip("/").rpartition("/")[2][:80]
    path = Path(outer.name)
    folder = path.parent.name if path.name == "config.json" else path.stem
    return folder or str(outer.table.get("model_type", "config.json"))


def _report(outer: Reader, reader: Reader, card: ModelCard, weights: Stored, kind: str) -> Imported:
    reader.assume("weights", f"{card.params_total:,}", "counted from the shape: norms, biases and routers left out")
    left: Mapping[str, Any] = dict([*outer.left(), *(reader.left() if reader is not outer else ())])
    known = {"architectures", "torch_dtype", "dtype", "text_config"}
    unknown = {
        name: value
        for name, value in left.items()
        if name.rpartition(".")[2] not in known and not without_bearing(name) and value not in (None, False, [], {})
    }
    return Imported(
        card=card,
        stored=weights,
        understood=tuple(reader.understood),
        assumed=tuple(reader.assumed),
        unknown=tuple(sorted(unknown.items())),
        ignored=tuple(sorted(left.keys() - unknown.keys())),
    )
