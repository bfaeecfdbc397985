"""Reading the catalogue: one YAML file per source, into plain records."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from assets.ledgers import EVIDENCE, LEDGERS
from citations.dates import is_date
from citations.errors import CatalogueError
from citations.fields import Fields, read_yaml
from citations.organisations import FILE, Organisations, owner_of, read_organisations
from citations.records import (
    Basis,
    Claim,
    Conflict,
    Edge,
    Effect,
    Parameter,
    Reference,
    Source,
    Text,
    Version,
)

EFFECTS = ("saves", "costs", "shapes")
KINDS = ("paper", "repository", "report")
RELATIONS = ("uses", "extends", "same-problem", "baseline", "replaces", "combines")
FAMILIES = (  # of techniques, our grouping; those that can be run are filed so in the engine too
    "attention",
    "sparsity",
    "memory",
    "reuse",
    "offloading",
    "quantisation",
    "speculation",
    "scheduling",
    "disaggregation",
    "parallelism",
    "experts",
    "kernels",
    "runtime",
    "workloads",
)
# Witnesses without an address of their own, from the best to the weakest.
WITNESSES = ("full-text copy", "abstract copy", "own arithmetic", "reading notes", "bibliographies")
CATALOGUE_BASES = tuple(basis for basis in Basis if basis is not Basis.OWN)  # that one is the user's alone
_KEY = re.compile(r"[a-z0-9]+([-.][a-z0-9]+)*")
_ARXIV_AT = re.compile(r"arXiv:\d{4}\.\d{4,5}")
_ARXIV = re.compile(r"\d{4}\.\d{4,5}")


@dataclass(frozen=True)
class Entry:
    """One file of the catalogue. `edges` point from this source to what it builds on."""

    file: Path
    source: Source
    edges: tuple[Edge, ...]


def files_of(catalogue: Path) -> list[Path]:
    """The YAML files of a catalogue folder, in a fixed order."""
    return sorted(catalogue.glob("*/*.yaml"), key=lambda path: path.relative_to(catalogue).as_posix())


def digest_of(catalogue: Path) -> str:
    """A fingerprint of names and contents: two catalogues with the same one give the same library."""
    digest = hashlib.sha256()
    organisations = catalogue / FILE
    for path in [*files_of(catalogue), *([organisations] if organisations.exists() else [])]:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(catalogue).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def read_catalogue(catalogue: Path) -> list[Entry]:
    """All entries in file order.

    Raises CatalogueError naming file and field when one is wrong; `citations.checks` looks at how they fit together.
    """
    files = files_of(catalogue)
    if not files:
        raise CatalogueError(f"{catalogue}: found no */*.yaml files, expected one per source")
    organisations = read_organisations(catalogue)
    return [_entry(path, organisations) for path in files]


def _entry(path: Path, organisations: Organisations) -> Entry:
    fields = Fields(read_yaml(path), str(path))
    source = _source(fields, organisations)
    edges = tuple(_edge(source.key, item) for item in fields.each("builds_on"))
    fields.finish()
    return Entry(path, source, edges)


def _source(fields: Fields, organisations: Organisations) -> Source:
    ring = fields.whole("ring")
    if ring not in (1, 2):
        raise fields.error("ring", str(ring), "1 (canon) or 2 (neighbour)")
    translated = fields.inside("zh")
    texts = ("name", "bottleneck", "mechanism", "caveat")
    name, bottleneck, mechanism, caveat = (Text(_filled(fields, text), _filled(translated, text)) for text in texts)
    translated.finish()
    year = fields.whole("year", 0)
    authors, code = fields.texts("authors"), fields.text("code", "")
    return Source(
        key=_key(fields),
        number=fields.whole("number") if ring == 1 else 0,
        ring=ring,
        name=name,
        title=fields.text("title"),
        authors=authors,
        et_al=fields.flag("et_al", False),
        year=year or None,
        date=_date(fields, year),
        venue=fields.text("venue", ""),
        kind=fields.choice("kind", KINDS),
        arxiv=_arxiv(fields),
        doi=fields.text("doi", ""),
        url=fields.text("url", ""),
        code=code,
        checked=fields.flag("checked"),
        bottleneck=bottleneck,
        mechanism=mechanism,
        caveat=caveat,
        formula=fields.text("formula", ""),
        primary_ledger=fields.choice("primary_ledger", LEDGERS),
        effects=_effects(fields),
        claims=tuple(_claim(item) for item in fields.each("claims")),
        notes=fields.texts("notes"),
        demo=fields.text("demo"),
        living=fields.flag("living", False),
        date_checked=fields.flag("date_checked", True),
        parameters=tuple(_parameters(fields.mapping("parameters"))),
        seen=_seen(fields),
        family=fields.choice("family", FAMILIES),
        organisation=_organisation(fields, organisations, authors, code),
        conflicts=tuple(_conflict(item) for item in fields.each("conflicts")),
    )


def _organisation(fields: Fields, organisations: Organisations, authors: tuple[str, ...], code: str) -> str:
    try:
        return organisations.of(authors, code)
    except KeyError:
        raise fields.error("code", f"the unknown owner {owner_of(code)}", f"one listed in {FILE}") from None


def _conflict(fields: Fields) -> Conflict:
    versions = []
    for version in fields.each("versions"):
        versions.append(Version(_filled(version, "says"), _filled(version, "where")))
        version.finish()
    if len(versions) < 2:
        raise fields.error("versions", str(len(versions)), "two or more that disagree")
    conflict = Conflict(_filled(fields, "about"), tuple(versions), _filled(fields, "advice"), fields.flag("checked"))
    fields.finish()
    return conflict


def _filled(fields: Fields, name: str) -> str:
    text = fields.text(name)
    if not text:
        raise fields.error(name, "an empty text", "some words")
    return text


def _key(fields: Fields) -> str:
    key = fields.text("key")
    if not _KEY.fullmatch(key):
        raise fields.error("key", repr(key), "lower-case letters, digits, '-' and '.'")
    return key


def _date(fields: Fields, year: int) -> str:
    date = fields.text("date", "")
    if date and not is_date(date):
        raise fields.error("date", repr(date), "YYYY, YYYY-MM or YYYY-MM-DD")
    if date and year and int(date[:4]) != year:
        raise fields.error("date", repr(date), f"a day of the year {year}")
    return date


def _arxiv(fields: Fields) -> str:
    arxiv = fields.text("arxiv", "")
    if arxiv and not _ARXIV.fullmatch(arxiv):
        raise fields.error("arxiv", repr(arxiv), "an id such as '2309.06180'")
    return arxiv


def _effects(fields: Fields) -> tuple[Effect, ...]:
    """In ledger order."""
    ledgers = fields.inside("ledgers")
    effects = {}
    for ledger in fields.mapping("ledgers"):
        if ledger not in LEDGERS:
            raise ledgers.error(ledger, "an unknown ledger", f"one of {', '.join(LEDGERS)}")
        effect = ledgers.inside(ledger)
        effects[ledger] = Effect(ledger, effect.choice("effect", EFFECTS), effect.text("why"))
        effect.finish()
    return tuple(effects[ledger] for ledger in LEDGERS if ledger in effects)


def _claim(fields: Fields) -> Claim:
    claim = Claim(
        value=fields.scalar("value"),
        unit=fields.text("unit"),
        metric=_filled(fields, "metric"),
        baseline=fields.text("baseline", ""),
        conditions=fields.text("conditions"),
        where=_filled(fields, "where"),
        evidence=fields.choice("evidence", EVIDENCE),
        checked=fields.flag("checked"),
        seen=_seen(fields),
    )
    fields.finish()
    return claim


def _seen(fields: Fields) -> tuple[Reference, ...]:
    references = []
    for item in fields.each("seen"):
        reference = Reference(item.text("at"), item.text("detail", ""))
        if not (reference.is_link or reference.address in WITNESSES or _ARXIV_AT.fullmatch(reference.address)):
            expected = f"a web address, arXiv:id, or one of {', '.join(WITNESSES)}"
            raise item.error("at", repr(reference.address), expected)
        references.append(reference)
        item.finish()
    return tuple(references)


def _parameters(values: dict[str, object], prefix: str = "") -> Iterator[Parameter]:
    """Nested settings become one row each, named "outer / inner"."""
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _parameters({str(key): inner for key, inner in value.items()}, f"{prefix}{name} / ")
        elif isinstance(value, list):
            yield Parameter(prefix + name, ", ".join(map(str, value)))
        else:
            yield Parameter(prefix + name, str(value).lower() if isinstance(value, bool) else str(value))


def _edge(newer: str, fields: Fields) -> Edge:
    edge = Edge(
        newer=newer,
        older=fields.text("to"),
        relation=fields.choice("relation", RELATIONS),
        why=fields.text("why"),
        basis=Basis(fields.choice("basis", CATALOGUE_BASES)),
        checked=fields.flag("checked"),
    )
    fields.finish()
    return edge
