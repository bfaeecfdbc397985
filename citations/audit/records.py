"""Plain records of an audit: the claim, the answers to the questions, and a trial of our own beside it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from citations.records import Claim, Conflict, Source

_NUMBERS = re.compile(r"\d+(?:\.\d+)?")


class State(StrEnum):
    """How far a question is answered."""

    DISCLOSED = "disclosed"
    PARTIAL = "partial"  # something is said, something is not
    GAP = "gap"
    APART = "apart"  # the question does not bear on this claim


@dataclass(frozen=True)
class Quote:
    """Words of the catalogue that answer a question, and the field they stand in (as "claim.conditions")."""

    field: str
    text: str


@dataclass(frozen=True)
class Answer:
    """One question's answer. Texts that are empty are the user's to write: the standing ones are shown instead."""

    question: str
    state: State = State.GAP
    text: str = ""
    reason: str = ""
    evidence: str = ""  # one of the four labels, "" where nothing is answered
    consequence: str = ""
    quotes: tuple[Quote, ...] = ()
    missing: tuple[str, ...] = ()  # keys of the question's parts that nobody answers

    @property
    def told(self) -> str:
        """The answer in words: the user's own, else what was found in the catalogue."""
        return self.text or "; ".join(dict.fromkeys(quote.text for quote in self.quotes))


@dataclass(frozen=True)
class Subject:
    """What is audited. `source` and `position` (from 1) name a claim of the library; "" and 0 for any other."""

    source: str = ""
    position: int = 0
    name: str = ""  # of the source
    value: str = ""
    unit: str = ""
    metric: str = ""
    baseline: str = ""
    conditions: str = ""
    where: str = ""
    evidence: str = "author-reported"
    checked: bool = False
    disputed: tuple[str, ...] = ()  # what versions of the source say differently, a sentence each

    @property
    def key(self) -> str:
        """As the command line names it: "pagedattention:1"; "" for a free claim."""
        return f"{self.source}:{self.position}" if self.source else ""

    @property
    def figure(self) -> str:
        return " ".join(part for part in (self.value, self.unit) if part)

    @classmethod
    def of(cls, source: Source, position: int) -> Subject:
        """The claim of `source` at `position`, from 1. Raises LookupError if it has none there."""
        if not 1 <= position <= len(source.claims):
            count = len(source.claims)
            expected = f"1 to {count}" if count else "none, because the source makes no claim"
            raise LookupError(f"{source.key}: found claim {position}, expected {expected}")
        claim: Claim = source.claims[position - 1]
        name = f"{source.name.en} ({source.year})" if source.year else source.name.en
        return cls(
            source=source.key,
            position=position,
            name=name,
            value=claim.value,
            unit=claim.unit,
            metric=claim.metric,
            baseline="" if claim.baseline.strip() in ("-", "–") else claim.baseline,
            conditions=claim.conditions,
            where=claim.where,
            evidence=claim.evidence,
            checked=claim.checked,
            disputed=tuple(_told(conflict) for conflict in source.conflicts if _concerns(conflict, claim)),
        )


def _concerns(conflict: Conflict, claim: Claim) -> bool:
    """Whether versions disagree on this very claim: one of them says its figure."""
    numbers = set(_NUMBERS.findall(claim.value))
    said = [set(_NUMBERS.findall(version.says)) for version in conflict.versions]
    return any(numbers and numbers <= found for found in said)


def _told(conflict: Conflict) -> str:
    versions = " / ".join(f"{version.says} ({version.where})" for version in conflict.versions)
    return f"{conflict.about}: {versions}" + (f". {conflict.advice}" if conflict.advice else "")


@dataclass(frozen=True)
class Trial:
    """A run of our own beside the reported figure. It never replaces it: the labels differ."""

    title: str
    reported: str
    measured: str
    evidence: str
    before: str  # the measured value on each side, with its unit
    after: str
    matched: tuple[str, ...]
    unmatched: tuple[str, ...]
    finding: str = ""  # how the two figures lie to each other: inside, above, below, against, kind

    def translated(self, say: Callable[[str], str]) -> Trial:
        """The same with its title and conditions as `say` puts them."""
        matched, unmatched = (tuple(map(say, told)) for told in (self.matched, self.unmatched))
        return replace(self, title=say(self.title), matched=matched, unmatched=unmatched)


@dataclass(frozen=True)
class Audit:
    """A claim with one answer per question, in the questions' order."""

    subject: Subject
    answers: tuple[Answer, ...]
    trial: Trial | None = None

    def answer(self, question: str) -> Answer:
        """Raises KeyError for an unknown question."""
        for answer in self.answers:
            if answer.question == question:
                return answer
        raise KeyError(question)

    def with_answer(self, changed: Answer) -> Audit:
        """The same audit with one answer replaced. Raises KeyError for an unknown question."""
        self.answer(changed.question)
        answers = tuple(changed if old.question == changed.question else old for old in self.answers)
        return replace(self, answers=answers)

    def translated(self, say: Callable[[str], str]) -> Audit:
        """The same with its trial as `say` puts it."""
        return self if self.trial is None else replace(self, trial=self.trial.translated(say))

    def count(self, state: State) -> int:
        return sum(answer.state is state for answer in self.answers)
