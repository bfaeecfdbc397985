"""The answer to one question: how far it is answered, which parts are named, its words, evidence and consequence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from assets.ledgers import EVIDENCE
from citations.audit import Answer, Audit, State, question
from citations.audit.wording import STATES, consequence, reason
from widgets.flow_row import FlowRow
from widgets.ledger_text import evidence_name
from widgets.rich_style import sized

_FIELDS = ("text", "reason", "consequence")


class Words(QPlainTextEdit):
    """A few lines of text; `committed()` when the user leaves it changed. Tab goes on to the next field."""

    committed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._before = ""

    def setWords(self, text: str) -> None:
        self._before = text
        if text != self.toPlainText():
            self.setPlainText(text)

    def commit(self) -> None:
        """Take what stands there, if it changed."""
        if self.toPlainText() != self._before:
            self._before = self.toPlainText()
            self.committed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.commit()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, int(self.fontMetrics().lineSpacing() * 1.2) + 14)

    def sizeHint(self) -> QSize:
        return QSize(240, self.fontMetrics().lineSpacing() * 2 + 18)


class AnswerForm(QWidget):
    """`answered(Answer)` on every change by the user."""

    answered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._audit: Audit | None = None
        self._answer = Answer("workload")
        self._language = "en"
        self._asks, self._state, self._evidence = QLabel(), QComboBox(), QComboBox()
        self._asks.setWordWrap(True)
        self._labels = {name: QLabel() for name in ("state", "evidence", *_FIELDS)}
        self._fields = {name: Words() for name in _FIELDS}
        self._parts: list[QCheckBox] = []
        self._part_row = QWidget()
        self._part_layout = FlowRow(self._part_row, spacing=10)
        self._arrange()
        self._state.activated.connect(self._choose_state)
        self._evidence.activated.connect(self._choose_evidence)
        for name, field in self._fields.items():
            field.committed.connect(lambda name=name: self._write(name))
        self._retranslate()

    def setAnswer(self, audit: Audit, key: str) -> None:
        """Show the answer of `audit` to the question `key`."""
        self.commit()
        self._audit, self._answer = audit, audit.answer(key)
        self._show()

    def setLanguage(self, language: str) -> None:
        self._language = language
        self._retranslate()

    def commit(self) -> None:
        """Take over words that are still being written."""
        for field in self._fields.values():
            field.commit()

    def _arrange(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        boxes: tuple[tuple[str, QWidget], ...] = (("state", self._state), ("evidence", self._evidence))
        for column, (name, box) in enumerate(boxes):
            grid.addWidget(self._labels[name], 0, 2 * column)
            grid.addWidget(box, 0, 2 * column + 1)
            self._labels[name].setBuddy(box)
        places = {"text": (1, 0, 3), "reason": (2, 0, 1), "consequence": (2, 2, 1)}
        for name, (row, column, wide) in places.items():
            grid.addWidget(self._labels[name], row, column, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(self._fields[name], row, column + 1, 1, wide)
            self._labels[name].setBuddy(self._fields[name])
            grid.setRowStretch(row, 1)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(6)
        whole.addWidget(self._asks)
        whole.addWidget(self._part_row)
        whole.addLayout(grid, 1)

    def _show(self) -> None:
        asked, answer = question(self._answer.question), self._answer
        self._asks.setText(sized(f"{asked.number}. {asked.asks.get(self._language)}", 0.5, 600))
        self._show_parts()
        with QSignalBlocker(self._state), QSignalBlocker(self._evidence):
            self._state.setCurrentIndex(self._state.findData(answer.state.value))
            self._evidence.setCurrentIndex(max(0, self._evidence.findData(answer.evidence)))
        for name, field in self._fields.items():
            field.setWords(getattr(answer, name) or self._standing(name))

    def _standing(self, name: str) -> str:
        """What stands in a field as long as the user has written nothing."""
        bare = replace(self._answer, text="", reason="", consequence="")
        if name == "text" or self._audit is None:
            return bare.told
        return (reason(self._audit, bare) if name == "reason" else consequence(bare)).get(self._language)

    def _show_parts(self) -> None:
        """A box for each part that a full answer names. Boxes of the same question stay, and with them the focus."""
        parts = question(self._answer.question).parts
        if [box.property("part") for box in self._parts] != [part.key for part in parts]:
            self._replace_boxes([part.key for part in parts])
        apart = self._answer.state is State.APART
        for part, box in zip(parts, self._parts, strict=True):
            box.setText(part.label.get(self._language))
            box.setChecked(not apart and part.key not in self._unnamed())
            box.setEnabled(not apart)

    def _replace_boxes(self, keys: list[str]) -> None:
        for box in self._parts:
            self._part_layout.removeWidget(box)
            box.setParent(None)
            box.deleteLater()
        self._parts = []
        for key in keys:
            box = QCheckBox(self._part_row)
            box.setProperty("part", key)
            box.clicked.connect(self._tick)
            self._part_layout.addWidget(box)
            self._parts.append(box)

    def _unnamed(self) -> tuple[str, ...]:
        if self._answer.state is State.GAP:
            return tuple(part.key for part in question(self._answer.question).parts)
        return self._answer.missing

    def _tick(self) -> None:
        missing = tuple(str(box.property("part")) for box in self._parts if not box.isChecked())
        state = State.DISCLOSED if not missing else State.GAP if len(missing) == len(self._parts) else State.PARTIAL
        self._emit(replace(self._answer, missing=missing, state=state))

    def _choose_state(self) -> None:
        state = State(self._state.currentData())
        every = tuple(part.key for part in question(self._answer.question).parts)
        missing = {State.DISCLOSED: (), State.GAP: every, State.APART: ()}.get(state, self._answer.missing)
        self._emit(replace(self._answer, state=state, missing=missing))

    def _choose_evidence(self) -> None:
        self._emit(replace(self._answer, evidence=str(self._evidence.currentData())))

    def _write(self, name: str) -> None:
        text = self._fields[name].toPlainText().strip()
        words: dict[str, Any] = {name: "" if text == self._standing(name) else text}
        changed = replace(self._answer, **words)
        if name == "text" and changed.text and changed.state is State.GAP:
            changed = replace(changed, state=State.PARTIAL, missing=self._unnamed())
        self._emit(changed)

    def _emit(self, answer: Answer) -> None:
        if answer != self._answer:
            self._answer = answer
            self.answered.emit(answer)

    def _retranslate(self) -> None:
        names = {
            "state": self.tr("State"),
            "evidence": self.tr("Evidence"),
            "text": self.tr("Answer"),
            "reason": self.tr("Reason"),
            "consequence": self.tr("Consequence"),
        }
        for name, text in names.items():
            self._labels[name].setText(text)
        for name, field in self._fields.items():
            field.setAccessibleName(names[name])
        self._state.setAccessibleName(names["state"])
        self._evidence.setAccessibleName(names["evidence"])
        with QSignalBlocker(self._state), QSignalBlocker(self._evidence):
            self._state.clear()
            for state, words in STATES.items():
                self._state.addItem(words.get(self._language), state.value)
            self._evidence.clear()
            self._evidence.addItem(self.tr("none"), "")
            for label in EVIDENCE:
                self._evidence.addItem(evidence_name(label), label)
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
