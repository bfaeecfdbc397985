"""A list from which one source is chosen, by a part of its name or from the open list."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QSizePolicy, QWidget


class SourceChoice(QComboBox):
    """`sourceChosen(key)` when the user has taken one."""

    sourceChosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMaxVisibleItems(24)
        completer, field = self.completer(), self.lineEdit()
        assert completer is not None, "a box that can be edited has both"
        assert field is not None
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.activated.connect(lambda _: self.sourceChosen.emit(self.key))
        field.editingFinished.connect(self._settle)
        self._settled = ""

    def setAccessibleName(self, name: str) -> None:
        """Of the box and of the line in it, which has the focus."""
        super().setAccessibleName(name)
        field = self.lineEdit()
        if field is not None:
            field.setAccessibleName(name)

    def setOffered(self, names: Mapping[str, str]) -> None:
        """Names by key in the order of the list; what is chosen stays."""
        chosen = self._settled
        self.blockSignals(True)
        self.clear()
        for key, name in names.items():
            self.addItem(name, key)
        self.blockSignals(False)
        self.setKey(chosen)

    def setKey(self, key: str) -> None:
        """Show this one; "" or an unknown key shows none. No signal is emitted."""
        self._settled = key
        self.setCurrentIndex(self.findData(key) if key else -1)

    @property
    def key(self) -> str:
        """What is chosen or has been typed in full, "" if there is no such source."""
        index = self.findText(self.currentText().strip(), Qt.MatchFlag.MatchFixedString)
        return str(self.itemData(index)) if index >= 0 else ""

    def _settle(self) -> None:
        """A name that is not there gives way to the one before."""
        key = self.key
        if key and key != self._settled:
            self._settled = key
            self.sourceChosen.emit(key)
        elif not key:
            self.setKey(self._settled)
