"""Opens library and notebook once for the whole window, and brings the session up to date when either changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from explorer import paths
from explorer.changes import Changes
from explorer.notes import Notes
from explorer.session import Session

if TYPE_CHECKING:
    from citations.notebook import Notebook


class Librarian(QObject):
    """A damaged notebook is told about and never stops the program."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self.notebook: Notebook | None = None
        self.changes = Changes(self)
        self.notes = Notes(session, self)
        self.changes.made.connect(self.refresh)
        self.changes.failed.connect(self._tell_unsaved)
        session.neighboursChanged.connect(lambda _: self.refresh())

    def open(self) -> None:
        """Put the library with the user's own part of it into the session. What goes wrong is told."""
        from citations.notebook import Notebook
        from explorer.shelf import LibraryError, Shelf

        session = self._session
        self.notebook = self.changes.notebook = Notebook(paths.notebook_file())
        report = self.notebook.report
        if report.is_bad_news:
            session.notice(self.tr("Your notes: {state}").format(state=self._state(report.opened)), report.detail)
        try:
            session.setShelf(Shelf.open(self.notebook, neighbours=session.neighbours))
        except LibraryError as error:
            session.notice(self.tr("The citation library cannot be opened"), str(error))

    def close(self) -> None:
        """Save what is still being typed, and let go of the notebook."""
        self.notes.flush()
        if self.notebook is not None:
            self.notebook.close()
            self.notebook = self.changes.notebook = None

    def refresh(self) -> None:
        """Show what the notebook says now, whoever wrote it."""
        shelf = self._session.shelf
        if shelf is None or self.notebook is None:
            return
        try:
            now = shelf.again(neighbours=self._session.neighbours)
        except OSError as error:
            self._session.notice(self.tr("The notes cannot be read"), str(error))
            return
        if now.collection is shelf.collection:
            self._session.savedChanged.emit()
        elif now.says_the_same(shelf):
            self._session.setReadings(now)
            self._session.savedChanged.emit()
        else:
            self._session.setShelf(now)
            self._session.savedChanged.emit()
            if now.source(self._session.source) is None:  # it was taken out
                self._session.selectSource(self._session.technique)

    def _tell_unsaved(self, why: str) -> None:
        self._session.notice(self.tr("A change could not be saved"), why)

    def _state(self, opened: str) -> str:
        words = {
            "restored": self.tr("the file was damaged; the newest backup is in its place"),
            "started-over": self.tr("the file was damaged and has been set aside; there was no backup"),
            "read-only": self.tr("they can be read but not changed here"),
            "in-memory": self.tr("their folder cannot be used; they last until the window is closed"),
        }
        return words.get(opened, opened)
