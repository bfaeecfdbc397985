"""Every colour of the program: the chrome (through QPalette) and the data colours, light and dark.

Data colours keep one meaning in every view, and are grouped in families so that related things look related:
blue = state in use and decoding, orange = prefill, green = reuse (cached, shared, hit), vermillion = loss (evicted,
preempted, missed), purple = waste (reserved holes, padding), sky = bytes on the move (copies, transfers), yellow =
just taken. The hues follow Okabe and Ito's colour-blind-safe set; each meaning also has a hatch or a shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from engine.instant import PageState
from engine.reading.phases import Phase
from engine.recording import Event
from engine.sheet import LEDGERS, Evidence, Verdict
from widgets.chrome import qpalette
from widgets.colour_math import contrast, mix
from widgets.data_colours import DataColours, owner_slot
from widgets.theme import style_sheet

__all__ = ["DataColours", "apply_theme", "colours", "contrast", "is_dark", "mix", "owner_slot"]

_CHROME = {
    False: {
        "window": "#f4f5f7",
        "surface": "#ffffff",
        "raised": "#ffffff",
        "sunken": "#eaedf1",
        "border": "#d5dae1",
        "text": "#191d24",
        "muted": "#596273",
        "accent": "#2f57c9",
        "on_accent": "#ffffff",
        "hover": "#e6eaf1",
        "selection": "#dce5fb",
        "link": "#2448b0",
    },
    True: {
        "window": "#14161b",
        "surface": "#1a1d23",
        "raised": "#23272f",
        "sunken": "#101216",
        "border": "#333945",
        "text": "#e9ecf1",
        "muted": "#9da7b6",
        "accent": "#86a8ff",
        "on_accent": "#0d1220",
        "hover": "#2a2f39",
        "selection": "#2a3a63",
        "link": "#9db8ff",
    },
}
_HUES = {
    False: {
        "blue": "#0072b2",
        "orange": "#e69f00",
        "green": "#009e73",
        "vermillion": "#d55e00",
        "purple": "#c56a9c",
        "sky": "#56b4e9",
        "yellow": "#f0dc2e",
        "grey": "#7a8494",
    },
    True: {
        "blue": "#2f8fd8",
        "orange": "#f2b134",
        "green": "#2bc295",
        "vermillion": "#f27a3d",
        "purple": "#de93bd",
        "sky": "#8fd3fa",
        "yellow": "#f7e85a",
        "grey": "#8893a4",
    },
}
# Twelve owner colours, chosen so that the least difference between any two, as seen with normal, deuteranopic and
# protanopic eyes, is as large as can be with calm colours; neighbours in this order differ most.
_REQUEST_COLOURS = {
    False: (
        *("#4093ef", "#efa88b", "#5b52ab", "#ccb952", "#a43172", "#58cac5"),
        *("#456733", "#bc6c79", "#10c7fe", "#886500", "#a384bd", "#48a356"),
    ),
    True: (
        *("#2ba8f9", "#ecb692", "#bc518a", "#63e0cb", "#857819", "#be92c0"),
        *("#6da451", "#776cc1", "#cdd270", "#a6665a", "#86d6fc", "#f18f9e"),
    ),
}
# Ledgers in four themes, one hue each, so that eighteen colours need not be told apart.
_LEDGER_HUES = {
    "orange": ("request", "contract", "economics"),
    "green": ("weights", "state", "allocation", "reuse"),
    "blue": ("prefill", "decode", "batching", "kernels", "speculation", "precision"),
    "purple": ("parallelism", "experts", "network", "routing", "faults"),
}


def is_dark(widget: QWidget) -> bool:
    return widget.palette().color(QPalette.ColorRole.Window).lightness() < 128


def colours(widget_or_dark: QWidget | bool) -> DataColours:
    """The data colours that fit a widget's palette (or the dark / light set when given a bool)."""
    return _colours(widget_or_dark if isinstance(widget_or_dark, bool) else is_dark(widget_or_dark))


