"""The phases lab: slow first token and slow next token are not the same slowness, and no policy wins everywhere."""

from __future__ import annotations

from engine.labs.phases_answer import PhasesAnswer, answer
from engine.labs.phases_presets import PRESETS
from engine.labs.phases_run import PhasesRun, run
from engine.labs.phases_settings import PhasesSettings, baseline, check, scenario
from engine.progress import Progress
from engine.scenario import Scenario


class PhasesLab:
    """See `engine.labs.records.Lab`. The outcome of a preset is that of its run."""

    key = "phases"
    settings = PhasesSettings
    presets = PRESETS

    def answer(self, settings: PhasesSettings) -> PhasesAnswer:
        return answer(settings)

    def run(self, settings: PhasesSettings, progress: Progress | None = None) -> PhasesRun:
        return run(settings, progress)

    def scenario(self, settings: PhasesSettings) -> Scenario:
        check(settings)
        return scenario(settings)

    def baseline(self, settings: PhasesSettings) -> Scenario:
        check(settings)
        return baseline(settings)


LAB = PhasesLab()
