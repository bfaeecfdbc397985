"""Starts the window: the worker first, then an empty window, then its panels."""

from __future__ import annotations

import argparse
import gc
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from explorer import imports, layout_file, library_in, log, paths, settings
from explorer.conductor import Conductor
from explorer.interrupts import quit_on_interrupt
from explorer.jobs import Jobs
from explorer.session import Notice, Session
from explorer.settings import Settings

if TYPE_CHECKING:
    from explorer.window import Window

SAVE_AFTER_MS = 1500
FURNISH_AT_LATEST_MS = 400  # a window that is started minimised is never painted


def run(arguments: argparse.Namespace) -> int:
    """Open the window and stay until it is closed. Returns the exit code."""
    gc.disable()  # until the panels stand: nothing that is loaded for them is garbage
    early = _resets(arguments)
    early += [Notice(text) for text in filter(None, [log.start()])]
    log.take_qt_messages()
    application = QApplication([sys.argv[0]])
    application.setApplicationName("eighteen-ledgers")
    application.setApplicationDisplayName("Eighteen Ledgers")
    application.setDesktopFileName("eighteen-ledgers")
    chosen = _settings(arguments)
    session = Session(chosen)
    log.take_exceptions(lambda text, detail: session.notice(text, detail))
    jobs = Jobs(session)
    conductor = Conductor(session, jobs)
    brought = Path(arguments.file).resolve() if arguments.file else None
    references = brought is not None and library_in.is_references(brought)
    if brought is not None and not references:
        conductor.open(brought)
    else:
        conductor.refresh()
    with quit_on_interrupt(application):
        code = _show(application, session, jobs, conductor, early, brought if references else None)
    jobs.shutdown()
    return code


def _show(
    application: QApplication,
    session: Session,
    jobs: Jobs,
    conductor: Conductor,
    early: list[Notice],
    references: Path | None,
) -> int:
    # Only now, while the worker is already running on the other core.
    from explorer.handlers import Handlers
    from explorer.icons import program_icon
    from explorer.looks import Looks
    from explorer.window import Window

    Looks(application, session)
    application.setWindowIcon(program_icon())

    window = Window(session, jobs)
    layout = layout_file.read()
    layout_file.place(window, layout)
    window.furnished.connect(lambda: layout_file.divide(window, layout))
    window.furnished.connect(_collect_again)
    if references is not None:
        window.furnished.connect(lambda: library_in.show(window, [references]))
    window.dropped.connect(partial(imports.bring, window, conductor))
    window.closing.connect(lambda: _keep(window, session))
    Handlers(window, session, conductor, jobs)
    _save_soon(window, session.settings)
    furnish = QTimer(window, singleShot=True, interval=FURNISH_AT_LATEST_MS)
    furnish.timeout.connect(window.furnish)
    window.middle.painted.connect(lambda: furnish.start(0) if furnish.isActive() else None)
    window.show()
    furnish.start()
    for notice in [*early, *(Notice(text) for text in session.settings.messages)]:
        session.notice(notice.text, notice.detail)
    return application.exec()


def _save_soon(window: Window, settings: Settings) -> None:
    """Write a changed setting a moment later, so that a crash does not cost it."""

    def save() -> None:
        try:
            settings.save()
        except OSError as error:
            log.log.warning("not saved: %s", error)

    timer = QTimer(window, singleShot=True, interval=SAVE_AFTER_MS)
    timer.timeout.connect(save)
    settings.listen(lambda _: timer.start())


def _collect_again() -> None:
    gc.freeze()  # modules and panels stay to the end: collections need not look at them
    gc.enable()


def _resets(arguments: argparse.Namespace) -> list[Notice]:
    """Forget what the arguments say to forget; what went wrong with it."""
    problems = []
    wanted = ((arguments.reset_layout, paths.layout_file()), (arguments.reset_settings, paths.settings_file()))
    for _, path in (pair for pair in wanted if pair[0]):
        try:
            settings.reset(path)
        except OSError as error:
            problems.append(Notice(f"{path}: cannot be reset ({error.strerror})"))
    return problems


def _settings(arguments: argparse.Namespace) -> Settings:
    """The user's settings under what the command line says for this start."""
    chosen = Settings.load()
    given = {"appearance.theme": arguments.theme, "appearance.language": arguments.lang}
    for key, value in {**given, "view.source": arguments.technique, "view.technique": arguments.technique}.items():
        if value is not None:
            chosen.override(key, value)
    return chosen


def _keep(window: Window, session: Session) -> None:
    """Write settings and layout; a folder that cannot be written only costs them."""
    for save in (session.settings.save, lambda: layout_file.save(window)):
        try:
            save()
        except OSError as error:
            log.log.warning("not saved: %s", error)
