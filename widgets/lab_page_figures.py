"""The figures of a lab's answer: formula in symbols, the same with this answer's numbers, and how each is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from engine.labs.records import Figure
from widgets import format as write
from widgets.elided_label import ElidedLabel
from widgets.fonts import scale
from widgets.ledger_text import evidence_meaning, evidence_name
from widgets.palette import colours
from widgets.rich_page import RichPage

OPEN_HEIGHT = 190  # px at scale 1


class FigurePanel(QWidget):
    """Folded it is one line with the figures; unfolded a table with their formulas. `folded(bool)`."""

    folded = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figures: tuple[Figure, ...] = ()
        self._name: Callable[[str], str] = str
        self._fold, self._brief, self._page = QToolButton(), ElidedLabel(), RichPage()
        self._fold.setProperty("flat", True)
        self._fold.setCheckable(True)
        self._fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._fold.toggled.connect(self._toggle)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 6, 0)
        head.addWidget(self._fold)
        head.addWidget(self._brief, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._page)
        self._page.hide()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.retranslate()

    def setFigures(self, figures: Sequence[Figure], name: Callable[[str], str]) -> None:
        """`name` turns a figure's key into words."""
        self._figures, self._name = tuple(figures), name
        self._show()

    def setOpen(self, is_open: bool) -> None:
        self._fold.setChecked(is_open)

    def isOpen(self) -> bool:
        return self._fold.isChecked()

    def describe(self) -> list[str]:
        """One line per figure: name, value, formula, filled formula, evidence."""
        lines = []
        for figure in self._figures:
            value = (
                write.quantity(figure.value, figure.unit) if figure.value is not None else self.tr("does not apply")
            )
            worked = " = ".join(part for part in (figure.formula, figure.filled) if part)
            lines.append(f"{self._name(figure.key)}: {value} · {worked} [{evidence_name(figure.evidence)}]")
        return lines

    def _show(self) -> None:
        shown = [figure for figure in self._figures if figure.value is not None]
        self._brief.setText(
            ""
            if self._fold.isChecked()
            else "  ·  ".join(
                f"{self._name(figure.key)} {write.quantity(figure.value, figure.unit)}" for figure in shown
            )
        )
        if self._fold.isChecked():
            self._page.setPage(self._html(), keep_place=True)
            self._fit()

    def _fit(self) -> None:
        """As high as the table, up to a limit: the pictures need the room."""
        needed = round(self._page.document().size().height()) + 2 * self._page.frameWidth() + 2
        self._page.setFixedHeight(min(needed, round(OPEN_HEIGHT * scale())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fold.isChecked():
            self._fit()

    def _html(self) -> str:
        own = colours(self)
        rows = []
        for figure in self._figures:
            value = "—" if figure.value is None else escape(write.quantity(figure.value, figure.unit))
            name = escape(evidence_name(figure.evidence))
            meaning, colour = escape(evidence_meaning(figure.evidence)), own.readable(own.evidence[figure.evidence])
            cells = (
                escape(self._name(figure.key)),
                f"<b>{value}</b>",
                f'<span style="color:{own.muted.name()}">{escape(figure.formula)}</span>',
                escape(figure.filled),
                f'<span style="color:{colour.name()}" title="{meaning}">{name}</span>',
            )
            rows.append(_row(cells))
        heads = (
            *(self.tr("Figure"), self.tr("Value"), self.tr("Formula")),
            *(self.tr("With these numbers"), self.tr("Known how")),
        )
        head = _row([f'<span style="color:{own.muted.name()}">{escape(text)}</span>' for text in heads])
        return f'<table cellspacing="0">{head}{"".join(rows)}</table>'

    def _toggle(self, is_open: bool) -> None:
        self._page.setVisible(is_open)
        self.retranslate()
        self._show()
        self._page.verticalScrollBar().setValue(0)
        self.folded.emit(is_open)

    def retranslate(self) -> None:
        sign = "▾" if self._fold.isChecked() else "▸"
        self._fold.setText(f"{sign} {self.tr('Numbers and formulas')}")
        self._fold.setAccessibleName(self.tr("Numbers and formulas"))
        self._page.setAccessibleName(self.tr("Numbers and formulas"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._show()


def _row(cells: Sequence[str]) -> str:
    """A row of the table; the second column is of numbers."""
    written = (
        f'<td style="padding:2px 14px 2px 0"{" align=right" if place == 1 else ""}>{cell}</td>'
        for place, cell in enumerate(cells)
    )
    return f"<tr>{''.join(written)}</tr>"
