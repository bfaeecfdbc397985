"""Walks for the tests of the view of a path: really played, on a handful of requests."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from engine.adoption import Walk, adopt
from engine.adoption_start import start

KEYS = ("mqa", "clockwork", "gptq", "smoothquant", "kimi-k3")
NAMES = {
    "mqa": "MQA (multi-query attention)",
    "clockwork": "Clockwork",
    "gptq": "GPTQ",
    "smoothquant": "SmoothQuant",
    "kimi-k3": "Kimi K3",
}
YEARS = {"mqa": "2019", "clockwork": "2020", "gptq": "2022", "smoothquant": "2022", "kimi-k3": "2026"}
RUNNABLE = frozenset({"mqa", "gptq", "smoothquant", "kimi-k3"})


@cache
def walk() -> Walk:
    """Adopted, cannot run, adopted, refused, and adopted on new ground."""
    base = start()
    few = replace(base, workload=replace(base.workload, requests=6), memory=replace(base.memory, page_tokens=4096))
    return adopt(KEYS, few)
