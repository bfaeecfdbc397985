"""Sections of a card that fold: closed they say the same in fewer words, never nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape

from PySide6.QtCore import QCoreApplication

from widgets.rich_style import RichStyle

OPEN_AT_FIRST = frozenset({"conflicts", "claims"})


@dataclass(frozen=True)
class Section:
    """A section that was written. `jump` are the words of a link to it, "" if it needs none."""

    name: str
    jump: str


@dataclass(frozen=True)
class Folds:
    """Writes the heads of sections. `opened` names those that are open."""

    style: RichStyle
    opened: frozenset[str]
    written: list[Section] = field(default_factory=list)

    def section(
        self, name: str, title: str, note: str, whole: Iterable[str], brief: Iterable[str] = (), jump: str = ""
    ) -> list[str]:
        """A section by name, with `whole` under its head when open, else `brief`; only one of them is written."""
        self.written.append(Section(name, jump))
        is_open = name in self.opened
        hint = (
            QCoreApplication.translate("SourceCard", "Fold {0}")
            if is_open
            else QCoreApplication.translate("SourceCard", "Unfold {0}")
        ).format(title)
        own, small = self.style.own, self.style.size(-1)
        link = (
            f'<a name="{name}"></a><a href="fold:{name}" title="{escape(hint)}" style="color:{own.muted.name()}; '
            f'text-decoration:none">{"▾" if is_open else "▸"}&nbsp;{escape(title)}</a>'
        )
        remark = f'<span style="font-weight:400">&nbsp;&nbsp;{escape(note)}</span>' if note else ""
        head = (
            f'<p style="margin:10px 0 3px 0; font-size:{small}px; font-weight:600; '
            f'color:{own.muted.name()}">{link}{remark}</p>'
        )
        return [head, *(whole if is_open else brief)]
