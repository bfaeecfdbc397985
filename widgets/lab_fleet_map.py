"""The map of the fleet lab: replicas as tiles, which prefix lies in which, and a slider through the run."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QVBoxLayout, QWidget

from engine.labs.fleet_answer import Estimate, Numbers
from engine.labs.fleet_run import FleetRun
from engine.labs.fleet_settings import FleetSettings
from engine.labs.records import Outcome
from widgets import format as write
from widgets.fonts import ui_font
from widgets.icon_button import IconButton
from widgets.lab_plot_data import Heat, HeatCell, Part, Replica
from widgets.lab_plot_heat import HeatPlot
from widgets.lab_plot_replicas import ReplicaPlot

FRAME_MS = 160
LATE = 10  # times as interesting as requests in time
SLOW = 1.01  # times the usual time of an iteration

Table = tuple[Sequence[str], Sequence[Sequence[object]]]


class FleetMapPane(QWidget):
    """Before a run it shows what the closed forms expect. `frameChanged()`: another moment is shown."""

    frameChanged = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tiles, self.heat = ReplicaPlot(), HeatPlot()
        self.slider, self._play, self._when = QSlider(Qt.Orientation.Horizontal), IconButton("play"), QLabel()
        self._settings: FleetSettings | None = None
        self._numbers: Numbers | None = None
        self._run: FleetRun | None = None
        self._timer = QTimer(self, interval=FRAME_MS)
        self._timer.timeout.connect(self._tick)
        self.slider.valueChanged.connect(self._moved)
        self._play.clicked.connect(self.toggle)
        self._arrange()
        self._retranslate()

    def _arrange(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(6)
        bar.addWidget(self._play)
        bar.addWidget(self.slider, 1)
        bar.addWidget(self._when)
        self._bar = QWidget()
        self._bar.setLayout(bar)
        bar.setContentsMargins(6, 0, 6, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.tiles, 5)
        column.addWidget(self._bar)
        column.addWidget(self.heat, 4)

    def _retranslate(self) -> None:
        self.slider.setAccessibleName(self.tr("Moment of the run"))
        self._play.setWords(self.tr("Pause") if self.playing else self.tr("Play the run"))
        self._when.setFont(ui_font(-0.5))
        empty = self.tr("The model does not fit on its devices.")
        self.tiles.setEmptyText(empty)
        self.heat.setEmptyText(empty)
        self._show()

    # --- public --------------------------------------------------------------------------------------------------

    def setExpected(self, settings: FleetSettings, numbers: Numbers | None) -> None:
        """Show what is to be expected."""
        self._settings, self._numbers, self._run = settings, numbers, None
        self._timer.stop()
        self._show()

    def setRun(self, run: FleetRun) -> None:
        """Show the run, first just after its fault, or else at the worst moment: where most
        requests are late if it fails, where there are most otherwise."""
        self._run = run
        found = run.map
        late = LATE if run.verdict.outcome is Outcome.FAILS else 1
        frame = int((found.outstanding * np.where(found.used > 1, late, 1)).sum(axis=1).argmax())
        if run.fault is not None:
            frame = int((found.seconds < run.fault.at_s).sum())
        self.slider.blockSignals(True)
        self.slider.setRange(0, len(found.seconds) - 1)
        self.slider.setPageStep(5)
        self.slider.setValue(min(frame, len(found.seconds) - 1))
        self.slider.blockSignals(False)
        self._show()

    def setFrame(self, frame: int) -> None:
        self.slider.setValue(frame)

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    def toggle(self) -> None:
        """Play from here, from the start if this is the end; or stop."""
        if self._timer.isActive():
            self._timer.stop()
        elif self._run is not None:
            if self.slider.value() == self.slider.maximum():
                self.slider.setValue(0)
            self._timer.start()
        self._show_bar()

    def describe(self) -> str:
        words = [self._when.text()] if self._run is not None else []
        return "\n".join([*words, self.tiles.describe(), self.heat.describe()])

    def tableData(self) -> Table:
        return self.heat.tableData()

    # --- inside --------------------------------------------------------------------------------------------------

    def _tick(self) -> None:
        if self.slider.value() >= self.slider.maximum():
            self._timer.stop()
            self._show_bar()
        else:
            self.slider.setValue(self.slider.value() + 1)

    def _moved(self) -> None:
        self._show()
        self.frameChanged.emit()

    def _show(self) -> None:
        if self._run is not None and self._settings is not None:
            self._show_run(self._settings, self._run)
        elif self._settings is not None and self._numbers is not None:
            self._show_expected(self._settings, self._numbers)
        else:
            self.tiles.setReplicas(())
            self.heat.setHeat(None)
        self._show_bar()

    def _show_bar(self) -> None:
        run = self._run
        self._bar.setVisible(run is not None)
        self._play.setName("pause" if self.playing else "play")
        self._play.setWords(self.tr("Pause") if self.playing else self.tr("Play the run"))
        if run is not None:
            text = self.tr("{0} of {1}").format(
                write.seconds(float(run.map.seconds[self.slider.value()])), write.seconds(run.seconds)
            )
            self._when.setText(text)
            self.slider.setAccessibleDescription(text)

    def _show_expected(self, settings: FleetSettings, numbers: Numbers) -> None:
        chosen = numbers.chosen
        self.tiles.setTitle(self.tr("Replicas, expected: prompt work while requests arrive"))
        self.tiles.setReplicas(
            [
                Replica(
                    self.tr("replica {0}").format(place),
                    load,
                    note=self.tr("{0} of the requests").format(write.share(sent)),
                )
                for place, (load, sent) in enumerate(zip(chosen.loads, chosen.sent, strict=True))
            ],
            "tokens",
            load=self.tr("busy with prompts"),
        )
        self.heat.setTitle(self.tr("Where requests for each prefix go, expected (share of all requests)"))
        self.heat.setHeat(self._heat(settings, _expected(settings, numbers, chosen), "sky"))

    def _show_run(self, settings: FleetSettings, run: FleetRun) -> None:
        found, frame = run.map, self.slider.value()
        size = settings.page_tokens
        self.tiles.setTitle(self.tr("Replicas: how late the requests there will be, and what the caches hold"))
        tiles = []
        for place in range(len(found.pages)):
            parts = (
                Part("prefix", self.tr("prefixes"), float(found.prefix_pages[frame, place] * size), "green"),
                Part("task", self.tr("single tasks"), float(found.other_pages[frame, place] * size), "sky"),
                Part("loose", self.tr("being written"), float(found.loose_pages[frame, place] * size), "yellow", "."),
            )
            up = bool(found.up[frame, place])
            slow = float(found.pace[frame, place]) > SLOW
            tip = self.tr("longest wait for a first token {0}").format(
                write.seconds(float(found.waits[frame, place]))
            )
            tiles.append(
                Replica(
                    self.tr("replica {0}").format(place),
                    float(found.used[frame, place]),
                    parts if up else (),
                    float(found.pages[place] * size),
                    "slow" if slow and up else "up" if up else "down",
                    self.tr("requests: {0}").format(int(found.outstanding[frame, place])) if up else "",
                    tip if up else "",
                )
            )
        self.tiles.setReplicas(tiles, "tokens", load=self.tr("contract used up, median request there"))
        self.heat.setTitle(self.tr("Which prefix lies in which replica (share of its pages that can be found)"))
        rows = [
            [HeatCell(float(share)) if found.up[frame, place] else HeatCell(None, "✕") for share in prefixes]
            for place, prefixes in enumerate(found.prefixes[frame])
        ]
        self.heat.setHeat(self._heat(settings, rows, "green"))

    def _heat(self, settings: FleetSettings, cells: Sequence[Sequence[HeatCell]], hue: str) -> Heat:
        rows = [self.tr("replica {0}").format(place) for place in range(len(cells))]
        columns = [str(rank + 1) for rank in range(settings.prefix_families)]
        high = 1.0 if hue == "green" else None
        return Heat(rows, columns, cells, "1", hue, column_title=self.tr("prefix, by popularity"), low=0.0, high=high)

    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()
        super().hideEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange):
            self._retranslate()


def _expected(settings: FleetSettings, numbers: Numbers, chosen: Estimate) -> list[list[HeatCell]]:
    """Share of all requests by replica and prefix: at its home as far as the cap lets it, the rest where room is."""
    shares, count = numbers.demand.shares, settings.engines
    if not settings.affine:
        return [[HeatCell(float(share) / count) for share in shares] for _ in range(count)]
    rows = [[0.0] * len(shares) for _ in range(count)]
    for rank, (share, home) in enumerate(zip(shares.tolist(), numbers.homes, strict=True)):
        stays = min(1.0, chosen.sent[home] / numbers.shares[home])
        rows[home][rank] = share * stays
        room = [max(0.0, sent - own) for sent, own in zip(chosen.sent, numbers.shares, strict=True)]
        for place, free in enumerate(room):
            if place != home and sum(room) > 0:
                rows[place][rank] += share * (1 - stays) * free / sum(room)
    return [[HeatCell(value) for value in row] for row in rows]
