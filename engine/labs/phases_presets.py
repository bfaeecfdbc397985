"""Settings that show where each policy wins, and where each one loses. The first is what a new user sees."""

from __future__ import annotations

from dataclasses import replace

from engine.labs.phases_settings import PhasesSettings, Serving
from engine.labs.records import Outcome, Preset

_PLAIN = PhasesSettings()
_READERS = replace(_PLAIN, prompt_tokens=3000, rate=11.0, requests=120, tpot_s=0.018)
_STRICT_NEXT = replace(_PLAIN, rate=12.0, tpot_s=0.01)
_STRICT_FIRST = replace(_PLAIN, rate=14.0, ttft_s=0.27, tpot_s=0.05)
_SAME = replace(_PLAIN, rate=32.0, prompt_tokens=500, prompt_spread=0.0, output_spread=0.0, ttft_s=5.0, tpot_s=0.0083)
_TOO_MUCH = replace(_PLAIN, rate=36.0, requests=120, tpot_s=0.05, percentile=0.6)

PRESETS: tuple[Preset[PhasesSettings], ...] = (
    Preset("stalled", _READERS, Outcome.FAILS, "breaks_tpot"),
    Preset(
        "chunks-hold",
        replace(_READERS, policy=Serving.CHUNKED, against=Serving.CONTINUOUS),
        Outcome.WORKS,
        "only_this",
    ),
    Preset("prompts-first", _STRICT_FIRST, Outcome.WORKS, "only_this"),
    Preset(
        "kept-apart", replace(_STRICT_NEXT, policy=Serving.SPLIT, against=Serving.CHUNKED), Outcome.WORKS, "only_this"
    ),
    Preset(
        "equal-lengths",
        replace(_SAME, policy=Serving.STATIC, against=Serving.CONTINUOUS),
        Outcome.WORKS,
        "only_this",
    ),
    Preset(
        "urgent-first",
        replace(_TOO_MUCH, policy=Serving.PRIORITY, against=Serving.CHUNKED),
        Outcome.WORKS,
        "only_this",
    ),
    Preset(
        "no-winner",
        replace(_PLAIN, policy=Serving.CHUNKED, against=Serving.CONTINUOUS, sweep=True),
        Outcome.WORKS,
        "carries_most",
    ),
    Preset(
        "small-budget",
        replace(_STRICT_FIRST, policy=Serving.CHUNKED, against=Serving.CONTINUOUS, token_budget=256),
        Outcome.FAILS,
        "breaks_ttft",
    ),
    Preset(
        "batch-first",
        replace(_PLAIN, policy=Serving.STATIC, against=Serving.CHUNKED, rate=5.0),
        Outcome.FAILS,
        "breaks_ttft",
    ),
    Preset(
        "thin-link",
        replace(
            _PLAIN,
            policy=Serving.SPLIT,
            against=Serving.CHUNKED,
            link_bytes_per_s=1.25e9,
            tpot_s=0.02,
        ),
        Outcome.FAILS,
        "breaks_tpot",
    ),
    Preset(
        "few-readers",
        replace(
            _READERS,
            policy=Serving.SPLIT,
            against=Serving.CHUNKED,
            output_tokens=32,
            requests=80,
            ttft_s=0.8,
            tpot_s=0.05,
        ),
        Outcome.FAILS,
        "breaks_ttft",
    ),
    Preset(
        "last-in-line",
        replace(
            _PLAIN,
            policy=Serving.PRIORITY,
            against=Serving.CHUNKED,
            rate=20.0,
            requests=160,
            ttft_s=0.6,
            tpot_s=0.05,
            percentile=0.95,
        ),
        Outcome.FAILS,
        "breaks_ttft",
    ),
    Preset("bursts", replace(_PLAIN, variation=6.0, tpot_s=0.02), Outcome.FAILS, "breaks_tpot"),
)
