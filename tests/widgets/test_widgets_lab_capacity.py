"""The capacity lab on its page: what is said, what can be moved, a config.json taken in, and its text twin."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from config_files import CARDS, config_of
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from pytestqt.qtbot import QtBot

from engine.labs.capacity import LAB
from engine.labs.capacity_settings import CapacitySettings
from engine.labs.settings import fields_of
from engine.models.cards import models
from engine.models.hf_config import loads
from widgets import lab_capacity_words as words
from widgets.lab_capacity import CapacityView
from widgets.lab_capacity_controls import controls
from widgets.lab_capacity_pictures import EXAMPLES, LOOKS
from widgets.lab_capacity_terms import TERMS
from widgets.lab_controls import kind_of
from widgets.lab_page import LabPage
from widgets.lab_views import new_view

LLAMA = {
    "model_type": "llama",
    "num_hidden_layers": 32,
    "hidden_size": 4096,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "intermediate_size": 14_336,
    "vocab_size": 128_256,
    "max_position_embeddings": 131_072,
    "tie_word_embeddings": False,
    "torch_dtype": "bfloat16",
    "mystery_blocks": 3,
    "quantization_config": {"quant_method": "fp8"},
}


@pytest.fixture
def page(qtbot: QtBot) -> LabPage:
    view = new_view("capacity")
    made = LabPage(LAB, view)
    qtbot.addWidget(made)
    made.resize(1366, 650)
    made.show()
    return made


def view_of(page: LabPage) -> CapacityView:
    assert isinstance(page.view, CapacityView)
    return page.view


def config(folder: Path, **change: object) -> str:
    path = folder / "tiny" / "config.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(LLAMA | change), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("preset", LAB.presets, ids=lambda preset: preset.key)
def test_every_preset_is_put_into_words_and_pictures(page: LabPage, preset: object) -> None:
    page.setPreset(preset.key)  # type: ignore[attr-defined]
    page.setResult(page.settings, LAB.run(page.settings))
    title, promise = page.view.presetText(preset.key)  # type: ignore[attr-defined]
    assert title
    assert promise.endswith(".")
    answer = LAB.answer(page.settings)
    assert page.view.verdictText(answer.verdict) in page.describe()
    for figure in answer.figures:
        assert page.view.figureText(figure.key) in page.describe()
    assert not page.view.grab().isNull()


def test_the_verdicts_have_sentences_of_their_own() -> None:
    said = {}
    for preset in LAB.presets:
        verdict = LAB.answer(preset.settings).verdict
        said[verdict.reason] = words.verdict_text(verdict)
    full = LAB.answer(replace(LAB.presets[0].settings, max_running=1)).verdict
    said[full.reason] = words.verdict_text(full)
    assert set(said) == {"weights", "workspace", "too-many", "fits", "full"}
    assert len(set(said.values())) == len(said)
    assert not any("{" in text for text in said.values())
    assert "workspace" in said["workspace"]


def test_the_form_has_every_setting_once() -> None:
    fields = fields_of(CapacitySettings)
    names = [control.name for control in controls()]
    assert sorted(names) == sorted(fields)
    for control in controls():
        assert kind_of(control, fields[control.name])
        assert control.label


def test_kinds_pieces_and_examples_have_names() -> None:
    for card in models().values():
        for group in card.layer_group:
            if group.kind not in ("mlp", "moe"):
                assert words.kind_text(group.kind)
    assert {words.piece_text(key) for key in LOOKS}
    assert all(key in models() for _, key in EXAMPLES)


def test_the_text_twin_tells_bar_frontier_and_formulas(page: LabPage) -> None:
    page.setResult(page.settings, LAB.run(page.settings))
    told = page.view.describe()
    assert "state: 432 GiB" in told.replace("\u00a0", " ")
    assert "admits 1 of 16 requests" in told
    assert "69 · 96 · 128 · 128 · 4" in told
    assert "wanted" in told


def test_dragging_the_working_point_moves_the_settings(page: LabPage) -> None:
    view = view_of(page)
    before = page.settings
    view._frontier.pointMoved.emit(65_536.4, 8.2)
    view._frontier.pointReleased.emit()
    assert (page.settings.context_tokens, page.settings.max_running) == (65_536, 8)
    page.undo()
    assert page.settings == before


def test_the_keyboard_moves_the_working_point(page: LabPage, qtbot: QtBot) -> None:
    plot = view_of(page)._frontier
    qtbot.keyClick(plot, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert page.settings.max_running < 16


def test_a_config_becomes_the_model_with_its_bits_and_a_report(page: LabPage, tmp_path: Path) -> None:
    view, path = view_of(page), config(tmp_path)
    view.importConfig(path)
    assert (page.settings.model, page.settings.weight_bits) == (path, 8.0)
    told = page.view.describe()
    assert "mystery_blocks" in told
    assert "not understood: 1" in told
    assert "tiny" in page.view.verdictText(LAB.answer(page.settings).verdict) or "tiny" in told
    assert "tiny/config.json" in page.form.row("model").describe()
    page.setPreset("paged")
    assert "mystery_blocks" not in page.view.describe()


def test_every_word_of_a_report_can_be_translated() -> None:
    known = set(TERMS)
    for key in CARDS:
        found = loads(json.dumps(config_of(models()[key])))
        assert {row.meaning for row in found.understood} <= known
        assert {row.why for row in found.assumed} <= known
        assert {row.what for row in found.assumed} <= known | {"vision_config"}


def test_what_is_wrong_with_a_config_is_said_and_nothing_changes(page: LabPage, tmp_path: Path) -> None:
    before = page.settings
    view_of(page).importConfig(config(tmp_path, model_type="qwen9"))
    assert page.settings == before
    assert "qwen9" in page.view.describe()


def test_a_config_can_be_dropped(page: LabPage, tmp_path: Path) -> None:
    path = config(tmp_path)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path)])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    view_of(page).dropEvent(event)
    assert page.settings.model == path


def test_settings_that_make_no_sense_are_told_at_their_control(page: LabPage) -> None:
    page.form.changed.emit("tensor_parallel", 7, True)
    assert "96 query heads" in page._verdict.describe()


def test_data_are_plain_numbers(page: LabPage) -> None:
    header, rows = page.view.tableData()
    assert len(header) == len(rows[0]) == 4 + len(EXAMPLES)
    answer = LAB.answer(page.settings)
    assert [row[0] for row in rows] == list(answer.curve.contexts)
    place = answer.curve.contexts.index(2**20)
    assert rows[place][1] == 1
    assert page.dataText().count("\n") == len(rows) + 1


def test_curves_go_where_there_is_no_room(qtbot: QtBot) -> None:
    view = CapacityView()
    qtbot.addWidget(view)
    view.showAnswer(LAB.presets[0].settings, LAB.answer(LAB.presets[0].settings))
    view.resize(1000, 500)
    view.show()
    assert view._frontier.isVisible()
    view.resize(1000, 250)
    assert not view._frontier.isVisible()
    assert view._bars.height() > 150
    view.resize(1000, 500)
    assert view._frontier.isVisible()
    assert view.minimumSizeHint().height() < 200


def test_stages_that_are_alike_are_one_bar(page: LabPage) -> None:
    page.setSettings(replace(LAB.presets[-1].settings, hardware="l40s", pipeline_parallel=8))
    told = page.view.describe()
    assert "stage 1 ·" in told
    assert "stages 4–7 ·" in told


def test_too_many_pages_are_not_counted(page: LabPage) -> None:
    page.setSettings(replace(LAB.presets[8].settings, page_tokens=1))
    page.setResult(page.settings, LAB.run(page.settings))
    assert "Too many pages" in page.view.describe()
