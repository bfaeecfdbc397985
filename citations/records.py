"""Plain records of the library, free of SQL: what widgets and the command line are given."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from citations.dates import UNDATED

CANON, NEIGHBOUR, OWN = 1, 2, 3  # the rings: the 62, works around them, and what the user brought


class Basis(StrEnum):
    """What an edge rests on. `EDITORIAL` is our reading of the history, and is drawn differently."""

    CITES = "cites"
    ABSTRACT = "stated-in-abstract"
    README = "readme"
    EDITORIAL = "editorial"
    OWN = "own"  # the user's own edge


@dataclass(frozen=True)
class Text:
    """A sentence in both languages; `zh` is empty where no Chinese text exists."""

    en: str
    zh: str = ""

    def get(self, language: str) -> str:
        """The text in `language` ("en" or "zh..."), English where there is no Chinese."""
        return self.zh if language.startswith("zh") and self.zh else self.en


@dataclass(frozen=True)
class Reference:
    """Where a fact was seen: a web address (or an arXiv id), and what in it."""

    address: str
    detail: str = ""

    @property
    def is_link(self) -> bool:
        """Whether the address can be opened; anything else is shown as text."""
        return self.address.startswith(("https://", "http://"))


@dataclass(frozen=True)
class Parameter:
    """A setting that the source or its code uses, as text."""

    name: str
    value: str


@dataclass(frozen=True)
class Effect:
    """What a source says it does to one ledger: `effect` is saves, costs or shapes."""

    ledger: str
    effect: str
    why: str


@dataclass(frozen=True)
class Claim:
    """A figure that a source reports. `value` keeps the catalogue's spelling (it may be a range or a word)."""

    value: str
    unit: str
    metric: str
    baseline: str
    conditions: str
    where: str
    evidence: str
    checked: bool
    seen: tuple[Reference, ...] = ()


@dataclass(frozen=True)
class Version:
    """What one version of a source (or an index of it) says: `where` names the version."""

    says: str
    where: str


@dataclass(frozen=True)
class Conflict:
    """Versions of one headline that disagree. `advice` says which to quote and why; `checked`: all were seen."""

    about: str
    versions: tuple[Version, ...]
    advice: str
    checked: bool


@dataclass(frozen=True)
class Edge:
    """`newer` builds on `older`."""

    newer: str
    older: str
    relation: str  # uses, extends, same-problem, baseline, replaces, combines
    why: str
    basis: Basis
    checked: bool


@dataclass(frozen=True)
class Source:
    """One primary source with everything its card shows."""

    key: str
    number: int  # 1..62 in the canon, 0 for all others
    ring: int  # CANON, NEIGHBOUR or OWN
    name: Text
    title: str
    authors: tuple[str, ...]
    et_al: bool
    year: int | None
    date: str  # ISO, possibly only year or year-month
    venue: str
    kind: str  # paper, repository, report
    arxiv: str
    doi: str
    url: str
    code: str
    checked: bool
    bottleneck: Text
    mechanism: Text
    caveat: Text
    formula: str
    primary_ledger: str  # "" for an own source that was filed under none
    effects: tuple[Effect, ...]
    claims: tuple[Claim, ...]
    notes: tuple[str, ...]  # version conflicts worth showing
    demo: str = ""
    living: bool = False  # a project that goes on growing: it may build on work younger than its first date
    date_checked: bool = True
    parameters: tuple[Parameter, ...] = ()
    seen: tuple[Reference, ...] = ()
    family: str = ""  # of techniques, our grouping; "" for an own source
    organisation: str = ""  # who publishes it, where authors or repository say so
    conflicts: tuple[Conflict, ...] = ()

    @property
    def order(self) -> tuple[str, int, str]:
        """Sorts sources by date, undated ones last."""
        return (self.date or UNDATED, self.number, self.key)

    def effect_on(self, ledger: str) -> Effect | None:
        return next((effect for effect in self.effects if effect.ledger == ledger), None)


@dataclass(frozen=True)
class Author:
    """A person or a team, and the keys of what they signed in date order."""

    name: str
    sources: tuple[str, ...]
