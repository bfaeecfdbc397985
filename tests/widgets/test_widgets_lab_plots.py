"""The pictures of the labs: what they show is what they are given, by mouse, by keyboard and as text."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from widgets.export import export_widget, picture
from widgets.lab_plot import LabPlot
from widgets.lab_plot_bars import BarPlot
from widgets.lab_plot_curves import CurvePlot
from widgets.lab_plot_data import (
    AxisSpec,
    Bar,
    Choice,
    Flow,
    Heat,
    HeatCell,
    Limit,
    Line,
    Mark,
    Part,
    Region,
    Replica,
    Samples,
    WorkingPoint,
)
from widgets.lab_plot_distribution import DistributionPlot
from widgets.lab_plot_heat import HeatPlot
from widgets.lab_plot_paint import colour_of, make_axis, shares, value_at
from widgets.lab_plot_replicas import ReplicaPlot
from widgets.lab_plot_tradeoff import TradeOffPlot
from widgets.palette import colours

SHIFT = Qt.KeyboardModifier.ShiftModifier


def _bars() -> BarPlot:
    plot = BarPlot()
    parts = (Part("w", "Weights", 40e9, "grey", "x"), Part("s", "State", 20e9, "blue"), Part("f", "Free", 0, "free"))
    plot.setBars([Bar("rank 0", parts), Bar("rank 1", parts, note="hot")], "B", Limit(80e9, "80 GB"), "memory")
    return plot


def _curves() -> CurvePlot:
    plot = CurvePlot()
    xs = [1.0, 10.0, 100.0, 1000.0]
    plot.setCurves(
        (
            Line("one", xs, [5, 4, 3, math.nan]),
            Line("two", xs, [1, 2, 3, 4], "green", "dash", band=([0] * 4, [5] * 4)),
        ),
        AxisSpec("tokens", log=True),
        AxisSpec("time", "s"),
        regions=(Region("too slow", xs, [3, 3, 3, 3], None),),
        marks=(Mark(10, 4, "best", "orange", "diamond", (0.5, 0.5)),),
        x_limits=(Limit(100, "limit"),),
        y_limits=(Limit(2, "contract"),),
        point=WorkingPoint(10, 2, "now"),
    )
    return plot


def _distribution() -> DistributionPlot:
    plot = DistributionPlot()
    plot.setSamples(
        [Samples("a", [1, 2, 3, 4]), Samples("b", [2, 2, 2, math.inf], "orange")],
        AxisSpec("TTFT", "s"),
        Limit(2, "2 s"),
    )
    return plot


def _tradeoff() -> TradeOffPlot:
    plot = TradeOffPlot()
    choices = [Choice(f"cap {n}", n / 10, 1 + n * n / 20) for n in range(6)]
    plot.setChoices(choices, 2, AxisSpec("hits", "1"), AxisSpec("imbalance", "x"), better="high-low")
    return plot


def _replicas() -> ReplicaPlot:
    plot = ReplicaPlot()
    held = (Part("a", "repo", 3e9, "green"),)
    states = ("up", "slow", "down", "draining")
    plot.setReplicas(
        [Replica(f"r{n}", n / 2, held, 12e9, state, f"{n} queued") for n, state in enumerate(states)],
        "B",
        [Flow(0, 3, 1e9, "moved"), Flow(-1, 1, 2e9, "arrives")],
    )
    return plot


def _heat() -> HeatPlot:
    plot = HeatPlot()
    cells = [[HeatCell(0.5), HeatCell(1.0)], [HeatCell(None, "down"), HeatCell(0.0)]]
    plot.setHeat(Heat(("r0", "r1"), ("0 s", "1 s"), cells, "1", marked=((0, 1),)))
    return plot


MAKERS: tuple[Callable[[], LabPlot], ...] = (_bars, _curves, _distribution, _tradeoff, _replicas, _heat)


@pytest.fixture(params=MAKERS, ids=lambda make: make.__name__)
def plot(request: pytest.FixtureRequest, qtbot: QtBot) -> LabPlot:
    plot: LabPlot = request.param()
    plot.setTitle("Title")
    qtbot.addWidget(plot)
    plot.resize(520, 320)
    plot.show()
    return plot


def test_every_target_lies_in_the_picture_and_is_told(plot: LabPlot) -> None:
    targets = plot.targets()
    assert targets
    for target in targets:
        assert QRectF(plot.rect()).contains(target.place)
        assert target.text


def test_the_text_twin_begins_with_the_title(plot: LabPlot) -> None:
    lines = plot.describe().splitlines()
    assert lines[0] == "Title"
    assert len(lines) > 2


def test_data_have_a_row_of_the_same_width_as_the_header(plot: LabPlot) -> None:
    header, rows = plot.tableData()
    assert rows
    assert all(len(row) == len(header) for row in rows)


@pytest.mark.parametrize("size", [(160, 110), (300, 200), (1200, 700)])
def test_any_size_can_be_painted(plot: LabPlot, size: tuple[int, int]) -> None:
    plot.resize(*size)
    image = picture(plot, 1.0)
    assert len({image.pixel(x, y) for x in range(0, size[0], 7) for y in range(0, size[1], 5)}) > 2


def test_arrows_walk_through_every_target(plot: LabPlot, qtbot: QtBot) -> None:
    plot.setFocus()
    seen = set()
    rows = sorted({target.row for target in plot.targets()})
    qtbot.keyClick(plot, Qt.Key.Key_Home)
    for number, row in enumerate(rows):
        qtbot.keyClick(plot, Qt.Key.Key_Home)
        for _ in plot.targets():
            seen.add(plot.cursorTarget())
            qtbot.keyClick(plot, Qt.Key.Key_Right)
        assert plot.targets()[plot.cursorTarget()].row == row
        if number + 1 < len(rows):
            qtbot.keyClick(plot, Qt.Key.Key_Down)
    assert seen == set(range(len(plot.targets())))
    assert plot.accessibleDescription() == plot.targets()[plot.cursorTarget()].text


def test_the_mouse_finds_what_it_is_over(plot: LabPlot, qtbot: QtBot) -> None:
    for number, target in enumerate(plot.targets()):
        found = plot._find(target.place)
        assert plot.targets()[found].place == target.place or found == number


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_every_picture_can_be_written(plot: LabPlot, tmp_path: Path, suffix: str) -> None:
    written = export_widget(plot, tmp_path / f"plot{suffix}")
    assert written.stat().st_size > 1000
    if suffix == ".png":
        assert QImage(str(written)).width() == 2 * plot.width()


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_an_empty_picture_says_what_would_fill_it(qtbot: QtBot, make: Callable[[], LabPlot]) -> None:
    plot = type(make())()
    qtbot.addWidget(plot)
    plot.setEmptyText("Run it first.")
    assert plot.isEmpty()
    assert plot.describe() == "Run it first."
    assert not plot.targets()
    picture(plot, 1.0)


def test_a_bar_is_as_long_as_its_parts(qtbot: QtBot) -> None:
    plot = _bars()
    qtbot.addWidget(plot)
    plot.resize(600, 200)
    boxes = [target.box for target in plot.targets() if target.row == 0]
    assert len(boxes) == 2  # what is nothing is not drawn
    weights, state = boxes
    assert weights is not None
    assert state is not None
    assert weights.width() == pytest.approx(2 * state.width(), rel=0.02)
    assert weights.right() == pytest.approx(state.left(), abs=1)
    assert "rank 0 · Weights: 37.3\u00a0GiB (66.7\u00a0%)" in plot.describe()


def test_the_limit_is_seen_even_if_nothing_reaches_it(qtbot: QtBot) -> None:
    plot = _bars()
    qtbot.addWidget(plot)
    assert plot._axis().high >= 80e9


def test_a_curve_is_described_by_ends_and_extremes() -> None:
    text = _curves().describe()
    assert "one: from 5\u00a0s at 1 to 3\u00a0s at 100; least 3\u00a0s at 100, most 5\u00a0s at 1" in text
    assert "best: 4\u00a0s · tokens 10 (3.5\u00a0s – 4.5\u00a0s)" in text
    assert "now: 2\u00a0s · tokens 10" in text


def test_the_working_point_follows_the_mouse_within_its_freedom(qtbot: QtBot) -> None:
    plot = _curves()
    qtbot.addWidget(plot)
    plot.resize(520, 320)
    plot.show()
    told: list[tuple[float, float]] = []
    released: list[bool] = []
    plot.pointMoved.connect(lambda x, y: told.append((x, y)))
    plot.pointReleased.connect(lambda: released.append(True))
    inside = plot.plot()
    place = plot._point_place(inside)
    assert place is not None
    qtbot.mousePress(plot, Qt.MouseButton.LeftButton, pos=place.toPoint())
    goal = QPoint(round(inside.right()), round(inside.bottom()))
    qtbot.mouseMove(plot, goal)
    qtbot.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=goal)
    assert told[-1][0] == pytest.approx(1000, rel=0.05)
    assert told[-1][1] == pytest.approx(0, abs=0.05)
    assert released == [True]


def test_shift_and_arrows_move_the_point(qtbot: QtBot) -> None:
    plot = _curves()
    qtbot.addWidget(plot)
    plot.resize(520, 320)
    told: list[tuple[float, float]] = []
    plot.pointMoved.connect(lambda x, y: told.append((x, y)))
    qtbot.keyClick(plot, Qt.Key.Key_Right, SHIFT)
    qtbot.keyClick(plot, Qt.Key.Key_Up, SHIFT)
    assert told[0][0] > 10
    assert told[0][1] == pytest.approx(2, rel=0.02)
    assert told[1][1] > 2


def test_shares_within_a_contract_count_what_never_came() -> None:
    plot = _distribution()
    text = plot.describe()
    assert "a: 50\u00a0% within" in text
    assert "b: 75\u00a0% within" in text
    assert "1 never came" in text


@given(values=st.lists(st.floats(0.001, 1e4), min_size=1, max_size=60), log=st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_histogram_holds_every_value_once(qapp: QApplication, values: list[float], log: bool) -> None:
    plot = DistributionPlot()
    plot.setSamples([Samples("x", values)], AxisSpec("time", "s", log=log))
    assert float(np.sum(plot._shares(plot._samples[0]))) == pytest.approx(1)
    plot.setShape("cdf")
    line = plot._frame.lines[0]
    assert len(line.x) == len(line.y)
    assert list(line.x) == sorted(line.x)
    assert list(line.y) == sorted(line.y)
    assert line.y[-1] == pytest.approx(1)
    plot.deleteLater()


def test_the_trade_off_snaps_to_its_choices(qtbot: QtBot) -> None:
    plot = _tradeoff()
    qtbot.addWidget(plot)
    plot.resize(520, 320)
    chosen: list[int] = []
    plot.choiceMoved.connect(chosen.append)
    for number, target in enumerate(target for target in plot.targets() if target.row == 0):
        plot.movePoint(target.place + QPointF(3, -2))
        assert chosen[-1:] == [number] or number == plot.chosen()
    qtbot.keyClick(plot, Qt.Key.Key_Left, SHIFT)
    assert chosen[-1] == 1
    assert "→ cap 2" in plot.describe()


def test_replicas_tell_their_state_and_what_flows(qtbot: QtBot) -> None:
    plot = _replicas()
    qtbot.addWidget(plot)
    plot.resize(520, 320)
    text = plot.describe()
    assert "r2: load 100\u00a0% · down · repo 2.79\u00a0GiB · 2 queued" in text
    assert "outside → r1: arrives" in text
    boxes = [target.box for target in plot.targets()]
    assert not any(
        one is not None and other is not None and one.intersects(other)
        for place, one in enumerate(boxes)
        for other in boxes[place + 1 :]
    )


def test_choosing_a_replica_or_a_cell_by_key_and_mouse(qtbot: QtBot) -> None:
    replicas, heat = _replicas(), _heat()
    chosen: list[object] = []
    replicas.replicaChosen.connect(chosen.append)
    heat.cellChosen.connect(lambda row, column: chosen.append((row, column)))
    for plot in (replicas, heat):
        qtbot.addWidget(plot)
        plot.resize(520, 320)
        plot.setCursorTarget(1)
        qtbot.keyClick(plot, Qt.Key.Key_Return)
        qtbot.mouseClick(plot, Qt.MouseButton.LeftButton, pos=plot.targets()[2].place.toPoint())
    assert chosen == [1, 2, (0, 1), (1, 0)]


@given(low=st.floats(0.01, 100), factor=st.floats(1.5, 1e6), share=st.floats(0, 1), log=st.booleans())
def test_a_place_on_an_axis_leads_back_to_its_value(low: float, factor: float, share: float, log: bool) -> None:
    axis = make_axis(AxisSpec("x", log=log, low=low, high=low * factor), [low, low * factor], 5)
    assert shares(axis, [value_at(axis, share)])[0] == pytest.approx(share, abs=1e-6)
    assert all(axis.low <= tick <= axis.high for tick in axis.ticks)
    assert axis.ticks


@pytest.mark.parametrize("dark", [False, True])
def test_every_hue_has_a_colour(dark: bool) -> None:
    own = colours(dark)
    for hue in ("blue", "orange", "green", "vermillion", "purple", "sky", "yellow", "grey", "free", "text", "muted"):
        assert colour_of(hue, own).isValid()
    assert colour_of("series:14", own) == own.request(2)
    with pytest.raises(KeyError):
        colour_of("mauve", own)
