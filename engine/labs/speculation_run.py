"""The speculation lab played out: many verifications, many texts against the target's law, and two engine runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from engine.drafting.speculation_law import DraftPlan
from engine.experiments.chi_square import goodness_of_fit
from engine.experiments.speculative_decoding import SIGNIFICANCE
from engine.labs.records import Figure
from engine.labs.speculation_costs import Costing, deepest, nodes, plan
from engine.labs.speculation_laws import Law
from engine.labs.speculation_settings import (
    SpeculationSettings,
    Verification,
    baseline,
    check,
    positions,
    scenario,
    widths_of,
)
from engine.labs.speculation_trials import Round, Table
from engine.progress import Progress
from engine.recording import Recording, Work
from engine.sheet import Evidence
from engine.simulate import simulate

ROUNDS = 20_000  # verifications counted
CHECKS = 30  # sizes of the sample at which the proof is looked at
FIRST_CHECK = 10  # texts
TOLD = 12  # rounds to look at


@dataclass(frozen=True)
class Counted:
    """Tokens per verification if `depth` positions are drafted: a mean and its standard error."""

    depth: int
    mean: float
    error: float


@dataclass(frozen=True)
class Check:
    """What the chi-square test says after so many texts. `distance`: total variation of what was counted from p."""

    texts: int
    tokens: int
    statistic: float
    degrees: int
    p: float
    distance: float
    shares: tuple[float, ...]  # of each token

    @property
    def holds(self) -> bool:
        return self.p > SIGNIFICANCE


@dataclass(frozen=True)
class EngineCheck:
    """The same settings in the simulated engine, over the iterations in which the whole batch decodes."""

    verifications: int
    tokens: float  # per verification, mean
    error: float  # of it
    speedup: float


@dataclass(frozen=True)
class SpeculationRun:
    """`engine` is None where there is nothing to compare; `why_no_engine` then says why, as a key."""

    counted: tuple[Counted, ...]
    rounds: int
    accepted: tuple[float, ...]  # share of verifications that accepted 0, 1, … drafts
    proof: tuple[Check, ...]
    engine: EngineCheck | None
    why_no_engine: str
    figures: tuple[Figure, ...]

    @property
    def refused(self) -> Check | None:
        """The first look at the sample that refused it."""
        return next((one for one in self.proof if not one.holds), None)


def table(settings: SpeculationSettings, depth: int) -> Table:
    target = positions(settings, 1)[0].target
    return Table(target, positions(settings, depth), nodes(settings, depth))


def story(settings: SpeculationSettings) -> tuple[Round, ...]:
    """A few verifications of one text, always the same for the same settings."""
    return table(settings, settings.draft_tokens).tell(np.random.default_rng([settings.seed, 0]), TOLD)


def run(settings: SpeculationSettings, progress: Progress | None = None) -> SpeculationRun:
    """Count, test and simulate. Raises ValueError naming the setting that makes no sense."""
    check(settings)
    tell = progress or (lambda share: None)
    counted, accepted = count(settings)
    tell(0.1)
    proof = prove(settings, lambda share: tell(0.1 + 0.6 * share))
    why = _why_no_engine(settings)
    checked = None if why else engine_check(settings, lambda share: tell(0.7 + 0.3 * share))
    tell(1.0)
    figures = _figures(counted[settings.draft_tokens], proof[-1], checked)
    return SpeculationRun(counted, ROUNDS, accepted, proof, checked, why, figures)


def _figures(counted: Counted, last: Check, engine: EngineCheck | None) -> tuple[Figure, ...]:
    seen, estimate = Evidence.REPRODUCIBLE, Evidence.TEACHING_ESTIMATE
    found = [
        Figure(
            "counted",
            counted.mean,
            "tokens",
            seen,
            "n_tok / n_ver ± s",
            f"{ROUNDS:,} verifications ± {counted.error:.3f}",
        ),
        Figure(
            "p_value",
            last.p,
            "",
            seen,
            "P(χ² ≥ X), k degrees",
            f"X = {last.statistic:,.1f}, k = {last.degrees}, {last.tokens:,} tokens",
        ),
    ]
    if engine is not None:
        filled = f"{engine.verifications:,} verifications ± {engine.error:.3f}"
        found.append(Figure("engine_tokens", engine.tokens, "tokens", seen, "n_tok / n_ver ± s", filled))
        filled = "iterations in which the whole batch decodes"
        found.append(
            Figure("engine_speedup", engine.speedup, "×", estimate, "tokens/s over tokens/s without", filled)
        )
    return tuple(found)


def count(settings: SpeculationSettings, rounds: int = ROUNDS) -> tuple[tuple[Counted, ...], tuple[float, ...]]:
    """Tokens per verification for every depth, all from one sample, and the shares of what this depth accepted."""
    depth = deepest(settings)
    accepted, _ = table(settings, depth).play(np.random.default_rng([settings.seed, 1]), rounds)
    found = []
    for shorter in range(depth + 1):
        yielded = np.minimum(accepted, shorter) + 1
        found.append(Counted(shorter, float(yielded.mean()), float(yielded.std(ddof=1) / sqrt(rounds))))
    at_most = np.minimum(accepted, settings.draft_tokens)
    shares = np.bincount(at_most, minlength=settings.draft_tokens + 1) / rounds
    return tuple(found), tuple(shares.tolist())


def prove(settings: SpeculationSettings, tell: Callable[[float], None]) -> tuple[Check, ...]:
    """Hold more and more texts against the target's law. All texts are equally long, however they came about."""
    rng = np.random.default_rng([settings.seed, 2])
    played = table(settings, settings.draft_tokens)
    law = positions(settings, 1)[0].target
    sizes = np.unique(np.geomspace(FIRST_CHECK, settings.texts, CHECKS).astype(int))
    seen = np.zeros(len(law), np.int64)
    found: list[Check] = []
    for texts, more in zip(sizes.tolist(), np.diff(sizes, prepend=0).tolist(), strict=True):
        seen += np.bincount(played.write(rng, more, settings.draft_tokens + 1).ravel(), minlength=len(law))
        found.append(_checked(texts, seen, law))
        tell(texts / settings.texts)
    return tuple(found)


