"""The technique's own experiment, in place of the clock."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget
from widgets.experiment_stage import ExperimentStage

from explorer.session import Session


class ExperimentPane(QWidget):
    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.view = ExperimentStage()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        self.setFocusProxy(self.view)
        session.comparisonChanged.connect(self._show)
        self._show()

    def _show(self) -> None:
        comparison = self._session.comparison
        self.view.setExperiment(None if comparison is None else comparison.experiment)
