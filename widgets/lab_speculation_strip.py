"""Tokens on their way: drafted, read in one pass, accepted or put right, and the race against one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.experiment import Role
from widgets import format as write
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.lab_plot_paint import fill_box
from widgets.lab_speculation_film import Cell, Film, Moment, Stage
from widgets.palette import DataColours, colours
from widgets.shapes import draw_shape
from widgets.surface import paint_focus

HUES = {
    Role.DRAFTED: "sky",
    Role.ACCEPTED: "green",
    Role.REJECTED: "vermillion",
    Role.RESAMPLED: "purple",
    Role.BONUS: "blue",
}
SHAPES = {
    Role.DRAFTED: "ring",
    Role.ACCEPTED: "disc",
    Role.REJECTED: "cross",
    Role.RESAMPLED: "diamond",
    Role.BONUS: "plus",
}
MOST_ROWS = 3  # siblings drawn one below the other
_CELL = QSize(44, 23)  # px at scale 1
_GAP = 4
_SIDE = 0.6  # of the width, from which on there are words and the race
_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)


def visible(column: Sequence[Cell]) -> list[Cell]:
    """The siblings that are drawn, the accepted one always among them; the last one says how many are not."""
    if len(column) <= MOST_ROWS:
        return list(column)
    last = next((cell for cell in column[MOST_ROWS - 1 :] if cell.role is Role.ACCEPTED), column[MOST_ROWS - 1])
    return [*column[: MOST_ROWS - 1], replace(last, text=f"{last.text} +{len(column) - MOST_ROWS}")]


class TokenFilm(QWidget):
    """Paints one moment of a film. Space, the arrows, Home and End are asked for by `keyPressed`."""

    keyPressed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._film: Film | None = None
        self._number = 0
        self._places: list[tuple[QRectF, Cell]] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def setFilm(self, film: Film, number: int) -> None:
        rows = self._rows()
        self._film, self._number = film, number
        if self._rows() != rows:
            self.updateGeometry()
        self._tell()

    def setNumber(self, number: int) -> None:
        self._number = number
        self._tell()

    def moment(self) -> Moment | None:
        film = self._film
        return film.moments[self._number] if film is not None and film.moments else None

    def _tell(self) -> None:
        self.setAccessibleName(self.tr("Tokens through draft, verification and acceptance"))
        self.setAccessibleDescription(self.words())
        self.update()

    # --- words ---------------------------------------------------------------------------------------------------

    def caption(self) -> str:
        film, moment = self._film, self.moment()
        if film is None or moment is None:
            return ""
        played, depth = film.rounds[moment.round], film.depth
        if moment.stage is Stage.DRAFT:
            return self.tr("Drafting: {0} of {1} tokens ahead").format(moment.place, depth)
        if moment.stage is Stage.VERIFY:
            return self.tr("One pass of the target reads {0} places").format(1 + film.drafts)
        if moment.stage is Stage.KEEP:
            return self.tr("{0} tokens for one pass of the target").format(played.accepted + 1)
        if not depth:
            return self.tr("Nothing is drafted: the target says the next token")
        if played.corrected:
            return self.tr("{0} accepted, then the target puts one right").format(played.accepted)
        return self.tr("All {0} accepted, and one more from the target on top").format(depth)

    def words(self) -> str:
        """The moment as text."""
        film, moment = self._film, self.moment()
        if film is None or moment is None:
            return ""
        text = " ".join(cell.text for cell in film.text(moment))
        columns = " ".join("/".join(cell.text for cell in column) for column in film.columns(moment))
        parts = [
            self.tr("Round {0} of {1}").format(moment.round + 1, len(film.rounds)),
            self.caption(),
            self.tr("text: {0}").format(text or "–"),
            self.tr("drafts: {0}").format(columns or "–"),
            self.race(moment),
        ]
        return ". ".join(parts)

    def race(self, moment: Moment) -> str:
        with_drafts, without = write.seconds(moment.seconds), write.seconds(moment.plain_seconds)
        return self.tr("{0} tokens: {1} with drafts, {2} without").format(moment.tokens, with_drafts, without)

    def roleWords(self) -> dict[Role, str]:
        return {
            Role.DRAFTED: self.tr("drafted"),
            Role.ACCEPTED: self.tr("accepted"),
            Role.REJECTED: self.tr("rejected"),
            Role.RESAMPLED: self.tr("put right"),
            Role.BONUS: self.tr("on top"),
        }

    # --- layout --------------------------------------------------------------------------------------------------

    def _rows(self) -> int:
        film = self._film
        widest = max((len(level) for level in film.rounds[0].drafts), default=1) if film and film.rounds else 1
        return max(1, min(MOST_ROWS, widest))

    def sizeHint(self) -> QSize:
        cells = (1 + self._rows()) * (_CELL.height() + _GAP) * scale()
        return QSize(500, round(max(cells, 3 * self._line()) + 8))

    def _line(self) -> float:
        return QFontMetricsF(ui_font(-0.5)).height() + 2

    def minimumSizeHint(self) -> QSize:
        return QSize(320, self.sizeHint().height())

    # --- paint ---------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        own, film, moment = colours(self), self._film, self.moment()
        self._places = []
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if film is not None and moment is not None:
                room = QRectF(self.rect()).adjusted(4, 4, -6, -2)
                side = room.adjusted(room.width() * _SIDE, 0, 0, 0)
                room.setRight(side.left() - 14 * scale())
                self._paint_text(painter, room, film, moment, own)
                room.setTop(room.top() + (_CELL.height() + _GAP) * scale())
                self._paint_round(painter, room, film, moment, own)
                painter.setFont(ui_font(0))
                painter.setPen(own.text)
                painter.drawText(side, Qt.AlignmentFlag.AlignTop, self.caption())
                self._paint_race(painter, side.adjusted(0, self._line() + 3, 0, 0), film, moment, own)
            paint_focus(painter, self, own)

    def _label(self, painter: QPainter, room: QRectF, text: str, own: DataColours) -> float:
        """Words at the left; returns where the tokens begin, the same for all rows."""
        painter.setFont(ui_font(-0.5))
        metrics = QFontMetricsF(painter.font())
        width = max(
            metrics.horizontalAdvance(words) for words in (self.tr("Text"), self.tr("Drafts"), self.tr("Branch"))
        )
        painter.setPen(own.muted)
        place = QRectF(room.left(), room.top(), width, _CELL.height() * scale())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, text)
        return room.left() + width + 10 * scale()

    def _paint_text(self, painter: QPainter, room: QRectF, film: Film, moment: Moment, own: DataColours) -> None:
        left = self._label(painter, room, self.tr("Text"), own)
        step = (_CELL.width() - 8) * scale()
        cells = film.text(moment)
        most = max(1, int((room.right() - left) / step) - 1)
        shown, x = cells[-most:], left
        if len(cells) > most:
            painter.setPen(own.muted)
            painter.setFont(ui_font(0))
            painter.drawText(QRectF(x, room.top(), step, _CELL.height() * scale()), Qt.AlignmentFlag.AlignCenter, "…")
            x += step
        for cell in shown:
            self._paint_cell(painter, QRectF(x, room.top(), step - 3, _CELL.height() * scale()), cell, own)
            x += step

    def _paint_round(self, painter: QPainter, room: QRectF, film: Film, moment: Moment, own: DataColours) -> None:
        left = self._label(painter, room, self.tr("Branch") if film.tree else self.tr("Drafts"), own)
        step = min(_CELL.width() * scale(), max(20 * scale(), (room.right() - left) / (film.depth + 1)))
        tall = _CELL.height() * scale()
        columns = film.columns(moment)
        if moment.stage is Stage.VERIFY:
            rows = max((min(MOST_ROWS, len(column)) for column in columns), default=1)
            around = QRectF(left - 3, room.top() - 3, step * max(1, film.depth) + 3, rows * (tall + _GAP) + 2)
            painter.setPen(QPen(own.hue["blue"], 2 * scale()))
            painter.setBrush(mix(own.surface, own.hue["blue"], 0.18))
            painter.drawRoundedRect(around, 6, 6)
        for place, column in enumerate(columns):
            for row, cell in enumerate(visible(column)):
                box = QRectF(left + place * step, room.top() + row * (tall + _GAP), step - 4, tall)
                self._paint_cell(painter, box, cell, own)

    def _paint_cell(self, painter: QPainter, box: QRectF, cell: Cell, own: DataColours) -> None:
        self._places.append((box, cell))
        hue = own.hue["grey" if cell.spared else HUES[cell.role]]
        ground = mix(own.surface, hue, 0.1 if cell.role is Role.DRAFTED else 0.28)
        if cell.spared:
            fill_box(painter, box.adjusted(1, 1, -1, -1), "free", "/", own)
        pen = QPen(hue, 1.4)
        pen.setStyle(Qt.PenStyle.DashLine if cell.role is Role.DRAFTED else Qt.PenStyle.SolidLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush if cell.spared else ground)
        painter.drawRoundedRect(box, 4, 4)
        mark = box.width() > 34 * scale() and not cell.spared and len(cell.text) == 1
        if mark:
            ink = own.readable(hue, ground, 3.0)
            draw_shape(painter, SHAPES[cell.role], QPointF(box.left() + 10 * scale(), box.center().y()), 4, ink, None)
        font = ui_font(0)
        font.setStrikeOut(cell.role is Role.REJECTED)
        painter.setFont(font)
        painter.setPen(own.muted if cell.spared else own.readable(own.text, ground))
        words = box.adjusted(14 * scale() if mark else 0, 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, cell.text)

    def _paint_race(self, painter: QPainter, room: QRectF, film: Film, moment: Moment, own: DataColours) -> None:
        """Two bars: the time of all tokens so far, with and without drafts."""
        painter.setFont(ui_font(-0.5))
        metrics = QFontMetricsF(painter.font())
        line = self._line()
        rows = (
            (
                self.tr("with drafts"),
                moment.seconds,
                "green" if film.gains else "vermillion",
            ),
            (self.tr("one at a time"), moment.plain_seconds, "grey"),
        )
        names = max(metrics.horizontalAdvance(name) for name, _, _ in rows) + 10 * scale()
        values = metrics.horizontalAdvance(write.seconds(film.longest)) + 24 * scale()
        span = max(40.0, room.width() - names - values)
        for number, (name, seconds, hue) in enumerate(rows):
            top = room.top() + number * line
            painter.setPen(own.muted)
            painter.drawText(QRectF(room.left(), top, names, line), Qt.AlignmentFlag.AlignVCenter, name)
            width = span * seconds / film.longest if film.longest else 0.0
            bar = QRectF(room.left() + names, top + 3, max(1.0, width), line - 6)
            fill_box(painter, bar, hue, "" if number == 0 else "/", own)
            painter.setPen(own.text)
            place = QRectF(bar.right() + 6, top, values, line)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, write.seconds(seconds))

    # --- events --------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self._tip(QPointF(event.pos())), self)
            return True
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._mine(event):
            event.accept()  # the window's own keys for these are not meant while the film has the focus
            return True
        return super().event(event)

    def _tip(self, place: QPointF) -> str:
        for box, cell in self._places:
            if box.contains(place):
                words = self.tr("not looked at") if cell.spared else self.roleWords()[cell.role]
                chance = "" if cell.chance is None else self.tr(", chance {0}").format(write.share(cell.chance))
                return f"{cell.text}: {words}{chance}"
        return ""

    def _mine(self, event: QKeyEvent) -> bool:
        return event.key() in _KEYS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._mine(event):
            self.keyPressed.emit(event.key())
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self.updateGeometry()
            self._tell()
