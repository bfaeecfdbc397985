"""Which setting an error is about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.scenario_values import ScenarioError


def setting_of(error: ValueError, names: Sequence[str]) -> str:
    """The field that the error names, else the first name that its text mentions, "" if none."""
    if isinstance(error, ScenarioError) and error.field in names:
        return error.field
    found = {}
    for name in names:
        words = re.escape(name).replace("_", "[_ ]")
        place = re.search(rf"(?<!\w){words}(?!\w)", str(error))
        if place is not None:
            found[name] = place.start()
    return min(found, key=lambda name: (found[name], -len(name))) if found else ""
