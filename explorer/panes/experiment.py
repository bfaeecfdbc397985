"""The technique's own experiment, in place of the clock."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from explorer.panes.panel import Panel
from explorer.session import Session
from widgets.experiment_stage import ExperimentStage


class ExperimentPane(Panel[ExperimentStage]):
    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(ExperimentStage(), parent)
        self._session = session
        session.comparisonChanged.connect(self._show)
        self._show()

    def _show(self) -> None:
        comparison = self._session.comparison
        self.view.setExperiment(None if comparison is None else comparison.experiment)
