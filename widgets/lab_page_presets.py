"""The presets of a lab: those that work, and those that fail on purpose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from engine.labs.records import Outcome
from widgets.flow_row import FlowRow
from widgets.fonts import scale, ui_font
from widgets.lab_page_outcome import outcome_icon, outcome_word
from widgets.palette import colours


@dataclass(frozen=True)
class PresetChip:
    """`promise`: what it shows, in one sentence."""

    key: str
    title: str
    promise: str
    outcome: Outcome


class PresetBar(QWidget):
    """`chosen(key)`. The chip whose settings are the present ones is marked."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowRow(self, spacing=6)
        self._chips: tuple[PresetChip, ...] = ()
        self._buttons: dict[str, QToolButton] = {}
        self._heads: list[QLabel] = []
        self._groups: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def setPresets(self, chips: Sequence[PresetChip]) -> None:
        self._chips = tuple(chips)
        while self._flow.count():
            item = self._flow.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._buttons, self._heads = {}, []
        works = [chip for chip in chips if chip.outcome is Outcome.WORKS]
        fails = [chip for chip in chips if chip.outcome is not Outcome.WORKS]
        for title, group in ((self.tr("Works:"), works), (self.tr("Fails on purpose:"), fails)):
            for place, chip in enumerate(group):
                button = self._button(chip)
                if place:
                    self._flow.addWidget(button)
                    continue
                first = QWidget()  # the head never stands alone at the end of a line
                row = QHBoxLayout(first)
                row.setContentsMargins(0, 0, 0, 0)
                row.setSpacing(6)
                head = QLabel(title)
                self._heads.append(head)
                row.addWidget(head)
                row.addWidget(button)
                self._flow.addWidget(first)
        self._dress()

    def _button(self, chip: PresetChip) -> QToolButton:
        button = QToolButton()
        button.setCheckable(True)
        button.setText(chip.title)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setToolTip(f"{outcome_word(chip.outcome)}. {chip.promise}")
        button.setAccessibleName(chip.title)
        button.setAccessibleDescription(f"{outcome_word(chip.outcome)}. {chip.promise}")
        button.clicked.connect(lambda _=False, key=chip.key: self.chosen.emit(key))
        self._buttons[chip.key] = button
        return button

    def setChosen(self, key: str) -> None:
        """Mark a preset; "" none."""
        for name, button in self._buttons.items():
            button.setChecked(name == key)

    def button(self, key: str) -> QToolButton:
        return self._buttons[key]

    def describe(self) -> list[str]:
        return [f"{chip.title} ({outcome_word(chip.outcome)}): {chip.promise}" for chip in self._chips]

    def _dress(self) -> None:
        own, side = colours(self), round(10 * scale())
        for chip in self._chips:
            self._buttons[chip.key].setIcon(outcome_icon(chip.outcome, own, side))
            self._buttons[chip.key].setIconSize(QSize(side, side))
        for head in self._heads:
            head.setFont(ui_font(-0.5))
            head.setStyleSheet(f"color: {own.muted.name()}")
        self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._dress()
