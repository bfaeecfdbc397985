"""The buttons of an audit: a free claim, undo and redo, try it, open, and the report as a file."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QProgressBar, QPushButton, QWidget

from citations.audit import Audit
from citations.audit.untried import why_not
from citations.records import Text
from engine import audit_try
from widgets.audit_export import FORMATS


class AuditBar(QWidget):
    """One signal per button; `exportWanted(suffix)`."""

    freeWanted = Signal()
    undoWanted = Signal()
    redoWanted = Signal()
    tryWanted = Signal()
    cancelWanted = Signal()
    exportWanted = Signal(str)
    openWanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._triable, self._why = False, Text("")
        self._language = "en"
        self._free, self._try, self._open = QPushButton(), QPushButton(), QPushButton()
        self._undo, self._redo = QPushButton(), QPushButton()
        self._save = QPushButton()
        self._progress = QProgressBar()
        self._progress.setRange(0, 1000)
        self._progress.setMaximumWidth(120)
        self._progress.hide()
        menu = QMenu(self._save)
        self._actions = {suffix: QAction(menu) for suffix in FORMATS}
        for suffix, action in self._actions.items():
            menu.addAction(action)
            action.triggered.connect(lambda _=False, suffix=suffix: self.exportWanted.emit(suffix))
        self._save.setMenu(menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(5)
        for part in (self._free, self._try, self._progress, self._undo, self._redo, self._open, self._save):
            row.addWidget(part)
        self._free.clicked.connect(self.freeWanted)
        self._try.clicked.connect(self._tried)
        self._undo.clicked.connect(self.undoWanted)
        self._redo.clicked.connect(self.redoWanted)
        self._open.clicked.connect(self.openWanted)
        self._retranslate()

    def setAudit(self, audit: Audit, can_undo: bool, can_redo: bool) -> None:
        """Allow what can be done with `audit`."""
        self._undo.setEnabled(can_undo)
        self._redo.setEnabled(can_redo)
        self._triable = bool(audit.subject.source) and (
            audit_try.find(audit.subject.source, audit.subject.position) is not None
        )
        self._why = why_not(audit)
        self._retranslate()

    def setLanguage(self, language: str) -> None:
        self._language = language
        self._retranslate()

    def setProgress(self, fraction: float | None) -> None:
        """Show how far a trial is; None: none is under way."""
        self._progress.setVisible(fraction is not None)
        self._progress.setValue(round(1000 * (fraction or 0.0)))
        self._retranslate()

    def _tried(self) -> None:
        (self.cancelWanted if self._progress.isVisibleTo(self) else self.tryWanted).emit()

    def _retranslate(self) -> None:
        running = self._progress.isVisibleTo(self)
        self._try.setEnabled(self._triable or running)
        self._try.setText(self.tr("Cancel") if running else self.tr("Try it"))
        self._try.setToolTip(
            self.tr("Run both sides of the claim here, with its conditions as far as the engine knows them")
            if self._triable
            else self.tr("The engine has no run of this kind: {0}").format(self._why.get(self._language))
        )
        self._free.setText(self.tr("Free claim"))
        self._free.setToolTip(self.tr("Audit a claim that stands in no library"))
        self._undo.setText(self.tr("Undo"))
        self._redo.setText(self.tr("Redo"))
        self._open.setText(self.tr("Open …"))
        self._save.setText(self.tr("Save"))
        names = {
            ".pdf": self.tr("Report as PDF …"),
            ".md": self.tr("Report as Markdown …"),
            ".json": self.tr("Report as JSON …"),
            ".toml": self.tr("Audit, to open again …"),
        }
        for suffix, action in self._actions.items():
            action.setText(names[suffix])
        self._progress.setAccessibleName(self.tr("Progress of the trial"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
