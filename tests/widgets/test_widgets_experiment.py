"""The experiment stage: stepping, drawing of every kind of frame, and its table twin."""

from __future__ import annotations

import csv
import io
import math
import re

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot
from rich_clicks import click_words

from engine.experiment import (
    Bars,
    Curve,
    Curves,
    Experiment,
    Frame,
    Invariant,
    Matrix,
    Panel,
    Role,
    Series,
    StripRow,
    Token,
    TokenStrip,
)
from engine.sheet import Direction, Evidence, Input, Measured, Quantity
from widgets.experiment_stage import ExperimentStage
from widgets.palette import apply_theme, colours
from widgets.rich_page import RichPage
from widgets.stage_axes import Axis
from widgets.stage_canvas import StageCanvas, stage_of
from widgets.stage_table import frame_csv

TRIANGLE = np.where(np.tril(np.ones((4, 4))) > 0, np.arange(16.0).reshape(4, 4), np.nan)
BARS = Bars("Bars", "Short names.", ("a", "b"), (Series("one", (1.0, 2.0)), Series("two", (3.0, None))), "s")
LYING = Bars("Lying", "Long names.", tuple(f"a category with a long name {n}" for n in range(5)),
             (Series("share", (0.1, 0.2, 0.3, 0.4, 0.96)),), "1")  # fmt: skip
MATRIX = Matrix("Matrix", "Masked.", (Panel("left", TRIANGLE), Panel("right", TRIANGLE)), "query", "key", "")
SIGNS = Matrix("Signs", "", (Panel("p", np.array([[-1.0, 0.0, 2.0]])),), "row", "column", "", diverging=True)
STRIP = TokenStrip(
    "Strip", "Roles.", (StripRow("round 1", tuple(Token(role.value, role, "p = 0.7") for role in Role)),)
)
CURVES = Curves(
    "Curves",
    "",
    (
        Curve("formula", np.array([1.0, 10.0, 100.0]), np.array([1.0, 2.0, 3.0]), expected=True),
        Curve("counted", np.array([1.0, 10.0, 100.0]), np.array([1.1, np.nan, 2.9]), points=True),
    ),
    "batch",
    "time",
    "requests",
    "s",
    x_logarithmic=True,
)
FRAMES: tuple[Frame, ...] = (BARS, LYING, MATRIX, SIGNS, STRIP, CURVES)
PER_CHECK = Quantity(
    "speculation.x", "speculation", "Tokens per check", "tokens", Direction.MORE, Evidence.REPRODUCIBLE, "a / b"
)
EXPERIMENT = Experiment(
    "An experiment",
    FRAMES,
    (Measured(PER_CHECK, 2.5, (Input("a", 5, "tokens", "tokens"), Input("b", 2, "checks", "checks"))),),
    (Invariant("The output is the same", True, "difference 0"), Invariant("It never waits", False, "waited 3 s")),
)


@pytest.fixture
def stage(qtbot: QtBot) -> ExperimentStage:
    stage = ExperimentStage()
    qtbot.addWidget(stage)
    stage.resize(900, 420)
    stage.setExperiment(EXPERIMENT)
    stage.show()
    return stage


def title(stage: ExperimentStage) -> str:
    return re.sub("<[^>]*>", "", stage.findChildren(QLabel)[0].text())


def test_buttons_step_through_the_frames(stage: ExperimentStage, qtbot: QtBot) -> None:
    back, on = stage.findChildren(QToolButton)[:2]
    assert title(stage) == "Bars"
    assert not back.isEnabled()
    with qtbot.waitSignal(stage.frameChanged) as caught:
        qtbot.mouseClick(on, Qt.MouseButton.LeftButton)
    assert caught.args == [1]
    assert title(stage) == "Lying"
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    assert title(stage) == "Bars"


def test_keys_step_through_the_frames_and_stop_at_the_ends(stage: ExperimentStage, qtbot: QtBot) -> None:
    canvas = stage.findChild(StageCanvas)
    qtbot.keyClick(canvas, Qt.Key.Key_End)
    assert stage.frame() is CURVES
    with qtbot.assertNotEmitted(stage.frameChanged):
        qtbot.keyClick(canvas, Qt.Key.Key_Right)
    qtbot.keyClick(canvas, Qt.Key.Key_Left)
    assert stage.frame() is STRIP
    qtbot.keyClick(canvas, Qt.Key.Key_Home)
    assert stage.frame() is BARS