@cache
def _colours(dark: bool) -> DataColours:
    chrome = {name: QColor(value) for name, value in _CHROME[dark].items()}
    hue = {name: QColor(value) for name, value in _HUES[dark].items()}
    surface, neutral = chrome["surface"], hue["grey"]
    free = mix(surface, neutral, 0.16 if dark else 0.2)
    quiet = mix(surface, neutral, 0.45)
    requests = tuple(QColor(value) for value in _REQUEST_COLOURS[dark])
    return DataColours(
        dark=dark,
        **chrome,
        hue=hue,
        page_state=_page_states(chrome, hue, free, mix(surface, hue["purple"], 0.62 if dark else 0.85)),
        event=_events(chrome, hue),
        phase=_phases(surface, hue, free),
        verdict={
            Verdict.BETTER: hue["green"],
            Verdict.WORSE: hue["vermillion"],
            Verdict.CHANGED: hue["sky"],
            Verdict.SAME: neutral,
            Verdict.APPEARED: hue["blue"],
            Verdict.VANISHED: hue["purple"],
            Verdict.UNEXERCISED: quiet,
        },
        evidence={
            Evidence.AUTHOR_REPORTED: hue["purple"],
            Evidence.REPRODUCIBLE: hue["blue"],
            Evidence.TEACHING_ESTIMATE: hue["orange"],
            Evidence.PRODUCTION_INTERNAL: neutral if dark else mix(neutral, chrome["text"], 0.5),
        },
        ledger=_ledger_colours(hue, chrome["text"]),
        requests=requests,
    )


def _page_states(
    chrome: Mapping[str, QColor], hue: Mapping[str, QColor], free: QColor, waste: QColor
) -> dict[PageState, QColor]:
    """States of a page: reuse is green, waste purple."""
    return {
        PageState.FREE: free,
        PageState.CACHED: mix(chrome["surface"], hue["green"], 0.42),
        PageState.USED: hue["blue"],
        PageState.SHARED: hue["green"],
        PageState.RESERVED: waste,
        PageState.NULL: mix(chrome["surface"], chrome["text"], 0.62),
        PageState.LOST: mix(chrome["surface"], hue["vermillion"], 0.5),
    }


def _events(chrome: Mapping[str, QColor], hue: Mapping[str, QColor]) -> dict[Event, QColor]:
    """What happens to a page: it flashes so."""
    return {
        Event.ALLOCATE: hue["yellow"],
        Event.HIT: hue["green"],
        Event.COPY: hue["sky"],
        Event.EVICT: hue["vermillion"],
        Event.PREEMPT: hue["vermillion"],
        Event.RELEASE: mix(hue["grey"], chrome["text"], 0.3),
        Event.REFUSE: hue["vermillion"],
        Event.INVALIDATE: hue["purple"],
    }


def _phases(surface: QColor, hue: Mapping[str, QColor], free: QColor) -> dict[Phase, QColor]:
    """Where a request is."""
    return {
        Phase.UNSEEN: free,
        Phase.QUEUED: mix(surface, hue["grey"], 0.45),
        Phase.PREFILL: hue["orange"],
        Phase.DECODE: hue["blue"],
        Phase.PREEMPTED: hue["vermillion"],
        Phase.FINISHED: mix(surface, hue["blue"], 0.35),
        Phase.REJECTED: hue["vermillion"],
        Phase.TRANSFER: hue["sky"],
        Phase.PAUSED: hue["yellow"],
        Phase.SWAPPED: hue["green"],
    }


def _ledger_colours(hue: Mapping[str, QColor], text: QColor) -> dict[str, QColor]:
    """One hue per theme; ledgers of a theme step towards the text colour."""
    found = {}
    for name, ledgers in _LEDGER_HUES.items():
        for place, ledger in enumerate(ledgers):
            found[ledger] = mix(hue[name], text, 0.45 * place / len(ledgers))
    return {ledger: found[ledger] for ledger in LEDGERS}


def apply_theme(app: QApplication, scheme: str = "system") -> None:
    """Dress the program: `scheme` is "light", "dark" or "system" (follows the desktop while it runs).

    Raises ValueError for any other name.
    """
    wanted = {
        "light": Qt.ColorScheme.Light,
        "dark": Qt.ColorScheme.Dark,
        "system": Qt.ColorScheme.Unknown,
    }.get(scheme)
    if wanted is None:
        raise ValueError(f"unknown theme {scheme!r}, expected light, dark or system")
    hints = app.styleHints()
    if not app.property("dressed"):
        app.setProperty("dressed", True)
        app.setStyle("Fusion")
        hints.colorSchemeChanged.connect(lambda: _dress(app))
    app.setProperty("scheme", scheme)
    hints.setColorScheme(wanted)
    _dress(app)


def _dress(app: QApplication) -> None:
    scheme = app.property("scheme")
    dark = scheme == "dark" or (scheme == "system" and app.styleHints().colorScheme() == Qt.ColorScheme.Dark)
    app.setPalette(qpalette(colours(dark)))
    app.setStyleSheet(style_sheet(colours(dark)))
