"""The typography of rich pages (source card, why panel): the palette and font sizes as Qt's subset of HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape

from PySide6.QtGui import QColor, QFontDatabase, QFontInfo
from PySide6.QtWidgets import QWidget

from widgets.colour_math import mix
from widgets.fonts import ui_font
from widgets.palette import DataColours, colours

_PAD = "\u00a0\u00a0"  # other spaces would be collapsed
GAP = "&nbsp; "  # between chips; breaks


def pixels(delta: float) -> int:
    """Pixels of the application's font, `delta` points larger."""
    return QFontInfo(ui_font(delta)).pixelSize()


def sized(html: str, delta: float, weight: int = 400) -> str:
    """HTML for a label in another size. (A font set on a label is lost when the style sheet is set again.)"""
    return f'<span style="font-size:{pixels(delta)}px; font-weight:{weight}">{html}</span>'


_BREAKS = re.compile("[-\u2e80-\uffff]")  # hyphens and ideographs, after which a line may end


@dataclass(frozen=True)
class RichStyle:
    """Builds pieces of HTML. Every text argument is plain text and is escaped here."""

    own: DataColours
    sizes: dict[float, int] = field(default_factory=dict)  # asked for hundreds of times a page

    @classmethod
    def of(cls, widget: QWidget) -> RichStyle:
        return cls(colours(widget))

    def size(self, delta: float) -> int:
        """Pixels of the application's font, `delta` points larger."""
        if delta not in self.sizes:
            self.sizes[delta] = pixels(delta)
        return self.sizes[delta]

    def title(self, text: str) -> str:
        return f'<p style="margin:0 0 2px 0; font-size:{self.size(5)}px; font-weight:600">{escape(text)}</p>'

    def label(self, text: str, note: str = "") -> str:
        """The head of a section, with an optional quiet remark behind it."""
        remark = f'<span style="font-weight:400">{_PAD}{escape(note)}</span>' if note else ""
        return (
            f'<p style="margin:14px 0 4px 0; font-size:{self.size(-1)}px; font-weight:600; '
            f'color:{self.own.muted.name()}">{escape(text)}{remark}</p>'
        )

    def run_in(self, text: str) -> str:
        """The head of a section at the start of its first line."""
        return f'<span style="font-weight:600; color:{self.own.muted.name()}">{escape(text)}</span>&nbsp;'

    def paragraph(self, text: str, delta: float = 0.0) -> str:
        return self.block(escape(text), delta)

    def block(self, html: str, delta: float = 0.0, below: int = 0, above: int = 0) -> str:
        """A paragraph of ready HTML."""
        style = f"margin:{above}px 0 {below}px 0; font-size:{self.size(delta)}px; line-height:132%"
        return f'<p style="{style}">{html}</p>'

    def quiet(self, text: str, italic: bool = False) -> str:
        slant = "; font-style:italic" if italic else ""
        return (
            f'<span style="color:{self.own.muted.name()}; font-size:{self.size(-1)}px{slant}">{escape(text)}</span>'
        )

    def strong(self, text: str, colour: QColor | None = None) -> str:
        tint = f"; color:{self.own.readable(colour).name()}" if colour is not None else ""
        return f'<span style="font-weight:600{tint}">{escape(text)}</span>'

    def light_link(self, text: str, target: str, hint: str = "") -> str:
        """A link in a row of many, small and not bold."""
        style = f"color:{self.own.link.name()}; text-decoration:none; font-size:{self.size(-1)}px"
        return f'<a href="{escape(target)}" title="{escape(hint)}" style="{style}">{escape(text)}</a>'

    def link(self, text: str, target: str, hint: str = "") -> str:
        style = f"color:{self.own.link.name()}; text-decoration:none; font-weight:600"
        return f'<a href="{escape(target)}" title="{escape(hint)}" style="{style}">{escape(text)}</a>'

    def chip(self, text: str, colour: QColor, target: str = "", hint: str = "") -> str:
        """A rounded label (the page rounds whatever has a background); with a `target` it is a link."""
        ground = mix(self.own.surface, colour, 0.2 if self.own.dark else 0.15)
        ink = self.own.readable(colour, ground)
        style = (
            f"background-color:{ground.name()}; color:{ink.name()}; font-size:{self.size(-1)}px; text-decoration:none"
        )
        text = escape(f"{_PAD}{text}{_PAD}".replace(" ", "\u00a0"))
        text = _BREAKS.sub("\\g<0>\u2060", text)
        if not target:
            return f'<span title="{escape(hint)}" style="{style}">{text}</span>'
        return f'<a href="{escape(target)}" title="{escape(hint)}" style="{style}">{text}</a>'

    def formula(self, text: str) -> str:
        return self.formula_html(escape(text))

    def formula_html(self, html: str) -> str:
        style = f"font-family:'{self.mono()}'; font-size:{self.size(-0.5)}px"
        return self.box(f'<span style="{style}">{html}</span>')

    def box(self, html: str) -> str:
        """HTML on a sunken ground over the whole width."""
        return (
            f'<table width="100%" cellspacing="0" cellpadding="8" style="margin:2px 0 0 0">'
            f'<tr><td bgcolor="{self.own.sunken.name()}" style="line-height:132%">{html}</td></tr></table>'
        )

    @staticmethod
    def mono() -> str:
        return QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()

    def page(self, parts: list[str]) -> str:
        return f'<body style="color:{self.own.text.name()}">{"".join(parts)}</body>'
