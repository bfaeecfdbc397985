"""The day before as text that can be changed and run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout

from explorer.brought import Brought
from explorer.conductor import Conductor
from explorer.opened import Opened
from explorer.session import Session

if TYPE_CHECKING:
    from explorer.window import Window


class ScenarioEditor(QDialog):
    """Stays open while runs follow, so that one field after the other can be tried. Mistakes are told with their
    line in the window's message bar; nothing is lost."""

    def __init__(self, session: Session, conductor: Conductor, window: Window) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Scenario of the day before"))
        self._session, self._conductor = session, conductor
        self._opened = session.opened
        self._text = QPlainTextEdit()
        self._text.setAccessibleName(self.windowTitle())
        self._text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        hint = QLabel(
            self.tr("Every field may be left out. Run shows what this scenario does.")
            if session.opened is not None
            else self.tr("Every field may be left out. Run compares this scenario without and with the technique.")
        )
        hint.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close | QDialogButtonBox.StandardButton.Apply)
        run = buttons.button(QDialogButtonBox.StandardButton.Apply)
        run.setText(self.tr("Run"))
        run.setShortcut("Ctrl+Return")
        run.clicked.connect(self.run)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.addWidget(hint)
        column.addWidget(self._text, 1)
        column.addWidget(buttons)
        if session.comparison is not None:
            self._text.setPlainText(session.comparison.before.scenario)
        em = self.fontMetrics().height()
        self.resize(40 * em, min(44 * em, window.height()))

    def run(self) -> None:
        """Compare from what is written here, or run it by itself if the shown run stands by itself."""
        name, text = self.tr("edited scenario"), self._text.toPlainText() or "\n"
        if self._opened is not None:
            self._conductor.show(Opened(name, scenario=text))
        else:
            self._session.setBrought(Brought(name=name, scenario=text))


def edit(window: Window, conductor: Conductor) -> ScenarioEditor:
    """Open the editor over `window`."""
    editor = ScenarioEditor(window.session, conductor, window)
    editor.show()
    return editor
