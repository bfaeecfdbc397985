"""Speculation ledger: drafts offered, kept and thrown away."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.entry import COUNTED, LESS, MORE, declare, given, ratio
from engine.sheet import Measured

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

_OFF = "Nothing was drafted in this run."


def rows(account: Account) -> Iterator[Measured]:
    verified = account.slices[account.slices["drafted"] > 0]
    drafted = given("n_draft", verified["drafted"].sum(dtype="i8"), "tokens", "drafts verified")
    accepted = given("n_acc", verified["accepted"].sum(dtype="i8"), "tokens", "drafts accepted")
    rounds = given("n_ver", len(verified), "times", "verifications: one request in one iteration")
    made = given("n_acc + n_ver", accepted.value + rounds.value, "tokens", "tokens that verifications produced")
    rejected = given("n_rej", drafted.value - accepted.value, "tokens", "drafts rejected")
    yield ratio(PER_VERIFICATION, made, rounds, _OFF)
    yield ratio(ACCEPTANCE, accepted, drafted, _OFF)
    failed = int((verified["accepted"] < verified["drafted"]).sum())
    tried = given("n_try", accepted.value + failed, "tokens", "drafts looked at: accepted, or the first rejected")
    yield ratio(PER_POSITION, accepted, tried, _OFF)
    yield ratio(LENGTH, accepted, rounds, _OFF)
    yield ratio(WASTED, rejected, drafted, _OFF)
