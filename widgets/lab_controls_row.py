"""One row of a lab's form: the words, the control, and what is wrong with it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QSlider,
    QWidget,
)

from engine.scenario_schema import NONE, Field
from widgets import format as write
from widgets.lab_controls import Control, kind_of, limits
from widgets.lab_controls_number import NumberBox
from widgets.lab_controls_scale import SliderScale
from widgets.palette import colours


class ControlRow(QWidget):
    """`changed(name, value, settled)`: `settled` is False while a slider is being dragged."""

    changed = Signal(str, object, bool)

    def __init__(self, control: Control, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.control, self.field = control, field
        self.kind = kind_of(control, field)
        self._label, self._trouble = QLabel(control.label), QLabel()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(1)
        self._grid.setColumnStretch(0, 1)
        self.box: NumberBox | None = None
        self.slider: QSlider | None = None
        self.combo: QComboBox | None = None
        self.check: QCheckBox | None = None
        self.line: QLineEdit | None = None
        {"slider": self._numbers, "spin": self._numbers, "choice": self._choices, "switch": self._switch}.get(
            self.kind, self._texts
        )()
        self._finish()

    # --- what there is -------------------------------------------------------------------------------------------

    def _numbers(self) -> None:
        whole = self.field.kind is int
        low, high, _ = limits(self.control, self.field)
        within = self.field.range
        box = self.box = NumberBox(whole, self.control.unit)
        box.setRange(
            -1e15 if within is None else max(within.low, -1e15), 1e15 if within is None else min(within.high, 1e15)
        )
        if self.control.step is not None:
            box.setStepType(NumberBox.StepType.DefaultStepType)
            box.setSingleStep(self.control.step)
        box.setMinimumWidth(96)
        box.setAlignment(Qt.AlignmentFlag.AlignRight)
        box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        box.valueChanged.connect(self._typed)
        self._grid.addWidget(self._label, 0, 0)
        self._grid.addWidget(box, 0, 1)
        if self.kind == "slider":
            self._scale = SliderScale(low, high, whole, self.control.log, self.control.stops, self.control.step)
            slider = self.slider = QSlider(Qt.Orientation.Horizontal)
            slider.setRange(0, self._scale.last)
            slider.setPageStep(max(1, self._scale.last // 10))
            slider.valueChanged.connect(self._slid)
            slider.sliderReleased.connect(lambda: self._say(self._last, True))
            slider.installEventFilter(self)
            self._grid.addWidget(slider, 1, 0, 1, 2)

    def _choices(self) -> None:
        combo = self.combo = QComboBox()
        pairs = self.control.choices or tuple((choice, choice) for choice in self.field.choices)
        for key, words in pairs:
            combo.addItem(words, key)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(8)
        combo.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        combo.installEventFilter(self)
        combo.activated.connect(lambda place: self._say(combo.itemData(place), True))
        self._grid.addWidget(self._label, 0, 0, 1, 2)
        self._grid.addWidget(combo, 1, 0, 1, 2)

    def _switch(self) -> None:
        check = self.check = QCheckBox(self.control.label)
        check.toggled.connect(lambda on: self._say(on, True))
        self._label.hide()
        self._grid.addWidget(check, 0, 0, 1, 2)

    def _texts(self) -> None:
        line = self.line = QLineEdit()
        line.editingFinished.connect(self._written)
        self._grid.addWidget(self._label, 0, 0, 1, 2)
        self._grid.addWidget(line, 1, 0, 1, 2)

    def _finish(self) -> None:
        control = self.control
        self._label.setWordWrap(True)
        self._label.setMinimumWidth(0)
        self._trouble.setWordWrap(True)
        self._trouble.hide()
        self._grid.addWidget(self._trouble, 3, 0, 1, 2)
        for widget in self.inputs():
            widget.setAccessibleName(control.label)
            widget.setAccessibleDescription(control.tip)
        self._label.setBuddy(self.inputs()[0])
        self.setToolTip(control.tip)
        if self.box is not None:
            self.box.installEventFilter(self)

    def inputs(self) -> list[QWidget]:
        """What can be typed into or moved, the first of them the one to give the keyboard to."""
        return [part for part in (self.slider, self.box, self.combo, self.check, self.line) if part is not None]

    # --- in ------------------------------------------------------------------------------------------------------

    def setValue(self, value: Any) -> None:
        """Show a value without telling anybody."""
        self._last = value
        if self.box is not None:
            with QSignalBlocker(self.box):
                self.box.setValue(0 if value is None else value)
        if self.slider is not None and not self.slider.isSliderDown():
            with QSignalBlocker(self.slider):
                self.slider.setValue(self._scale.place(0 if value is None else value))
        if self.combo is not None:
            if self.combo.findData(str(value)) < 0:  # a setting from elsewhere, such as the path of a file
                self.combo.insertItem(0, "/".join(str(value).replace("\\", "/").split("/")[-2:]), str(value))
            self.combo.setCurrentIndex(self.combo.findData(str(value)))
        if self.check is not None:
            with QSignalBlocker(self.check):
                self.check.setChecked(bool(value))
        if self.line is not None and not (self.line.hasFocus() and self.line.isModified()):
            self.line.setText(self._text(value))

    def setTrouble(self, text: str) -> None:
        """Say under the control what is wrong with it; "" for nothing."""
        own = colours(self)
        colour = own.readable(own.hue["vermillion"], own.window).name()
        self._trouble.setStyleSheet(f"color: {colour}")
        self._trouble.setText(text)
        self._trouble.setVisible(bool(text))

    # --- out -----------------------------------------------------------------------------------------------------

    def _say(self, value: Any, settled: bool) -> None:
        self._last = value
        self.changed.emit(self.control.name, value, settled)

    def _typed(self) -> None:
        if self.box is not None:
            value = self.box.number()
            if self.slider is not None:
                with QSignalBlocker(self.slider):
                    self.slider.setValue(self._scale.place(value))
            self._say(value, True)

    def _slid(self, place: int) -> None:
        if self.slider is None or self.box is None:
            return
        found = self._scale.value(place)
        value = round(found) if self.field.kind is int else found
        with QSignalBlocker(self.box):
            self.box.setValue(value)
        self._say(value, not self.slider.isSliderDown())

    def _written(self) -> None:
        if self.line is None or not self.line.isModified():
            return
        self.line.setModified(False)
        text = self.line.text().strip()
        if not self.field.many:
            self._say(text, True)
            return
        found: list[object] = []
        for part in text.replace(",", " ").replace(";", " ").split():
            try:
                found.append(self.field.kind(part))
            except ValueError:
                found.append(part)  # the page says what is wrong with it
        self._say(tuple(found), True)

    def _text(self, value: Any) -> str:
        if value is None:
            return NONE
        if isinstance(value, tuple):
            return ", ".join(f"{entry:g}" if isinstance(entry, float) else str(entry) for entry in value)
        return str(value)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A wheel that scrolls the form must not turn what it passes over.
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._trouble.text():
            self.setTrouble(self._trouble.text())

    def describe(self) -> str:
        """The control in one line of text."""
        value = self._last
        if self.combo is not None:
            shown = self.combo.currentText()
        elif self.check is not None:
            shown = self.tr("on") if value else self.tr("off")
        elif self.box is not None and value is not None:
            shown = write.quantity(value, self.control.unit)
        else:
            shown = self._text(value)
        return f"{self.control.label}: {shown}"
