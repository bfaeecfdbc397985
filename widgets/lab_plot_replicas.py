"""A small map of replicas: how loaded each is, what its cache holds, and what goes where."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from widgets import format as write
from widgets.fonts import scale
from widgets.lab_plot import LabPlot, Target
from widgets.lab_plot_data import Flow, Replica
from widgets.lab_plot_key import KeyEntry, draw_key, key_height
from widgets.lab_plot_replicas_paint import paint_flow, paint_tile
from widgets.palette import DataColours

_GAP = 12.0  # px at scale 1 between tiles
_RAGGED = 1.5  # weight of empty places in the last row
_SHAPELY = 1.5  # width over height that a tile should have


class ReplicaPlot(LabPlot):
    """Tiles in rows. `replicaChosen(number)` on Enter, Space or a click."""

    replicaChosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._replicas: tuple[Replica, ...] = ()
        self._flows: tuple[Flow, ...] = ()
        self._unit = self._load = ""

    def setReplicas(
        self, replicas: Sequence[Replica], unit: str = "B", flows: Sequence[Flow] = (), load: str = ""
    ) -> None:
        """`unit` of what is in the caches. The load of a replica is a share, 1 is all that it can do; `load` says of
        what."""
        self._replicas, self._unit, self._flows, self._load = tuple(replicas), unit, tuple(flows), load
        self.changed()

    def isEmpty(self) -> bool:
        return not self._replicas

    # --- layout --------------------------------------------------------------------------------------------------

    def _entries(self) -> list[KeyEntry]:
        parts = {part.key: part for replica in self._replicas for part in replica.parts}
        found = [KeyEntry(self._load or self.tr("load"), "blue")]
        found += [KeyEntry(part.label, part.hue, part.hatch) for part in parts.values()]
        flows = {flow.hue: flow for flow in self._flows if flow.label}
        return found + [KeyEntry(flow.label, flow.hue, style="solid") for flow in flows.values()]

    def _columns(self, room: QRectF) -> int:
        """So that tiles are as near to their shape as can be."""
        count = len(self._replicas)

        def misfit(columns: int) -> float:
            rows = math.ceil(count / columns)
            ragged = (columns * rows - count) / (columns * rows)
            return abs(math.log((room.width() / columns) / (room.height() / rows) / _SHAPELY)) + _RAGGED * ragged

        return min(range(1, count + 1), key=misfit)

    def _boxes(self, room: QRectF) -> list[QRectF]:
        room = room.adjusted(0, 0, 0, -key_height(room.width(), self._entries()) - 6)
        columns, gap = self._columns(room), _GAP * scale()
        rows = math.ceil(len(self._replicas) / columns)
        wide, tall = (room.width() + gap) / columns - gap, (room.height() + gap) / rows - gap
        return [
            QRectF(
                room.left() + (number % columns) * (wide + gap),
                room.top() + (number // columns) * (tall + gap),
                wide,
                tall,
            )
            for number in range(len(self._replicas))
        ]

    def layTargets(self, room: QRectF) -> list[Target]:
        columns, boxes = self._columns(room), self._boxes(room)
        return [
            Target(box.center(), self._said(replica), number // columns, box)
            for number, (replica, box) in enumerate(zip(self._replicas, boxes, strict=True))
        ]

    def _said(self, replica: Replica) -> str:
        words = [f"{replica.label}: {self._load or self.tr('load')} {write.share(replica.load)}"]
        if replica.state != "up":
            words.append(self._state(replica.state))
        words += [
            f"{part.label} {write.quantity(part.value, self._unit)}" for part in replica.parts if part.value > 0
        ]
        return " · ".join([*words, *(text for text in (replica.note, replica.tip) if text)])

    def _state(self, state: str) -> str:
        words = {"slow": self.tr("slow"), "down": self.tr("down"), "draining": self.tr("draining")}
        return words.get(state, "")

    # --- paint ---------------------------------------------------------------------------------------------------

    def paintPlot(self, painter: QPainter, room: QRectF, own: DataColours) -> None:
        boxes = self._boxes(room)
        for replica, box in zip(self._replicas, boxes, strict=True):
            paint_tile(painter, box, replica, self._state(replica.state), self._unit, own)
        most = max((flow.amount for flow in self._flows), default=1.0) or 1.0
        for flow in self._flows:
            if flow.source != flow.target and 0 <= flow.target < len(boxes) and flow.source < len(boxes):
                source = boxes[flow.source] if flow.source >= 0 else None
                paint_flow(painter, source, boxes[flow.target], flow, flow.amount / most, own)
        below = room.bottomLeft()
        below.setY(room.bottom() - key_height(room.width(), self._entries()))
        draw_key(painter, below, room.width(), self._entries(), own)

    # --- as text, and choosing -----------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        found = [self._said(replica) for replica in self._replicas]
        for flow in self._flows:
            source = self._replicas[flow.source].label if flow.source >= 0 else self.tr("outside")
            target = self._replicas[flow.target].label
            found.append(f"{source} → {target}: {flow.label} {write.quantity(flow.amount, self._unit)}")
        return found

    def tableData(self) -> tuple[Sequence[str], Sequence[Sequence[object]]]:
        keys = {part.key: part.label for replica in self._replicas for part in replica.parts}
        unit = f" ({self._unit})" if self._unit else ""
        rows = []
        for replica in self._replicas:
            held = {part.key: part.value for part in replica.parts}
            rows.append(
                (replica.label, replica.state, replica.load, *(held.get(key, 0) for key in keys), replica.note)
            )
        header = (self.tr("replica"), self.tr("state"), self.tr("load"))
        return (*header, *(label + unit for label in keys.values()), self.tr("note")), rows

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if self.cursorTarget() >= 0:
            self.replicaChosen.emit(self.cursorTarget())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        chooses = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if chooses and self.cursorTarget() >= 0:
            self.replicaChosen.emit(self.cursorTarget())
        else:
            super().keyPressEvent(event)
