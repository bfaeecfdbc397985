"""A number to be typed or stepped: whole or not, with its unit, thousands apart, shares in per cent."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QLocale
from PySide6.QtGui import QKeyEvent, QValidator
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QWidget

from widgets import format as write
from widgets.lab_controls_units import has_units, read, written
from widgets.lab_page_keys import undoing

_GAPS = str.maketrans({write.THIN: None, write.NBSP: None, " ": None, "_": None, write.MINUS: "-", "\u2009": None})
_MULTIPLES = {"k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}


class NumberBox(QDoubleSpinBox):
    """Holds the setting's own value; per cent are only shown. "128k" and "1M" may be typed."""

    def __init__(self, whole: bool, unit: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole, self._unit = whole, unit
        self._factor = 100.0 if unit == "1" else 1.0
        self.setLocale(QLocale.c())
        self.setDecimals(0 if whole else 9)
        self.setKeyboardTracking(False)
        steps = QAbstractSpinBox.StepType
        self.setStepType(steps.DefaultStepType if whole and not has_units(unit) else steps.AdaptiveDecimalStepType)
        self.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToNearestValue)
        words = "" if has_units(unit) else {"1": "%", "x": "", "×": ""}.get(unit, unit)
        self.setPrefix("×" if unit in ("x", "×") else "")
        self.setSuffix(f"{write.NBSP}{words}" if words else "")

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_for_page(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._is_for_page(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _is_for_page(self, event: QKeyEvent) -> bool:
        """Undo and redo where nothing was typed: the page takes back the last setting."""
        edit = self.lineEdit()
        way = undoing(event)
        return (way == "undo" and not edit.isUndoAvailable()) or (way == "redo" and not edit.isRedoAvailable())

    def number(self) -> int | float:
        return round(self.value()) if self._whole else self.value()

    def textFromValue(self, value: float) -> str:
        if has_units(self._unit):
            return written(value, self._unit)
        shown = value * self._factor
        if self._whole:
            return f"{round(shown):,}".replace(",", write.THIN)
        if shown == 0:
            return "0"
        size = abs(shown)
        if size >= 1e5:
            return f"{shown:,.0f}".replace(",", write.THIN)
        if size >= 1e3:
            return f"{shown:g}"
        text = f"{shown:.{max(0, 3 - math.floor(math.log10(size)))}f}"
        return text.rstrip("0").rstrip(".") if "." in text else text

    def valueFromText(self, text: str) -> float:
        found = self._parsed(text)
        return self.value() if found is None else found / self._factor  # as it is until what is typed is a number

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        state = QValidator.State.Acceptable if self._parsed(text) is not None else QValidator.State.Intermediate
        return state, text, place

    def _parsed(self, text: str) -> float | None:
        if has_units(self._unit):
            return read(text, self._unit, self.value())
        bare = text.removeprefix(self.prefix()).strip().removesuffix(self.suffix().strip()).translate(_GAPS)
        factor = _MULTIPLES.get(bare[-1:], 1.0)
        try:
            value = float(bare[:-1] if bare[-1:] in _MULTIPLES else bare) * factor
        except ValueError:
            return None
        return value if math.isfinite(value) else None
