"""The fourteen questions as a checklist: how far each is answered, by whom, and in a few words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSizePolicy, QTreeWidget, QTreeWidgetItem, QWidget

from citations.audit import QUESTIONS, Audit
from citations.audit.wording import MARKS, STATES, consequence
from widgets.audit_page import state_colour
from widgets.palette import colours


class Checklist(QTreeWidget):
    """`questionChosen(key)` when another row becomes current."""

    questionChosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._audit: Audit | None = None
        self._language = "en"
        self.setColumnCount(3)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.header().setStretchLastSection(True)
        for question in QUESTIONS:
            item = QTreeWidgetItem(self)
            item.setData(0, Qt.ItemDataRole.UserRole, question.key)
        self.choose(QUESTIONS[0].key)
        self.currentItemChanged.connect(self._chosen)
        self._retranslate()

    def sizeHint(self) -> QSize:
        """All questions in sight."""
        rows = len(QUESTIONS) * max(self.sizeHintForRow(0), 1)
        return QSize(400, self.header().sizeHint().height() + rows + 2 * self.frameWidth() + 2)

    def setAudit(self, audit: Audit) -> None:
        self._audit = audit
        self._render()

    def setLanguage(self, language: str) -> None:
        self._language = language
        self._retranslate()

    def question(self) -> str:
        """The key of the current question."""
        item = self.currentItem()
        return str(item.data(0, Qt.ItemDataRole.UserRole)) if item else QUESTIONS[0].key

    def choose(self, key: str) -> None:
        for number, question in enumerate(QUESTIONS):
            item = self.topLevelItem(number)
            if question.key == key and item is not None:
                self.setCurrentItem(item)

    def _chosen(self) -> None:
        self.questionChosen.emit(self.question())

    def _render(self) -> None:
        if self._audit is None:
            return
        own = colours(self)
        for number, question in enumerate(QUESTIONS):
            answer, item = self._audit.answer(question.key), self.topLevelItem(number)
            if item is None:
                continue
            state = STATES[answer.state].get(self._language)
            item.setText(0, f"{question.number}. {question.short.get(self._language)}")
            item.setText(1, f"{MARKS[answer.state]} {state}")
            item.setText(2, answer.told or "–")
            item.setForeground(1, own.readable(state_colour(answer.state, own)))
            item.setForeground(2, own.text if answer.told else own.muted)
            tip = f"{question.asks.get(self._language)}\n{consequence(answer).get(self._language)}"
            for column in range(3):
                item.setToolTip(column, tip)
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{item.text(0)}: {state}. {answer.told}")

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("The fourteen questions"))
        self.setHeaderLabels([self.tr("Question"), self.tr("State"), self.tr("Answer")])
        self._render()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._render()
