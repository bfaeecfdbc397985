"""Which claim is audited: one of the library, found by typing, or a free one that the user writes down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QGridLayout, QLabel, QLineEdit, QWidget

from citations.audit import Subject
from citations.records import Source

_FIELDS = ("value", "unit", "metric", "baseline", "conditions", "where")


class ClaimChoice(QComboBox):
    """`claimChosen(source, position)`. Typing narrows the list to claims that contain the words."""

    claimChosen = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._language = "en"
        self._sources: tuple[Source, ...] = ()
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMaxVisibleItems(16)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(24)
        completer = QCompleter(self.model(), self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.setCompleter(completer)
        self.activated.connect(self._chosen)
        self._retranslate()

    def setSources(self, sources: Sequence[Source]) -> None:
        """Offer every claim of `sources`."""
        self._sources = tuple(sources)
        self._fill()

    def setLanguage(self, language: str) -> None:
        self._language = language
        self._fill()

    def choose(self, key: str) -> None:
        """Show the claim `key` ("pagedattention:1"), or nothing for a free one."""
        with QSignalBlocker(self):
            self.setCurrentIndex(self.findData(key) if key else -1)
            if not key:
                self.setEditText("")
        if edit := self.lineEdit():
            edit.setCursorPosition(0)

    def _fill(self) -> None:
        current = self.currentData()
        with QSignalBlocker(self):
            self.clear()
            for source in self._sources:
                for number, claim in enumerate(source.claims, 1):
                    name = source.name.get(self._language)
                    figure = f"{claim.value} {claim.unit}".strip()
                    self.addItem(f"{name} · {figure} · {claim.metric}", f"{source.key}:{number}")
            self.setCurrentIndex(self.findData(current) if current else -1)

    def _chosen(self, index: int) -> None:
        key, _, number = str(self.itemData(index) or "").rpartition(":")
        if key:
            self.claimChosen.emit(key, int(number))

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Claim of the library"))
        if edit := self.lineEdit():
            edit.setAccessibleName(self.tr("Claim of the library"))
            edit.setPlaceholderText(self.tr("Type to find a claim of the library"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()


class FreeClaim(QWidget):
    """The fields of a claim that stands in no library. `written(Subject)` when one was changed."""

    written = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._subject = Subject()
        self._labels = {name: QLabel() for name in _FIELDS}
        self._edits = {name: QLineEdit() for name in _FIELDS}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(4)
        for place, name in enumerate(_FIELDS):
            row, column = divmod(place, 2)
            grid.addWidget(self._labels[name], row, 2 * column)
            grid.addWidget(self._edits[name], row, 2 * column + 1)
            self._labels[name].setBuddy(self._edits[name])
            self._edits[name].editingFinished.connect(self._write)
        self._retranslate()

    def setSubject(self, subject: Subject) -> None:
        self._subject = subject
        for name, edit in self._edits.items():
            if edit.text() != getattr(subject, name):
                edit.setText(getattr(subject, name))
                edit.setCursorPosition(0)

    def _write(self) -> None:
        texts: dict[str, Any] = {name: edit.text().strip() for name, edit in self._edits.items()}
        changed = replace(self._subject, **texts)
        if changed != self._subject:
            self._subject = changed
            self.written.emit(changed)

    def _retranslate(self) -> None:
        names = {
            "value": (self.tr("Figure"), "2-4"),
            "unit": (self.tr("Unit"), "x"),
            "metric": (self.tr("Of what"), self.tr("throughput at the same latency")),
            "baseline": (self.tr("Baseline"), self.tr("compared with what")),
            "conditions": (self.tr("Conditions"), self.tr("model, hardware, workload, batch …")),
            "where": (self.tr("Place"), self.tr("where it is written")),
        }
        for name, (label, hint) in names.items():
            self._labels[name].setText(label)
            self._edits[name].setPlaceholderText(hint)
            self._edits[name].setAccessibleName(label)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
