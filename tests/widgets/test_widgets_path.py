"""The view of a path: playing, stepping, its signals, its words, its tables and its pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import path_samples as samples
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QToolButton
from pytestqt.qtbot import QtBot

from engine.sheet import LEDGERS
from widgets.icon_button import IconButton
from widgets.ledger_text import ledger_name
from widgets.palette import apply_theme
from widgets.path_choice import PathChoice
from widgets.path_grid import PathGrid, PathGridArea
from widgets.path_note import PathNote
from widgets.path_ribbon import PathRibbon
from widgets.path_view import PathView

STATIONS = 7  # a start, five steps and a new ground


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication) -> Iterator[PathView]:
    apply_theme(qapp, "light")
    made = PathView()
    qtbot.addWidget(made)
    made.resize(1140, 610)
    made.show()
    yield made
    made.pause()


def walked(view: PathView) -> PathView:
    view.setWalk(samples.walk(), samples.NAMES, samples.RUNNABLE, samples.YEARS)
    return view


def note(view: PathView) -> str:
    found = view.findChild(PathNote)
    assert found is not None
    return found.toPlainText().replace("\u00a0", " ")


# the view


def test_without_a_path_the_view_says_what_to_do(view: PathView) -> None:
    assert view.describe() == "No path"
    view.play()
    assert not view.playing
    assert view.step == -1


def test_playing_a_path_that_was_not_run_asks_for_it_once(view: PathView, qtbot: QtBot) -> None:
    view.setPath(samples.KEYS, samples.NAMES, samples.RUNNABLE, samples.YEARS)
    assert "Press play" in note(view)
    with qtbot.waitSignal(view.playRequested) as asked:
        view.play()
    assert asked.args == [list(samples.KEYS)]
    view.setProgress(0.4)
    with qtbot.assertNotEmitted(view.playRequested):
        view.play()
    view.setProgress(None)
    walked(view)
    assert view.playing
    assert view.step == -1


def test_a_walk_that_was_not_asked_for_does_not_start_by_itself(view: PathView) -> None:
    assert not walked(view).playing


def test_the_same_walk_again_goes_on_where_it_was(view: PathView) -> None:
    walked(view).setStep(2)
    view.play()
    view.setPath(samples.KEYS, samples.NAMES | {"gptq": "另一个名字"}, samples.RUNNABLE)
    assert not view.playing
    walked(view)
    assert (view.step, view.playing) == (2, True)
    view.setPath(samples.KEYS[:2], samples.NAMES, samples.RUNNABLE)
    assert (view.step, view.playing) == (-1, False)


def test_what_was_cancelled_does_not_start_later(view: PathView, qtbot: QtBot) -> None:
    view.setPath(samples.KEYS, samples.NAMES, samples.RUNNABLE)
    view.play()
    view.setProgress(0.2)
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    view.setProgress(None)
    assert not walked(view).playing


def test_playing_goes_through_all_stations_and_stops_at_the_last(view: PathView) -> None:
    steps: list[int] = []
    walked(view).stepChanged.connect(steps.append)
    view.play()
    for _ in range(6):
        assert view.playing
        view._timer.timeout.emit()
    assert not view.playing
    assert steps == [0, 1, 2, 3, 4]
    view.play()  # once more, from the start
    assert view.step == -1


def test_pace_is_the_time_of_a_step(view: PathView) -> None:
    view.setPace(8.0)
    assert view._timer.interval() == 8000


def test_hiding_stops_playing(view: PathView) -> None:
    walked(view).play()
    view.hide()
    assert not view.playing


def test_keys_step_and_play(view: PathView, qtbot: QtBot) -> None:
    walked(view)
    keys = Qt.Key
    for key, step in (
        (keys.Key_Right, 0),
        (keys.Key_Right, 1),
        (keys.Key_Left, 0),
        (keys.Key_End, 4),
        (keys.Key_Home, -1),
    ):
        qtbot.keyClick(view.findChild(PathRibbon), key)
        assert view.step == step
    qtbot.keyClick(view.findChild(PathGrid), keys.Key_Space)
    assert view.playing
    qtbot.keyClick(view.findChild(PathGrid), keys.Key_Space)
    assert not view.playing


def test_escape_cancels_a_run(view: PathView, qtbot: QtBot) -> None:
    view.setPath(samples.KEYS, samples.NAMES, samples.RUNNABLE)
    view.setProgress(0.5)
    with qtbot.waitSignal(view.cancelRequested):
        qtbot.keyClick(view, Qt.Key.Key_Escape)


def test_steps_can_be_set_and_told(view: PathView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(walked(view).stepChanged) as told:
        view.setStep(3)
    assert told.args == [3]
    with qtbot.assertNotEmitted(view.stepChanged):
        view.setStep(3)


def test_a_new_ground_still_belongs_to_the_step_before(view: PathView, qtbot: QtBot) -> None:
    walked(view).setStep(3)
    with qtbot.assertNotEmitted(view.stepChanged):
        qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.step == 3
    assert "New ground: Kimi K3, nothing kept between turns (2026)" in note(view)
    assert "Left behind: MQA, GPTQ" in note(view)


def test_the_note_tells_changes_and_reasons(view: PathView) -> None:
    walked(view).setStep(2)
    assert "precision.weight_bits 16 → 3" in note(view)
    assert re.search(r"▲ better .*Weights, .*Precision", note(view))
    view.setStep(3)
    assert "Passed over, nothing changes: the weights are narrower than 8 bits" in note(view)
    view.setStep(1)
    assert "cannot run yet" in note(view)


def test_stations_are_chosen_and_followed_by_mouse(view: PathView, qtbot: QtBot) -> None:
    walked(view)
    ribbon = view.findChild(PathRibbon)
    assert ribbon is not None
    spot = QPoint(round(2.5 * ribbon.width() / STATIONS), ribbon.height() // 2)
    qtbot.mouseClick(ribbon, Qt.MouseButton.LeftButton, pos=spot)
    assert view.step == 1
    with qtbot.waitSignal(view.sourceSelected) as told:
        qtbot.mouseDClick(ribbon, Qt.MouseButton.LeftButton, pos=spot)
    assert told.args == ["clockwork"]
    with qtbot.waitSignal(view.sourceSelected) as told:
        qtbot.keyClick(ribbon, Qt.Key.Key_Return)
    assert told.args == ["clockwork"]


def test_ledgers_are_asked_for_by_mouse_and_keys(view: PathView, qtbot: QtBot) -> None:
    grid = walked(view).findChild(PathGrid)
    assert grid is not None
    with qtbot.waitSignal(view.ledgerRequested) as told:
        qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert told.args == [LEDGERS[0]]
    qtbot.keyClick(grid, Qt.Key.Key_Down)
    assert ledger_name(LEDGERS[1]) in grid.accessibleDescription()
    with qtbot.waitSignal(view.ledgerRequested) as told:
        qtbot.keyClick(grid, Qt.Key.Key_Return)
    assert told.args == [LEDGERS[1]]


def test_the_chooser_offers_paths_and_marks_the_present_one(view: PathView, qtbot: QtBot) -> None:
    view.setChoices([PathChoice("Main path", ("mqa", "orca")), PathChoice("Mine", samples.KEYS, "as saved")])
    chooser = view.findChildren(QComboBox)[0]
    assert chooser.currentIndex() == -1
    walked(view)
    assert chooser.currentText() == "Mine (5)"
    with qtbot.waitSignal(view.pathChosen) as told:
        chooser.activated.emit(0)
    assert told.args == [["mqa", "orca"]]


def test_buttons_ask_for_saving_and_export(view: PathView, qtbot: QtBot) -> None:
    walked(view)
    buttons = {button.text(): button for button in view.findChildren(QToolButton)}
    with qtbot.waitSignal(view.saveRequested) as told:
        buttons["Save…"].click()
    assert told.args == [list(samples.KEYS)]
    for text, kind in (("Table…", "table"), ("Picture…", "picture")):
        with qtbot.waitSignal(view.exportRequested) as told:
            buttons[text].click()
        assert told.args == [kind]


def test_every_part_has_a_name_for_screen_readers(view: PathView) -> None:
    walked(view)
    assert view.accessibleName() == "Path"
    parts = [view.findChild(PathRibbon), view.findChild(PathGrid), *view.findChildren(IconButton)]
    parts += view.findChildren(QComboBox)
    assert all(part is not None and part.accessibleName() for part in parts)
    ribbon = view.findChild(PathRibbon)
    assert ribbon is not None
    view.setStep(3)
    assert "narrower than 8 bits" in ribbon.accessibleDescription()


def test_the_text_twin_tells_the_path_and_the_ledgers(view: PathView) -> None:
    walked(view).setStep(2)
    lines = view.describe().splitlines()
    assert "  2. Clockwork 2020, cannot run yet: the engine cannot run it yet." in lines
    assert "→ 3. GPTQ 2022, adopted" in lines
    (weights,) = (line for line in lines if line.startswith("Weights"))
    assert "this step ×" in weights
    assert "(better)" in weights
    assert sum(line.startswith(ledger_name(ledger)) for line in lines for ledger in LEDGERS) == 18


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(420, 500), (1140, 610), (1900, 1000)])
def test_it_can_be_drawn_in_any_size(view: PathView, qapp: QApplication, theme: str, size: tuple[int, int]) -> None:
    apply_theme(qapp, theme)
    view.resize(*size)
    for step in (-1, 3, 4):
        walked(view).setStep(step)
        assert not view.grab().isNull()
    apply_theme(qapp, "light")


def test_low_views_scroll_to_the_chosen_ledger(view: PathView, qtbot: QtBot) -> None:
    walked(view).resize(600, 420)
    area, grid = view.findChild(PathGridArea), view.findChild(PathGrid)
    assert area is not None
    assert grid is not None
    assert grid.height() > area.viewport().height()
    for _ in range(17):
        qtbot.keyClick(grid, Qt.Key.Key_Down)
    assert area.verticalScrollBar().value() > 0


# pictures and tables


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_pictures_show_everything_without_the_controls(view: PathView, tmp_path: Path, suffix: str) -> None:
    walked(view).setStep(4)
    target = view.savePicture(tmp_path / f"path{suffix}", scale=1.0)
    assert target.stat().st_size > 5000
    assert view.size().width() == 1140
    assert all(chooser.isVisible() for chooser in view.findChildren(QComboBox))
    if suffix == ".svg":
        text = target.read_text("utf-8")
        assert "Save…" not in text
        assert "Kimi K3" in text


def test_tables_come_in_three_formats(view: PathView) -> None:
    with pytest.raises(ValueError, match="not run"):
        view.tableText(".csv")
    walked(view)
    assert view.tableText(".csv").startswith("place,key,")
    assert view.tableText(".json").startswith("{")
    with pytest.raises(ValueError, match=r"expected \.csv"):
        view.tableText(".txt")
