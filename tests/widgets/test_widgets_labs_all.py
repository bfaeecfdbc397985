"""What every lab's page keeps: words for everything, an answer for every preset, room at the smallest screen."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from engine.labs import registry
from engine.labs.records import Outcome
from engine.labs.settings import fields_of
from widgets.export import picture
from widgets.lab_page import LabPage
from widgets.lab_page_outcome import outcome_word
from widgets.lab_views import new_view


@pytest.fixture(params=registry.KEYS)
def page(request: pytest.FixtureRequest, qtbot: QtBot) -> LabPage:
    page = LabPage(registry.get(request.param), new_view(request.param))
    qtbot.addWidget(page)
    page.resize(1366, 620)  # what a screen of 1366 × 768 leaves
    page.show()
    return page


def test_every_preset_is_answered_in_words(page: LabPage) -> None:
    for preset in page.lab.presets:
        title, promise = page.view.presetText(preset.key)
        assert title
        assert promise.endswith((".", "?", "!"))
        page.setPreset(preset.key)
        word, _, sentence = page._verdict.describe().partition(": ")
        assert word in {outcome_word(outcome) for outcome in Outcome}  # a run may know better than the closed form
        assert " " in sentence
        assert "{" not in sentence
        assert len(page.view.describe().splitlines()) > 2


def test_every_control_is_a_setting_with_words(page: LabPage) -> None:
    fields = fields_of(page.lab.settings)
    for control in page.view.controls():
        assert control.name in fields
        assert control.label
        assert control.label != control.name
        if fields[control.name].choices:
            offered = {key for key, _ in control.choices}
            assert not offered or offered <= set(map(str, fields[control.name].choices))


def test_every_figure_has_a_name_a_formula_and_evidence(page: LabPage) -> None:
    for preset in page.lab.presets[:4]:
        answer = page.lab.answer(preset.settings)
        assert answer.figures
        for figure in answer.figures:
            assert page.view.figureText(figure.key) != figure.key
            assert figure.formula or figure.filled


def test_the_data_can_be_copied(page: LabPage) -> None:
    header, rows = page.view.tableData()
    assert all(len(row) == len(header) for row in rows)  # none may be there before a run
    assert page.dataText().count("\n") >= len(rows) + 1


def test_nothing_has_to_be_scrolled_at_the_smallest_screen(page: LabPage) -> None:
    least = page.view.minimumSizeHint()
    assert least.width() <= page._pictures.width()
    assert least.height() <= page._pictures.height()


def test_no_label_of_the_form_is_cut(page: LabPage) -> None:
    for name in page.form.names():
        row = page.form.row(name)
        for label in row.findChildren(QLabel):
            if label.isVisible() and label.text():
                assert label.heightForWidth(label.width()) <= label.height() + 1, (name, label.text())


def test_the_page_is_painted(page: LabPage) -> None:
    image = picture(page, 1.0)
    assert len({image.pixel(x, y) for x in range(0, image.width(), 9) for y in range(0, image.height(), 7)}) > 20
