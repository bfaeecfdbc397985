"""Writes fitted numbers into `assets/cards/fits.toml`, and leaves everything else in it as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import tomlkit

from engine.costs.fits import EngineFit, Fit, LinkFit

FILE = Path(__file__).parents[2] / "assets" / "cards" / "fits.toml"
DIGITS = 4
LABEL = "teaching-estimate"


def rounded(value: float) -> float:
    """Four significant digits: the data say no more."""
    return float(f"{value:.{DIGITS}g}")


def _table(values: Mapping[str, Any]) -> Any:
    table = tomlkit.table()
    for key, value in values.items():
        if isinstance(value, tuple):
            value = list(value)
        if value is not None and value != "":
            table[key] = rounded(value) if isinstance(value, float) else value
    return table


def _links(links: LinkFit, source: str) -> Any:
    values = {"latency_s": links.latency_s, "per_doubling_s": links.per_doubling_s, "share": links.share}
    return _table({**values, "source": source})


def _chip(fit: Fit, cards: Iterable[str], source: str) -> Any:
    products, decode = fit.products, fit.decode
    table = _table({"key": fit.key, "cards": list(cards), "evidence": LABEL})
    names = ("floor_s", "compute", "memory", "exponent", "compute_8bit", "compute_4bit")
    table["products"] = _table({**{name: getattr(products, name) for name in names}, "source": source})
    table["decode_attention"] = _table({"floor_s": decode.floor_s, "share": decode.share, "source": source})
    table["prefill_attention"] = tomlkit.table()
    _extend(table, fit, source)
    return table


def _extend(table: Any, fit: Fit, source: str) -> None:
    """What every fit to whole engines adds to a chip."""
    products = fit.products
    table["products"]["compute_8bit"] = rounded(products.compute_8bit or products.compute)
    experts = fit.experts
    table["experts"] = _table(
        {"compute": experts.compute, "memory": experts.memory, "narrow": experts.narrow, "source": source}
    )
    if fit.links:
        table["links"] = _links(fit.links, source)
    prefill = table["prefill_attention"]
    prefill["tokens"], prefill["share"] = list(fit.prefill_tokens), list(fit.prefill_share)
    prefill["scale"] = rounded(fit.prefill_scale)
    prefill.setdefault("source", source)
    covered = asdict(fit.covered)
    if any(covered[name] for name in ("layers", "weight_bits", "sequences")):
        table["covered"] = _table(covered)


def write(
    fits: Mapping[str, tuple[Fit, tuple[str, ...]]], engines: Mapping[str, EngineFit], source: str, path: Path = FILE
) -> None:
    """Replace or add chips (with the cards they stand for) and generations of engines. Raises OSError."""
    document = tomlkit.parse(path.read_text("utf-8"))
    tables = document["fit"]
    for key, (fit, cards) in fits.items():
        old = next((t for t in tables if t["key"] == key), None)
        if old is not None and any(card in old["cards"] for card in cards) and "rows" in old.get("products", {}):
            _extend(old, fit, source)  # its operators were fitted on operator profiles
        elif old is not None:
            tables[tables.index(old)] = _chip(fit, cards, source)
        else:
            tables.insert(len(tables) - 1, _chip(fit, cards, source))  # the generic fit stays last
    for table in document.get("engine", []):
        engine = engines.get(table["key"])
        if engine is None:
            continue
        for name in ("step_s", "sequence_s", "prefill_s", "request_s", "floor_share", "expert_compute"):
            table[name] = rounded(getattr(engine, name))
        table["source"] = source
    path.write_text(tomlkit.dumps(document), "utf-8")
