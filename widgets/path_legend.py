"""What the marks of a path mean."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.sheet import Evidence, Verdict
from widgets.channels import EVIDENCE_SHAPE, VERDICT_SHAPE
from widgets.colour_math import mix
from widgets.ledger_text import evidence_meaning, evidence_name, verdict_name
from widgets.legend import LegendEntry
from widgets.palette import DataColours
from widgets.path_words import start_mark
from widgets.shapes import draw_shape

Draw = Callable[[QPainter, QRectF, DataColours], None]


def _tr(text: str) -> str:
    return QCoreApplication.translate("PathLegend", text)


def path_legend() -> tuple[LegendEntry, ...]:
    """Stations, bars, changes and evidence, in the language of the interface."""
    verdicts = [
        LegendEntry(
            verdict_name(verdict), _verdict(verdict), _tr("Against the step before; the direction is the ledger's.")
        )
        for verdict in (Verdict.BETTER, Verdict.WORSE, Verdict.CHANGED)
    ]
    proofs = [
        LegendEntry(evidence_name(evidence), _evidence(evidence), evidence_meaning(evidence))
        for evidence in (Evidence.REPRODUCIBLE, Evidence.TEACHING_ESTIMATE)
    ]
    return (
        LegendEntry(_tr("adopted"), _station(hollow=False)),
        LegendEntry(
            _tr("passed over"), _station(hollow=True), _tr("It changes nothing; the reason is under the path.")
        ),
        LegendEntry(
            _tr("new ground, scale of its own"),
            _ground,
            _tr("Another model and server: not compared across the line."),
        ),
        *verdicts,
        LegendEntry(
            _tr("{mark}: since the start").format(mark=start_mark()),
            _from_start,
            _tr("The change since the start of the path, or since the last new ground."),
        ),
        LegendEntry(_tr("still to come"), _pale, _tr("Bars of steps that the path has not reached, from zero.")),
        *proofs,
    )


def _verdict(verdict: Verdict) -> Draw:
    return lambda painter, box, own: draw_shape(
        painter, VERDICT_SHAPE[verdict], box.center(), box.width() * 0.42, own.verdict[verdict], None
    )


def _evidence(evidence: Evidence) -> Draw:
    return lambda painter, box, own: draw_shape(
        painter, EVIDENCE_SHAPE[evidence], box.center(), box.width() * 0.4, own.evidence[evidence], None
    )


def _station(hollow: bool) -> Draw:
    def draw(painter: QPainter, box: QRectF, own: DataColours) -> None:
        ink = own.muted if hollow else own.accent
        painter.setPen(QPen(ink, 1.6))
        painter.setBrush(own.surface if hollow else ink)
        painter.drawEllipse(box.center(), box.width() * 0.42, box.width() * 0.42)
        if hollow:
            arm = box.width() * 0.18
            middle = box.center()
            for turn in (-1, 1):
                reach = QPointF(arm, arm * turn)
                painter.drawLine(middle - reach, middle + reach)

    return draw


def _ground(painter: QPainter, box: QRectF, own: DataColours) -> None:
    painter.setPen(QPen(own.text, 1.2))
    for shift in (-1.8, 1.8):
        x = box.center().x() + shift
        painter.drawLine(round(x), round(box.top()), round(x), round(box.bottom()))


def _pale(painter: QPainter, box: QRectF, own: DataColours) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(mix(own.surface, own.hue["blue"], 0.22))
    painter.drawRect(box)


def _from_start(painter: QPainter, box: QRectF, own: DataColours) -> None:
    middle = box.center().y()
    painter.setPen(QPen(own.muted, 1.4))
    painter.drawLine(QPointF(box.left() + 1, box.top() + 1), QPointF(box.left() + 1, box.bottom() - 1))
    painter.drawLine(QPointF(box.left() + 1, middle), QPointF(box.right(), middle))
    for shift in (-3, 3):
        painter.drawLine(QPointF(box.right() - 3, middle + shift), QPointF(box.right(), middle))
