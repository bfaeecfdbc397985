"""How an outcome is shown: a colour and a shape."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from engine.labs.records import Outcome
from widgets.palette import DataColours
from widgets.shapes import draw_shape

OUTCOME_SHAPE = {Outcome.WORKS: "disc", Outcome.TIGHT: "diamond", Outcome.FAILS: "cross"}
_HUES = {Outcome.WORKS: "green", Outcome.TIGHT: "orange", Outcome.FAILS: "vermillion"}


def outcome_colour(outcome: Outcome, own: DataColours) -> QColor:
    return own.hue[_HUES[outcome]]


def outcome_word(outcome: Outcome) -> str:
    """The outcome in the interface's language."""
    return {
        Outcome.WORKS: QCoreApplication.translate("LabPage", "Works"),
        Outcome.TIGHT: QCoreApplication.translate("LabPage", "Tight"),
        Outcome.FAILS: QCoreApplication.translate("LabPage", "Fails"),
    }[outcome]


def outcome_icon(outcome: Outcome, own: DataColours, side: int) -> QIcon:
    """The shape as an icon of `side` pixels, sharp at two pixels per logical one."""
    pixmap = QPixmap(2 * side, 2 * side)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_shape(
            painter, OUTCOME_SHAPE[outcome], QPointF(side, side), side * 0.8, outcome_colour(outcome, own), None
        )
    return QIcon(pixmap)
