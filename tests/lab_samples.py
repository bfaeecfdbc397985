"""A small lab, to try the frame of the labs on: tokens that wait for a machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine.labs.records import Figure, Outcome, Preset, Verdict
from engine.labs.settings import setting
from engine.scenario import Scenario
from engine.scenario_ranges import Range
from engine.sheet import Evidence
from widgets.lab_controls import Control
from widgets.lab_plot_bars import BarPlot
from widgets.lab_plot_curves import CurvePlot
from widgets.lab_plot_data import AxisSpec, Bar, Limit, Line, Mark, Part, Region, WorkingPoint
from widgets.lab_view import LabView


class Order(StrEnum):
    FIRST = "first-come"
    SHORT = "shortest-first"


@dataclass(frozen=True)
class QueueSettings:
    rate: float = setting(2.0, Range(0.1, 100.0))
    tokens: int = setting(1000, Range(1, 1_000_000))
    servers: int = setting(1, Range(1, 64))
    share: float = setting(0.5, Range(0, 1))
    order: Order = setting(Order.FIRST)
    bursts: bool = setting(False)
    sizes: tuple[int, ...] = setting((1, 2, 4), Range(1, 1000))
    note: str = setting("")


@dataclass(frozen=True)
class QueueAnswer:
    verdict: Verdict
    figures: tuple[Figure, ...]
    load: float


@dataclass(frozen=True)
class QueueRun:
    verdict: Verdict
    figures: tuple[Figure, ...]


def _verdict(load: float) -> Verdict:
    if load < 0.8:
        return Verdict(Outcome.WORKS, "room", {"load": load})
    return Verdict(Outcome.TIGHT if load < 1 else Outcome.FAILS, "short" if load < 1 else "over", {"load": load})


class QueueLab:
    key = "queue"
    settings = QueueSettings
    presets = (
        Preset("calm", QueueSettings(), Outcome.WORKS, "room"),
        Preset("more-servers", QueueSettings(rate=9.0, servers=4), Outcome.WORKS, "room"),
        Preset("brink", QueueSettings(rate=4.5), Outcome.TIGHT, "short"),
        Preset("flood", QueueSettings(rate=50.0), Outcome.FAILS, "over"),
    )

    def answer(self, settings: QueueSettings) -> QueueAnswer:
        if settings.bursts and settings.servers > 32:
            raise ValueError("servers: found 33 or more with bursts, expected at most 32")
        load = settings.rate * settings.tokens / 5000 / settings.servers
        estimate = Evidence.TEACHING_ESTIMATE
        filled = f"{settings.rate:g}/s × {settings.tokens:,} / (5,000 × {settings.servers})"
        wait = load / (1 - load) if load < 1 else None
        why = f"{load:.2f} / (1 − {load:.2f})" if load < 1 else "ρ ≥ 1: grows for ever"
        figures = (
            Figure("load", load, "1", estimate, "ρ = λ · n / (μ · c)", filled),
            Figure("wait", wait, "s", estimate, "ρ / (1 − ρ)", why),
        )
        return QueueAnswer(_verdict(load), figures, load)

    def run(self, settings: QueueSettings, progress: Callable[[float], None] | None = None) -> QueueRun:
        answer = self.answer(settings)
        served = Figure("served", answer.load * 100, "requests", Evidence.REPRODUCIBLE, "counted", "")
        return QueueRun(answer.verdict, (served,))

    def scenario(self, settings: QueueSettings) -> Scenario:
        return Scenario(title=f"queue at {settings.rate:g}/s")

    def baseline(self, settings: QueueSettings) -> Scenario:
        return Scenario(title="queue")


class QueueView(LabView):
    """Two pictures: what is resident, and the curve of waiting."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown: list[tuple[Any, Any]] = []
        self.runs: list[Any] = []
        self.bars, self.curve = BarPlot(), CurvePlot()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.bars, 2)
        row.addWidget(self.curve, 3)
        self.bars.setTitle("Memory of each server")
        self.curve.setTitle("Waiting time over load")
        self.curve.pointMoved.connect(lambda x, y: self.settingWanted.emit("rate", 5 * x))
        self.curve.pointReleased.connect(self.settled)

    def question(self) -> str:
        return "Why does everybody wait before the machine is full?"

    def controls(self) -> Sequence[Control]:
        return (
            Control("rate", "Requests a second", unit="/s", group="Load", log=True, tip="How many arrive"),
            Control("tokens", "Tokens each", unit="tokens", group="Load", stops=(10, 100, 1000, 10000)),
            Control("share", "Share of long ones", unit="1", group="Load"),
            Control("servers", "Servers", group="Machine"),
            Control("order", "Order", choices=(("first-come", "First come"), ("shortest-first", "Shortest first"))),
            Control("bursts", "Bursts", group="Machine"),
            Control("sizes", "Sizes of bursts", group="Machine", when=lambda settings: settings.bursts),
            Control("note", "Note", group="Machine"),
        )

    def presetText(self, key: str) -> tuple[str, str]:
        return key.replace("-", " ").title(), f"Shows what {key} does."

    def verdictText(self, verdict: Verdict) -> str:
        words = {"room": "there is room", "short": "hardly any room is left", "over": "the queue grows for ever"}
        return f"{words[verdict.reason]} at a load of {verdict.values['load']:.0%}"

    def figureText(self, key: str) -> str:
        return {"load": "Load", "wait": "Mean wait", "served": "Served"}[key]

    def showAnswer(self, settings: Any, answer: Any) -> None:
        self.shown.append((settings, answer))
        used, load = answer.load * 60e9, answer.load
        parts = (
            Part("weights", "Weights", 16e9, "grey", "x"),
            Part("state", "State", used, "blue"),
            Part("free", "Free", max(0, 64e9 - used), "free"),
        )
        bars = [Bar(f"server {n}", parts) for n in range(min(4, settings.servers))]
        self.bars.setBars(bars, "B", Limit(80e9, "80 GB"))
        xs = [n / 50 for n in range(1, 50)]
        random = Line("M/M/1", xs, [x / (1 - x) for x in xs])
        even = Line("M/D/1", xs, [x / (1 - x) / 2 for x in xs], "green", "dash")
        wait = min(20.0, load / (1 - load)) if load < 1 else 20.0
        self.curve.setCurves(
            (random, even),
            AxisSpec("load", "1", low=0, high=1.2),
            AxisSpec("wait", "s", low=0, high=20),
            regions=(Region("grows for ever", [1.0, 1.2], None, None),),
            marks=(Mark(0.8, 4.0, "knee", "orange", "diamond"),),
            point=WorkingPoint(min(load, 1.2), wait, "now", moves_y=False),
        )

    def showRun(self, settings: Any, result: Any | None) -> None:
        self.runs.append(result)

    def describe(self) -> str:
        return f"{self.bars.describe()}\n{self.curve.describe()}"

    def tableData(self) -> tuple[Sequence[str], Sequence[Sequence[object]]]:
        return self.curve.tableData()
