"""Every test has a home of its own and draws off screen."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that holds settings, notes and log."""
    folder = tmp_path / "home"
    monkeypatch.setenv("EIGHTEEN_LEDGERS_HOME", str(folder))
    return folder
