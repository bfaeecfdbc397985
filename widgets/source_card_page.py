"""The page of a source: what it is, what it does, what it claims, what is disputed, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QCoreApplication

from citations.notebook.records import Reading
from citations.records import CANON, NEIGHBOUR, OWN, Edge, Source
from widgets.ledger_text import ledger_name
from widgets.rich_style import GAP, RichStyle
from widgets.source_card_claims import claims, conflicts
from widgets.source_card_fold import Folds
from widgets.source_card_lineage import relations
from widgets.source_card_rest import background, effects, notes
from widgets.source_text import date_text, family_name, kind_name, people, ring_name


@dataclass(frozen=True)
class Card:
    """Everything one card shows. `names` maps source keys to display names in `language`."""

    source: Source
    runnable: bool
    relations: Sequence[Edge]
    names: Mapping[str, str]
    language: str
    reading: Reading | None = None

    @property
    def name(self) -> str:
        return self.source.name.get(self.language)


def addresses(source: Source) -> dict[str, str]:
    """Where the source can be read: arxiv, doi, page, code; only those that it has, each address once."""
    found = {
        "arxiv": f"https://arxiv.org/abs/{source.arxiv}" if source.arxiv else "",
        "doi": f"https://doi.org/{source.doi}" if source.doi else "",
        "code": source.code,
    }
    found["page"] = "" if source.url in found.values() else source.url
    return {kind: address for kind, address in found.items() if address}


def card_page(card: Card, style: RichStyle, open_sections: frozenset[str], low: bool = False) -> str:
    """The card as HTML, with a `low` head where little is seen at once.

    Links: `source:key`, `ledger:key`, `fold:section`, `go:section`, `pdf:n`, `unpdf:n`, `edit:`, `remove:`, and
    web addresses.
    """
    source, folds = card.source, Folds(style, open_sections)
    sections = claims(source, folds) + conflicts(source, folds) + effects(source, folds)
    sections += relations(source.key, card.relations, card.names, folds, older=True)
    sections += relations(source.key, card.relations, card.names, folds, older=False)
    sections += notes(source, folds) + background(source, folds)
    head = _low_head(card, style) if low else _head(card, style)
    texts = _sentences(card, style) + (_below(card, style) if low else [])
    return style.page([*head, *_jumps(folds), *_yours(card, style), *texts, *sections])


def _jumps(folds: Folds) -> list[str]:
    """The main sections as links to them: little of a card is seen at once."""
    shown = [section for section in folds.written if section.jump]
    links = [folds.style.light_link(section.jump, f"go:{section.name}") for section in shown]
    return [folds.style.block(folds.style.quiet(" · ").join(links), delta=-1, above=5)] if links else []


def _head(card: Card, style: RichStyle) -> list[str]:
    title = rest_of_title(card.source.title, card.source.name.en)
    parts = [style.title(card.name)]
    if title:
        parts.append(style.block(escape(title), delta=-0.5, below=1))
    parts.append(style.block(GAP.join([style.quiet(facts(card)), *_links(card, style)]), delta=-0.5))
    return [*parts, style.block(f"{GAP.join(badges(card, style))}{GAP}{style.quiet(filed(card.source))}", above=4)]


def _low_head(card: Card, style: RichStyle) -> list[str]:
    """Name and chips in one line; title and filing follow below the texts."""
    name = f'<span style="font-size:{style.size(3)}px; font-weight:600">{escape(card.name)}</span>'
    line = GAP.join([style.quiet(facts(card)), *_links(card, style)])
    return [style.block(GAP.join([name, *badges(card, style)])), style.block(line, delta=-0.5, above=1)]


def _below(card: Card, style: RichStyle) -> list[str]:
    title = rest_of_title(card.source.title, card.source.name.en)
    lines = [line for line in (escape(title), style.quiet(filed(card.source))) if line]
    return [style.block("<br>".join(lines), delta=-0.5, above=8)]


def _links(card: Card, style: RichStyle) -> list[str]:
    """Where the source can be read, and what can be done with one that the user brought."""
    names = link_names()
    links = [style.link(names[kind], address, address) for kind, address in addresses(card.source).items()]
    if card.source.ring == OWN:
        hint = QCoreApplication.translate("SourceCard", "Edit this source of yours")
        links.append(style.link(QCoreApplication.translate("SourceCard", "Edit…"), "edit:", hint))
        hint = QCoreApplication.translate("SourceCard", "Remove this source of yours; this can be undone")
        links.append(style.link(QCoreApplication.translate("SourceCard", "Remove"), "remove:", hint))
    return links


def facts(card: Card) -> str:
    """Who, where and when, in one line."""
    source = card.source
    found = [people(source, most=1), source.venue, date_text(source.date, card.language)]
    return " · ".join(fact for fact in found if fact)


def filed(source: Source) -> str:
    """Of which family and kind it is, and who publishes it."""
    words = [family_name(source.family), kind_name(source.kind), source.organisation]
    if source.living:
        words.append(QCoreApplication.translate("SourceCard", "living project"))
    return " · ".join(word for word in words if word)


def rest_of_title(title: str, name: str) -> str:
    """The title without the name that stands above it already."""
    head, colon, rest = title.partition(": ")
    if title == name:
        return ""
    return rest if colon and head.casefold() == name.partition(" (")[0].casefold() else title


def link_names() -> dict[str, str]:
    return {
        "arxiv": QCoreApplication.translate("SourceCard", "arXiv"),
        "doi": QCoreApplication.translate("SourceCard", "DOI"),
        "page": QCoreApplication.translate("SourceCard", "Page"),
        "code": QCoreApplication.translate("SourceCard", "Code"),
    }


def badges(card: Card, style: RichStyle) -> list[str]:
    """What kind of source it is, as chips."""
    source, own = card.source, style.own
    chips = []
    if source.ring == OWN:
        hint = QCoreApplication.translate("SourceCard", "You brought this source; it is kept in your own notebook.")
        chips.append(style.chip(f"✎ {ring_name(OWN)}", own.accent, hint=hint))
    elif card.runnable:
        chips.append(style.chip("▶ " + QCoreApplication.translate("SourceCard", "can be run"), own.accent))
    elif source.ring == CANON:
        hint = QCoreApplication.translate("SourceCard", "Not yet runnable: shows its card and lineage only.")
        chips.append(style.chip(QCoreApplication.translate("SourceCard", "not yet runnable"), own.muted, hint=hint))
    if source.ring == NEIGHBOUR:
        hint = QCoreApplication.translate("SourceCard", "A work around the 62 sources of the canon.")
        chips.append(style.chip(f"◇ {ring_name(NEIGHBOUR)}", own.muted, hint=hint))
    if source.primary_ledger:
        ledger, colour = source.primary_ledger, own.ledger.get(source.primary_ledger, own.muted)
        chips.append(style.chip(f"● {ledger_name(ledger)}", colour, f"ledger:{ledger}"))
    return chips + _doubts(source, style)


def _doubts(source: Source, style: RichStyle) -> list[str]:
    """What was not seen of the bibliography itself. Nobody has promised to check what the user brings."""
    words = []
    if not source.checked and source.ring != OWN:
        words.append(QCoreApplication.translate("SourceCard", "bibliography not verified"))
    if not source.date_checked and source.ring != OWN:
        words.append(QCoreApplication.translate("SourceCard", "date not verified"))
    return [style.chip(f"? {word}", style.own.hue["orange"]) for word in words]


def _yours(card: Card, style: RichStyle) -> list[str]:
    """Tags, note and files of the user, if there are any."""
    if card.reading is None:
        return []
    reading, parts, lines = card.reading, [], []
    if reading.tags:
        tags = GAP.join(style.chip(f"# {tag}", style.own.hue["green"]) for tag in reading.tags)
        parts.append(style.block(tags, above=4))
    if reading.note.strip():
        label = QCoreApplication.translate("SourceCard", "Your note:")
        lines.append(f"{style.strong(label)} " + escape(reading.note.strip()).replace("\n", "<br>"))
    for index, path in enumerate(reading.attachments):
        away = QCoreApplication.translate("SourceCard", "Detach {0}: the file itself stays").format(path.name)
        name = style.link(path.name, f"pdf:{index}", str(path))
        lines.append(f"{name}{GAP}{style.link('✕', f'unpdf:{index}', away)}")
    if lines:
        parts.append(style.block("", delta=-4) + style.box("<br>".join(lines)))
    return parts


def _sentences(card: Card, style: RichStyle) -> list[str]:
    source, parts = card.source, []
    for label, text in (
        (QCoreApplication.translate("SourceCard", "Problem"), source.bottleneck.get(card.language)),
        (QCoreApplication.translate("SourceCard", "Mechanism"), source.mechanism.get(card.language)),
        (QCoreApplication.translate("SourceCard", "Caveat"), source.caveat.get(card.language)),
    ):
        if text:
            parts.append(style.block(f"{style.run_in(label)} {escape(text)}", above=8))
    return parts
