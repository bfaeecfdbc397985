"""What happens at the station that is shown: its name in large letters, and what it changed or why it did not."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtGui import QColor, QFontMetricsF
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.adoption import Change
from engine.sheet import Verdict
from widgets.fonts import ui_font
from widgets.path_data import Kind, PathData, Station
from widgets.path_words import explanation, outcome_name, station_name
from widgets.rich_page import RichPage
from widgets.rich_style import GAP, RichStyle

LINES = 4


class PathNote(RichPage):
    """Two or three lines; a longer text can be scrolled. Links: `source:key`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(4)

    def sizeHint(self) -> QSize:
        return QSize(400, round(QFontMetricsF(ui_font()).height() * LINES + 12))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def setStation(self, station: Station | None, data: PathData, hint: str = "") -> None:
        """Show a station; `hint` is said in addition."""
        if station is None:
            self.setPage("")
            return
        style = RichStyle.of(self)
        chip = "" if station.kind is Kind.START else GAP + style.chip(outcome_name(station), _colour(station, style))
        name = escape(station_name(station) if station.kind is not Kind.GROUND else _ground_title(station))
        head = f'<span style="font-size:{style.size(4)}px; font-weight:700">{name}</span>'
        if station.key:
            plain = "text-decoration:none"
            head = f'<a href="source:{escape(station.key)}" style="color:{style.own.text.name()}; {plain}">{head}</a>'
        year = f"{GAP}{style.quiet(station.year)}" if station.year else ""
        body = _changes(station, data, style) or escape(explanation(station, data))
        tail = f" {style.quiet(hint)}" if hint else ""
        self.setPage(style.page([style.block(f"{head}{year}{chip}"), style.block(f"{body}{tail}")]))


def _ground_title(station: Station) -> str:
    title = station.sheet.title if station.sheet is not None else station_name(station)
    return f"{station_name(station)}: {title}"


def _changes(station: Station, data: PathData, style: RichStyle) -> str:
    """The fields that an adopted step has set."""
    if station.kind is not Kind.ADOPTED or station.taken is None:
        return ""
    return f"{GAP}&nbsp;".join(_change(change, data, style) for change in station.taken.changes)


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
