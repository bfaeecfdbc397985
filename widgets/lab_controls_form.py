"""A lab's form, made from its controls and the fields of its settings."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engine.labs import settings as lab_settings
from widgets.fonts import ui_font
from widgets.lab_controls import Control
from widgets.lab_controls_row import ControlRow
from widgets.palette import colours


class LabForm(QWidget):
    """`changed(name, value, settled)` when the user moves a control; `setSettings` shows, and tells nobody."""

    changed = Signal(str, object, bool)

    def __init__(self, kind: type[Any], controls: Sequence[Control], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self._rows: dict[str, ControlRow] = {}
        self._heads: dict[str, QLabel] = {}
        self._settings: Any = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(10, 4, 10, 10)
        self._column.setSpacing(7)
        self.setAccessibleName(self.tr("Settings"))
        self.setControls(controls)

    def setControls(self, controls: Sequence[Control]) -> None:
        """Build the rows anew, e.g. in another language."""
        while self._column.count():
            item = self._column.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._rows, self._heads = {}, {}
        fields = lab_settings.fields_of(self._kind)
        for control in controls:
            if control.group and control.group not in self._heads:
                head = QLabel(control.group)
                self._heads[control.group] = head
                self._column.addWidget(head)
            row = ControlRow(control, fields[control.name])
            row.changed.connect(self.changed)
            self._rows[control.name] = row
            self._column.addWidget(row)
        self._column.addStretch(1)
        self._dress()
        if self._settings is not None:
            self.setSettings(self._settings)

    def setSettings(self, settings: Any) -> None:
        """Show settings; what changes nothing just now is hidden."""
        self._settings = settings
        shown_groups = set()
        for name, row in self._rows.items():
            row.setValue(getattr(settings, name))
            shown = row.control.when is None or row.control.when(settings)
            row.setVisible(shown)
            if shown:
                shown_groups.add(row.control.group)
        for group, head in self._heads.items():
            head.setVisible(group in shown_groups)

    def with_value(self, name: str, value: Any) -> Any:
        """The shown settings with one changed. Raises ScenarioError, see `engine.labs.settings`."""
        from engine.scenario_values import converted

        field = lab_settings.fields_of(self._kind)[name]
        return dataclasses.replace(self._settings, **{name: converted(field, value, "settings", None)})

    def setTrouble(self, name: str, text: str) -> None:
        """Say at one control what is wrong; all others are fine. "" at none."""
        for key, row in self._rows.items():
            row.setTrouble(text if key == name else "")

    def row(self, name: str) -> ControlRow:
        """The row of a setting. KeyError if there is no control for it."""
        return self._rows[name]

    def names(self) -> tuple[str, ...]:
        return tuple(self._rows)

    def focusFirst(self) -> None:
        """The keyboard to the first control that can be seen."""
        for row in self._rows.values():
            if not row.isHidden():
                row.inputs()[0].setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def describe(self) -> list[str]:
        return [row.describe() for row in self._rows.values() if not row.isHidden()]

    def _dress(self) -> None:
        own = colours(self)
        for head in self._heads.values():
            head.setFont(ui_font(-0.5, QFont.Weight.DemiBold))
            head.setStyleSheet(f"color: {own.muted.name()}; margin-top: 5px")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._dress()
