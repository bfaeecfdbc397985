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


def card_page(card: Card, style: RichStyle, open_sections: frozenset[str]) -> str:
    """The card as HTML. Links: `source:key`, `ledger:key`, `fold:section`, `pdf:n`, `unpdf:n`, and web addresses."""
    source, folds = card.source, Folds(style, open_sections)
    parts = [*_head(card, style), *_yours(card, style), *_sentences(card, style)]
    parts += conflicts(source, folds)
    parts += claims(source, folds)
    parts += effects(source, folds)
    parts += relations(card.source.key, card.relations, card.names, folds, older=True)
    parts += relations(card.source.key, card.relations, card.names, folds, older=False)
    parts += notes(source, folds) + background(source, folds)
    return style.page(parts)


def _head(card: Card, style: RichStyle) -> list[str]:
    source = card.source
    facts = [people(source, most=1), source.venue, date_text(source.date, card.language), source.organisation]
    line = style.quiet(" · ".join(fact for fact in facts if fact))
    names = link_names()
    links = [style.link(names[kind], address, address) for kind, address in addresses(source).items()]
    parts = [style.title(card.name)]
    if source.title and source.title != card.name:
        parts.append(style.block(escape(source.title), delta=-0.5, below=1))
    parts.append(style.block(GAP.join([line, *links]), delta=-0.5))
    parts.append(style.block(GAP.join(badges(card, style)), above=5))
    return parts


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
    words = [family_name(source.family), kind_name(source.kind)]
    if source.living:
        words.append(QCoreApplication.translate("SourceCard", "living project"))
    chips += [style.chip(word, own.muted) for word in words if word]
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
    reading, own, lines = card.reading, style.own, []
    if reading.tags:
        lines.append(GAP.join(style.chip(f"# {tag}", own.hue["green"]) for tag in reading.tags))
    if reading.note.strip():
        label = QCoreApplication.translate("SourceCard", "Your note:")
        lines.append(f"{style.strong(label)} " + escape(reading.note.strip()).replace("\n", "<br>"))
    for index, path in enumerate(reading.attachments):
        away = QCoreApplication.translate("SourceCard", "Detach {0}: the file itself stays").format(path.name)
        name = style.link(path.name, f"pdf:{index}", str(path))
        lines.append(f"{name}{GAP}{style.link('✕', f'unpdf:{index}', away)}")
    if not lines:
        return []
    return [style.block("", delta=-4) + style.box("<br>".join(lines))]


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
