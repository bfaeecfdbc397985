"""The frame of a lab, with a small lab in it."""

from __future__ import annotations

import pytest
from lab_samples import QueueLab, QueueRun, QueueSettings, QueueView
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from engine.labs.records import Outcome, Verdict
from engine.labs.registry import UnknownLabError
from engine.scenario_values import ScenarioError
from widgets.lab_page import LabPage
from widgets.lab_page_copy import table_text
from widgets.lab_page_history import SettingsHistory
from widgets.lab_page_trouble import setting_of

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Kept:
    """What a page asked for."""

    def __init__(self, page: LabPage) -> None:
        self.runs: list[object] = []
        self.cancelled = 0
        self.notices: list[str] = []
        self.scenarios: list[tuple[object, ...]] = []
        page.runWanted.connect(self.runs.append)
        page.cancelWanted.connect(self._cancel)
        page.noticed.connect(self.notices.append)
        page.clockWanted.connect(lambda one: self.scenarios.append((one,)))
        page.ledgersWanted.connect(lambda one, other: self.scenarios.append((one, other)))

    def _cancel(self) -> None:
        self.cancelled += 1


@pytest.fixture
def page(qtbot: QtBot) -> LabPage:
    page = LabPage(QueueLab(), QueueView())
    qtbot.addWidget(page)
    page.resize(1340, 620)
    page.show()
    page.activateWindow()
    return page


def _view(page: LabPage) -> QueueView:
    assert isinstance(page.view, QueueView)
    return page.view


def _shown(page: LabPage) -> str:
    return " | ".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


def test_a_new_user_sees_the_question_and_the_first_preset_answered(page: LabPage) -> None:
    assert page.settings == QueueSettings()
    assert "Why does everybody wait" in _shown(page)
    assert "there is room at a load of 40%" in _shown(page)
    assert page._presets.button("calm").isChecked()
    assert not page.canUndo


@pytest.mark.parametrize("preset", QueueLab.presets, ids=lambda preset: preset.key)
def test_every_preset_is_one_click_away(page: LabPage, qtbot: QtBot, preset: object) -> None:
    key = preset.key  # type: ignore[attr-defined]
    qtbot.mouseClick(page._presets.button(key), Qt.MouseButton.LeftButton)
    assert page.settings == preset.settings  # type: ignore[attr-defined]
    assert page._presets.button(key).isChecked()


def test_presets_stand_in_two_groups(page: LabPage) -> None:
    texts = [label.text() for label in page._presets.findChildren(QLabel)]
    assert texts == ["Works:", "Fails on purpose:"]


def test_undo_and_redo_walk_through_the_settings(page: LabPage) -> None:
    page.setPreset("flood")
    page.setPreset("brink")
    page.undo()
    assert page.settings.rate == 50
    page.undo()
    assert page.settings == QueueSettings()
    page.redo()
    page.redo()
    assert page.settings.rate == 4.5
    assert not page.canRedo
    page.undo()
    page.setPreset("calm")
    assert not page.canRedo


def test_keys_undo_where_the_focus_is_on_a_control(page: LabPage, qtbot: QtBot) -> None:
    page.setPreset("flood")
    for part in page.form.row("servers").inputs():
        part.setFocus()
        qtbot.keyClick(part, Qt.Key.Key_Z, CTRL)
        assert page.settings == QueueSettings()
        qtbot.keyClick(part, Qt.Key.Key_Z, CTRL | SHIFT)
        assert page.settings.rate == 50


def test_a_drag_is_one_step_back(page: LabPage) -> None:
    for value in (3.0, 4.0, 5.0):
        _view(page).settingWanted.emit("rate", value)
    _view(page).settled.emit()
    assert page.settings.rate == 5.0
    page.undo()
    assert page.settings == QueueSettings()


def test_what_a_picture_wants_out_of_range_is_told_and_not_taken(page: LabPage) -> None:
    _view(page).settingWanted.emit("rate", -1.0)
    assert page.settings.rate == 2.0
    assert "No answer" in _shown(page)


