"""`eighteen-ledgers shot`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli import brought as arguments_of
from explorer.cli import shot_lab, shot_library
from explorer.cli.errors import BadInput, Failed

if TYPE_CHECKING:
    from engine.compare import Comparison
    from explorer.opened import Opened
    from explorer.settings import Settings
    from explorer.window import Window

SUFFIXES = (".png", ".svg", ".pdf")
VIEWS = (
    *("window", "stage", "page-table", "page-history", "clock", "experiment", "ledgers", "why", "card", "lineage"),
    *("map", "table", "path", "pair", "lab", "audit"),
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("view", choices=VIEWS, metavar="VIEW", help=f"one of {', '.join(VIEWS)}")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="FILE.png, FILE.svg or FILE.pdf")
    parser.add_argument("--size", type=_size, default=(1366, 768), metavar="WxH", help="default 1366x768")
    parser.add_argument("--scale", type=_scale, default=1.0, metavar="N", help="pixels per unit of a PNG (default 1)")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--lang", choices=("en", "zh"), default="en")
    parser.add_argument("--technique", default="pagedattention", metavar="KEY", help="default: pagedattention")
    parser.add_argument("--run", choices=("before", "after", "both"), default="after", help="which run is shown")
    parser.add_argument("--at", type=float, metavar="SECONDS", help="simulated time (default: a third of the run)")
    parser.add_argument("--ledger", metavar="KEY", help="the ledger that the view why explains")
    parser.add_argument("--request", type=int, default=-1, metavar="N", help="select a request")
    parser.add_argument("--open", metavar="FILE", help="show this recording, or run this scenario (TOML), by itself")
    arguments_of.configure(parser)
    shot_library.configure(parser)
    shot_lab.configure(parser)


def run(arguments: argparse.Namespace) -> int:
    target = Path(arguments.output)
    if target.suffix.lower() not in SUFFIXES:
        raise BadInput(f"--output: found suffix {target.suffix or 'none'!r}, expected {', '.join(SUFFIXES)}")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from explorer import guards

    refusal = guards.refusal()
    if refusal:
        raise Failed(refusal)
    _draw(_window(arguments), arguments, target)
    return 0


def _window(arguments: argparse.Namespace) -> Window:
    """The whole window, filled here and now without a worker."""
    from explorer.plain_import import load_qt

    load_qt()
    from PySide6.QtWidgets import QApplication

    from explorer import log
    from explorer.cli.still import Still
    from explorer.conductor import Conductor
    from explorer.handlers import Handlers
    from explorer.looks import Looks
    from explorer.session import Session
    from explorer.window import Window

    log.take_qt_messages()
    settings = _settings(arguments)
    application = QApplication.instance() or QApplication(["eighteen-ledgers"])
    assert isinstance(application, QApplication)
    session = Session(settings)
    Looks(application, session)
    opened, comparison = _run(arguments)
    session.setParent(application)
    jobs = Still(session)
    window = Window(session, jobs)
    Handlers(window, session, Conductor(session, jobs), jobs)
    window.resize(*arguments.size)
    session.setOpened(opened)
    session.setComparison(comparison)
    window.furnish_now()
    session.setLedger(arguments.ledger or ("allocation" if arguments.view == "why" else ""))
    if arguments.view == "experiment" or arguments.stage == "experiment":
        if comparison.experiment is None:
            raise Failed(f"{arguments.technique} has no experiment")
        session.setStage("experiment")
    session.setRequest(arguments.request)
    shot_library.arrange(window, arguments)
    shot_lab.arrange(window, arguments)
    return window


def _run(arguments: argparse.Namespace) -> tuple[Opened | None, Comparison]:
    """What is to be seen, run here and now. Raises BadInput."""
    from engine.compare import compare
    from explorer.opened import at_path, carry_out

    try:
        if arguments.open:
            opened = at_path(Path(arguments.open))
            return opened, carry_out(opened, lambda fraction: None)
        base = arguments_of.brought(arguments).day_before(arguments.technique)
        return None, compare(arguments.technique, base)
    except (ValueError, LookupError, OSError) as error:
        raise BadInput(error) from error


def _settings(arguments: argparse.Namespace) -> Settings:
    """What the arguments say about looks, nothing of the user's. Raises BadInput."""
    from assets.ledgers import LEDGERS
    from explorer.settings import Settings

    if arguments.ledger is not None and arguments.ledger not in LEDGERS:
        raise BadInput(f"--ledger: found {arguments.ledger!r}, expected one of {', '.join(LEDGERS)}")
    shot_library.check(arguments)
    shot_lab.check(arguments)
    settings = Settings()
    for key, value in (("theme", arguments.theme), ("language", arguments.lang)):
        settings.override(f"appearance.{key}", value)
    settings.override("view.source", arguments.technique)
    settings.override("view.technique", arguments.technique)
    settings.override("view.run", arguments.run)
    settings.override("view.pages", "history" if arguments.view == "page-history" else "grid")
    settings.override("playback.autoplay", False)
    settings.override("view.lanes", arguments.lanes)
    settings.override("view.neighbours", arguments.neighbours)
    return settings


def _draw(window: Window, arguments: argparse.Namespace, target: Path) -> None:
    from explorer import exports, views
    from widgets.export import export_widget

    assert window.stage is not None
    playhead = window.stage.playhead
    playhead.seek(playhead.duration // 3 if arguments.at is None else round(arguments.at * 1e9))
    window.show()
    _settle()
    shot_library.after(window, arguments)
    _settle()
    view = views.find(window, arguments.view)
    assert view is not None
    if view is not window:  # a window of its own takes any size
        view.setParent(None)
        view.resize(*arguments.size)
        view.show()
        _settle()
    focused = view.window().focusWidget()
    if focused is not None:
        focused.clearFocus()
    try:
        if arguments.whole and arguments.view != "window":
            exports.view(window, arguments.view, target, scale=arguments.scale)
        else:
            export_widget(view, target, scale=arguments.scale)
    except OSError as error:
        raise Failed(error) from error
    finally:
        view.close()
        window.close()


def _settle() -> None:
    """Let layouts and scrolling come to rest."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(0, loop.quit)
    loop.exec()


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    size = int(width), int(height)
    if not all(16 <= side <= 16384 for side in size):
        raise ValueError
    return size


def _scale(text: str) -> float:
    number = float(text)
    if not 0.25 <= number <= 8:
        raise ValueError
    return number


_size.__name__ = "size (WxH in pixels, 16 to 16384)"
_scale.__name__ = "scale (0.25 to 8)"
