"""A reference while it is read: what a file says in its own words, until it becomes a source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from assets.ledgers import LEDGERS
from citations import people
from citations.exchange import clean
from citations.exchange.records import Item, Problem, Trouble
from citations.latex import ascii_word
from citations.records import OWN, Basis, Edge, Effect, Source, Text

_REPOSITORY = re.compile(r"https?://(?:www\.)?(?:github\.com|gitlab\.[\w.-]+|huggingface\.co|bitbucket\.org)/", re.I)
_KINDS = ("paper", "repository", "report")
_LONGEST_LABEL = 48
_LONGEST_NAME = 30
_SMALL_WORDS = frozenset((
    "a", "an", "the", "on", "of", "for", "in", "to", "and", "with", "from", "towards", "toward", "is",
    "are", "how", "what", "why",
))  # fmt: skip


_NOTHING = Text("")


@dataclass
class Link:
    """`builds on`, as an item tells it: the label of the older source."""

    older: str
    relation: str = "uses"
    why: str = ""


@dataclass
class Draft:
    """Every field as plain text, already without markup. `authors` are given name first."""

    line: int
    label: str = ""
    name: str = ""
    name_zh: str = ""
    title: str = ""
    authors: Sequence[str] = ()
    date: str = ""
    venue: str = ""
    kind: str = ""  # "" where the format leaves it open
    arxiv: str = ""
    doi: str = ""
    url: str = ""
    code: str = ""
    organisation: str = ""
    family: str = ""
    ledger: str = ""
    effects: Sequence[Effect] = ()
    bottleneck: Text = _NOTHING
    mechanism: Text = _NOTHING  # of a source from outside: its abstract
    caveat: Text = _NOTHING
    formula: str = ""
    notes: Sequence[str] = ()
    tags: Sequence[str] = ()
    attachments: Sequence[str] = ()
    links: list[Link] = field(default_factory=list)


class Desk:
    """Collects drafts of one file as items with keys of their own, and what is wrong with them."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.items: list[Item] = []
        self.problems: list[Problem] = []
        self.edges: list[tuple[int, Edge]] = []  # line, edge between labels
        self._keys: set[str] = set()
        self._by_label: dict[str, str] = {}

    def problem(self, line: int, trouble: Trouble, found: str = "", *, lost: bool = False) -> None:
        shown = found if len(found) <= 80 else found[:79] + "…"
        self.problems.append(Problem(self.file, line, trouble, " ".join(shown.split()), lost))

    def add(self, draft: Draft) -> None:
        """Make an item of the draft, or say why none can be made."""
        source = self._source(draft)
        if source is None:
            self.problem(draft.line, Trouble.NO_TITLE, draft.label, lost=True)
            return
        if not source.title:
            self.problem(draft.line, Trouble.NO_TITLE, draft.label or source.url)
        if draft.label in self._by_label:
            self.problem(draft.line, Trouble.REPEATED_LABEL, draft.label)
        elif draft.label:
            self._by_label[draft.label] = source.key
        tags = tuple(dict.fromkeys(filter(None, map(clean.text, draft.tags))))
        self.items.append(Item(source, draft.line, draft.label, tags, tuple(draft.attachments)))
        for link in draft.links:
            self.edges.append((draft.line, own_edge(source.key, link.older, link.relation, link.why)))

    def resolved(self) -> list[tuple[int, Edge]]:
        """Lines of edges, and edges between the keys of items; an end that is no label here stays as it is."""
        found: dict[tuple[str, str], tuple[int, Edge]] = {}
        for line, edge in self.edges:
            newer, older = self._by_label.get(edge.newer, edge.newer), self._by_label.get(edge.older, edge.older)
            if newer == older:
                self.problem(line, Trouble.SELF_EDGE, edge.newer, lost=True)
            else:
                found.setdefault((newer, older), (line, own_edge(newer, older, edge.relation, edge.why)))
        return list(found.values())

    def _source(self, draft: Draft) -> Source | None:
        title, doi = clean.text(draft.title), draft.doi
        arxiv = draft.arxiv or clean.arxiv_of_doi(doi)
        authors, et_al = people.people(map(clean.text, draft.authors))
        if not (title or arxiv or doi or draft.url or draft.name):
            return None
        date = draft.date or clean.date_of_arxiv(arxiv)
        year = int(date[:4]) if date else None
        name = (
            clean.text(draft.name)
            or short_name(title, authors)
            or clean.text(draft.label or arxiv or doi or draft.url)
        )
        if draft.ledger and draft.ledger not in LEDGERS:
            self.problem(draft.line, Trouble.UNKNOWN_LEDGER, draft.ledger)
        return Source(
            key=self._key(draft.label, title, authors, year),
            number=0,
            ring=OWN,
            name=Text(name, clean.text(draft.name_zh)),
            title=title,
            authors=authors,
            et_al=et_al,
            year=year,
            date=date,
            venue=clean.text(draft.venue),
            kind=draft.kind if draft.kind in _KINDS else guessed_kind(draft.url, arxiv, doi, draft.venue),
            arxiv=arxiv,
            doi=doi,
            url=web_address(draft.url) or address(arxiv, doi),
            code=web_address(draft.code),
            checked=False,
            bottleneck=draft.bottleneck,
            mechanism=draft.mechanism,
            caveat=draft.caveat,
            formula=draft.formula,
            primary_ledger=draft.ledger if draft.ledger in LEDGERS else "",
            effects=tuple(effect for effect in draft.effects if effect.ledger in LEDGERS),
            claims=(),
            notes=tuple(filter(None, map(clean.text, draft.notes))),
            family=clean.text(draft.family),
            organisation=clean.text(draft.organisation),
        )

    def _key(self, label: str, title: str, authors: tuple[str, ...], year: int | None) -> str:
        key = unique(slug(label) or _made_key(title, authors, year), self._keys)
        self._keys.add(key)
        return key


