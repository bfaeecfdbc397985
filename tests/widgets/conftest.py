"""Widget tests draw off screen, and each starts in the light theme with the program's own font."""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(scope="session")
def dressed(qapp: object) -> object:
    """The application with the program's fonts."""
    from PySide6.QtWidgets import QApplication

    from widgets import fonts

    fonts.install_fonts()
    QApplication.setFont(fonts.base_font())
    return qapp


@pytest.fixture(autouse=True)
def light_theme(request: pytest.FixtureRequest) -> None:
    """Only for tests that have an application anyway, and only where the last test left it dark."""
    if not {"qtbot", "qapp"} & set(request.fixturenames):
        return
    from PySide6.QtGui import QPalette

    from widgets.palette import apply_theme

    application = request.getfixturevalue("dressed")
    dark = application.palette().color(QPalette.ColorRole.Window).lightness() < 128
    if dark or not application.styleSheet():
        apply_theme(application, "light")
