"""A line in which tags are typed, separated by commas, with those in use offered."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget


class TagLine(QLineEdit):
    """`tagsTyped(tags)` when the user has finished and the tags are others than before."""

    tagsTyped = Signal(list)
    closed = Signal()  # Escape or Return

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tags: list[str] = []
        self._choices = QStringListModel(self)
        self._completer = QCompleter(self._choices, self)
        self._completer.setWidget(self)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.activated.connect(self._complete)
        self.textEdited.connect(self._offer)
        self.editingFinished.connect(self._finish)
        self._retranslate()

    def setTags(self, tags: Iterable[str], *, same: bool = True) -> None:
        """The tags of the source; what is being typed stays if it is the `same` source as before."""
        self._tags = list(tags)
        if not (same and self.hasFocus()):
            self.setText(", ".join(self._tags))

    def setChoices(self, tags: Iterable[str]) -> None:
        """Tags that are in use, to be offered while typing."""
        self._choices.setStringList(sorted(tags))

    def _typed(self) -> list[str]:
        words = (word.strip().lstrip("#").strip() for word in self.text().replace("，", ",").split(","))
        return list(dict.fromkeys(word for word in words if word))

    def _offer(self, text: str) -> None:
        last = text.replace("，", ",").rpartition(",")[2].strip()
        self._completer.setCompletionPrefix(last)
        popup = self._completer.popup()
        if last and self._completer.completionCount():
            self._completer.complete()
        elif popup is not None:
            popup.hide()

    def _complete(self, tag: str) -> None:
        before = self.text().replace("，", ",").rpartition(",")[0].strip()
        self.setText(f"{before}, {tag}" if before else tag)

    def _finish(self) -> None:
        typed = self._typed()
        if sorted(typed) != sorted(self._tags):
            self._tags = typed
            self.tagsTyped.emit(typed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.setText(", ".join(self._tags))
            self.closed.emit()
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.closed.emit()

    def _retranslate(self) -> None:
        self.setPlaceholderText(self.tr("Tags, separated by commas"))
        self.setAccessibleName(self.tr("Tags of this source"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
