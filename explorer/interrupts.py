"""Ctrl+C and the polite kill close the window, although Python runs no code while Qt waits."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSocketNotifier
from PySide6.QtWidgets import QApplication


@contextmanager
def quit_on_interrupt(application: QApplication) -> Iterator[None]:
    """While the context lasts, SIGINT and SIGTERM end the event loop in the normal way."""
    # Python writes a byte into the socket when a signal comes; that wakes Qt up, and then the handler can run.
    here, there = socket.socketpair()
    here.setblocking(False)
    there.setblocking(False)
    previous_descriptor = signal.set_wakeup_fd(there.fileno())
    notifier = QSocketNotifier(here.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda *_: here.recv(64))
    kinds = (signal.SIGINT, signal.SIGTERM)
    previous = [signal.signal(kind, lambda *_: application.closeAllWindows()) for kind in kinds]
    try:
        yield
    finally:
        notifier.setEnabled(False)
        for kind, handler in zip(kinds, previous, strict=True):
            signal.signal(kind, handler)
        signal.set_wakeup_fd(previous_descriptor)
        here.close()
        there.close()
