"""How a trace is to be read, as the user sets it: which rows, what unit, which columns."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from engine.traces.options import RECOGNISE, TIME_UNITS
from widgets.trace_words import trace_word

LARGEST = 10_000_000
COLUMNS = ("arrival", "prompt", "output")


@dataclass(frozen=True)
class ReadSettings:
    """`columns` are the names for arrival, prompt and output; "" = as recognised."""

    start: int = 0
    rows: int = 256
    busiest: bool = False
    unit: str = RECOGNISE
    speed: float = 1.0
    columns: tuple[str, str, str] = ("", "", "")


class ReadSettingsForm(QWidget):
    """`submitted()` when the user wants the file read again with `settings()`."""

    submitted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._start, self._rows = QSpinBox(), QSpinBox()
        self._start.setRange(0, 2**31 - 1)
        self._rows.setRange(1, LARGEST)
        self._speed = QDoubleSpinBox()
        self._speed.setRange(0.001, 100_000.0)
        self._speed.setDecimals(3)
        for box in (self._start, self._rows, self._speed):
            box.setGroupSeparatorShown(True)
        self._busiest = QCheckBox()
        self._unit = QComboBox()
        self._columns = tuple(QLineEdit() for _ in COLUMNS)
        self._read = QPushButton()
        self._labels = [QLabel() for _ in range(4 + len(COLUMNS))]
        self._arrange()
        self._busiest.toggled.connect(self._start.setDisabled)
        self._read.clicked.connect(self.submitted)
        for field in self._columns:
            field.returnPressed.connect(self.submitted)
        self.retranslate()

    def _arrange(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        fields: list[QWidget] = [self._start, self._rows, self._unit, self._speed, *self._columns]
        for place, (label, field) in enumerate(zip(self._labels, fields, strict=True)):
            row, column = divmod(place, 4)
            label.setBuddy(field)
            grid.addWidget(label, 2 * row, column)
            grid.addWidget(field, 2 * row + 1, column)
        grid.addWidget(self._read, 3, 3)
        grid.addWidget(self._busiest, 4, 0, 1, 4, Qt.AlignmentFlag.AlignLeft)

    def settings(self) -> ReadSettings:
        """What the fields say."""
        arrival, prompt, output = (field.text().strip() for field in self._columns)
        return ReadSettings(
            self._start.value(),
            self._rows.value(),
            self._busiest.isChecked(),
            TIME_UNITS[self._unit.currentIndex()],
            self._speed.value(),
            (arrival, prompt, output),
        )

    def setSettings(self, settings: ReadSettings) -> None:
        """Show how the file was read."""
        self._start.setValue(settings.start)
        self._rows.setValue(settings.rows)
        self._busiest.setChecked(settings.busiest)
        self._unit.setCurrentIndex(TIME_UNITS.index(settings.unit))
        self._speed.setValue(settings.speed)
        for field, name in zip(self._columns, settings.columns, strict=True):
            field.setText(name)

    def setRecognised(self, columns: tuple[str, ...]) -> None:
        """The names that the layout has, shown where the user gives none."""
        for field, name in zip(self._columns, columns or ("",) * len(COLUMNS), strict=True):
            field.setPlaceholderText(name or "–")

    def retranslate(self) -> None:
        """Put every text in the interface's language."""
        texts = (
            self.tr("Rows to &pass over"),
            self.tr("&Rows to use"),
            self.tr("&Unit of time"),
            self.tr("&Speed"),
            self.tr("Column of &arrivals"),
            self.tr("Column of pro&mpt tokens"),
            self.tr("Column of &output tokens"),
        )
        for label, text in zip(self._labels, texts, strict=True):
            label.setText(text)
            label.buddy().setAccessibleName(text.replace("&", ""))
        self._busiest.setText(self.tr("Look for the &busiest stretch of that many rows"))
        self._read.setText(self.tr("Read a&gain"))
        self._speed.setToolTip(self.tr("Recorded seconds per simulated second"))
        chosen = max(0, self._unit.currentIndex())
        self._unit.clear()
        self._unit.addItems([trace_word(unit) for unit in TIME_UNITS])
        self._unit.setCurrentIndex(chosen)
