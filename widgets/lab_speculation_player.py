"""The film of tokens with its buttons: play, pause, step, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine.labs.speculation_costs import StepTime
from engine.labs.speculation_trials import Round
from widgets.fonts import scale, ui_font
from widgets.icon_button import IconButton
from widgets.lab_plot_key import KeyEntry, draw_key, key_height
from widgets.lab_speculation_film import Film, Stage
from widgets.lab_speculation_strip import HUES, SHAPES, TokenFilm
from widgets.palette import colours

# How long a moment stays, in ms.
_STAYS = {Stage.DRAFT: 260, Stage.VERIFY: 800, Stage.JUDGE: 900, Stage.KEEP: 700}


class FilmKey(QWidget):
    """What the colours and marks of the tokens mean."""

    def __init__(self, film: TokenFilm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._film = film
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(160)

    def _entries(self) -> list[KeyEntry]:
        words = self._film.roleWords()
        entries = [KeyEntry(words[role], HUES[role], shape=SHAPES[role]) for role in words]
        return [*entries, KeyEntry(self._film.tr("not looked at"), "grey", "/")]

    def sizeHint(self) -> QSize:
        return QSize(520, round(key_height(520 * scale(), self._entries())))

    def paintEvent(self, event: QPaintEvent) -> None:
        entries = self._entries()
        top = max(0.0, (self.height() - key_height(self.width(), entries)) / 2)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw_key(painter, QPointF(0, top), self.width(), entries, colours(self))


class TokenPlayer(QWidget):
    """Shows a few verifications of one text. It stops at the end, and while it is hidden."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.film = TokenFilm(self)
        self._moments: Film | None = None
        self._number = 0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._tick)
        self._counts = QLabel(self)
        self._counts.setTextFormat(Qt.TextFormat.PlainText)
        self._buttons: dict[str, IconButton] = {}
        self._arrange()
        self._retranslate()
        self.film.keyPressed.connect(self._key)

    def _arrange(self) -> None:
        actions: dict[str, Callable[[], None]] = {
            "start": self.toStart,
            "step-back": lambda: self.step(-1),
            "play": self.toggle,
            "step-forward": lambda: self.step(1),
        }
        row = QHBoxLayout()
        row.setSpacing(3)
        for name, action in actions.items():
            button = self._buttons[name] = IconButton(name, self, flat=name != "play")
            button.clicked.connect(lambda _=False, act=action: act())
            row.addWidget(button)
        row.addSpacing(8)
        row.addWidget(self._counts)
        row.addSpacing(24)
        row.addWidget(FilmKey(self.film, self), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(row)
        column.addWidget(self.film)

    def _retranslate(self) -> None:
        words = {
            "start": self.tr("From the start (Home)"),
            "step-back": self.tr("One moment back (Left)"),
            "play": self.tr("Pause (Space)") if self.playing else self.tr("Play (Space)"),
            "step-forward": self.tr("One moment on (Right)"),
        }
        for name, text in words.items():
            self._buttons[name].setWords(text)
        self._counts.setFont(ui_font(-0.5))
        self._show()

    # --- public --------------------------------------------------------------------------------------------------

    def setStory(self, rounds: Sequence[Round], step: StepTime, drafts: int) -> None:
        """Another text: its first round, judged. The same text at other costs stays where it is."""
        before = self._moments
        film = Film(rounds, step, drafts)
        if before is not None and before.rounds == film.rounds:
            number = self._number
        else:
            number = next((n for n, moment in enumerate(film.moments) if moment.stage is Stage.JUDGE), 0)
        self._moments, self._number = film, min(number, len(film.moments) - 1)
        self.film.setFilm(film, self._number)
        self._show()

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    @property
    def number(self) -> int:
        return self._number

    def play(self) -> None:
        if self._moments is None:
            return
        if self._number >= len(self._moments.moments) - 1:
            self._go(0)
        self._wait()

    def pause(self) -> None:
        self._timer.stop()
        self._retranslate()

    def toggle(self) -> None:
        self.pause() if self.playing else self.play()

    def step(self, by: int) -> None:
        self.pause()
        self._go(self._number + by)

    def toStart(self) -> None:
        self.pause()
        self._go(0)

    def toEnd(self) -> None:
        self.pause()
        self._go(10**9)

    def describe(self) -> str:
        return self.film.words()

    # --- inside --------------------------------------------------------------------------------------------------

    def _go(self, number: int) -> None:
        if self._moments is not None:
            self._number = max(0, min(number, len(self._moments.moments) - 1))
            self.film.setNumber(self._number)
            self._show()

    def _wait(self) -> None:
        if self._moments is not None:
            self._timer.start(_STAYS[self._moments.moments[self._number].stage])
            self._retranslate()

    def _tick(self) -> None:
        if self._moments is None or self._number >= len(self._moments.moments) - 1:
            self._retranslate()
            return
        self._go(self._number + 1)
        self._wait()

    def _show(self) -> None:
        self._buttons["play"].setName("pause" if self.playing else "play")
        film, moment = self._moments, self.film.moment()
        if film is None or moment is None:
            return
        self._counts.setText(
            self.tr("Round {0} of {1} · tokens: {2} · wasted drafts: {3}").format(
                moment.round + 1, len(film.rounds), moment.tokens, film.wasted(moment)
            )
        )

    def _key(self, key: int) -> None:
        {
            Qt.Key.Key_Space: self.toggle,
            Qt.Key.Key_Left: lambda: self.step(-1),
            Qt.Key.Key_Right: lambda: self.step(1),
            Qt.Key.Key_Home: self.toStart,
            Qt.Key.Key_End: self.toEnd,
        }[Qt.Key(key)]()

    def hideEvent(self, event: QHideEvent) -> None:
        self.pause()
        super().hideEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange):
            self._retranslate()
