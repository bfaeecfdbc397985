"""What was done to the notebook, so that it can be taken back and done again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

Act = Callable[[], object]
REFUSALS = (OSError, ValueError, LookupError)  # not saved; not accepted; not there any more
Title = Callable[[], str]  # asked for whenever it is shown, because the language may change


class Change(QUndoCommand):
    """Has been done already when it is put on the stack, which calls `redo` then."""

    def __init__(self, title: Title, forward: Act, back: Act, failed: Callable[[Exception], None]) -> None:
        super().__init__()
        self.title = title
        self._forward, self._back, self._failed = forward, back, failed
        self._fresh = True

    def redo(self) -> None:
        if self._fresh:
            self._fresh = False
        else:
            self._attempt(self._forward)

    def undo(self) -> None:
        self._attempt(self._back)

    def _attempt(self, act: Act) -> None:
        try:
            act()
        except REFUSALS as error:
            self.setObsolete(True)  # what cannot be done now is not offered again
            self._failed(error)


class History(QObject):
    """Does what it is given and keeps how to undo it."""

    made = Signal()  # something was done, taken back or done again
    failed = Signal(str)  # why something could not be saved

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._stack = QUndoStack(self)
        self._changes: list[Change] = []  # keeps them alive on this side

    @property
    def undoTitle(self) -> str:
        """What would be taken back, "" if nothing can be."""
        return self._title(self._stack.index() - 1)

    @property
    def redoTitle(self) -> str:
        """What would be done again, "" if nothing can be."""
        return self._title(self._stack.index())

    def undo(self) -> None:
        self._stack.undo()
        self.made.emit()

    def redo(self) -> None:
        self._stack.redo()
        self.made.emit()

    def do(self, title: Title, forward: Act, back: Act) -> bool:
        """Whether it could be done. Whatever was taken back before cannot be done again any more."""
        try:
            forward()
        except REFUSALS as error:
            self.fail(error)
            return False
        self.record(title, forward, back)
        return True

    def record(self, title: Title, forward: Act, back: Act) -> None:
        """Something that has been done already."""
        change = Change(title, forward, back, self.fail)
        self._changes = [*self._changes[: self._stack.index()], change]
        self._stack.push(change)
        self.made.emit()

    def fail(self, error: Exception) -> None:
        self.failed.emit(str(error))

    def _title(self, place: int) -> str:
        if not 0 <= place < self._stack.count():
            return ""
        command = self._stack.command(place)
        return next((change.title() for change in self._changes if change == command), "")
