"""What stands where on a lab's page: question, presets, form, verdict, pictures, figures."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from engine.labs.records import Lab
from widgets.fonts import scale, ui_font
from widgets.lab_controls_form import LabForm
from widgets.lab_page_bar import LabBar
from widgets.lab_page_figures import FigurePanel
from widgets.lab_page_presets import PresetBar, PresetChip
from widgets.lab_page_verdict import VerdictStrip
from widgets.lab_view import LabView

FORM_WIDTH = 292  # px at scale 1
_QUESTION = (4.0, 2.5, 1.0, 0.0)  # points by which the question is larger than other text


class LabFrame(QWidget):
    """The parts of the page. It does nothing by itself."""

    def __init__(self, lab: Lab[Any, Any], view: LabView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lab, self.view = lab, view
        self._question, self._presets, self._bar = QLabel(), PresetBar(), LabBar()
        self._verdict, self._figures = VerdictStrip(), FigurePanel()
        self.form = LabForm(lab.settings, view.controls())
        self._scroll, self._pictures = QScrollArea(), QScrollArea()
        self._build()
        self._retranslate()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self._question, 1)
        head.addWidget(self._bar)
        self._question.setTextFormat(Qt.TextFormat.PlainText)
        self._question.setWordWrap(True)
        scroll = self._scroll
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self.form)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        right = QVBoxLayout()
        right.setSpacing(6)
        right.addWidget(self._verdict)
        self._pictures.setWidgetResizable(True)  # scrolls where large text leaves the pictures too little room
        self._pictures.setWidget(self.view)
        self._pictures.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        right.addWidget(self._pictures, 1)
        right.addWidget(self._figures)
        body = QHBoxLayout()
        body.setSpacing(8)
        body.addWidget(scroll)
        body.addLayout(right, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 4)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self._presets)
        column.addLayout(body, 1)

    def _retranslate(self) -> None:
        view = self.view
        self._question.setText(view.question())
        self.setAccessibleName(view.question())
        chips = [PresetChip(p.key, *view.presetText(p.key), p.outcome) for p in self.lab.presets]
        self._presets.setPresets(chips)
        self._verdict.retranslate()
        self._figures.retranslate()
        self._dress()
        self._order_tabs()

    def _order_tabs(self) -> None:
        """The keyboard goes as the eye does, also after chips and rows were built anew."""
        form = [part for name in self.form.names() for part in self.form.row(name).inputs()]
        for one, other in pairwise([*self._bar.buttons.values(), *self._presets.stops(), *form]):
            self.setTabOrder(one, other)

    def _dress(self) -> None:
        self._fit_question()
        self._scroll.setFixedWidth(round(FORM_WIDTH * scale()))

    def _fit_question(self) -> None:
        """As large as it can be in one line."""
        room = self.width() - self._bar.sizeHint().width() - 40
        for larger in _QUESTION:
            font = ui_font(larger, QFont.Weight.DemiBold)
            if QFontMetrics(font).horizontalAdvance(self._question.text()) <= room:
                break
        self._question.setFont(font)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_question()

    def describe(self) -> str:
        """The text twin of the whole page."""
        parts = [self._question.text(), self._verdict.describe(), *self.form.describe(), self.view.describe()]
        return "\n".join([*parts, *self._figures.describe()])

    def focus(self) -> None:
        """The keyboard to the first control."""
        self.form.focusFirst()

    def setFiguresOpen(self, is_open: bool) -> None:
        self._figures.setOpen(is_open)
