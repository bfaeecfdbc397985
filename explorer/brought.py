"""What the user brings in place of a technique's own day before: a scenario, a trace, single settings."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.scenario import Scenario

TRACE_ROWS = 256  # rows of a trace that are run unless the user says otherwise


@dataclass(frozen=True)
class Brought:
    """Nothing in it: each technique starts from its own day before."""

    name: str = ""  # what errors in `scenario` are named after, and what the window shows
    scenario: str = ""  # TOML
    trace: str = ""  # path of a trace file
    trace_limit: int = TRACE_ROWS
    trace_start: int = 0
    settings: tuple[str, ...] = ()  # "memory.page_tokens=32"
    seed: int | None = None

    def fields(self) -> dict[str, Any]:
        """As JSON for the worker."""
        return asdict(self)

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Brought:
        return cls(**{**fields, "settings": tuple(fields["settings"])})

    def on(self, scenario: Scenario) -> Scenario:
        """`scenario`, or the brought one in its place, with trace, settings and seed. Raises ScenarioError."""
        from engine import scenario_file
        from engine.scenario import Arrivals

        if self.scenario:
            scenario = scenario_file.loads(self.scenario, self.name)
        if self.trace:
            workload = replace(
                scenario.workload,
                arrivals=Arrivals.TRACE,
                trace=self.trace,
                trace_limit=self.trace_limit,
                trace_start=self.trace_start,
            )
            scenario = replace(scenario, workload=workload)
        if self.seed is not None:
            scenario = replace(scenario, seed=self.seed)
        return scenario_file.apply_settings(scenario, self.settings)

    def day_before(self, technique: str) -> Scenario | None:
        """The scenario to compare from; None for the technique's own. Raises ScenarioError and KeyError."""
        if self == Brought():
            return None
        from engine import techniques

        return self.on(techniques.get(technique).day_before())
