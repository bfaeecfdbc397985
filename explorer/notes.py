"""The note that is being typed: it is saved a moment after typing has stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from explorer.session import Session

if TYPE_CHECKING:
    from explorer.librarian import Librarian

WRITE_AFTER_MS = 600  # after the last key


class Notes(QObject):
    """Notes that are not saved yet are read from here, all others from the notebook."""

    def __init__(self, session: Session, librarian: Librarian) -> None:
        super().__init__(librarian)
        self._session = session
        self._librarian = librarian
        self._unsaved: dict[str, str] = {}
        self._timer = QTimer(self, singleShot=True, interval=WRITE_AFTER_MS)
        self._timer.timeout.connect(self.flush)

    def read(self, key: str) -> str:
        """The note on a source, "" if there is none."""
        if key in self._unsaved:
            return self._unsaved[key]
        shelf = self._session.shelf
        reading = None if shelf is None else shelf.readings.get(key)
        return "" if reading is None else reading.note

    def write(self, key: str, text: str) -> None:
        """Keep `text` as the note on a source."""
        self._unsaved[key] = text
        self._timer.start()

    def flush(self) -> None:
        """Save now what is not saved yet. What cannot be saved is told, with its text."""
        self._timer.stop()
        while self._unsaved and self._librarian.notebook is not None:
            key, text = self._unsaved.popitem()
            if not self._librarian.changes.setNote(key, text):
                self._session.notice(self.tr("A note could not be saved"), text)
