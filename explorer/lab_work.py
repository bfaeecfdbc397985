"""What the worker does for the labs and the audit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Progress = Callable[[float], None]


def run(fields: dict[str, Any], progress: Progress) -> object:
    """Simulate what a lab's settings say. The settings come as TOML."""
    from engine.labs import registry, settings

    lab = registry.get(fields["lab"])
    return lab.run(settings.loads(lab.settings, lab.key, fields["settings"]), progress)


def try_claim(fields: dict[str, Any], progress: Progress) -> object:
    """Run the two scenarios that stand for a claim, None if there are none for it."""
    from engine import audit_try

    pair = audit_try.find(fields["source"], fields["position"])
    return None if pair is None else audit_try.try_claim(pair, progress)
