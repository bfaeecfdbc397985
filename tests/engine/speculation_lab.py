"""Settings of the speculation lab that its tests share, with their answers and runs, each made once."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from engine.labs.speculation import LAB
from engine.labs.speculation_answer import SpeculationAnswer
from engine.labs.speculation_run import SpeculationRun
from engine.labs.speculation_settings import AcceptanceLaw, SpeculationSettings
from engine.scenario import Drafting

PLAIN = SpeculationSettings()
TREE = replace(PLAIN, method=Drafting.TREE, draft_tokens=3, acceptance=0.6)
POSITIONS = replace(PLAIN, law=AcceptanceLaw.POSITIONS, draft_tokens=6)
TWO_LAWS = replace(PLAIN, law=AcceptanceLaw.DISTRIBUTIONS)
KINDS = (
    PLAIN,
    replace(PLAIN, acceptance=0.2),
    POSITIONS,
    TREE,
    replace(TREE, law=AcceptanceLaw.DISTRIBUTIONS),
    TWO_LAWS,
)
HYBRID = replace(
    PLAIN, model="qwen3-next-80b-a3b", hardware="b200-sxm", tensor_parallel=1, draft_model="", draft_cost=0.05
)
PRESETS = {preset.key: preset for preset in LAB.presets}

weights = st.lists(st.floats(0.01, 10), min_size=5, max_size=5)


@cache
def answer(settings: SpeculationSettings) -> SpeculationAnswer:
    return LAB.answer(settings)


@cache
def played(settings: SpeculationSettings) -> SpeculationRun:
    return LAB.run(settings)
