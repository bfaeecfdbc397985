"""What every test gets: no display, and a check that nothing keeps running after a test."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest

QT_FIXTURES = frozenset({"qapp", "qtbot", "qtmodeltester"})


def _running() -> list[str]:
    """Timers, threads and animations of Qt that still run."""
    from PySide6.QtCore import QCoreApplication, QEvent, QThread, QTimer
    from shiboken6 import isValid

    application = QCoreApplication.instance()
    if application is not None:
        application.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    found = []
    for thing in gc.get_objects():
        if type(thing) is QTimer and isValid(thing) and thing.isActive():
            found.append(f"a timer of {thing.parent()!r}, every {thing.interval()} ms")
        elif (
            isinstance(thing, QThread)
            and isValid(thing)
            and thing.isRunning()
            and thing is not QThread.currentThread()
        ):
            found.append(f"the thread {thing!r}")
    return found


@pytest.fixture(scope="module", autouse=True)
def what_came_before_is_not_looked_at_again() -> None:
    """Recordings and libraries that other modules keep would be walked by every collection and after every test."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def nothing_keeps_running(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a thread, or (if it uses Qt) a timer of its own, running."""
    before = set(threading.enumerate())
    yield
    left = [thread.name for thread in set(threading.enumerate()) - before if thread.is_alive() and not thread.daemon]
    assert not left, f"threads left running: {', '.join(left)}"
    if QT_FIXTURES & set(request.fixturenames) and "PySide6.QtCore" in sys.modules:
        leaked = _running()
        assert not leaked, f"left running: {'; '.join(leaked)}"
