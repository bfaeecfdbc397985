"""The speculation lab's view: pages, proof, and the words for everything the lab can say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.labs import registry
from engine.labs.speculation import LAB
from engine.labs.speculation_laws import Judge
from engine.labs.speculation_run import SpeculationRun
from engine.labs.speculation_settings import AcceptanceLaw, SpeculationSettings
from engine.scenario import Drafting
from widgets import lab_speculation_words as words
from widgets.export import export_widget
from widgets.lab_page import LabPage
from widgets.lab_speculation import PAGES, SpeculationView
from widgets.lab_speculation_pages import SpeedPage, StepPage, YieldPage
from widgets.lab_speculation_proof import ProofPage
from widgets.lab_views import new_view

PRESETS = {preset.key: preset.settings for preset in LAB.presets}
RUNS: dict[SpeculationSettings, SpeculationRun] = {}


def run_of(settings: SpeculationSettings) -> SpeculationRun:
    if settings not in RUNS:
        RUNS[settings] = LAB.run(settings)
    return RUNS[settings]


@pytest.fixture
def page(qtbot: QtBot) -> LabPage:
    view = new_view("speculation")
    assert isinstance(view, SpeculationView)
    made = LabPage(registry.get("speculation"), view)
    qtbot.addWidget(made)
    made.resize(1340, 620)
    with qtbot.waitExposed(made):
        made.show()
    return made


def view_of(page: LabPage) -> SpeculationView:
    assert isinstance(page.view, SpeculationView)
    return page.view


def sheet(page: LabPage, key: str) -> Any:
    view = view_of(page)
    view.setPage(key)
    return view.pages[key]


# --- words --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_has_words_and_its_verdict_and_figures_too(key: str) -> None:
    title, promise = words.preset(key)
    assert title
    assert promise.endswith(".")
    answer = LAB.answer(PRESETS[key])
    assert "{" not in words.verdict(answer.verdict)
    for figure in (*answer.figures, *run_of(PRESETS[key]).figures):
        assert words.figure(figure.key)


@pytest.mark.parametrize(
    "settings",
    [
        replace(PRESETS["short-draft"], draft_tokens=0),
        replace(PRESETS["short-draft"], draft_tokens=13, draft_model="llama3.1-8b"),
        replace(PRESETS["short-draft"], max_running=512),
        replace(PRESETS["short-draft"], tensor_parallel=1),
        replace(PRESETS["short-draft"], draft_tokens=1),
    ],
)
def test_other_verdicts_have_words(settings: SpeculationSettings) -> None:
    assert "{" not in words.verdict(LAB.answer(settings).verdict)


def test_every_setting_has_a_control() -> None:
    from engine.labs.settings import fields_of
    from widgets.lab_speculation_controls import controls

    assert {control.name for control in controls()} == set(fields_of(SpeculationSettings))


# --- pages --------------------------------------------------------------------------------------------------------


def test_the_optimum_is_marked_and_the_working_point_moves_the_setting(page: LabPage) -> None:
    speed = sheet(page, "speed")
    assert isinstance(speed, SpeedPage)
    assert "best: 2 ahead" in speed.describe()
    assert "slower than without drafts" in speed.describe()
    speed.curve.pointMoved.emit(2.3, 0.0)
    assert page.settings.draft_tokens == 2
    speed.curve.pointReleased.emit()
    assert LAB.answer(page.settings).verdict.outcome.value == "works"
    page.undo()
    assert page.settings.draft_tokens == 12


def test_a_cell_of_the_map_sets_batch_and_length(page: LabPage, qtbot: QtBot) -> None:
    speed = sheet(page, "speed")
    region = LAB.answer(page.settings).region
    speed.map.cellChosen.emit(region.batches.index(64), 3)
    assert (page.settings.max_running, page.settings.draft_tokens) == (64, 3)
    page.setSettings(replace(page.settings, max_running=48))
    assert "48 · 3" in speed.map.describe()


def test_the_batch_size_can_be_dragged_to_where_drafts_lose(page: LabPage) -> None:
    page.setPreset("tree-in-a-crowd")
    batch = sheet(page, "batch")
    assert "From batch size 128 on every draft loses" in batch.describe()
    assert "above this drafts lose" in batch.describe()
    batch.cost.pointMoved.emit(1.4, 0.0)
    assert page.settings.max_running == 1
    assert LAB.answer(page.settings).point.speedup > 2
    page.setSettings(replace(page.settings, tensor_parallel=1))
    assert "no room" in batch.describe()


def test_the_pages_show_what_was_counted_and_simulated(page: LabPage) -> None:
    page.setPreset("short-draft")
    page.setResult(page.settings, run_of(page.settings))
    assert "simulated" in sheet(page, "speed").describe()
    step, tokens = sheet(page, "step"), sheet(page, "yield")
    assert isinstance(step, StepPage)
    assert isinstance(tokens, YieldPage)
    assert "counted" in step.describe()
    assert "drafting" in step.describe()
    assert "counted: 3.0" in tokens.describe()
    assert "±" in tokens.describe()
    page.setSettings(replace(page.settings, draft_tokens=5))
    assert "counted:" not in tokens.describe(), "what was counted for other settings is gone"


@pytest.mark.parametrize("key", PAGES)
@pytest.mark.parametrize("preset", ["longer-is-slower", "tree-for-one", "replay", "typical", "early-exit"])
def test_every_page_has_a_text_twin_and_a_table(page: LabPage, key: str, preset: str) -> None:
    page.setPreset(preset)
    page.setResult(page.settings, run_of(page.settings))
    view = view_of(page)
    view.setPage(key)
    header, rows = view.tableData()
    assert rows
    assert all(len(row) == len(header) for row in rows)
    assert view.describe().count("\n") > 3
    assert not view.grab().isNull()


def test_the_page_in_front_is_what_is_copied(page: LabPage, qtbot: QtBot) -> None:
    view = view_of(page)
    with qtbot.waitSignal(view.tableChanged):
        view.setPage("yield")
    assert "formula" in page.dataText("\t")


def test_nothing_drafted_is_a_picture_too(page: LabPage) -> None:
    page.setSettings(replace(page.settings, draft_tokens=0))
    for key in PAGES:
        sheet(page, key)
        assert not page.grab().isNull()
    assert "Nothing is drafted" in sheet(page, "step").describe()


def test_it_goes_out_as_a_drawing(page: LabPage, tmp_path: Any) -> None:
    sheet(page, "speed")
    path = tmp_path / "speculation.svg"
    export_widget(page.view, path)
    assert path.stat().st_size > 10_000


# --- proof --------------------------------------------------------------------------------------------------------


def test_the_sample_grows_and_the_proof_holds(page: LabPage, qtbot: QtBot) -> None:
    page.setPreset("proof-holds")
    proof = sheet(page, "proof")
    assert isinstance(proof, ProofPage)
    assert "being written" in proof.sentence()
    page.setResult(page.settings, run_of(page.settings))
    assert proof.growing
    first = proof.sentence()
    qtbot.waitUntil(lambda: proof.sentence() != first, timeout=2000)
    proof.showWhole()
    assert not proof.growing
    assert "nothing speaks against it" in proof.sentence()
    assert "20" in proof.sentence()


def test_the_switch_breaks_the_proof_and_mends_it_again(page: LabPage, qtbot: QtBot) -> None:
    page.setPreset("proof-holds")
    proof = sheet(page, "proof")
    proof.broken.click()
    assert page.settings.rule is Judge.TYPICAL
    assert "Refused" not in proof.sentence()
    page.setResult(page.settings, run_of(page.settings))
    proof.showWhole()
    assert "not the target's law" in proof.sentence()
    assert "what the rule lets out" in proof.laws.describe()
    proof.broken.click()
    assert page.settings.rule is Judge.EXACT


def test_a_bar_of_q_can_be_moved_by_mouse_and_keyboard(page: LabPage, qtbot: QtBot) -> None:
    page.setPreset("proof-holds")
    proof = sheet(page, "proof")
    before = LAB.answer(page.settings).place.overlap
    proof.laws.valueMoved.emit(1, 0.22)
    weights = page.settings.draft_weights
    assert weights[1] / sum(weights) == pytest.approx(0.22, abs=1e-3)
    assert LAB.answer(page.settings).place.overlap > before
    proof.laws.setFocus()
    qtbot.keyClick(proof.laws, Qt.Key.Key_Home)
    qtbot.keyClick(proof.laws, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert page.settings.draft_weights != weights


def test_dragging_the_end_of_a_bar_sets_its_share(page: LabPage, qtbot: QtBot) -> None:
    page.setPreset("proof-holds")
    laws = sheet(page, "proof").laws
    laws.grab()
    plot, axis = laws._plot(laws.room()), laws._scale()
    box = laws._box(plot, 4, "q", axis)
    start = QPointF(box.center().x(), box.top()).toPoint()
    qtbot.mousePress(laws, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(laws, start + QPoint(0, 20))
    qtbot.mouseRelease(laws, Qt.MouseButton.LeftButton, pos=start + QPoint(0, 20))
    place = LAB.answer(page.settings).place
    assert place.draft[4] < 0.15
    assert page.canUndo


def test_the_bars_stay_where_only_a_chance_is_given(page: LabPage) -> None:
    page.setSettings(replace(page.settings, law=AcceptanceLaw.CONSTANT))
    laws = sheet(page, "proof").laws
    assert laws._grip(QPointF(100, 100)) == -1
    assert "drag" not in laws.describe()


# --- conditions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_draws_in_both_themes_with_a_larger_font(page: LabPage, scheme: str) -> None:
    from widgets.palette import apply_theme

    application = QApplication.instance()
    assert isinstance(application, QApplication)
    apply_theme(application, scheme)
    page.setSettings(replace(PRESETS["tree-for-one"], method=Drafting.TREE, widths=(8, 8), draft_tokens=3))
    assert not page.grab().isNull()
    QApplication.sendEvent(page.view, QEvent(QEvent.Type.LanguageChange))
    assert view_of(page).describe()