def _checked(texts: int, seen: np.ndarray, law: Law) -> Check:
    fit = goodness_of_fit(seen, law)
    total = int(seen.sum())
    shares = seen / total
    distance = float(np.abs(shares - law).sum() / 2)
    return Check(texts, total, fit.statistic, fit.degrees, fit.p, distance, tuple(shares.tolist()))


def single_chances(settings: SpeculationSettings, law: DraftPlan) -> tuple[float, ...]:
    """What each candidate's chance would have to be if all had the same and independent ones, as in the engine."""
    widths = widths_of(settings, law.depth)
    return tuple(1 - (1 - passed) ** (1 / width) for passed, width in zip(law.chances, widths, strict=True))


def engine_check(settings: SpeculationSettings, tell: Progress) -> EngineCheck:
    law = plan(settings, settings.draft_tokens)
    asked = scenario(settings, single_chances(settings, law))
    with_drafts = simulate(asked, progress=lambda share: tell(share / 2))
    without = simulate(baseline(settings), progress=lambda share: tell(0.5 + share / 2))
    tokens, seconds = _full_batch(with_drafts, settings.max_running, law.nodes)
    plain, passed = _full_batch(without, settings.max_running, 0)
    error = float(tokens.std(ddof=1) / sqrt(len(tokens)))
    gained = (tokens.sum() / seconds) / (plain.sum() / passed)
    return EngineCheck(len(tokens), float(tokens.mean()), error, float(gained))


def _full_batch(recording: Recording, batch: int, drafts: int) -> tuple[np.ndarray, float]:
    """Tokens of every verification, and the time, of iterations in which the whole batch decodes and nothing else."""
    iterations, slices = recording.iterations, recording.slices
    decoding = (slices["work"] == Work.DECODE) & (slices["drafted"] == drafts)
    there = np.bincount(slices["iteration"][decoding], minlength=len(iterations))
    full = (there == batch) & (iterations["prefill_tokens"] == 0)
    chosen = decoding & full[slices["iteration"]]
    seconds = (iterations["end"] - iterations["start"])[full].sum() / 1e9
    return slices["accepted"][chosen].astype(np.int64) + 1, float(seconds)


def _why_no_engine(settings: SpeculationSettings) -> str:
    if not settings.draft_tokens:
        return "nothing_drafted"
    if settings.verification is Verification.ONE_PASS:
        return "one_pass"
    if not Costing(settings).fits(settings.draft_tokens, settings.max_running):
        return "no_room"
    return ""
