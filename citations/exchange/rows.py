"""A source as one flat row of texts, and back: what CSV and GraphML hold, and CSL-JSON under `custom`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from citations.exchange import clean
from citations.exchange.draft import Draft, Link
from citations.exchange.records import Progress
from citations.records import OWN, Edge, Effect, Source, Text

ET_AL = "et al."
COLUMNS = (
    *("key", "name", "name_zh", "title", "authors", "date", "venue", "kind", "arxiv", "doi", "url", "code"),
    *("organisation", "family", "ledger", "effects", "bottleneck", "bottleneck_zh", "mechanism", "mechanism_zh"),
    *("caveat", "caveat_zh", "formula", "notes", "tags", "ring", "verified", "builds_on"),
)
OURS = frozenset(("name_zh", "builds_on", "ring"))  # columns that together only our own files have
RINGS = {1: "canon", 2: "neighbour", OWN: "own"}
_LINK = re.compile(r"(.+?) \(([^()]*)\)(?:: (.*))?", re.DOTALL)
_EFFECT = re.compile(r"(\w+) (saves|costs|shapes)(?:: (.*))?", re.DOTALL)


def row_of(source: Source, builds_on: Iterable[Edge] = (), tags: Sequence[str] = ()) -> dict[str, str]:
    """Every column as text. Lists of sentences have one a line; names of authors stand between semicolons."""
    authors = [*source.authors, ET_AL] if source.et_al else source.authors
    return {
        "key": source.key,
        "name": source.name.en,
        "name_zh": source.name.zh,
        "title": source.title,
        "authors": joined(authors),
        "date": source.date or str(source.year or ""),
        "venue": source.venue,
        "kind": source.kind,
        "arxiv": source.arxiv,
        "doi": source.doi,
        "url": source.url,
        "code": source.code,
        "organisation": source.organisation,
        "family": source.family,
        "ledger": source.primary_ledger,
        "effects": "\n".join(_effect(effect) for effect in source.effects),
        "bottleneck": source.bottleneck.en,
        "bottleneck_zh": source.bottleneck.zh,
        "mechanism": source.mechanism.en,
        "mechanism_zh": source.mechanism.zh,
        "caveat": source.caveat.en,
        "caveat_zh": source.caveat.zh,
        "formula": source.formula,
        "notes": "\n".join(source.notes),
        "tags": joined(tags),
        "ring": RINGS[source.ring],
        "verified": "yes" if source.checked else "no",
        "builds_on": "\n".join(link_text(edge) for edge in builds_on),
    }


def draft_of(row: Mapping[str, str], line: int) -> Draft:
    """A draft of a row that `row_of` wrote; columns may be missing."""

    def of(name: str) -> str:
        return row.get(name, "")

    return Draft(
        line=line,
        label=of("key").strip(),
        name=of("name"),
        name_zh=of("name_zh"),
        title=of("title"),
        authors=listed(of("authors")),
        date=clean.date(of("date")),
        venue=of("venue"),
        kind=of("kind"),
        arxiv=clean.arxiv(of("arxiv")),
        doi=clean.doi(of("doi")),
        url=clean.text(of("url")),
        code=clean.text(of("code")),
        organisation=of("organisation"),
        family=of("family"),
        ledger=of("ledger").strip(),
        effects=tuple(filter(None, map(_effect_of, of("effects").splitlines()))),
        bottleneck=_text(row, "bottleneck"),
        mechanism=_text(row, "mechanism"),
        caveat=_text(row, "caveat"),
        formula=clean.text(of("formula")),
        notes=of("notes").splitlines(),
        tags=listed(of("tags")),
        links=links_of(of("builds_on")),
    )


def link_text(edge: Edge) -> str:
    """ "older (relation): why"."""
    text = f"{edge.older} ({edge.relation})"
    return f"{text}: {edge.why}" if edge.why else text


def links_of(text: str) -> list[Link]:
    """What `link_text` wrote, one a line; a line without parentheses is a key."""
    links = []
    for line in filter(None, map(str.strip, text.splitlines())):
        match = _LINK.fullmatch(line)
        links.append(Link(match.group(1), match.group(2), match.group(3) or "") if match else Link(line))
    return links


def joined(parts: Iterable[str]) -> str:
    """Between semicolons; a semicolon in a part has a backslash before it."""
    return "; ".join(part.replace("\\", "\\\\").replace(";", "\\;") for part in parts)


def listed(text: str) -> list[str]:
    """The parts that `joined` put together."""
    parts = re.findall(r"(?:[^;\\]|\\.|\\$)+", text, re.DOTALL)
    return [part for raw in parts if (part := re.sub(r"\\([\\;])", r"\1", raw).strip())]


def told(progress: Progress, done: int, total: int) -> None:
    """Tell progress now and then: telling it for every row would cost more than the row."""
    if done % 64 == 0 and total:
        progress(min(done / total, 1.0))


def _text(row: Mapping[str, str], name: str) -> Text:
    return Text(clean.text(row.get(name, "")), clean.text(row.get(f"{name}_zh", "")))


def _effect(effect: Effect) -> str:
    head = f"{effect.ledger} {effect.effect}"
    return f"{head}: {effect.why}" if effect.why else head


def _effect_of(text: str) -> Effect | None:
    match = _EFFECT.fullmatch(text.strip())
    return Effect(match.group(1), match.group(2), clean.text(match.group(3) or "")) if match else None
