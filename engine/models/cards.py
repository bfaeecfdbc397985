"""Model and accelerator cards: the published shapes and rates that every cost and capacity figure rests on."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, TypeVar

from engine.models.card_types import (
    Constant,
    Experts,
    HardwareCard,
    Interconnect,
    LayerGroup,
    ModelCard,
    Published,
    Rate,
    StateFigures,
    Storage,
)
from engine.models.hf_config_reader import is_config

__all__ = [
    "Constant",
    "Experts",
    "HardwareCard",
    "Interconnect",
    "LayerGroup",
    "ModelCard",
    "Storage",
    "UnknownCard",
    "constants",
    "hardware",
    "hardware_card",
    "interconnects",
    "model",
    "models",
    "storage",
]


class UnknownCard(KeyError):
    """No card has this key. `close` holds the nearest keys; the message names them."""

    def __init__(self, kind: str, key: str, known: Mapping[str, Any]) -> None:
        self.key = key
        self.close = tuple(difflib.get_close_matches(key, known, n=3, cutoff=0.4))
        hint = f"; close: {', '.join(self.close)}" if self.close else ""
        self.message = f"no {kind} card {key!r}{hint}"
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message


Row = TypeVar("Row")


def _row(kind: type[Row], table: Mapping[str, Any], **built: Any) -> Row:
    names = {f.name for f in fields(kind)}  # type: ignore[arg-type]
    plain = {key: tuple(v) if isinstance(v, list) else v for key, v in table.items() if key not in built}
    unknown = plain.keys() - names
    if unknown:
        raise ValueError(f"card {table.get('key', '?')}: unknown fields {sorted(unknown)}")
    return kind(**plain, **built)


def _toml(name: str) -> dict[str, Any]:
    with files("assets").joinpath("cards", name).open("rb") as file:
        return tomllib.load(file)


def _rate(table: Mapping[str, Any]) -> Rate:
    known = dict(table)
    known["field"] = known.pop("metric", known.get("field"))
    return _row(Rate, known)


def _model(table: Mapping[str, Any]) -> ModelCard:
    figures = table["kv"]
    return _row(
        ModelCard,
        table,
        layer_group=tuple(_row(LayerGroup, group) for group in table["layer_group"]),
        kv=_row(StateFigures, figures, published=tuple(_row(Published, p) for p in figures.get("published", ()))),
        moe=_row(Experts, table["moe"]) if "moe" in table else None,
    )


def _accelerator(table: Mapping[str, Any]) -> HardwareCard:
    return _row(
        HardwareCard,
        table,
        measured=tuple(_rate(row) for row in table.get("measured", ())),
        alternates=tuple(_rate(row) for row in table.get("alternates", ())),
    )


@cache
def models() -> Mapping[str, ModelCard]:
    """All model cards by key, in the order of the file."""
    return MappingProxyType({table["key"]: _model(table) for table in _toml("models.toml")["model"]})


@cache
def _hardware_tables() -> dict[str, Any]:
    return _toml("hardware.toml")


@cache
def hardware() -> Mapping[str, HardwareCard]:
    """All accelerator cards by key, in the order of the file."""
    return MappingProxyType({table["key"]: _accelerator(table) for table in _hardware_tables()["hardware"]})


@cache
def interconnects() -> Mapping[str, Interconnect]:
    """Links by key."""
    return MappingProxyType({t["key"]: _row(Interconnect, t) for t in _hardware_tables()["interconnect"]})


@cache
def storage() -> Mapping[str, Storage]:
    """Storage tiers by key."""
    return MappingProxyType({t["key"]: _row(Storage, t) for t in _hardware_tables()["storage"]})


@cache
def constants() -> Mapping[str, Constant]:
    """Planner constants by key."""
    return MappingProxyType({t["key"]: _row(Constant, t) for t in _hardware_tables()["constant"]})


def model(key: str) -> ModelCard:
    """The model card of `key`, or of the config.json at the path `key`. Raises UnknownCard, ConfigError."""
    try:
        return models()[key]
    except KeyError:
        if is_config(key):
            from engine.models.hf_config import load  # late: nobody else needs it

            return load(key).card
        raise UnknownCard("model", key, models()) from None


def hardware_card(key: str) -> HardwareCard:
    """The accelerator card of `key`. Raises UnknownCard."""
    try:
        return hardware()[key]
    except KeyError:
        raise UnknownCard("hardware", key, hardware()) from None
