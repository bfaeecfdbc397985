"""The buttons under a card: how far the user is, note, tags and files, citing and comparing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from citations.notebook.records import Reading, Status
from widgets.flow_row import FlowRow
from widgets.icon_button import IconButton
from widgets.source_text import STATUS_GLYPHS, status_name

STYLES = ("text", "bibtex", "markdown")


class CardBar(QWidget):
    """Tells what was asked for, and remembers nothing but what it shows."""

    statusChosen = Signal(str)
    noteToggled = Signal(bool)
    tagsToggled = Signal(bool)
    attachAsked = Signal()
    citeAsked = Signal(str)  # a style
    compareAsked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._status, self._cite, self._compare = QToolButton(), QToolButton(), QToolButton()
        self._note, self._tags, self._clip = IconButton("note"), IconButton("tag"), IconButton("clip")
        self._statuses = self._choices(self._status, tuple(Status), exclusive=True)
        self._styles = self._choices(self._cite, STYLES, exclusive=False)
        self._reading = Reading("")
        for checkable in (self._note, self._tags):
            checkable.setCheckable(True)
        row = FlowRow(self)
        for index, button in enumerate(self.buttons):
            if index == 4:
                row.addGap()
            row.addWidget(button)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._connect()
        self._retranslate()

    @property
    def buttons(self) -> tuple[QToolButton, ...]:
        left = (self._status, self._note, self._tags, self._clip)
        return (*left, self._cite, self._compare)

    def _choices(self, button: QToolButton, values: tuple[str, ...], exclusive: bool) -> dict[str, QAction]:
        menu, group = QMenu(button), QActionGroup(self)
        actions = {}
        for value in values:
            action = QAction(menu, checkable=exclusive)
            action.setData(str(value))
            menu.addAction(action)
            if exclusive:
                group.addAction(action)
            actions[str(value)] = action
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return actions

    def _connect(self) -> None:
        for value, action in self._statuses.items():
            action.triggered.connect(lambda _=False, value=value: self.statusChosen.emit(value))
        for style, action in self._styles.items():
            action.triggered.connect(lambda _=False, style=style: self.citeAsked.emit(style))
        self._note.toggled.connect(self.noteToggled)
        self._tags.toggled.connect(self.tagsToggled)
        self._clip.clicked.connect(lambda: self.attachAsked.emit())
        self._compare.clicked.connect(lambda: self.compareAsked.emit())

    def show_reading(self, reading: Reading) -> None:
        """Fit the buttons to what the user keeps about the source."""
        self._reading = reading
        self._statuses[str(reading.status)].setChecked(True)
        self._name_status()

    def set_tags_open(self, shown: bool) -> None:
        self._tags.setChecked(shown)

    def set_note_open(self, shown: bool) -> None:
        self._note.setChecked(shown)

    @property
    def note_open(self) -> bool:
        return self._note.isChecked()

    def _name_status(self) -> None:
        words = _status_text(self._reading.status)
        self._status.setText(words)
        self._status.setAccessibleName(self.tr("Reading status: {0}").format(status_name(self._reading.status)))

    def _retranslate(self) -> None:
        for value, action in self._statuses.items():
            action.setText(_status_text(value))
        names = {"text": self.tr("As text"), "bibtex": self.tr("As BibTeX"), "markdown": self.tr("As Markdown link")}
        for style, action in self._styles.items():
            action.setText(names[style])
        self._status.setToolTip(self.tr("How far you are with this source"))
        self._cite.setText(self.tr("Cite"))
        self._cite.setToolTip(self.tr("Copy the citation of this source"))
        self._compare.setText(self.tr("Compare…"))
        self._compare.setToolTip(self.tr("Put this source beside another one"))
        self._note.setWords(self.tr("Your own note on this source, kept on this computer"))
        self._tags.setWords(self.tr("Your tags on this source"))
        self._clip.setWords(self.tr("Attach a file to this source"))
        self._name_status()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()


def _status_text(status: str) -> str:
    word = status_name(status)
    return f"{STATUS_GLYPHS[Status(status)]} {word[:1].upper()}{word[1:]}"
