"""Every test has a home of its own and draws off screen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from idle_jobs import Idle
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.compare import Comparison
from explorer.conductor import Conductor
from explorer.handlers import Handlers
from explorer.looks import Looks
from explorer.session import Session
from explorer.settings import Settings
from explorer.window import Window

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that holds settings, notes and log."""
    folder = tmp_path / "home"
    monkeypatch.setenv("EIGHTEEN_LEDGERS_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def comparison() -> Comparison:
    """A small real comparison."""
    from engine import scenario_file, techniques
    from engine.compare import compare

    small = ["workload.requests=16", "workload.output.high=48", "workload.prompt.high=200"]
    return compare(
        "pagedattention", scenario_file.apply_settings(techniques.get("pagedattention").day_before(), small)
    )


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Idle]:
    jobs = Idle()
    yield jobs
    jobs.shutdown()


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, jobs: Idle, comparison: Comparison) -> Iterator[Window]:
    """The whole window showing the comparison, paused at time 0."""
    settings = Settings()
    settings.override("playback.autoplay", False)
    settings.override("appearance.theme", "light")
    settings.override("appearance.language", "en")
    session = Session(settings)
    looks = Looks(qapp, session)
    window = Window(session, jobs)
    Handlers(window, session, Conductor(session, jobs), jobs)
    qtbot.addWidget(window)
    window.resize(1366, 768)
    session.setComparison(comparison)
    window.show()
    window.furnish_now()
    window.activateWindow()
    qtbot.waitActive(window)
    yield window
    session.setLanguage("en")
    session.setScale(1.0)
    window.close()
    looks.deleteLater()
