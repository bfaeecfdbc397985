"""Who wins where: a table of contracts, each cell in the colour of the policy that carries most there."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen

from engine.labs.phases_capacity import ContractMap, Judged
from widgets import format as write
from widgets import lab_phases_words as words
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.lab_plot import LabPlot, Target
from widgets.lab_plot_key import KeyEntry, draw_key, key_height
from widgets.lab_plot_paint import colour_of, fill_area, text_height
from widgets.palette import DataColours

_PALE = 0.5  # of a policy's colour in its cells


class WinnerPlot(LabPlot):
    """`contractChosen(ttft_s, tpot_s)` on Enter, Space or a click; a limit of 0 is none."""

    contractChosen = Signal(float, float)

    def __init__(self) -> None:
        super().__init__()
        self._map: ContractMap | None = None
        self._own = (0.0, 0.0)

    def setMap(self, found: ContractMap | None, ttft_s: float = 0.0, tpot_s: float = 0.0) -> None:
        """With the contract that is looked at; 0 is no limit."""
        self._map, self._own = found, (ttft_s or math.inf, tpot_s or math.inf)
        self.changed()

    def isEmpty(self) -> bool:
        return self._map is None

    # --- layout --------------------------------------------------------------------------------------------------

    def _entries(self) -> list[KeyEntry]:
        found = self._map
        if found is None:
            return []
        kept = [serving for serving in found.servings if found.wins(serving)]
        return [KeyEntry(words.name(one), words.HUES[one], words.HATCHES[one]) for one in kept]

    def _grid(self, room: QRectF, found: ContractMap) -> QRectF:
        metrics = QFontMetricsF(ui_font(-1))
        left = max(metrics.horizontalAdvance(_limit(limit)) for limit in found.ttft) + 8 * scale()
        below = 2 * text_height() + 8 + key_height(room.width(), self._entries())
        return room.adjusted(left, text_height() + 2, -2, -below)

    def _box(self, grid: QRectF, found: ContractMap, row: int, column: int) -> QRectF:
        wide, tall = grid.width() / len(found.tpot), grid.height() / len(found.ttft)
        return QRectF(grid.left() + column * wide, grid.top() + row * tall, wide, tall)

    def layTargets(self, room: QRectF) -> list[Target]:
        found = self._map
        if found is None:
            return []
        grid, targets = self._grid(room, found), []
        for row, cells in enumerate(found.cells):
            for column, cell in enumerate(cells):
                box = self._box(grid, found, row, column)
                targets.append(Target(box.center(), self._said(found, row, column, cell), row, box))
        return targets

    def _said(self, found: ContractMap, row: int, column: int, cell: Judged) -> str:
        limits = f"TTFT {_limit(found.ttft[row])}, TPOT {_limit(found.tpot[column])}"
        order = sorted(zip(found.servings, cell.capacity, strict=True), key=lambda pair: -pair[1])
        parts = [f"{words.name(one)} {self._rate(found, rate)}" for one, rate in order if rate]
        return f"{limits}: " + (" · ".join(parts) or self.tr("nobody, at any rate"))

    def _rate(self, found: ContractMap, rate: float) -> str:
        return f"{'≥ ' if rate >= found.top else ''}{_digits(rate)}/s"

    # --- paint ---------------------------------------------------------------------------------------------------

    def paintPlot(self, painter: QPainter, room: QRectF, own: DataColours) -> None:
        found = self._map
        if found is None:
            return
        grid = self._grid(room, found)
        for row, cells in enumerate(found.cells):
            for column, cell in enumerate(cells):
                self._paint_cell(painter, self._box(grid, found, row, column), found, cell, own)
        if self._own[0] in found.ttft and self._own[1] in found.tpot:
            place = found.ttft.index(self._own[0]), found.tpot.index(self._own[1])
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(own.text, 2.5 * scale()))
            painter.drawRect(self._box(grid, found, *place).adjusted(2, 2, -2, -2))
        self._paint_labels(painter, room, grid, found, own)
        below = grid.bottom() + 2 * text_height() + 8
        draw_key(painter, QPointF(room.left(), below), room.width(), self._entries(), own)

    def _paint_cell(self, painter: QPainter, box: QRectF, found: ContractMap, cell: Judged, own: DataColours) -> None:
        inner = box.adjusted(1, 1, -1, -1)
        wide = inner.width() / max(1, len(cell.winners))
        everybody = len(cell.winners) == len(found.servings)
        for number, serving in enumerate(() if everybody else cell.winners):
            path = QPainterPath()
            path.addRect(QRectF(inner.left() + number * wide, inner.top(), wide, inner.height()))
            ground = mix(own.surface, colour_of(words.HUES[serving], own), _PALE)
            fill_area(painter, path, ground, words.HATCHES[serving], own)
        if everybody or not cell.winners:
            path = QPainterPath()
            path.addRect(inner)
            fill_area(painter, path, own.sunken, "", own)
        best = max(cell.capacity)
        text = f"{'≥' if best >= found.top else ''}{_digits(best)}" if best else "–"
        painter.setFont(ui_font(-0.5))
        metrics = QFontMetricsF(painter.font())
        plate = QRectF(0, 0, metrics.horizontalAdvance(text) + 8, metrics.height())
        if plate.width() > inner.width() or plate.height() > inner.height():
            return
        plate.moveCenter(inner.center())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(own.surface)
        painter.drawRoundedRect(plate, 3, 3)
        painter.setPen(own.text if best else own.muted)
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_labels(
        self, painter: QPainter, room: QRectF, grid: QRectF, found: ContractMap, own: DataColours
    ) -> None:
        painter.setFont(ui_font(-1))
        painter.setPen(own.muted)
        metrics, line = QFontMetricsF(painter.font()), text_height()
        for row, limit in enumerate(found.ttft):
            middle = self._box(grid, found, row, 0).center().y()
            place = QRectF(room.left(), middle - line / 2, grid.left() - room.left() - 6 * scale(), line)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, _limit(limit))
        for column, limit in enumerate(found.tpot):
            text, middle = _limit(limit), self._box(grid, found, 0, column).center().x()
            painter.drawText(
                QPointF(middle - metrics.horizontalAdvance(text) / 2, grid.bottom() + metrics.ascent() + 2), text
            )
        painter.drawText(QPointF(room.left(), room.top() + metrics.ascent()), self.tr("first token within"))
        title = self.tr("every next token within")
        across = grid.right() - metrics.horizontalAdvance(title)
        painter.drawText(QPointF(across, grid.bottom() + line + metrics.ascent() + 3), title)

    # --- choosing ------------------------------------------------------------------------------------------------

    def _choose(self, number: int) -> None:
        if self._map is not None and number >= 0:
            row, column = divmod(number, len(self._map.tpot))
            limits = (self._map.ttft[row], self._map.tpot[column])
            self.contractChosen.emit(*(limit if math.isfinite(limit) else 0.0 for limit in limits))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._choose(self.cursorTarget())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self.cursorTarget())
        else:
            super().keyPressEvent(event)

    def lines(self) -> list[str]:
        found = self._map
        if found is None:
            return []
        wins = [f"{words.name(one)} {found.wins(one)}" for one in found.servings]
        count = sum(len(row) for row in found.cells)
        head = self.tr("Of {0} contracts nobody carries more than: {1}").format(count, ", ".join(wins))
        return [head, *super().lines()]

    def tableData(self) -> tuple[Sequence[str], Sequence[Sequence[object]]]:
        found = self._map
        if found is None:
            return (), ()
        rows = [
            (
                _number(found.ttft[row]),
                _number(found.tpot[column]),
                " ".join(one.value for one in cell.winners),
                *cell.capacity,
            )
            for row, cells in enumerate(found.cells)
            for column, cell in enumerate(cells)
        ]
        rates = (f"{one.value} (requests/s)" for one in found.servings)
        return ("ttft_s", "tpot_s", self.tr("carries most"), *rates), rows


def _limit(value: float) -> str:
    return write.seconds(value) if math.isfinite(value) else "∞"


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _digits(rate: float) -> str:
    return f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}"