def test_findings_and_invariants_are_told(stage: ExperimentStage, qtbot: QtBot) -> None:
    page = stage.findChild(RichPage)
    said = page.toPlainText().replace("\u00a0", " ")
    assert "✓ holds" in said
    assert "✗ violated" in said
    assert "waited 3 s" in said
    assert "2.5 tokens" in said
    assert "reproducible" in said
    assert "a / b = 5 tokens / 2 checks" in said
    with qtbot.waitSignal(stage.ledgerRequested) as caught:
        click_words(page, "Speculation")
    assert caught.args == ["speculation"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.title)
def test_every_kind_of_frame_draws(stage: ExperimentStage, frame: Frame, scheme: str) -> None:
    apply_theme(QApplication.instance(), scheme)
    stage.showFrame(FRAMES.index(frame))
    for size in ((900, 420), (420, 700)):
        stage.resize(*size)
        image = stage.findChild(StageCanvas).grab().toImage()
        found = {image.pixel(x, y) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)}
        assert len(found) > 12


def painted(frame: Frame, width: int = 600, height: int = 300):
    stage = stage_of(frame)
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    with QPainter(image) as painter:
        stage.paint(painter, QRectF(0, 0, width, height), colours(False))
    return stage


def tips(frame: Frame) -> set[str]:
    stage = painted(frame)
    places = [QPointF(x, y) for x in range(0, 600, 3) for y in range(0, 300, 3)]
    return {stage.tip(place).replace("\u00a0", " ") for place in places} - {""}


@pytest.mark.parametrize(
    ("frame", "tip"),
    [
        (BARS, "b · one: 2 s"),
        (LYING, "a category with a long name 4 · share: 96 %"),
        (MATRIX, "right · query 3 · key 2: 14"),
        (STRIP, "“rejected” · rejected: p = 0.7"),
        (CURVES, "counted: 2.9 s · batch 100 requests"),
    ],
    ids=lambda value: getattr(value, "title", ""),
)
def test_whatever_is_pointed_at_says_its_value(qapp: QApplication, frame: Frame, tip: str) -> None:
    assert tip in tips(frame)


@pytest.mark.parametrize(
    "frame",
    [
        Bars("", "", (), (), "s"),
        Bars("", "", ("a",), (Series("x", (None,)),), "s"),
        Bars("", "", ("a",), (Series("x", (-2.0,)),), ""),
        Bars("", "", ("a", "b"), (Series("x", (0.001, 1000.0)),), "s", logarithmic=True),
        Matrix("", "", (), "r", "c", ""),
        Matrix("", "", (Panel("p", np.full((2, 2), np.nan)),), "r", "c", "", logarithmic=True),
        Matrix("", "", (Panel("p", np.full((1, 300), 5.0)),), "r", "c", "B"),
        TokenStrip("", "", ()),
        TokenStrip("", "", (StripRow("", ()), StripRow("x", (Token("", Role.GIVEN),)))),
        Curves("", "", (), "x", "y"),
        Curves("", "", (Curve("c", np.zeros(0), np.zeros(0)),), "x", "y", y_logarithmic=True),
        Curves("", "", (Curve("c", np.array([1.0]), np.array([np.nan])),), "x", "y"),
    ],
    ids=range(12),
)
def test_little_or_odd_data_draws(qapp: QApplication, frame: Frame) -> None:
    for size in ((600, 300), (120, 60)):
        painted(frame, *size).tip(QPointF(10, 10))


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.title)
def test_a_frame_is_also_a_table(frame: Frame) -> None:
    rows = list(csv.reader(io.StringIO(frame_csv(frame))))
    assert len(rows) > 1
    assert {len(row) for row in rows} == {len(rows[0])}


def test_the_table_keeps_full_precision_and_leaves_gaps_empty() -> None:
    rows = list(csv.reader(io.StringIO(frame_csv(BARS))))
    assert rows == [["category", "one (s)", "two (s)"], ["a", "1.0", "3.0"], ["b", "2.0", ""]]
    assert ["counted", "10.0", ""] in list(csv.reader(io.StringIO(frame_csv(CURVES))))


def test_no_experiment_has_a_page_of_its_own(stage: ExperimentStage) -> None:
    stage.setExperiment(None)
    assert stage.frame() is None
    assert not stage.findChild(StageCanvas).isVisible()
    stage.grab()


def test_axes_have_round_ticks() -> None:
    assert Axis.over([0.13, 0.87], zero=True).ticks == pytest.approx((0, 0.2, 0.4, 0.6, 0.8, 1.0))
    assert Axis.over([3, 2000], logarithmic=True).ticks == (1, 10, 100, 1000, 10000)
    bytes_axis = Axis.over([0, 3 * 2**30], "B", zero=True)
    assert all(math.log2(tick).is_integer() or tick % 2**29 == 0 for tick in bytes_axis.ticks[1:])
    assert bytes_axis.at(bytes_axis.high) == 1
