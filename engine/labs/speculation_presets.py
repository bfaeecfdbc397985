"""Settings that show something about speculation. The first is what a new user sees; about half fail on purpose."""

from __future__ import annotations

from dataclasses import replace

from engine.labs.records import Outcome, Preset
from engine.labs.speculation_laws import Judge
from engine.labs.speculation_published import REPORTED, settings_of
from engine.labs.speculation_settings import AcceptanceLaw, SpeculationSettings
from engine.scenario import Drafting, Rollback

_PLAIN = SpeculationSettings()
_BY_KEY = {report.key: report for report in REPORTED}
_HYBRID = replace(
    _PLAIN,
    model="qwen3-next-80b-a3b",
    hardware="b200-sxm",
    tensor_parallel=1,
    draft_model="",
    draft_cost=0.05,
)
_DISTRIBUTIONS = replace(_PLAIN, law=AcceptanceLaw.DISTRIBUTIONS, max_running=4)
_TREE = replace(_PLAIN, method=Drafting.TREE, draft_tokens=3, acceptance=0.6)

PRESETS: tuple[Preset[SpeculationSettings], ...] = (
    Preset(
        "longer-is-slower",
        replace(_PLAIN, acceptance=0.6, draft_tokens=12, draft_model="", draft_cost=0.15, max_running=4),
        Outcome.FAILS,
        "slower_draft",
    ),
    Preset("short-draft", replace(_PLAIN, acceptance=0.75, max_running=4), Outcome.WORKS, "faster"),
    Preset("tree-for-one", replace(_TREE, draft_tokens=5, max_running=1), Outcome.WORKS, "faster"),
    Preset("copies-kept", replace(_HYBRID, rollback=Rollback.SNAPSHOT, draft_tokens=2), Outcome.WORKS, "faster"),
    Preset("proof-holds", _DISTRIBUTIONS, Outcome.WORKS, "faster"),
    Preset("early-exit", settings_of(_BY_KEY["layerskip"]), Outcome.WORKS, "faster"),
    Preset("k3-one-user", settings_of(_BY_KEY["k3"]), Outcome.WORKS, "faster"),
    Preset("second-token", settings_of(_BY_KEY["mtp"]), Outcome.WORKS, "too_short"),
    Preset("large-batch", replace(_PLAIN, draft_tokens=6, max_running=128), Outcome.FAILS, "slower_verification"),
    Preset("tree-in-a-crowd", replace(_TREE, max_running=64), Outcome.FAILS, "slower_verification"),
    Preset(
        "perfect-draft",
        replace(_PLAIN, acceptance=1.0, draft_model="llama3.1-70b", hardware="b200-sxm", max_running=16),
        Outcome.TIGHT,
        "no_gain",
    ),
    Preset("never-accepted", settings_of(_BY_KEY["layerskip-fails"]), Outcome.FAILS, "hardly_accepted"),
    Preset("replay", replace(_HYBRID, rollback=Rollback.REPLAY, draft_tokens=6), Outcome.FAILS, "slower_rollback"),
    Preset("no-room-for-copies", replace(_HYBRID, draft_tokens=8, max_running=32), Outcome.FAILS, "draft_takes_room"),
    Preset("typical", replace(_DISTRIBUTIONS, rule=Judge.TYPICAL), Outcome.FAILS, "other_distribution"),
)
