"""Lab 4: after the cache hit the real problem begins. Prefixes, replicas, tiers, admission, faults."""

from __future__ import annotations

from engine.labs.fleet_answer import FleetAnswer, answer
from engine.labs.fleet_presets import PRESETS
from engine.labs.fleet_run import FleetRun, run
from engine.labs.fleet_settings import FleetSettings, baseline, scenario
from engine.labs.records import Preset
from engine.progress import Progress
from engine.scenario import Scenario


class FleetLab:
    """See `engine.labs.records.Lab`."""

    key = "fleet"
    settings = FleetSettings
    presets: tuple[Preset[FleetSettings], ...] = PRESETS

    def answer(self, settings: FleetSettings) -> FleetAnswer:
        return answer(settings)

    def run(self, settings: FleetSettings, progress: Progress | None = None) -> FleetRun:
        return run(settings, progress)

    def scenario(self, settings: FleetSettings) -> Scenario:
        return scenario(settings)

    def baseline(self, settings: FleetSettings) -> Scenario:
        return baseline(settings)


LAB = FleetLab()
