"""The dialog on an export: which sources, in which format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGroupBox,
    QLabel,
    QRadioButton,
    QVBoxLayout,
)

from citations.exchange import FORMATS, format_of
from citations.records import OWN
from explorer import library_out
from widgets import format as written

if TYPE_CHECKING:
    from explorer.window import Window


class ExportDialog(QDialog):
    """The selection, what the filter shows, the own sources, or everything with the neighbours."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._sets = self._sets_of(window)
        self.which = {name: QRadioButton() for name in self._sets}
        self.format, self._about = QComboBox(), QLabel()
        self._box, self._label = QGroupBox(), QLabel()
        self._build()
        self._retranslate()

    @staticmethod
    def _sets_of(window: Window) -> dict[str, Sequence[str]]:
        """Keys by what they are; sets that are empty or the same as one before are left out."""
        session, shelf = window.session, window.session.shelf
        assert shelf is not None
        shipped = shelf.collection.library.sources(None)
        own = [source.key for source in shelf.sources if source.ring == OWN]
        sets = {
            "selected": list(session.chosen) if len(session.chosen) > 1 else [],
            "shown": list(session.matching),
            "own": own,
            "all": [*(source.key for source in shipped), *own],
            "one": list(session.chosen[:1]) if len(session.chosen) == 1 else [],
        }
        kept: dict[str, Sequence[str]] = {}
        for name, keys in sets.items():
            if keys and not any(set(keys) == set(other) for other in kept.values()):
                kept[name] = keys
        return kept

    def _build(self) -> None:
        group, inner = QButtonGroup(self), QVBoxLayout(self._box)
        for button in self.which.values():
            group.addButton(button)
            inner.addWidget(button)
            button.toggled.connect(self._retell)
        for kind in FORMATS:
            self.format.addItem(f"{kind.name} (*{kind.suffixes[0]})", kind.key)
        self.format.currentIndexChanged.connect(self._retell)
        self._label.setBuddy(self.format)
        self._about.setWordWrap(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self._save)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self._box)
        column.addWidget(self._label)
        column.addWidget(self.format)
        column.addWidget(self._about)
        column.addStretch(1)
        column.addWidget(self.buttons)
        next(iter(self.which.values())).setChecked(True)
        em = self.fontMetrics().height()
        self.resize(32 * em, 19 * em)

    def keys(self) -> Sequence[str]:
        """What is to be exported."""
        return next(self._sets[name] for name, button in self.which.items() if button.isChecked())

    def _save(self) -> None:
        kind = format_of(self.format.currentData())
        path = library_out.ask_path(self._window, kind, self._suggestion())
        if path is not None and library_out.save(self._window, self.keys(), kind.key, path):
            self.accept()

    def _suggestion(self) -> str:
        keys = self.keys()
        return keys[0] if len(keys) == 1 else "eighteen-ledgers"

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Export references"))
        self._box.setTitle(self.tr("Which sources"))
        self._label.setText(self.tr("&Format"))
        texts = {
            "selected": self.tr("The selected ones ({0})"),
            "shown": self.tr("All that the filter shows ({0})"),
            "own": self.tr("Only your own ({0})"),
            "all": self.tr("Everything, with the neighbours ({0})"),
            "one": self.tr("Only the one that is looked at"),
        }
        for name, button in self.which.items():
            button.setText(texts[name].format(written.count(len(self._sets[name]))))
        self._retell()

    def _retell(self) -> None:
        """How much will be in the file, and what the format keeps of it."""
        kind = self.format.currentData()
        kept = {
            "bibtex": self.tr("For LaTeX and reference managers; what only this program knows stands in x-… fields."),
            "ris": self.tr("For EndNote and other reference managers."),
            "csl": self.tr("For Zotero, Pandoc and citation processors."),
            "csv": self.tr("For spreadsheets: everything a source says, except its claims."),
            "graphml": self.tr(
                "For Gephi, yEd and other graph programs: sources as nodes, what they build on as edges."
            ),
            "edges": self.tr("One line an edge: what is newer, what it builds on, how, and why."),
        }
        sources, edges = library_out.gathered(self._window, self.keys())
        form = self.tr("{sources} sources, {edges} edges between them.")
        counts = form.format(sources=written.count(len(sources)), edges=written.count(len(edges)))
        self._about.setText(f"{counts} {kept[kind]}")
