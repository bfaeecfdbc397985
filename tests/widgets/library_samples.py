"""A small hand-made library for widget tests: six sources, a diamond of edges, one editorial."""

from __future__ import annotations

from typing import Any

from citations.records import Basis, Claim, Edge, Effect, Source, Text


def source(key: str, date: str, name: str, **changes: Any) -> Source:
    """A source with everything filled in; `changes` replaces fields."""
    fields: dict[str, Any] = {
        "key": key,
        "number": 1,
        "ring": 1,
        "name": Text(name, f"{name}（中文）"),
        "title": f"The full title of {name}",
        "authors": ("Ada Example", "Bo Sample"),
        "et_al": False,
        "year": int(date[:4]),
        "date": date,
        "venue": "SOSP 2023",
        "kind": "paper",
        "arxiv": "2309.00001",
        "doi": "",
        "url": "https://arxiv.org/abs/2309.00001",
        "code": "",
        "checked": True,
        "bottleneck": Text("Memory was reserved for the longest answer.", "内存按最大长度预留。"),
        "mechanism": Text(f"{name} does a thing.", f"{name} 做一件事。"),
        "caveat": Text("It costs a little."),
        "formula": "blocks = ceil(T / B)",
        "primary_ledger": "allocation",
        "effects": (Effect("allocation", "saves", "no holes"), Effect("kernels", "costs", "an indirection")),
        "claims": (),
        "notes": (),
    }
    return Source(**{**fields, **changes})


SOURCES = (
    source("root", "2019-11-06", "Root"),
    source("left", "2022-05-27", "Left", kind="repository"),
    source(
        "right", "2022-07-11", "Right", effects=(Effect("batching", "saves", "fuller"),), primary_ledger="batching"
    ),
    source("middle", "2023-09-12", "Middle"),
    source("leaf", "2024-01", "Leaf", kind="report", mechanism=Text("It recomputes lost pages.", "重算丢失的页。")),
    source("alone", "2024-06-04", "Alone"),
)
EDGES = (
    Edge("left", "root", "extends", "the same idea, larger", Basis.CITES, True),
    Edge("right", "root", "same-problem", "read side by side", Basis.EDITORIAL, True),
    Edge("middle", "left", "uses", "takes its kernel", Basis.README, True),
    Edge("middle", "right", "combines", "", Basis.ABSTRACT, False),
    Edge("leaf", "middle", "replaces", "drops the table", Basis.CITES, True),
)
RUNNABLE = frozenset({"middle", "left"})
CLAIMS = (
    Claim("2.4", "x", "throughput at equal latency", "Orca", "OPT-13B", "section 6", "author-reported", True),
    Claim("90", "% hit rate", "of the operator's traffic", "-", "", "blog", "production-internal", False),
)
