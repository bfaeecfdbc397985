"""The form for a relation of the user's own: what builds on what, and why."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from citations.catalogue import RELATIONS
from citations.records import Basis, Edge
from explorer.panes.source_choice import SourceChoice
from widgets.source_text import relation_name


class OwnRelationDialog(QDialog):
    """`written(Edge)` when both ends are chosen. `names` by key in date order; `taken` are pairs (newer, older)."""

    written = Signal(object)

    def __init__(
        self, newer: str, older: str, names: Mapping[str, str], taken: frozenset[tuple[str, str]], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._taken = taken
        self.setWindowTitle(self.tr("New relation"))
        self.newer, self.older = SourceChoice(), SourceChoice()
        self.relation, self.why = QComboBox(), QLineEdit()
        self.problem = QLabel()
        for box, key in ((self.newer, newer), (self.older, older)):
            box.setOffered(names)
            box.setKey(key)
        for relation in RELATIONS:
            self.relation.addItem(relation_name(relation), relation)
        self._build()

    def _build(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows: list[tuple[str, QWidget]] = [
            (self.tr("This source"), self.newer),
            (self.tr("relates to"), self.relation),
            (self.tr("the older source"), self.older),
            (self.tr("Why"), self.why),
        ]
        for label, field in rows:
            field.setAccessibleName(label)
            form.addRow(label, field)
        self.why.setPlaceholderText(self.tr("One sentence: what was taken over"))
        self.problem.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self._save)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.problem)
        column.addWidget(buttons)
        self.resize(32 * self.fontMetrics().height(), self.sizeHint().height())

    def _save(self) -> None:
        newer, older, why = self.newer.key, self.older.key, self.why.text().strip()
        wrong = ""
        if not newer or not older:
            wrong = self.tr("Choose both sources from the lists.")
        elif newer == older:
            wrong = self.tr("A source cannot build on itself.")
        elif (newer, older) in self._taken:
            wrong = self.tr("There is a relation of yours between these two already.")
        elif not why:
            wrong = self.tr("Say why in a sentence: it is shown with the line.")
        self.problem.setText(wrong)
        if not wrong:
            self.written.emit(Edge(newer, older, self.relation.currentData(), why, Basis.OWN, checked=True))
            self.accept()