def own_edge(newer: str, older: str, relation: str, why: str) -> Edge:
    """The user's own edge; a relation that has no name here is kept in the reason."""
    from citations.catalogue import RELATIONS  # with a parser of its own: only files with edges need it

    relation, why = clean.text(relation), clean.text(why)
    if relation not in RELATIONS:
        why = f"{relation}: {why}".strip(": ") if relation else why
        relation = RELATIONS[0]
    return Edge(newer, older, relation, why, Basis.OWN, False)


def web_address(given: str) -> str:
    """An address that a browser opens, "" for a file or anything else."""
    given = clean.text(given)
    if given.startswith(("https://", "http://")):
        return given
    return f"https://{given}" if re.match(r"(?:www|doi|arxiv|github)\.\w", given) else ""


def guessed_kind(url: str, arxiv: str, doi: str, venue: str) -> str:
    """A paper, unless all that is known of it is a place where code lives."""
    return "repository" if _REPOSITORY.match(url) and not (arxiv or doi or venue) else "paper"


def address(arxiv: str, doi: str) -> str:
    """Where a source can be read when the file names no address."""
    if arxiv:
        return f"https://arxiv.org/abs/{arxiv}"
    return f"https://doi.org/{doi}" if doi else ""


def slug(label: str) -> str:
    """A label as a key: ASCII, small letters; "" for one that says nothing (a number) or is too long."""
    key = re.sub(r"[^a-z0-9.]+", "-", label.lower()).strip("-.")
    return key if len(key) <= _LONGEST_LABEL and re.search(r"[a-z]", key) else ""


def unique(key: str, taken: set[str] | frozenset[str]) -> str:
    """The key, numbered if it is taken."""
    number, found = 1, key
    while found in taken:
        number += 1
        found = f"{key}-{number}"
    return found


def _made_key(title: str, authors: tuple[str, ...], year: int | None) -> str:
    words = [ascii_word(word).lower() for word in title.split()]
    telling = next((word for word in words if len(word) > 2 and word not in _SMALL_WORDS), "")
    family = ascii_word(people.parted(authors[0])[1]).lower() if authors else ""
    return "".join(filter(None, (family, str(year or ""), telling)))[:_LONGEST_LABEL] or "source"


def short_name(title: str, authors: tuple[str, ...]) -> str:
    """What labels say: the system's name before a colon, else the first author, else the beginning of the title."""
    head, colon, _ = title.partition(": ")
    if colon and len(head) <= _LONGEST_NAME and len(head.split()) <= 4:
        return head
    if authors:
        family = people.parted(authors[0])[1]
        return f"{family} et al." if len(authors) > 1 else family
    return title if len(title) <= _LONGEST_NAME else title[: _LONGEST_NAME - 1].rstrip() + "…"
