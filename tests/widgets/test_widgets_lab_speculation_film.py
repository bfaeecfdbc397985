"""The film of the speculation lab: what it adds up to, and its keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from engine.experiment import Role
from engine.labs.speculation import LAB
from engine.labs.speculation_settings import SpeculationSettings
from widgets.lab_speculation_film import Cell, Film, Stage
from widgets.lab_speculation_player import TokenPlayer
from widgets.lab_speculation_strip import visible

PRESETS = {preset.key: preset.settings for preset in LAB.presets}


@pytest.fixture
def player(qtbot: QtBot) -> TokenPlayer:
    made = TokenPlayer()
    qtbot.addWidget(made)
    answer = LAB.answer(PRESETS["longer-is-slower"])
    made.setStory(answer.story, answer.point.step, answer.law.nodes)
    made.resize(1000, 150)
    with qtbot.waitExposed(made):
        made.show()
    return made


def film(settings: SpeculationSettings) -> Film:
    answer = LAB.answer(settings)
    return Film(answer.story, answer.point.step, answer.law.nodes)


@pytest.mark.parametrize("key", ["longer-is-slower", "tree-for-one", "typical"])
def test_the_film_adds_up(key: str) -> None:
    made = film(PRESETS[key])
    last = made.moments[-1]
    step = LAB.answer(PRESETS[key]).point.step
    assert len(made.text(last)) == last.tokens == sum(played.accepted + 1 for played in made.rounds)
    assert last.seconds == pytest.approx(len(made.rounds) * step.total)
    assert last.plain_seconds == pytest.approx(last.tokens * step.plain)
    drafts = LAB.answer(PRESETS[key]).law.nodes * len(made.rounds)
    assert made.wasted(last) == drafts - sum(played.accepted for played in made.rounds)
    assert made.tree == (key == "tree-for-one")
    assert made.gains == (key != "longer-is-slower")
    seconds = [moment.seconds for moment in made.moments]
    assert seconds == sorted(seconds)


def test_of_many_siblings_the_accepted_one_is_always_seen() -> None:
    fates = [Role.REJECTED] * 6 + [Role.ACCEPTED, Role.DRAFTED]
    column = [Cell(str(number), role) for number, role in enumerate(fates)]
    assert [cell.text for cell in visible(column)] == ["0", "1", "6 +5"]
    assert visible(column[:3]) == column[:3]


def test_a_film_without_drafts_is_one_token_a_round() -> None:
    made = film(replace(PRESETS["short-draft"], draft_tokens=0))
    assert {moment.stage for moment in made.moments} == {Stage.VERIFY, Stage.JUDGE, Stage.KEEP}
    assert made.moments[-1].tokens == len(made.rounds)
    assert made.moments[-1].seconds == pytest.approx(made.moments[-1].plain_seconds)


def test_the_keyboard_plays_pauses_and_steps(player: TokenPlayer, qtbot: QtBot) -> None:
    key = lambda code: qtbot.keyClick(player.film, code)  # noqa: E731
    key(Qt.Key.Key_Home)
    assert player.number == 0
    key(Qt.Key.Key_Right)
    key(Qt.Key.Key_Right)
    key(Qt.Key.Key_Left)
    assert player.number == 1
    key(Qt.Key.Key_Space)
    assert player.playing
    qtbot.waitUntil(lambda: player.number > 1, timeout=3000)
    key(Qt.Key.Key_Space)
    assert not player.playing
    key(Qt.Key.Key_End)
    assert player.describe().count("Round 12 of 12") == 1
    player.play()
    assert player.number == 0, "from the end it begins again"
    player.hide()
    assert not player.playing


def test_the_films_keys_are_not_the_windows_while_it_has_the_focus(player: TokenPlayer) -> None:
    for code, mine in ((Qt.Key.Key_Space, True), (Qt.Key.Key_Right, True), (Qt.Key.Key_F2, False)):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, code, Qt.KeyboardModifier.NoModifier)
        event.ignore()
        QApplication.sendEvent(player.film, event)
        assert event.isAccepted() is mine


def test_a_token_tells_its_chance(player: TokenPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    film_widget, told = player.film, []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: told.append(text))
    film_widget.grab()
    for box, _ in film_widget._places:
        place = box.center().toPoint()
        film_widget.event(QHelpEvent(QEvent.Type.ToolTip, place, film_widget.mapToGlobal(place)))
    assert any("accepted" in text and "chance" in text for text in told)
    assert any("not looked at" in text for text in told)
    assert all(told)
