"""The proof: the laws of target and draft, what comes out, and a chi-square test over more and more texts."""

from __future__ import annotations

from math import log10

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QSizePolicy

from engine.experiments.speculative_decoding import SIGNIFICANCE
from engine.labs.speculation_answer import SpeculationAnswer
from engine.labs.speculation_laws import Judge
from engine.labs.speculation_run import Check, SpeculationRun
from engine.labs.speculation_settings import AcceptanceLaw, SpeculationSettings
from widgets import format as write
from widgets.fonts import ui_font
from widgets.icon_button import IconButton
from widgets.lab_plot_curves import CurvePlot
from widgets.lab_plot_data import AxisSpec, Limit, Line
from widgets.lab_speculation_bars import BarSeries, CategoryBars, Common
from widgets.lab_speculation_film import letter
from widgets.lab_speculation_pages import LabSheet, Table
from widgets.palette import colours

MOST_SURPRISE = 16.0  # of -log10 p; what lies above is drawn here
_TICK_MS = 90  # from one look at the sample to the next
_SUM = 100.0  # of the weights of q once a bar has been moved


class ProofPage(LabSheet):
    """The sample grows while one looks. The bars of q can be dragged when p and q are what is given."""

    def __init__(self) -> None:
        self.laws, self.course, self.told = CategoryBars(), CurvePlot(), QLabel()
        self._run: SpeculationRun | None = None
        self._seen = 0  # looks at the sample that are shown
        super().__init__((self.laws, self.course))
        self.broken, self.grow = QCheckBox(), IconButton("play", self)
        self.told.setWordWrap(True)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._settings: SpeculationSettings | None = None
        self._answer: SpeculationAnswer | None = None
        self._timer = QTimer(self, interval=_TICK_MS)
        self._timer.timeout.connect(self._tick)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self.grow)
        row.addWidget(self.told, 1)
        row.addWidget(self.broken)
        self.column.insertLayout(0, row)
        self.broken.clicked.connect(self._break)
        self.grow.clicked.connect(self.play)
        self.laws.valueMoved.connect(self._moved)
        self.laws.valueReleased.connect(self.settled)

    # --- what the user does --------------------------------------------------------------------------------------

    def _break(self, on: bool) -> None:
        self.settingWanted.emit("rule", Judge.TYPICAL if on else Judge.EXACT)
        self.settled.emit()

    def _moved(self, token: int, value: float) -> None:
        """One token's share of q is set; the others keep their proportions."""
        settings = self._settings
        if settings is None:
            return
        weights = list(settings.draft_weights)
        others = sum(weights) - weights[token]
        share = max(0.0, min(value, 0.98 if others > 0 else 1.0))
        if others > 0:
            weights = [weight / others * (1 - share) * _SUM for weight in weights]
        weights[token] = share * _SUM
        self.settingWanted.emit("draft_weights", tuple(round(weight, 2) for weight in weights))

    def play(self) -> None:
        """Let the sample grow from the start."""
        if self._run is not None:
            self._seen = 1
            self._timer.start()
            self._show()

    def showWhole(self) -> None:
        """The whole sample at once."""
        self._timer.stop()
        self._seen = len(self._run.proof) if self._run is not None else 0
        self._show()

    @property
    def growing(self) -> bool:
        return self._timer.isActive()

    def _tick(self) -> None:
        if self._run is None or self._seen >= len(self._run.proof):
            self._timer.stop()
            return
        self._seen += 1
        self._show()

    # --- show ----------------------------------------------------------------------------------------------------

    def showAnswer(
        self, settings: SpeculationSettings, answer: SpeculationAnswer, run: SpeculationRun | None
    ) -> None:
        fresh = run is not self._run
        self._settings, self._answer, self._run = settings, answer, run
        self.broken.setText(self.tr("Break it: typical acceptance"))
        self.broken.setChecked(settings.rule is not Judge.EXACT)
        self.grow.setWords(self.tr("Let the sample grow again"))
        if run is None:
            self._timer.stop()
            self._seen = 0
        elif fresh and self.isVisible():
            self.play()
        elif fresh:
            self._seen = len(run.proof)
        self._show()

    def _checks(self) -> tuple[Check, ...]:
        return self._run.proof[: self._seen] if self._run is not None else ()

    def _show(self) -> None:
        if self._settings is None or self._answer is None:
            return
        self._show_laws(self._settings, self._answer)
        self._show_course(self._settings)
        self.told.setText(self.sentence())
        self.grow.setEnabled(self._run is not None)
        self._dress()

    def _dress(self) -> None:
        """Green while nothing speaks against it, vermillion once it is refused."""
        checks, own = self._checks(), colours(self)
        hue = own.text if not checks else own.readable(own.hue["green" if checks[-1].holds else "vermillion"])
        wanted = f"color: {hue.name()};"
        if self.told.styleSheet() != wanted:
            self.told.setStyleSheet(wanted)
        if self.told.font() != ui_font(0.5):
            self.told.setFont(ui_font(0.5))

    def sentence(self) -> str:
        """What the test says so far."""
        checks = self._checks()
        if not checks:
            return self.tr("Texts are being written …")
        last = checks[-1]
        p = f"p = {last.p:.2g}" if last.p >= 1e-300 else "p < 1e-300"
        texts = write.count(last.texts)
        if last.holds:
            return self.tr("{0} after {1} texts: nothing speaks against it being the target's own law.").format(
                p, texts
            )
        refused = next(check for check in checks if not check.holds)
        text = self.tr("{0} after {1} texts: this is not the target's law. Refused from {2} texts on.")
        return text.format(p, texts, write.count(refused.texts))

    def _show_laws(self, settings: SpeculationSettings, answer: SpeculationAnswer) -> None:
        place, checks = answer.place, self._checks()
        overlap = write.share(place.overlap)
        loss = "∞" if place.overlap == 0 else f"{place.loss:.3f}"
        self.laws.setTitle(self.tr("Σ min(p, q) = {0}, acceptance loss -log Σ min(p, q) = {1}").format(overlap, loss))
        series = [
            BarSeries("p", self.tr("p: target"), place.target.tolist(), "blue"),
            BarSeries("q", self.tr("q: draft"), place.draft.tolist(), "orange"),
        ]
        if answer.bias > 1e-9:
            series.append(
                BarSeries("out", self.tr("what the rule lets out"), answer.output, "vermillion", shape="bar")
            )
        if checks:
            series.append(BarSeries("seen", self.tr("counted"), checks[-1].shares, "text", shape="diamond"))
        given = settings.law is AcceptanceLaw.DISTRIBUTIONS
        self.laws.setBars(
            [letter(token) for token in range(len(place.target))],
            series,
            AxisSpec("", "1"),
            x_label=self.tr("token (drag the bars of q)") if given else self.tr("token"),
            common=Common("p", "q", self.tr("in both")),
            movable="q" if given else "",
        )

    def _show_course(self, settings: SpeculationSettings) -> None:
        checks = self._checks()
        self.course.setTitle(self.tr("Chi-square test of the output against p, as the sample grows"))
        self.course.setEmptyText(self.tr("Texts are being written …"))
        x = [float(check.texts) for check in checks]
        y = [min(MOST_SURPRISE, -log10(check.p)) if check.p > 0 else MOST_SURPRISE for check in checks]
        hue = "green" if not checks or checks[-1].holds else "vermillion"
        lines = [Line(self.tr("-log10 p"), x, y, hue, shape="disc")] if checks else []
        low, high = (run.proof[0].texts, run.proof[-1].texts) if (run := self._run) else (10, settings.texts)
        self.course.setCurves(
            lines,
            AxisSpec(self.tr("texts"), "", log=True, low=float(low), high=float(high)),
            AxisSpec(self.tr("-log10 p: how much speaks against it"), "", low=0.0, high=MOST_SURPRISE),
            y_limits=(Limit(-log10(SIGNIFICANCE), self.tr("refused above: p < 1e-6")),),
        )

    def describe(self) -> str:
        return "\n\n".join((self.sentence(), super().describe()))

    def tableData(self) -> Table:
        header = ("texts", "tokens", "chi-square", "degrees of freedom", "p", "distance from p")
        checks = self._run.proof if self._run is not None else ()
        return header, [(c.texts, c.tokens, c.statistic, c.degrees, c.p, c.distance) for c in checks]

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._dress()

    def hideEvent(self, event: QHideEvent) -> None:
        if self.growing:
            self.showWhole()
        super().hideEvent(event)
