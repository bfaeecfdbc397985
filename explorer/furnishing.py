"""Builds the panels of the window: those of the first picture one by one, all others when they are first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from explorer.session import Stage

if TYPE_CHECKING:
    from explorer.window import Window


class Furnishing(QObject):
    """`done` tells that all panels of the first picture are there."""

    done = Signal()

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._steps: list[Callable[[], None]] = []
        self._complete = False
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._next)

    def start(self) -> None:
        """One panel per turn of the event loop, the stage first."""
        if self._complete or self._steps:
            return
        self._steps = [self._stage, self._ledgers, self._shelf, self._lineage, self._cards]
        self._timer.start()

    def finish(self) -> None:
        """All of them before returning; those that are there already are left alone."""
        if self._complete:
            return
        if not self._steps:
            self.start()
        self._timer.stop()
        while self._steps:
            self._steps.pop(0)()
        self._end()

    def _end(self) -> None:
        self._complete = True
        self.done.emit()

    def stop(self) -> None:
        self._steps.clear()
        self._timer.stop()

    def _next(self) -> None:
        self._steps.pop(0)()
        if self._steps:
            self._timer.start()
        else:
            self._end()

    # --- the first picture ---------------------------------------------------------------------------------------

    def _stage(self) -> None:
        from explorer.panes.stage import StagePane

        window = self._window
        window.stage = StagePane(window.session)
        window.stages.addWidget(window.stage)
        window.middle.put(window.stages, 1)
        window.panels["stage"] = window.stage
        window.show_stage()

    def _ledgers(self) -> None:
        from explorer.panes.ledgers import LedgerPane

        window = self._window
        sheet = LedgerPane(window.session, window.commands["go.filter"])
        window.halves.addWidget(window.tabs)
        window.halves.addWidget(sheet)
        window.halves.setChildrenCollapsible(False)
        window.right.put(window.halves)
        window.panels["ledgers"] = sheet

    def _shelf(self) -> None:
        self._window.librarian.open()

    def _lineage(self) -> None:
        from explorer.panes.lineage import LineagePane

        lineage = LineagePane(self._window.session)
        self._window.left.put(lineage)
        self._window.panels["lineage"] = lineage

    def _cards(self) -> None:
        from explorer.panes.card import CardPane
        from explorer.panes.ledgers import WhyPane

        window = self._window
        card, why = CardPane(window.session, window.desk), WhyPane(window.session, window.commands["go.filter"])
        window.tabs.addTab(card, "")
        window.tabs.addTab(why, "")
        window.panels |= {"card": card, "why": why}
        window.reset_layout()
        window.retranslate()
        window.focus_stage()

    # --- on first use --------------------------------------------------------------------------------------------

    def of_stage(self, stage: Stage) -> QWidget | None:
        """The panel of a stage, built if need be; None before the first picture is complete."""
        window, name = self._window, "stage" if stage is Stage.CLOCK else str(stage)
        if name not in window.panels and name != "stage":
            if (stage.is_library or stage is Stage.AUDIT) and window.session.shelf is None:
                return None
            panel = _BUILDERS[stage](window)
            window.panels[name] = panel  # type: ignore[assignment]
            window.stages.addWidget(panel)
        return window.panels.get(name)

    def filter_bar(self) -> None:
        """The chips above map and table."""
        if "filter" not in self._window.panels:
            from explorer.panes.filters import FilterPane

            pane = FilterPane(self._window.session)
            self._window.panels["filter"] = pane
            self._window.middle.putFirst(pane)


def _experiment(window: Window) -> QWidget:
    from explorer.panes.experiment import ExperimentPane

    return ExperimentPane(window.session)


def _map(window: Window) -> QWidget:
    from explorer.panes.atlas import AtlasPane

    return AtlasPane(window.session, window.desk)


def _table(window: Window) -> QWidget:
    from explorer.panes.table import TablePane

    return TablePane(window.session, window.desk)


def _path(window: Window) -> QWidget:
    from explorer.panes.path import PathPane

    return PathPane(window.session, window.desk, window.jobs)


def _pair(window: Window) -> QWidget:
    from explorer.panes.pair import PairPane

    return PairPane(window.session, window.desk)


def _labs(window: Window) -> QWidget:
    from explorer import labs

    return labs.build(window)


def _audit(window: Window) -> QWidget:
    from explorer import audit_desk

    return audit_desk.build(window)


_BUILDERS: dict[Stage, Callable[[Window], QWidget]] = {
    Stage.EXPERIMENT: _experiment,
    Stage.MAP: _map,
    Stage.TABLE: _table,
    Stage.PATH: _path,
    Stage.PAIR: _pair,
    Stage.LABS: _labs,
    Stage.AUDIT: _audit,
}
