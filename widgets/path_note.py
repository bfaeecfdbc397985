"""What happens at the station that is shown: its name in large letters, and what it changed or why it did not."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.adoption import Change
from engine.sheet import Verdict
from widgets.fonts import scale, ui_font
from widgets.ledger_text import VERDICT_GLYPHS, ledger_name, verdict_name
from widgets.path_data import Kind, PathData, Station
from widgets.path_words import (
    brief,
    explanation,
    ground_lists,
    ground_words,
    moved,
    outcome_name,
    reason_text,
    scenario_title,
    station_name,
)
from widgets.rich_page import RichPage
from widgets.rich_style import GAP, RichStyle

_BODY_LINES = 2
_IDEOGRAPH = re.compile("[\u2e80-\u9fff]")
_NARROW = 900  # px at scale 1 below which there is one line more
_SMALLER = -0.5  # points of the body


class PathNote(RichPage):
    """A head and two or three lines; a longer text can be scrolled. Links: `source:key`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(4)

    def sizeHint(self) -> QSize:
        head, body = (QFontMetricsF(ui_font(delta)).height() * 1.32 for delta in (4, _SMALLER))
        lines = _BODY_LINES + (self.width() < _NARROW * scale())
        taller = 1.12 if _IDEOGRAPH.search(self.toPlainText()) else 1.0  # another font, with higher lines
        return QSize(400, round((head + lines * body) * taller + 21))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def setPlace(self, place: int, data: PathData, hint: str = "") -> None:
        """Show a station; `hint` is said in addition."""
        if not data.stations:
            self.setPage("")
            return
        station = data.stations[place]
        self.setAccessibleName(_title(station))
        style = RichStyle.of(self)
        chip = "" if station.kind is Kind.START else GAP + style.chip(outcome_name(station), _colour(station, style))
        head = f'<span style="font-size:{style.size(4)}px; font-weight:700">{escape(_title(station))}</span>'
        if station.key:
            plain = "text-decoration:none"
            head = f'<a href="source:{escape(station.key)}" style="color:{style.own.text.name()}; {plain}">{head}</a>'
        year = f"{GAP}{style.quiet(station.year)}" if station.year else ""
        parts = (_body(station, data, style), escape(hint), _moves(place, data, style))
        body = "<br>".join(part for part in parts if part)
        self.setPage(style.page([style.block(f"{head}{year}{chip}"), style.block(body, delta=_SMALLER)]))


def _title(station: Station) -> str:
    """The start and a new ground also say which scenario that is."""
    name = station_name(station)
    if station.kind in (Kind.START, Kind.GROUND) and station.sheet is not None:
        return f"{name}: {scenario_title(station.sheet.title)}"
    return name


def _body(station: Station, data: PathData, style: RichStyle) -> str:
    step = station.taken
    if station.kind is Kind.ADOPTED and step is not None:
        return f"{GAP}&nbsp;".join(_change(change, data, style) for change in step.changes)
    if station.kind is Kind.GROUND and step is not None and step.ground is not None:
        carried = [style.link(brief(data.name(key)), f"source:{key}") for key in step.ground.carried]
        left = [style.link(brief(data.name(key)), f"source:{key}", reason_text(why)) for key, why in step.ground.left]
        parts = [escape(ground_words())]
        for words, links in zip(ground_lists(), (carried, left), strict=True):
            if links:
                parts.append(f"{style.strong(words)} {', '.join(links)}.")
        return " ".join(parts)
    return "" if station.kind is Kind.START else escape(explanation(station, data))


def _moves(place: int, data: PathData, style: RichStyle) -> str:
    """Which ledgers became better, worse or other with a step."""
    parts = []
    for verdict, ledgers in moved(place, data).items():
        names = ", ".join(ledger_name(ledger) for ledger in ledgers)
        mark = style.strong(VERDICT_GLYPHS[verdict], style.own.verdict[verdict])
        parts.append(f"{mark}&nbsp;{style.strong(verdict_name(verdict))}&nbsp;{escape(names)}")
    return f"{GAP}&nbsp;".join(parts)


def _change(change: Change, data: PathData, style: RichStyle) -> str:
    text = f"{style.quiet(change.field)}&nbsp;{escape(change.before)}&nbsp;→&nbsp;{style.strong(change.after)}"
    if not change.by:
        return text
    by = QCoreApplication.translate("PathWords", "set by {name} before").format(name=data.name(change.by))
    return f"{text}&nbsp;{style.quiet(f'({by})')}"


def _colour(station: Station, style: RichStyle) -> QColor:
    if station.kind is Kind.ADOPTED:
        return style.own.verdict[Verdict.BETTER]
    return style.own.accent if station.kind is Kind.GROUND else style.own.muted
