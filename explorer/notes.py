"""The user's notes, in a database of their own. A damaged one is told about and never stops the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from explorer import paths
from explorer.session import Session

if TYPE_CHECKING:
    from citations.notebook import Notebook

WRITE_AFTER_MS = 600  # after the last key


class Notes(QObject):
    """Opens the notebook at the first question; writes a moment after typing has stopped."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._book: Notebook | None = None
        self._unsaved: dict[str, str] = {}
        self._timer = QTimer(self, singleShot=True, interval=WRITE_AFTER_MS)
        self._timer.timeout.connect(self.flush)

    def read(self, key: str) -> str:
        """The note on a source, "" if there is none or it cannot be read."""
        if key in self._unsaved:
            return self._unsaved[key]
        try:
            return self._open().note(key)
        except OSError as error:
            self._session.notice(self.tr("The notes cannot be read"), str(error))
            return ""

    def write(self, key: str, text: str) -> None:
        """Keep `text` as the note on a source."""
        self._unsaved[key] = text
        self._timer.start()

    def flush(self) -> None:
        """Save now what is not saved yet."""
        self._timer.stop()
        while self._unsaved:
            key, text = self._unsaved.popitem()
            try:
                self._open().set_note(key, text)
            except OSError as error:
                self._session.notice(self.tr("A note could not be saved"), f"{error}\n\n{text}")

    def close(self) -> None:
        self.flush()
        if self._book is not None:
            self._book.close()
            self._book = None

    def _open(self) -> Notebook:
        if self._book is None:
            from citations.notebook import Notebook

            self._book = Notebook(paths.notebook_file())
            report = self._book.report
            if report.is_bad_news:
                text = self.tr("Your notes: {state}").format(state=self._state(report.opened))
                self._session.notice(text, report.detail)
        return self._book

    def _state(self, opened: str) -> str:
        words = {
            "restored": self.tr("the file was damaged; the newest backup is in its place"),
            "started-over": self.tr("the file was damaged and has been set aside; there was no backup"),
            "read-only": self.tr("they can be read but not changed here"),
            "in-memory": self.tr("their folder cannot be used; they last until the window is closed"),
        }
        return words.get(opened, opened)