def test_settings_that_make_no_sense_name_the_setting(page: LabPage) -> None:
    page.setSettings(QueueSettings(servers=40, bursts=True))
    assert "No answer" in _shown(page)
    assert "Servers: servers: found 33 or more with bursts" in _shown(page)
    assert not page._bar.buttons["clock"].isEnabled()
    page.undo()
    assert "there is room" in _shown(page)
    assert page._bar.buttons["clock"].isEnabled()


def test_the_run_is_asked_for_once_the_settings_rest(page: LabPage, qtbot: QtBot) -> None:
    kept = Kept(page)
    page.setPreset("flood")
    page.setPreset("brink")
    qtbot.waitUntil(lambda: len(kept.runs) == 1)
    assert kept.runs == [page.settings]


def test_a_result_is_shown_with_its_own_verdict_and_figures(page: LabPage) -> None:
    verdict = Verdict(Outcome.FAILS, "over", {"load": 1.5})
    page.setProgress(0.5)
    assert page._verdict.fraction == 0.5
    page.setResult(page.settings, QueueRun(verdict, QueueLab().run(page.settings).figures))
    assert page._verdict.fraction is None
    assert "the queue grows for ever" in _shown(page)
    assert any(line.startswith("Served: 40\u00a0requests") for line in page.describe().splitlines())


def test_a_result_of_other_settings_waits_until_they_come_back(page: LabPage) -> None:
    before = page.settings
    page.setPreset("flood")
    page.setResult(before, QueueLab().run(before))
    assert page.result is None
    page.undo()
    assert page.result is not None
    assert _view(page).runs[-1] is page.result


def test_a_change_gives_up_the_run_under_way(page: LabPage) -> None:
    kept = Kept(page)
    page.setProgress(0.1)
    page.setPreset("flood")
    assert kept.cancelled == 1
    assert page._verdict.fraction is None


def test_escape_cancels_a_run(page: LabPage, qtbot: QtBot) -> None:
    kept = Kept(page)
    page.setProgress(0.1)
    slider = page.form.row("rate").slider
    assert slider is not None
    slider.setFocus()
    qtbot.keyClick(slider, Qt.Key.Key_Escape)
    assert kept.cancelled == 1


def test_a_failed_run_says_why(page: LabPage) -> None:
    page.setRunTrouble("tokens: found 1000, expected fewer")
    assert "Tokens each: tokens: found 1000" in _shown(page)


def test_a_link_leads_back_to_the_settings(page: LabPage) -> None:
    page.setPreset("flood")
    link = page.link()
    assert link == "eighteen-ledgers:queue?rate=50.0"
    page.reset()
    page.setLink(link)
    assert page.settings.rate == 50
    with pytest.raises(ScenarioError, match="rate"):
        page.setLink("eighteen-ledgers:queue?rate=0")
    with pytest.raises(ScenarioError, match="link"):
        page.setLink("eighteen-ledgers:other")
    assert page.settings.rate == 50


def test_a_file_leads_back_to_the_settings(page: LabPage) -> None:
    page.setPreset("more-servers")
    text = page.toml()
    page.reset()
    page.setToml(text)
    assert page.settings.servers == 4
    with pytest.raises(ScenarioError, match=r"mine\.toml, line 2: servers"):
        page.setToml('lab = "queue"\nservers = 0\n', "mine.toml")


def test_an_unknown_preset_names_the_known_ones(page: LabPage) -> None:
    with pytest.raises(UnknownLabError, match="calm"):
        page.setPreset("nothing-like-it")


def test_copying_puts_link_picture_and_data_on_the_clipboard(page: LabPage) -> None:
    kept = Kept(page)
    board = QGuiApplication.clipboard()
    page.command("link")
    assert board.text() == page.link()
    page.command("data")
    assert board.text().splitlines()[0] == "series\tload (1)\twait (s)"
    page.command("picture")
    assert board.image().width() == 2 * page.view.width()
    assert len(kept.notices) == 3


