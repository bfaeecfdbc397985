"""Which techniques there are, in order of publication. A module is imported when its technique is asked for."""

from __future__ import annotations

import difflib
from importlib import import_module

from engine.techniques.technique import Technique

_MODULES = {
    "mqa": "attention.mqa",
    "orca": "scheduling.orca",
    "gptq": "quantisation.gptq",
    "smoothquant": "quantisation.smoothquant",
    "speculative-decoding": "speculation.speculative_decoding",
    "fastserve": "scheduling.fastserve",
    "pagedattention": "memory.pagedattention",
    "sglang": "reuse.sglang",
    "distserve": "disaggregation.distserve",
    "kivi": "quantisation.kivi",
    "sarathi-serve": "scheduling.sarathi_serve",
    "llumnix": "scheduling.llumnix",
    "mooncake": "disaggregation.mooncake",
    "kimi-k3": "reuse.kimi_k3",
}


class UnknownTechnique(KeyError):
    """No technique has this key; the message names close ones."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.close = tuple(difflib.get_close_matches(key, _MODULES, n=3, cutoff=0.4))
        hint = f"close: {', '.join(self.close)}" if self.close else f"known: {', '.join(_MODULES)}"
        self.message = f"no technique {key!r}; {hint}"
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message


def available() -> tuple[str, ...]:
    """Keys of all techniques."""
    return tuple(_MODULES)


def get(key: str) -> Technique:
    """The technique of a source. Raises UnknownTechnique."""
    if key not in _MODULES:
        raise UnknownTechnique(key)
    technique: Technique = import_module(f"engine.techniques.{_MODULES[key]}").TECHNIQUE
    return technique
