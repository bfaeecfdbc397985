"""How true is this? With real clicks and keys."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from truth_sample import truth_json

from widgets.palette import colours
from widgets.truth_data import read
from widgets.truth_model import BAR, GROUPS
from widgets.truth_view import TruthView
from widgets.truth_words import bias_text, plain_text


def show(qtbot: QtBot, text: str | None) -> TruthView:
    view = TruthView()
    qtbot.addWidget(view)
    view.resize(1100, 760)
    view.setTruth(read(text, "truth.json") if text else None)
    view.show()
    qtbot.waitExposed(view)
    return view


def column(view: TruthView, number: int) -> list[str]:
    model = view.groups.model()
    return [model.index(row, number).data() for row in range(model.rowCount())]


def test_every_group_and_percentile_is_there(qtbot: QtBot) -> None:
    view = show(qtbot, truth_json())
    assert view.groups.model().rowCount() == 9
    assert view.runs.model().rowCount() == 3
    assert set(column(view, 0)) == {"h100_sxm", "h200_sxm", "b200_sxm"}
    assert "–" in column(view, 6)


def test_the_short_answer_is_about_what_a_goal_was_set_for(qtbot: QtBot) -> None:
    view = show(qtbot, truth_json())
    assert view.scopes.model().rowCount() == 1
    assert view._head.text().startswith(
        "H100 and H200: median error of TPOT 9\u00a0% (goal 12\u00a0%), TTFT 17\u00a0%"
    )
    without = json.loads(truth_json())
    del without["scopes"]
    view.setTruth(read(json.dumps(without), "truth.json"))
    assert view._head.text().startswith("Against")
    assert not view.scopes.isVisible()


def test_a_click_on_a_heading_sorts_by_the_number(qtbot: QtBot) -> None:
    view = show(qtbot, truth_json())
    header = view.groups.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(8) + 20, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    rising = [float(text.split()[0]) for text in column(view, 8)]
    assert rising in (sorted(rising), sorted(rising, reverse=True))
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert [float(text.split()[0]) for text in column(view, 8)] == rising[::-1]


def test_bars_are_orange_beyond_the_goal(qtbot: QtBot) -> None:
    view = show(qtbot, truth_json())
    own, model = colours(view), view.groups.model()
    image = view.groups.viewport().grab().toImage()
    ratio, checked = image.devicePixelRatio(), 0
    for row in range(model.rowCount()):
        index = model.index(row, 8)
        rect, (error, goal) = view.groups.visualRect(index), index.data(BAR)
        line = range(rect.left(), min(rect.right(), view.groups.viewport().width()))
        seen = {image.pixelColor(round(x * ratio), round(rect.center().y() * ratio)).rgb() for x in line}
        assert (own.hue["blue"] if error <= goal else own.hue["orange"]).rgb() in seen
        checked += error > goal
    assert checked


def test_everything_can_be_copied_as_text(qtbot: QtBot) -> None:
    view = show(qtbot, truth_json())
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    text = QGuiApplication.clipboard().text()
    assert text == view.describe() == view.accessibleDescription()
    for words in ("h100_sxm", "deepseek-v3", "kept back", "teaching-estimate", "by configuration", "p99"):
        assert words in text
    QGuiApplication.clipboard().setText("")
    qtbot.mouseClick(view.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == text


def test_without_figures_it_says_so(qtbot: QtBot) -> None:
    view = show(qtbot, None)
    assert view.describe() == plain_text(None)
    assert "Not measured yet" in view.describe()
    assert not view.groups.isVisible()
    assert not view.copy_button.isVisible()


def test_the_bias_says_which_way() -> None:
    assert "slow" in bias_text(0.1)
    assert "fast" in bias_text(-0.1)
    assert bias_text(0.001) == "even"
    assert bias_text(None) == "–"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "truth.json:1"),
        ("[]", "expected an object"),
        ('{"groups": {}}', "groups: found dict"),
        ('{"groups": [{"system": "a"}]}', "groups[0]: found no model"),
        ('{"runs": [{"name": "a", "metric": "TPOT", "percentile": "p50"}]}', "percentile: found 'p50'"),
    ],
)
def test_a_damaged_file_is_told(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=r"truth\.json") as found:
        read(text, "truth.json")
    assert words in str(found.value)


def test_medians_are_of_groups() -> None:
    truth = read(truth_json(), "truth.json")
    errors = sorted(group.tpot_error for group in truth.groups if group.tpot_error is not None)
    assert truth.median("tpot") == errors[4]
    empty = read(json.dumps({"groups": [], "runs": []}), "truth.json")
    assert empty.median("tpot") is None
    assert len(GROUPS) == 10
