"""The log file: our records, Qt's messages, uncaught exceptions, crashes of the interpreter."""

from __future__ import annotations

import faulthandler
import logging
import logging.handlers
import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from explorer import paths

log = logging.getLogger("eighteen_ledgers")

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
# Said on every start on some desktops, and nothing that anyone can act on.
_NOISE = ("propagateSizeHints", "This plugin does not support", "QStandardPaths: XDG_RUNTIME_DIR")


def start() -> str:
    """Open the log file. Returns why there is none, "" if there is: a read-only home does not stop the program."""
    path = paths.log_file()
    log.setLevel(logging.INFO)
    log.propagate = False
    problem = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = logging.handlers.RotatingFileHandler(
            path, maxBytes=500_000, backupCount=2, encoding="utf-8", delay=True
        )
        crash = path.with_suffix(".crash").open("a")
        faulthandler.enable(crash)
    except OSError as error:
        problem = f"{path}: no log file ({error.strerror})"
        handler = logging.StreamHandler()
        if sys.stderr is not None:
            faulthandler.enable()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log.handlers[:] = [handler]
    return problem


def take_qt_messages() -> None:
    """Send what Qt prints into the log."""

    def handle(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if not any(noise in text for noise in _NOISE):
            log.log(_LEVELS.get(kind, logging.WARNING), "Qt: %s", text)
        if kind == QtMsgType.QtFatalMsg:
            logging.shutdown()
            sys.__stderr__ and sys.__stderr__.write(text + "\n")

    qInstallMessageHandler(handle)


def take_exceptions(tell: Callable[[str, str], None]) -> None:
    """Log uncaught exceptions and `tell(one line, traceback)`; the program goes on."""

    def handle(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        detail = "".join(traceback.format_exception(kind, error, trace))
        log.error("uncaught: %s", detail)
        tell(f"{kind.__name__}: {error}", detail)

    sys.excepthook = handle
    threading.excepthook = lambda args: handle(args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback)
