"""Reported speed-ups whose conditions are known well enough to hold the closed form against them.

All are of single requests. For dense models the pass over the drafts then takes as long as a plain step; a model with
many experts reads more of them, and the cost model says how many. What a source does not state is None, and the
closed form can only bound it, unless `where` says what is assumed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.labs.speculation_settings import SpeculationSettings, Verification

_TEXTS, _SEED = SpeculationSettings.texts, SpeculationSettings.seed


@dataclass(frozen=True)
class Reported:
    """A speed-up as its authors report it (`speedup`: tokens per second against those without drafts)."""

    key: str
    source: str  # key of the library
    speedup: float
    draft_tokens: int
    acceptance: float | None
    draft_cost: float | None  # in plain steps
    where: str
    model: str = "llama2-7b"  # the card nearest to what was served; ratios do not depend on it
    hardware: str = "a100-sxm-80gb"
    devices: int = 1
    weight_bits: float = 16.0
    verification: Verification = Verification.ONE_PASS


# LayerSkip reports the accepted share of all drafts, 0.795 of 6 and 0.019 of 12; the chances here give the same.
REPORTED = (
    Reported("layerskip", "layerskip", 80.12 / 39.05, 6, 0.9348, 8 / 32, "README, Llama 7B, exit layer 8 of 32"),
    Reported(
        "layerskip-fails",
        "layerskip",
        14.11 / 45.0,
        12,
        0.1857,
        0.25,
        "README, Llama 1.5B, exit layer 8",
        "llama3.2-1b",
    ),
    Reported(
        "mtp",
        "deepseek-v3",
        1.8,
        1,
        0.875,
        1 / 61,
        "report, section 5.4.3; acceptance 85 to 90 %",
        "deepseek-v3",
        "h200-sxm-141gb",
        8,
        8.0,
    ),
    Reported(
        "k3",
        "kimi-k3",
        370 / 118,
        7,
        0.842,
        0.03,
        "vLLM blog, 16 GB300, code: 4.73 tokens per step; the cost of a draft step is assumed",
        "kimi-k3",
        "gb300",
        16,
        4.0,
        Verification.COST_MODEL,
    ),
    Reported("t5-small", "speculative-decoding", 3.4, 7, 0.75, None, "Table 2, T5-small drafts"),
    Reported("t5-large", "speculative-decoding", 1.7, 7, 0.82, None, "Table 2, T5-large drafts"),
    Reported("humaneval", "speculative-sampling", 2.46, 4, None, 1.8 / 14.1, "Table 1, HumanEval"),
    Reported("xsum", "speculative-sampling", 1.92, 4, None, 1.8 / 14.1, "Table 1, XSum"),
)


def settings_of(reported: Reported) -> SpeculationSettings:
    """The lab under the conditions of a report that states them all."""
    if reported.acceptance is None or reported.draft_cost is None:
        raise ValueError(f"report {reported.key!r}: found no acceptance or no draft cost, expected both")
    return SpeculationSettings(
        acceptance=reported.acceptance,
        draft_tokens=reported.draft_tokens,
        draft_model="",
        draft_cost=reported.draft_cost,
        verification=reported.verification,
        max_running=1,
        model=reported.model,
        hardware=reported.hardware,
        tensor_parallel=reported.devices,
        expert_parallel=reported.devices,
        weight_bits=reported.weight_bits,
    )


def reports_of(settings: SpeculationSettings) -> tuple[Reported, ...]:
    """The reports made under the conditions of these settings."""
    complete = (one for one in REPORTED if one.acceptance is not None and one.draft_cost is not None)
    given = replace(settings, texts=_TEXTS, seed=_SEED)  # how the proof is run is no condition
    return tuple(one for one in complete if settings_of(one) == given)
