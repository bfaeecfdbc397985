"""A library of any size for tests and benchmarks of the map: made from a seed, dated as the real one is."""

from __future__ import annotations

import random

from citations.records import CANON, NEIGHBOUR, OWN, Basis, Edge, Source, Text
from engine.sheet import LEDGERS

_WORDS = ("Paged", "Flash", "Deep", "Spec", "Kimi", "Long", "Tree", "Quant", "Cache", "Lookahead", "Ring", "Sparse")
_ENDS = ("Attention", "Serve", "Infer", "KV", "Decode", "Router", "MoE", "Blend", "Prefill", "State Manager")
_YEARS = (2017, 2019, 2020, 2021, *[2022] * 3, *[2023] * 6, *[2024] * 10, *[2025] * 8, *[2026] * 6)
_RELATIONS = ("uses", "extends", "same-problem", "baseline", "replaces", "combines")


def many_sources(count: int, seed: int = 1, per_source: float = 3.0) -> tuple[tuple[Source, ...], tuple[Edge, ...]]:
    """`count` sources in date order with about `per_source` edges each, all from newer to older ones."""
    dice = random.Random(seed)
    sources = sorted((_source(number, dice) for number in range(count)), key=lambda source: source.order)
    edges = {}
    for place in range(1, count):
        for _ in range(dice.randint(0, round(2 * per_source))):
            other = dice.randint(max(0, place - 60), place - 1)
            basis = dice.choice((Basis.CITES, Basis.CITES, Basis.README, Basis.EDITORIAL, Basis.OWN))
            newer, older = sources[place].key, sources[other].key
            edges[newer, older] = Edge(newer, older, dice.choice(_RELATIONS), "a reason", basis, dice.random() < 0.8)
    return tuple(sources), tuple(edges.values())


def _source(number: int, dice: random.Random) -> Source:
    ring = CANON if number < 62 else dice.choice((NEIGHBOUR, OWN))
    name = f"{dice.choice(_WORDS)}{dice.choice(_ENDS)}" + (f"-{dice.randint(2, 4)}" if dice.random() < 0.3 else "")
    full = f"{dice.choice(_YEARS)}-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}"
    date = dice.choice((full, full, full, full, full[:7], full[:4], "" if ring != CANON else full))
    return Source(
        key=f"s{number:04}",
        number=number + 1 if ring == CANON else 0,
        ring=ring,
        name=Text(name),
        title=f"{name}: a title of some length",
        authors=("Ada Example",),
        et_al=False,
        year=int(full[:4]),
        date=date,
        venue="",
        kind=dice.choice(("paper", "paper", "paper", "report", "repository")),
        arxiv="",
        doi="",
        url="",
        code="",
        checked=True,
        bottleneck=Text(""),
        mechanism=Text(""),
        caveat=Text(""),
        formula="",
        primary_ledger=dice.choice(LEDGERS) if ring != OWN or dice.random() < 0.5 else "",
        effects=(),
        claims=(),
        notes=(),
        family=dice.choice(("attention", "memory", "kernels", "")),
        organisation=dice.choice(("One Lab", "Another Lab", "A University", "", f"Lab {number}")),
    )
