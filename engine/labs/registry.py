"""The labs by key. A lab's module is loaded when it is asked for."""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import Any

from engine.labs.records import Lab

# Key to the module with the lab's `LAB`.
_MODULES = {
    "capacity": "engine.labs.capacity",
    "phases": "engine.labs.phases",
    "speculation": "engine.labs.speculation",
    "fleet": "engine.labs.fleet",
}
KEYS = tuple(_MODULES)


class UnknownLabError(KeyError):
    """There is no such lab, or no such preset of it."""

    def __str__(self) -> str:
        return str(self.args[0])


def get(key: str) -> Lab[Any, Any]:
    """The lab of a key. UnknownLabError names the keys there are."""
    if key not in _MODULES:
        raise UnknownLabError(f"lab {key!r}, expected one of {', '.join(_closest(key, KEYS))}")
    lab: Lab[Any, Any] = import_module(_MODULES[key]).LAB
    return lab


def preset(lab: Lab[Any, Any], key: str) -> Any:
    """The settings of a preset, by default ("") of the first. UnknownLabError names the presets there are."""
    for found in lab.presets:
        if key in ("", found.key):
            return found.settings
    keys = tuple(found.key for found in lab.presets)
    raise UnknownLabError(f"preset {key!r} of lab {lab.key}, expected one of {', '.join(_closest(key, keys))}")


def _closest(key: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(difflib.get_close_matches(key, keys, n=1, cutoff=0.6)) or keys
