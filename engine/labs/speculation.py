"""The speculation lab: why a longer draft can be slower, and whether what comes out is still the target's."""

from __future__ import annotations

from engine.labs.speculation_answer import SpeculationAnswer, answer
from engine.labs.speculation_costs import plan
from engine.labs.speculation_presets import PRESETS
from engine.labs.speculation_run import SpeculationRun, run, single_chances
from engine.labs.speculation_settings import SpeculationSettings, baseline, check, scenario
from engine.progress import Progress
from engine.scenario import Scenario


class SpeculationLab:
    """See `engine.labs.records.Lab`."""

    key = "speculation"
    settings = SpeculationSettings
    presets = PRESETS

    def answer(self, settings: SpeculationSettings) -> SpeculationAnswer:
        return answer(settings)

    def run(self, settings: SpeculationSettings, progress: Progress | None = None) -> SpeculationRun:
        return run(settings, progress)

    def scenario(self, settings: SpeculationSettings) -> Scenario:
        check(settings)
        return scenario(settings, single_chances(settings, plan(settings, settings.draft_tokens)))

    def baseline(self, settings: SpeculationSettings) -> Scenario:
        check(settings)
        return baseline(settings)


LAB = SpeculationLab()
