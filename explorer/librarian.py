"""Opens library and notebook once for the whole window, and brings the session up to date when either changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from explorer import paths
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
        self.notes = Notes(session, self)
        session.neighboursChanged.connect(lambda _: self.refresh())

    def open(self) -> None:
        """Put the library with the user's own part of it into the session. What goes wrong is told."""
        from citations.notebook import Notebook
        from explorer.shelf import LibraryError, Shelf

        session = self._session
        self.notebook = Notebook(paths.notebook_file())
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
            self.notebook = None

    def refresh(self) -> None:
        """Read the notebook again and tell what has changed."""
        shelf = self._session.shelf
        if shelf is None:
            return
        self._session.setShelf(shelf.again(neighbours=self._session.neighbours))

    def _state(self, opened: str) -> str:
        words = {
            "restored": self.tr("the file was damaged; the newest backup is in its place"),
            "started-over": self.tr("the file was damaged and has been set aside; there was no backup"),
            "read-only": self.tr("they can be read but not changed here"),
            "in-memory": self.tr("their folder cannot be used; they last until the window is closed"),
        }
        return words.get(opened, opened)
