"""Settings that were, for undo and redo."""

from __future__ import annotations

from typing import Any

KEPT = 200


class SettingsHistory:
    """A line of settings with a place in it. A drag is one step, however many values it went through."""

    def __init__(self, first: Any) -> None:
        self._line: list[Any] = [first]
        self._place = 0
        self._open = ""  # the setting whose drag is still going on

    @property
    def settings(self) -> Any:
        return self._line[self._place]

    @property
    def can_undo(self) -> bool:
        return self._place > 0

    @property
    def can_redo(self) -> bool:
        return self._place < len(self._line) - 1

    def take(self, settings: Any, name: str = "", settled: bool = True) -> None:
        """What the settings are now. `name` is the one that is being dragged while not `settled`.

        A point in a picture drags two of them at once: until it settles, all is one step.
        """
        merge = bool(self._open) and not self.can_redo and self._place > 0
        if settings != self.settings:
            if merge:
                self._line[self._place] = settings
            else:
                self._line = [*self._line[: self._place + 1], settings][-KEPT:]
                self._place = len(self._line) - 1
        self._open = "" if settled else name

    def settle(self) -> None:
        """The drag is over."""
        self._open = ""

    def undo(self) -> Any:
        self._open = ""
        self._place = max(0, self._place - 1)
        return self.settings

    def redo(self) -> Any:
        self._open = ""
        self._place = min(len(self._line) - 1, self._place + 1)
        return self.settings
