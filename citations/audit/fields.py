"""The catalogue's fields about a claim as phrases, each with the name of its field."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citations.audit.records import Quote, Subject
from citations.records import Source

_CUT = re.compile(r"[;,]\s+|\s*[(\[)\]]\s*")
# "same" as a pointer to the claim before; "same power budgets" says that both sides have them.
_SAME = re.compile(r"^same(?:$|;| set-up| models| tasks| \d+ hours)|, same prototype$")
_SILENT = re.compile(r"^(?:as |wording |not )?(?:stated|said|named|given) in the abstract|^as stated", re.IGNORECASE)


def of_claim(subject: Subject, source: Source | None = None) -> tuple[Quote, ...]:
    """Phrases of the claim's own fields. "same" leads to the claim before, whose phrases come too."""
    found = [*_phrases("claim.conditions", subject.conditions), *_phrases("claim.metric", subject.metric)]
    found += [*_phrases("claim.baseline", subject.baseline), *_phrases("claim.unit", subject.figure)]
    if source is not None:
        found += _meant(source, subject.position)
    return tuple(found)


def of_source(source: Source) -> tuple[Quote, ...]:
    """What the source says elsewhere: parameters, formula, effects. None of it need be this claim's condition."""
    found = [
        Quote("source.parameters", f"{parameter.name.replace('_', ' ')} = {parameter.value}")
        for parameter in source.parameters
    ]
    found += [Quote("source.formula", part.strip()) for part in source.formula.split(";") if part.strip()]
    found += [Quote("source.effects", effect.why) for effect in source.effects]
    return tuple(found)


def _phrases(field: str, text: str) -> Iterator[Quote]:
    for phrase in _CUT.split(text):
        phrase = phrase.strip()
        if phrase and not _SILENT.search(phrase) and not _SAME.fullmatch(phrase):
            yield Quote(field, phrase)


def _meant(source: Source, position: int) -> list[Quote]:
    """Where a claim says "same", what it points to."""
    found: list[Quote] = []
    for field in ("conditions", "baseline"):
        number = position
        while number > 1 and _SAME.search(getattr(source.claims[number - 1], field)):
            number -= 1
            found += _phrases(f"claim {number}.{field}", getattr(source.claims[number - 1], field))
    return found