def test_the_scenarios_go_to_clock_and_ledgers(page: LabPage) -> None:
    kept = Kept(page)
    page.command("clock")
    page.command("ledgers")
    titles = [[scenario.title for scenario in told] for told in kept.scenarios]  # type: ignore[attr-defined]
    assert titles == [["queue at 2/s"], ["queue", "queue at 2/s"]]


def test_figures_unfold_with_formula_numbers_and_evidence(page: LabPage) -> None:
    page.setFiguresOpen(True)
    text = page._figures._page.toPlainText()
    for part in ("Load", "40 %", "ρ = λ · n / (μ · c)", "2/s × 1,000 / (5,000 × 1)", "teaching-estimate"):
        assert part in text


def test_the_point_in_the_picture_moves_the_setting(page: LabPage, qtbot: QtBot) -> None:
    curve = _view(page).curve
    curve.setFocus()
    qtbot.keyClick(curve, Qt.Key.Key_Right, SHIFT)
    assert page.settings.rate > 2.0
    assert page.canUndo


def test_another_language_keeps_settings_and_result(page: LabPage) -> None:
    page.setPreset("brink")
    page.setResult(page.settings, QueueLab().run(page.settings))
    QApplication.sendEvent(page, QEvent(QEvent.Type.LanguageChange))
    assert page.settings.rate == 4.5
    assert page.result is not None
    assert page._presets.button("brink").isChecked()


def test_history_forgets_the_oldest_and_starts_a_new_branch() -> None:
    history = SettingsHistory(0)
    for number in range(1, 300):
        history.take(number)
    for _ in range(500):
        history.undo()
    assert history.settings == 100
    history.take(-1)
    assert not history.can_redo


def test_an_error_is_laid_at_the_setting_it_names() -> None:
    names = ("rate", "tokens", "page_tokens")
    assert setting_of(ValueError("page_tokens: too many"), names) == "page_tokens"
    assert setting_of(ValueError("the page tokens do not fit"), names) == "page_tokens"
    assert setting_of(ValueError("tokens above rate"), names) == "tokens"
    assert setting_of(ValueError("something else"), names) == ""
    assert setting_of(ScenarioError("link", None, "rate", "0", "more"), names) == "rate"


def test_tables_are_safe_for_spreadsheets() -> None:
    text = table_text(("a", "b"), [("=1+1", 2.5), ("x,y", None), (True, -3)])
    assert text == 'a,b\n\'=1+1,2.5\n"x,y",\ntrue,-3\n'


def test_presets_fold_into_menus_only_where_lines_are_not_enough(page: LabPage, qtbot: QtBot) -> None:
    bar = page._presets
    assert bar.button("calm").isVisible()
    bar.setFixedWidth(170)
    assert not bar.button("calm").isVisible()
    menus = [button for button in bar._menus if button.isVisible()]
    assert [button.text() for button in menus] == ["Works: Calm", "Fails on purpose"]
    next(action for action in menus[1].menu().actions() if action.text() == "Flood").trigger()
    assert page.settings.rate == 50
    assert [button.text() for button in menus] == ["Works", "Fails on purpose: Flood"]
    bar.setFixedWidth(1200)
    assert bar.button("flood").isVisible()
    assert bar.button("flood").isChecked()


def test_large_text_leaves_the_pictures_a_least_height(page: LabPage) -> None:
    page.resize(700, 260)
    assert _view(page).height() >= _view(page).curve.minimumSizeHint().height()
    assert _view(page).curve.targets()


def test_tab_goes_from_the_buttons_over_presets_and_settings_to_the_pictures(page: LabPage, qtbot: QtBot) -> None:
    QApplication.sendEvent(page, QEvent(QEvent.Type.LanguageChange))  # builds chips and rows anew
    page._bar.buttons["ledgers"].setFocus()
    seen: list[str] = []
    while "Waiting time over load" not in seen and len(seen) < 60:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget().accessibleName())
    places = [seen.index(name) for name in ("Calm", "Flood", "Requests a second", "Note", "Memory of each server")]
    assert places == sorted(places)
