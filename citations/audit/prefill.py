"""Answers that the catalogue already holds: rules over a claim's fields, each answer quoting where it was found.

Nothing is inferred: a phrase answers a part of a question if it speaks of it. What stands elsewhere in the source is
quoted as such and never makes an answer whole, because it need not be a condition of this claim.
"""

from __future__ import annotations

import re

from citations.audit import fields
from citations.audit.kinds import kind_of
from citations.audit.questions import QUESTIONS, Part, Question
from citations.audit.records import Answer, Audit, Quote, State, Subject
from citations.records import Source

_FROM_PARAMETERS = ("cache", "transfer", "batching", "speculation", "experts", "failures", "precision", "state")
_SECOND_HAND = re.compile(
    r"second(?:ary|-hand)|third-party|independent review|reader's notes|reading note|not checked"
)
_OWN_WORK = re.compile(r"\bour (?:derivation|arithmetic)|computed by us")
_NAMELESS = re.compile(r"not (?:named|stated) in")
_EARLIER_BASELINE = re.compile(r"claim \d+\.baseline")
_MOST = 3  # quotes per part: an answer is a line, not a page


def prefill(source: Source, position: int) -> Audit:
    """The audit of a claim of the library (`position` from 1). Raises LookupError if the source has none there."""
    subject = Subject.of(source, position)
    return Audit(subject, tuple(_answer(question, subject, source) for question in QUESTIONS))


def free(subject: Subject | None = None) -> Audit:
    """The audit of any other claim: what its own fields say, and gaps for the rest."""
    told = subject or Subject()
    return Audit(told, tuple(_answer(question, told, None) for question in QUESTIONS))


def bears(question: Question, subject: Subject, source: Source | None) -> bool:
    """Whether the question is put to this claim. A free claim is asked everything."""
    if source is None or kind_of(subject) in question.bears:
        return True
    if any(source.effect_on(ledger) is not None for ledger in question.ledgers):
        return True
    words = " ".join((subject.metric, subject.conditions, subject.unit, source.name.en))
    return bool(question.words) and re.search(question.words, words) is not None


def _answer(question: Question, subject: Subject, source: Source | None) -> Answer:
    if not bears(question, subject, source):
        return Answer(question.key, State.APART)
    if question.key == "evidence":
        return _evidence(question, subject)
    own = fields.of_claim(subject, source)
    elsewhere = fields.of_source(source) if source is not None and question.key in _FROM_PARAMETERS else ()
    quotes: list[Quote] = []
    missing, borrowed = [], False
    for part in question.parts:
        found = _of_part(question, part, own, subject)
        if not found:
            found = [quote for quote in elsewhere if part.words and part.words.search(quote.text)][:_MOST]
            borrowed = borrowed or bool(found)
        if not found:
            missing.append(part.key)
        quotes += [quote for quote in found[:_MOST] if quote not in quotes]
    evidence = subject.evidence if quotes else ""
    state = _state(question, quotes, missing, borrowed, own)
    return Answer(question.key, state, evidence=evidence, quotes=tuple(quotes), missing=tuple(missing))


def _of_part(question: Question, part: Part, own: tuple[Quote, ...], subject: Subject) -> list[Quote]:
    if question.key == "sameness" and part.key == "baseline":
        named = subject.baseline and not _NAMELESS.search(subject.baseline)
        found = [Quote("claim.baseline", subject.baseline)] if named else []
        return found + [quote for quote in own if _EARLIER_BASELINE.fullmatch(quote.field)]
    return [quote for quote in own if part.words and part.words.search(quote.text)]


def _state(
    question: Question, quotes: list[Quote], missing: list[str], borrowed: bool, own: tuple[Quote, ...]
) -> State:
    if not quotes:
        return State.GAP
    whole = not missing and not borrowed
    if question.key == "sameness":  # that a thing is named does not make it the same on both sides
        whole = whole and any("same" in quote.text.lower() for quote in own)
    return State.DISCLOSED if whole else State.PARTIAL


def _evidence(question: Question, subject: Subject) -> Answer:
    quotes = []
    if subject.evidence:
        quotes.append(Quote("claim.evidence", subject.evidence))
    if subject.where:
        quotes.append(Quote("claim.where", subject.where))
    missing = [] if subject.where else ["place"]
    told = f"{subject.where} {subject.conditions}"
    if not subject.checked or _SECOND_HAND.search(told):
        missing.append("seen")
    else:
        quotes.append(Quote("claim.checked", "✓"))
    state = State.GAP if not subject.where else State.PARTIAL if missing else State.DISCLOSED
    return Answer(question.key, state, evidence=subject.evidence, quotes=tuple(quotes), missing=tuple(missing))


def is_second_hand(subject: Subject) -> bool:
    """Whether the figure was read in somebody's summary rather than in the source."""
    return _SECOND_HAND.search(f"{subject.where} {subject.conditions}") is not None


def is_own_work(subject: Subject) -> bool:
    """Whether the figure is ours: derived or computed from what the source says."""
    return _OWN_WORK.search(f"{subject.where} {subject.metric}") is not None
