"""Scenarios as TOML: read, checked, written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.scenario import Scenario


class ScenarioError(ValueError):
    """A scenario is wrong: names the file, line and field, what was found and what was expected."""


def load(path: Path | str) -> Scenario:
    """Read a scenario file. Raises ScenarioError."""
    raise NotImplementedError


def loads(text: str, name: str = "<text>") -> Scenario:
    """Read a scenario from TOML text; `name` is used in errors. Raises ScenarioError."""
    raise NotImplementedError


def dumps(scenario: Scenario) -> str:
    """The scenario as TOML that `loads` reads back to an equal scenario."""
    raise NotImplementedError


def apply_settings(scenario: Scenario, settings: Sequence[str]) -> Scenario:
    """Scenario with settings such as "memory.page_tokens=32" applied. Raises ScenarioError."""
    raise NotImplementedError


def validate(scenario: Scenario, name: str = "<scenario>") -> Scenario:
    """Check ranges and card names; returns the scenario unchanged. Raises ScenarioError."""
    raise NotImplementedError
