"""A panel that follows the session only while it is to be seen: what it misses is made up for when it is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from explorer.panes.panel import Panel

V = TypeVar("V", bound=QWidget)


class Following(Panel[V]):
    """`follow(step)` gives a slot that runs the step now or, once, when the panel is shown."""

    def __init__(self, view: V, parent: QWidget | None = None) -> None:
        super().__init__(view, parent)
        self._due: dict[str, Callable[[], None]] = {}
        self._order: list[str] = []

    def follow(self, step: Callable[[], None]) -> Callable[..., None]:
        """A slot for `step`; steps that are due run in the order in which they were made slots of."""
        self._due[step.__name__] = step  # nothing has been shown yet
        self._order.append(step.__name__)

        def now_or_later(*_: object) -> None:
            self._due[step.__name__] = step
            if self.isVisible():
                self.catch_up()

        return now_or_later

    def catch_up(self) -> None:
        """Run what is due."""
        while self._due:
            name = min(self._due, key=self._order.index)
            self._due.pop(name)()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.catch_up()
