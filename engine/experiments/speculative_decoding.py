"""Speculative decoding: a draft model proposes, the target judges, and what comes out is the target's own law.

Two random Markov models whose laws are known exactly stand for the two language models. p is the target, q the
draft, γ the number of drafts per verification, α the chance that a draft is accepted.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.experiment import Experiment, Invariant
from engine.experiments.checks import demand, equal
from engine.experiments.chi_square import ChiSquare, goodness_of_fit
from engine.experiments.drafting import Pair, Rule, Tokens, generate, random_pair, verify
from engine.experiments.speculation_frames import costs_frame, law_frame, rounds_frame, yield_frame
from engine.ledgers.entry import COUNTED, ESTIMATED, LESS, MORE, NEITHER, declare, given, measured
from engine.sheet import Input, Measured

SOURCE = "Leviathan et al. (2022)"
START = 0
ROUNDS = 20_000  # verifications counted for each γ
LONGEST = 10  # γ up to which rounds are counted
ERRORS = 5.0  # standard errors that a mean may be off: one false alarm in two million means
SIGNIFICANCE = 1e-6  # chance of a false alarm of the chi-square test
COSTS = (0.02, 0.1, 0.3, 0.9)  # of a draft, in passes of the target
PRICED = 0.1  # the cost that the findings use

ACCEPTANCE = declare(
    "speculation.exact.acceptance",
    "Acceptance per position (α), counted",
    "1",
    MORE,
    COUNTED,
    "n_acc / n_try",
    source=SOURCE,
)
PER_ROUND = declare(
    "speculation.exact.tokens_per_verification",
    "Tokens per verification, counted",
    "tokens",
    MORE,
    COUNTED,
    "n_tok / n_ver ± s, expected (1 - α^(γ + 1)) / (1 - α)",
    source=SOURCE,
)
FIT = declare(
    "speculation.exact.p_value",
    "p-value: output against the target's law",
    "",
    NEITHER,
    COUNTED,
    "P(χ² ≥ X) with k degrees of freedom",
)
MISFIT = declare(
    "speculation.exact.wrong_misfit",
    "Misfit of replacements from all of the target (1: none)",
    "",
    LESS,
    COUNTED,
    "X / k",
)
PASSES = declare(
    "decode.exact.passes_per_token",
    "Passes of the target per token",
    "",
    LESS,
    COUNTED,
    "n_ver / n_tok",
)
SCORED = declare(
    "kernels.exact.positions_per_token",
    "Positions the target scores per token",
    "",
    LESS,
    COUNTED,
    "(γ + 1) · n_ver / n_tok",
    source=SOURCE,
)
SPEEDUP = declare(
    "contract.exact.speedup",
    "Speed-up if a draft costs a tenth of a pass",
    "x",
    MORE,
    ESTIMATED,
    "E / (γ · c + 1)",
    source=SOURCE,
)


@dataclass(frozen=True)
class Yield:
    """Tokens per verification for γ = 1, 2, …: counted means and their standard errors."""

    lengths: NDArray[np.int64]
    means: NDArray[np.float64]
    errors: NDArray[np.float64]
    accepted: int  # drafts accepted, all γ together
    tried: int  # drafts that were looked at: accepted, or the first rejected one


def run(
    rng: np.random.Generator,
    *,
    vocabulary: int = 16,
    acceptance: float = 0.75,
    draft_tokens: int = 4,
    texts: int = 40_000,
    rule: Rule = Rule.EXACT,
) -> Experiment:
    """Compare what `texts` texts say with the exact law, and count rounds for γ from 1 to 10.

    `rule` is for showing that the tests notice a wrong one. Raises ValueError if a parameter is out of range.
    """
    demand(4 <= vocabulary <= 26, "vocabulary", vocabulary, "4 to 26 tokens")
    demand(0.5 <= acceptance < 1, "acceptance", acceptance, "0.5 or more, below 1")
    demand(1 <= draft_tokens <= LONGEST, "draft_tokens", draft_tokens, f"1 to {LONGEST}")
    demand(texts >= 1000, "texts", texts, "at least 1000")
    rule = Rule(rule)
    pair = random_pair(rng, vocabulary, acceptance)
    counted = count_rounds(rng, pair, rule)
    said = {each: _said(rng, pair, texts, draft_tokens, each) for each in dict.fromkeys((rule, Rule.RESAMPLE_TARGET))}
    fits = {each: fit(pair, tokens) for each, tokens in said.items()}
    first = {each: np.bincount(tokens[:, 0], minlength=vocabulary) / texts for each, tokens in said.items()}
    story = [verify(rng, pair, np.array([START]), draft_tokens, rule)]
    while len(story) < 6:
        story.append(verify(rng, pair, story[-1].last, draft_tokens, rule))
    return Experiment(
        "Guess ahead, check in one pass, keep the target's distribution",
        (
            rounds_frame(START, story),
            law_frame(pair.target[START], first[rule], first[Rule.RESAMPLE_TARGET]),
            yield_frame(counted.lengths, counted.means, expected_tokens(acceptance, counted.lengths)),
            costs_frame(counted.lengths, counted.means, acceptance, COSTS),
        ),
        _findings(counted, draft_tokens, fits[rule], fits[Rule.RESAMPLE_TARGET]),
        (
            same_law(fits[rule]),
            notices(fits[Rule.RESAMPLE_TARGET]),
            same_acceptance(counted, float(pair.acceptance.mean())),
            same_yield(counted, acceptance),
            _greedy(rng, pair, draft_tokens, rule),
            optimum(counted, acceptance),
        ),
    )


def expected_tokens(acceptance: float, lengths: NDArray[Any]) -> NDArray[np.float64]:
    """(1 - α^(γ + 1)) / (1 - α): tokens per verification if every draft has the same chance."""
    tokens: NDArray[np.float64] = (1 - acceptance ** (lengths + 1)) / (1 - acceptance)
    return tokens


def count_rounds(rng: np.random.Generator, pair: Pair, rule: Rule) -> Yield:
    """Verifications from random states, for every γ up to the longest."""
    lengths = np.arange(1, LONGEST + 1)
    means, errors = np.empty(LONGEST), np.empty(LONGEST)
    accepted = tried = 0
    for place, length in enumerate(lengths):
        played = verify(rng, pair, rng.integers(len(pair.target), size=ROUNDS), int(length), rule)
        means[place] = played.accepted.mean() + 1
        errors[place] = played.accepted.std(ddof=1) / sqrt(ROUNDS)
        accepted += int(played.accepted.sum())
        tried += int(played.accepted.sum() + (played.accepted < length).sum())
    return Yield(lengths, means, errors, accepted, tried)


def _said(rng: np.random.Generator, pair: Pair, texts: int, length: int, rule: Rule) -> Tokens:
    """Tokens 1 to γ + 2 of many texts from one start: the last two meet every kind of token, also the extra one."""
    return generate(rng, pair, np.full(texts, START), length + 2, length, rule)


def fit(pair: Pair, tokens: Tokens) -> ChiSquare:
    """The last two tokens of every text (texts, n) against their exact joint law under the target alone."""
    size = len(pair.target)
    law = np.linalg.matrix_power(pair.target, tokens.shape[1] - 1)[START][:, None] * pair.target
    pairs = tokens[:, -2] * size + tokens[:, -1]
    return goodness_of_fit(np.bincount(pairs, minlength=size * size), law.ravel())


def _words(result: ChiSquare) -> str:
    p = f"p = {result.p:.2g}" if result.p > 0 else "p < 1e-300"
    return f"χ² = {result.statistic:,.0f} with {result.degrees} degrees of freedom, {p}"


def same_law(result: ChiSquare) -> Invariant:
    detail = f"{_words(result)}; refused below {SIGNIFICANCE:g}"
    return Invariant("What comes out follows the target's own law", result.p > SIGNIFICANCE, detail)


def notices(result: ChiSquare) -> Invariant:
    name = "The same test refuses replacements drawn from all of the target"
    return Invariant(name, result.p <= SIGNIFICANCE, _words(result))


def same_acceptance(counted: Yield, exact: float) -> Invariant:
    """Counted acceptance against Σ min(p, q)."""
    rate = counted.accepted / counted.tried
    error = sqrt(exact * (1 - exact) / counted.tried)
    detail = f"{rate:.4f} counted, {exact:.4f} exact, standard error {error:.4f}"
    return Invariant(
        "A draft is accepted as often as the two laws overlap", abs(rate - exact) <= ERRORS * error, detail
    )


def same_yield(counted: Yield, acceptance: float) -> Invariant:
    """Counted tokens per verification against the formula, for every γ."""
    off = np.abs(counted.means - expected_tokens(acceptance, counted.lengths)) / counted.errors
    detail = f"at most {off.max():.1f} standard errors off for γ = 1 to {counted.lengths[-1]}, limit {ERRORS:g}"
    return Invariant("Tokens per verification follow the formula", bool(off.max() <= ERRORS), detail)


def _greedy(rng: np.random.Generator, pair: Pair, length: int, rule: Rule, tokens: int = 64) -> Invariant:
    """At temperature zero nothing is left to chance: the texts must be equal, token for token."""
    certain = pair.greedy()
    states = np.arange(len(pair.target))
    drafted = generate(rng, certain, states, tokens, length, rule)
    alone = np.empty_like(drafted)
    for place in range(tokens):
        states = certain.target[states].argmax(axis=1)
        alone[:, place] = states
    return equal("At temperature zero the text is the target's, token for token", drafted, alone, "tokens")


def optimum(counted: Yield, acceptance: float) -> Invariant:
    """The formula's best γ must fall as drafts get dearer, and drafts must pay, as counted, just when c < α."""
    lengths = np.arange(1, 101)
    best = [int(lengths[(expected_tokens(acceptance, lengths) / (lengths * cost + 1)).argmax()]) for cost in COSTS]
    gains = [float((counted.means / (counted.lengths * cost + 1)).max()) for cost in COSTS]
    falls = best == sorted(best, reverse=True)
    pays = [gain > 1 for gain in gains] == [cost < acceptance for cost in COSTS]
    rows = zip(COSTS, best, gains, strict=True)
    listed = ", ".join(f"c = {cost:g}: best γ = {length}, counted speed-up {gain:.2f}" for cost, length, gain in rows)
    return Invariant("Dearer drafts should be shorter, and pay only below α", falls and pays, listed)


