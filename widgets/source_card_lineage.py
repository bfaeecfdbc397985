"""What a source builds on and what it led to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from PySide6.QtCore import QCoreApplication

from citations.records import Basis, Edge
from widgets.rich_chips import unverified
from widgets.rich_style import GAP, RichStyle
from widgets.source_card_fold import Folds
from widgets.source_text import basis_name, relation_name


def relations(key: str, edges: Sequence[Edge], names: Mapping[str, str], folds: Folds, older: bool) -> list[str]:
    """The edges at one side of `key`: those that it builds on (`older`), or those that build on it."""
    own_end, other_end = ("newer", "older") if older else ("older", "newer")
    ends = [(getattr(edge, other_end), edge) for edge in edges if getattr(edge, own_end) == key]
    if not ends:
        return []
    style = folds.style
    title = (
        QCoreApplication.translate("SourceCard", "Builds on")
        if older
        else QCoreApplication.translate("SourceCard", "Led to")
    )
    named = [(names.get(other, other), other, edge) for other, edge in ends]
    whole = (_edge(name, other, edge, style) for name, other, edge in named)
    count = str(len(ends))
    return folds.section(other_end, title, count, whole, _brief(named, style), f"{title} {count}")


def _brief(named: Sequence[tuple[str, str, Edge]], style: RichStyle) -> Iterator[str]:
    links = " · ".join(_name(name, other, edge, style) for name, other, edge in named)
    yield style.block(links + _legend([edge for _, _, edge in named], style), delta=-0.5)


def doubtful(edge: Edge) -> bool:
    """Whether we did not see it. Nobody has promised to check the user's own links."""
    return not edge.checked and edge.basis is not Basis.OWN


def _name(name: str, key: str, edge: Edge, style: RichStyle) -> str:
    link = style.link(name, f"source:{key}", f"{relation_name(edge.relation)}: {edge.why}".strip(": "))
    return (f"<i>{link}</i>" if edge.basis is Basis.EDITORIAL else link) + ("&nbsp;?" if doubtful(edge) else "")


def _legend(edges: Sequence[Edge], style: RichStyle) -> str:
    """What slant and question mark mean, where they occur."""
    words = []
    if any(edge.basis is Basis.EDITORIAL for edge in edges):
        words.append(QCoreApplication.translate("SourceCard", "slanted: our reading of the history"))
    if any(doubtful(edge) for edge in edges):
        words.append(QCoreApplication.translate("SourceCard", "?: unverified"))
    return f"<br>{style.quiet(' · '.join(words), italic=True)}" if words else ""


def _edge(name: str, key: str, edge: Edge, style: RichStyle) -> str:
    line = style.link(name, f"source:{key}") + GAP + style.chip(relation_name(edge.relation), style.own.muted)
    line += GAP + unverified(style) if doubtful(edge) else ""
    basis = style.quiet(basis_name(edge.basis), italic=edge.basis is Basis.EDITORIAL)
    why = f"{escape(edge.why)} " if edge.why else ""
    return style.block(f"{line}<br>{why}{basis}", delta=-0.5, below=5)
