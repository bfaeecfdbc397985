"""Where a claim of the library and a run of the engine meet: they know nothing of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citations.audit import Audit, Subject, Trial
from citations.audit.figures import span_of
from citations.audit.untried import why_not
from engine import audit_try
from engine.audit_try import Tried
from engine.progress import Progress

if TYPE_CHECKING:
    from citations.records import Source

_SHOWN_AS_SHARE = "1"


class NotTriable(LookupError):
    """The engine has no run of the kind that a claim is about."""

    def __init__(self, audit: Audit) -> None:
        name = audit.subject.key or "a free claim"
        super().__init__(f"{name}: the engine has no run of this kind: {why_not(audit).en}")


def is_triable(subject: Subject) -> bool:
    return bool(subject.source) and audit_try.find(subject.source, subject.position) is not None


def try_it(audit: Audit, progress: Progress | None = None) -> Trial:
    """Run both sides of an audit's claim. Raises NotTriable, and what the engine raises."""
    pair = audit_try.find(audit.subject.source, audit.subject.position)
    if pair is None:
        raise NotTriable(audit)
    return trial_of(audit.subject, audit_try.try_claim(pair, progress))


def trial_of(subject: Subject, tried: Tried) -> Trial:
    """A finished run beside the claim. Whether the two agree is told only where both are ratios."""
    span, binary = span_of(subject), "GiB" in subject.unit
    before, after = (shown(value, tried.unit, binary) for value in (tried.before, tried.after))
    return Trial(
        title=tried.title,
        reported=subject.figure,
        measured=f"{tried.ratio:.3g} x" if span else f"{after} ({tried.ratio:.3g} x)",
        evidence=tried.evidence.value,
        before=before,
        after=after,
        matched=tried.matched,
        unmatched=(*tried.unmatched, *tried.notes),
        finding="kind" if span is None else span.finding(tried.ratio),
    )


def shown(value: float, unit: str, binary: bool = False) -> str:
    """A measured value in a unit that reads well; bytes in GiB if `binary`."""
    if unit == _SHOWN_AS_SHARE:
        return f"{100 * value:.3g} %"
    if unit == "s" and value < 1:
        return f"{1000 * value:.3g} ms"
    if unit == "B" and binary:
        return f"{value / 2**30:.3g} GiB"
    if unit == "B":
        for name, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
            if value >= size:
                return f"{value / size:.3g} {name}"
    return f"{float(f'{value:.3g}'):,g} {unit}"


def of_source(source: Source) -> tuple[Subject, ...]:
    """The claims of a source, in their order."""
    return tuple(Subject.of(source, position) for position in range(1, len(source.claims) + 1))