def _findings(counted: Yield, length: int, right: ChiSquare, wrong: ChiSquare) -> tuple[Measured, ...]:
    mean, error = float(counted.means[length - 1]), float(counted.errors[length - 1])
    gamma = given("γ", length, "", "drafts per verification")
    rounds = given("n_ver", ROUNDS, "times", "verifications")
    tokens = given("n_tok", round(mean * ROUNDS), "tokens", "tokens that came out")
    accepted = given("n_acc", counted.accepted, "tokens", "drafts accepted, over all γ")
    tried = given("n_try", counted.tried, "tokens", "drafts looked at")
    rate = counted.accepted / counted.tried
    alpha = given("α", rate, "", "counted acceptance")
    spread = given("s", error, "tokens", "standard error of the mean")
    yielded = given("E", mean, "tokens", "tokens per verification")
    cost = given("c", PRICED, "", "cost of a draft in passes of the target")

    def tested(result: ChiSquare) -> tuple[Input, Input]:
        return given("X", result.statistic, "", "statistic"), given("k", result.degrees, "", "degrees of freedom")

    return (
        measured(ACCEPTANCE, rate, accepted, tried),
        measured(PER_ROUND, mean, tokens, rounds, spread, alpha, gamma),
        measured(FIT, right.p, *tested(right)),
        measured(MISFIT, wrong.statistic / wrong.degrees, *tested(wrong)),
        measured(PASSES, 1 / mean, rounds, tokens),
        measured(SCORED, (length + 1) / mean, gamma, rounds, tokens),
        measured(SPEEDUP, mean / (length * PRICED + 1), yielded, gamma, cost),
    )
