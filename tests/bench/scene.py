"""The whole window, filled without a worker, as benchmarks need it."""

from __future__ import annotations

import os
import tempfile

from explorer.window import Window
from tests.bench.measure import application, spin


def scene(technique: str = "pagedattention", size: tuple[int, int] = (1600, 900)) -> Window:
    """A window that shows a comparison, in a home of its own."""
    os.environ["EIGHTEEN_LEDGERS_HOME"] = tempfile.mkdtemp(prefix="ledgers-bench-")
    qt = application()
    from engine.compare import compare
    from explorer.jobs import Jobs
    from explorer.looks import Looks
    from explorer.session import Session
    from explorer.settings import Settings

    session = Session(Settings(), qt)
    Looks(qt, session)
    session.setComparison(compare(technique))
    window = Window(session, Jobs(session))
    window.resize(*size)
    window.show()
    window.furnish_now()
    spin(50)
    return window
