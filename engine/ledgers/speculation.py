"""Speculation ledger: drafts offered, kept and thrown away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.drafting.speculation_counts import DraftCounts, draft_counts
from engine.ledgers.account import Account
from engine.ledgers.entry import COUNTED, ESTIMATED, LESS, MORE, NEITHER, absent, declare, given, measured, ratio
from engine.sheet import Input, Measured

PER_VERIFICATION = declare(
    "speculation.tokens_per_verification",
    "Tokens per verification",
    "tokens",
    MORE,
    COUNTED,
    "(accepted drafts + verifications) / verifications: each one yields a token of the target as well",
    headline=True,
)
ACCEPTANCE = declare(
    "speculation.acceptance", "Acceptance rate", "1", MORE, COUNTED, "accepted drafts / drafts verified"
)
PER_POSITION = declare(
    "speculation.position_acceptance",
    "Acceptance per position (α)",
    "1",
    MORE,
    COUNTED,
    "accepted drafts / (accepted drafts + verifications that met a rejection)",
    source="Leviathan et al. (2022): α, the chance that a draft token is accepted when its turn comes",
)
LENGTH = declare(
    "speculation.accepted_length", "Accepted length", "tokens", MORE, COUNTED, "accepted drafts / verifications"
)
WASTED = declare(
    "speculation.wasted_share", "Drafts thrown away", "1", LESS, COUNTED, "rejected drafts / drafts verified"
)

EXPECTED = declare(
    "speculation.expected",
    "Tokens per verification, expected",
    "tokens",
    MORE,
    ESTIMATED,
    "1 + c_1 + c_1 c_2 + … + c_1 · … · c_k, c_d the chance that position d is passed (no cut at a request's end)",
    source="Leviathan et al. (2022), eq. 1; for trees SpecInfer (2023)",
)
REACHED = tuple(
    declare(
        f"speculation.reached_{depth}",
        f"Verifications that accept {depth} or more",
        "1",
        MORE,
        COUNTED,
        f"verifications with at least {depth} drafts accepted / verifications",
    )
    for depth in (1, 2, 3, 4)
)
VERIFIED = declare(
    "speculation.verified_per_token",
    "Positions verified per token yielded",
    "tokens",
    LESS,
    COUNTED,
    "(drafts + verifications) / (accepted drafts + verifications)",
)
NODES = declare(
    "speculation.drafts", "Drafts per verification", "tokens", NEITHER, COUNTED, "drafts verified / verifications"
)
DRAFTING = declare(
    "speculation.drafting_share",
    "Busy time spent on drafting",
    "1",
    LESS,
    ESTIMATED,
    "Σ time of draft steps / Σ duration of iterations",
)
REPLAYED = declare(
    "speculation.replayed_tokens",
    "Accepted tokens run again",
    "tokens",
    LESS,
    COUNTED,
    "Σ (accepted + 1) over verifications with a rejection, where recurrent state is replayed",
)
MEMORY = declare(
    "speculation.memory",
    "Memory of a device taken for drafting",
    "B",
    LESS,
    ESTIMATED,
    "draft model's weights + its state in pages + copies of recurrent state, all slots",
)

_OFF = "Nothing was drafted in this run."


def rows(account: Account) -> Iterator[Measured]:
    facts = account.facts.get("speculation") or {}
    counts = draft_counts(account.slices, tuple(facts.get("levels") or ()))
    drafted = given("n_draft", counts.drafted, "tokens", "drafts verified")
    accepted = given("n_acc", counts.accepted, "tokens", "drafts accepted")
    rounds = given("n_ver", counts.verifications, "times", "verifications: one request in one iteration")
    made = given("n_acc + n_ver", counts.tokens, "tokens", "tokens that verifications produced")
    rejected = given("n_rej", counts.drafted - counts.accepted, "tokens", "drafts rejected")
    yield ratio(PER_VERIFICATION, made, rounds, _OFF)
    yield ratio(ACCEPTANCE, accepted, drafted, _OFF)
    tried = given("n_try", counts.accepted + counts.rejections, "tokens", "positions accepted, or first rejected")
    yield ratio(PER_POSITION, accepted, tried, _OFF)
    yield ratio(LENGTH, accepted, rounds, _OFF)
    yield ratio(WASTED, rejected, drafted, _OFF)
    yield from _law(facts, counts, rounds)
    verified = given("n_pos", counts.drafted + counts.verifications, "tokens", "positions that the target scored")
    yield ratio(VERIFIED, verified, made, _OFF)
    yield ratio(NODES, drafted, rounds, _OFF)
    yield from _price(account, facts, counts)


def _law(facts: Mapping[str, Any], counts: DraftCounts, rounds: Input) -> Iterator[Measured]:
    chances = facts.get("chances")
    if counts.verifications and chances:
        positions = enumerate(chances, 1)
        inputs = [given(f"c_{d}", chance, "1", f"chance that position {d} is passed") for d, chance in positions]
        yield measured(EXPECTED, facts["expected_tokens"], *inputs)
    else:
        yield absent(EXPECTED, _OFF)
    for depth, quantity in enumerate(REACHED, 1):
        if depth <= len(counts.per_position):
            times = counts.per_position[depth - 1]
            reached = given("n", times, "times", f"verifications with {depth} or more accepted")
            yield ratio(quantity, reached, rounds, _OFF)
        else:
            yield absent(quantity, f"No step drafts {depth} positions ahead." if counts.verifications else _OFF)


def _price(account: Account, facts: Mapping[str, Any], counts: DraftCounts) -> Iterator[Measured]:
    """What drafting takes: time, work done again, memory."""
    if not counts.verifications:
        for quantity in (DRAFTING, REPLAYED, MEMORY):
            yield absent(quantity, _OFF)
        return
    spent = given("t_draft", facts.get("draft_seconds") or 0.0, "s", "time of draft steps")
    yield ratio(DRAFTING, spent, account.busy_input, "No iteration ran.")
    if facts.get("rollback") == "replay":
        yield measured(REPLAYED, counts.replayed, given("n_ver", counts.verifications, "times", "verifications"))
    else:
        yield absent(REPLAYED, "A rejected draft leaves nothing that has to be replayed.")
    weights = given("W_d", account.facts.get("draft_weight_bytes") or 0, "B", "weights of the draft model")
    per_token = account.facts.get("draft_page_bytes") or 0
    pages = given("S_d", per_token * max(account.holdings.peak_by_pool, default=0), "B", "its state at the peak")
    copies = given("S_c", account.facts.get("draft_fixed_bytes") or 0, "B", "fixed state and copies, all slots")
    if weights.value + pages.value + copies.value:
        yield measured(MEMORY, weights.value + pages.value + copies.value, weights, pages, copies)
    else:
        yield absent(MEMORY, "No draft model and no copy of recurrent state is kept.")
