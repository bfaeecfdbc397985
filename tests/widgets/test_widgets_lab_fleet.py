"""The fleet lab on its page: words, form, the point on its curve, the map through the run, faults, the text twin."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.fleets.fleet_plan import Publish, Routing
from engine.labs.fleet import LAB
from engine.labs.fleet_answer import CAPS, FleetAnswer
from engine.labs.fleet_run import FleetRun
from engine.labs.fleet_settings import NEVER_CAPPED, FleetSettings, Trouble
from engine.labs.records import Outcome, Verdict
from engine.labs.settings import fields_of
from widgets import lab_fleet_words as words
from widgets.lab_controls import kind_of
from widgets.lab_fleet import PAGES, FleetView
from widgets.lab_fleet_controls import controls
from widgets.lab_page import LabPage
from widgets.lab_views import new_view

SMALL = FleetSettings(
    shared_prefix_tokens=20_000, requests=40, rate=8.0, page_tokens=512, tensor_parallel=2, calls=3, ttft_s=2.0
)
DEATH = replace(SMALL, fault=Trouble.WORKER_DIES, fault_at_s=3.0, fault_duration_s=2.0)


@cache
def run_of(settings: FleetSettings) -> FleetRun:
    return LAB.run(settings)


@cache
def answer_of(settings: FleetSettings) -> FleetAnswer:
    return LAB.answer(settings)


@pytest.fixture
def page(qtbot: QtBot) -> LabPage:
    made = LabPage(LAB, new_view("fleet"))
    qtbot.addWidget(made)
    made.resize(1346, 680)
    made.setSettings(SMALL)
    made.show()
    return made


def view_of(page: LabPage) -> FleetView:
    assert isinstance(page.view, FleetView)
    return page.view


def test_every_preset_verdict_and_figure_has_words(qtbot: QtBot) -> None:
    view = new_view("fleet")
    qtbot.addWidget(view)
    titles = [view.presetText(preset.key)[0] for preset in LAB.presets]
    assert len(set(titles)) == len(titles)
    for settings in (SMALL, replace(SMALL, store=Publish.REGISTERED)):
        for figure in (*answer_of(settings).figures, *run_of(SMALL).figures):
            assert view.figureText(figure.key)
    for preset in LAB.presets:
        said = view.verdictText(LAB.answer(preset.settings).verdict)
        assert said.endswith(".")
        assert "{" not in said


def test_every_reason_of_a_run_has_words() -> None:
    values = {
        **dict.fromkeys(("kept", "late_before", "late_after", "share", "hit", "reachable"), 0.5),
        **dict.fromkeys(("late", "admitted", "rejected", "requests", "replica", "filled", "dropped"), 3),
        "imbalance": 2.5,
        "copies": 3.25,
        "fetch_s": 12.0,
        "cold_s": 3.0,
    }
    for reason in {preset.reason for preset in LAB.presets} | {"too-large"}:
        said = words.verdict_text(Verdict(Outcome.FAILS, reason, values))
        assert "{" not in said
        assert said.endswith(".")
    with pytest.raises(KeyError):
        words.verdict_text(Verdict(Outcome.FAILS, "no such reason"))


def test_the_form_has_a_control_for_every_setting_once() -> None:
    fields, names = fields_of(FleetSettings), [control.name for control in controls()]
    assert sorted(names) == sorted(fields)
    for control in controls():
        assert kind_of(control, fields[control.name])
    shown = {c.name for c in controls() if c.when is None or c.when(FleetSettings())}
    assert "affinity_cap" in shown
    assert not {"store_bytes", "fault_at_s", "fault_engine", "link_bytes_per_s"} & shown


def test_before_a_run_the_closed_forms_are_shown(page: LabPage) -> None:
    view = view_of(page)
    assert len(view.curve.stops()) == len(CAPS) + 2
    assert view.curve.chosen() == 1 + CAPS.index(1.5)
    assert all(stop.goodput is None for stop in view.curve.stops())
    assert "closed form" in view.curve.hits.title()
    assert "expected" in view.map.tiles.title()
    assert view.curve.goodput.isEmpty()


def test_a_run_puts_counted_points_in_their_place(page: LabPage) -> None:
    view, run = view_of(page), run_of(SMALL)
    page.setResult(page.settings, run)
    assert [stop.cap for stop in view.curve.stops()] == [point.cap for point in run.curve]
    stop = view.curve.stops()[view.curve.chosen()]
    assert (stop.hit, stop.goodput) == (run.point.hit_share, run.point.goodput)
    assert view.curve.tableData()[1][0][0] == 0.0
    assert "closed form" not in view.curve.hits.title()


def test_the_slider_moves_the_point_along_the_curve_before_the_next_run(page: LabPage) -> None:
    view = view_of(page)
    page.setResult(page.settings, run_of(SMALL))
    page.setSettings(replace(SMALL, affinity_cap=1.75))
    number = view.curve.chosen()
    stop, left, right = (view.curve.stops()[number + by] for by in (0, -1, 1))
    assert stop.between
    assert (left.cap, stop.cap, right.cap) == (1.5, 1.75, 2.0)
    assert stop.hit == pytest.approx((left.hit + right.hit) / 2)
    page.setSettings(replace(SMALL, affinity_cap=7.0))
    assert view.curve.stops()[view.curve.chosen()].cap == 7.0
    page.setSettings(replace(SMALL, routing=Routing.ROUND_ROBIN))
    assert view.curve.chosen() == -1
    page.setSettings(replace(SMALL, seed=5))
    assert "closed form" in view.curve.hits.title()  # another workload has another curve


def test_the_point_can_be_moved_by_the_keyboard(page: LabPage, qtbot: QtBot) -> None:
    view = view_of(page)
    page.setResult(page.settings, run_of(SMALL))
    plot = view.curve.hits
    plot.setFocus()
    qtbot.keyClick(plot, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert page.settings.affinity_cap == 2.0
    for _ in range(3):
        qtbot.keyClick(plot, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert page.settings.routing is Routing.PREFIX_AFFINITY
    assert view.curve.stops()[view.curve.chosen()].cap == NEVER_CAPPED
    for _ in range(8):
        qtbot.keyClick(plot, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert page.settings.routing is Routing.LEAST_LOADED


def test_the_map_goes_through_the_run(page: LabPage, qtbot: QtBot) -> None:
    view, run = view_of(page), run_of(SMALL)
    page.setResult(page.settings, run)
    pane = view.map
    assert pane.slider.maximum() == len(run.map.seconds) - 1
    pane.setFrame(0)
    early = pane.describe()
    pane.setFrame(pane.slider.maximum())
    assert pane.describe() != early
    assert "requests: 0" in pane.describe()
    pane.toggle()
    assert pane.playing
    assert pane.slider.value() == 0
    qtbot.waitUntil(lambda: pane.slider.value() > 0)
    pane.toggle()
    assert not pane.playing
    pane.toggle()
    page.hide()
    assert not pane.playing


def test_a_fault_is_told_with_what_it_took(page: LabPage) -> None:
    view, run = view_of(page), run_of(DEATH)
    page.setSettings(DEATH)
    page.setResult(DEATH, run)
    view.setPage("fault")
    assert run.fault is not None
    said = view.describe()
    assert f"{run.fault.pages} pages invalid" in said
    assert "down" in view.map.describe()
    assert "A dead page is never a hit: 0 of" in said
    header, rows = view.tableData()
    assert len(rows) == len(run.fault.losses)
    assert len(header) == len(rows[0])


def test_nothing_broken_says_so(page: LabPage) -> None:
    view = view_of(page)
    view.setPage("fault")
    assert "after a moment" in view.describe()
    page.setResult(page.settings, run_of(SMALL))
    assert "Nothing broke" in view.describe()


def test_tokens_and_requests_add_up_in_the_table(page: LabPage) -> None:
    view, run = view_of(page), run_of(SMALL)
    view.setPage("work")
    assert view.tableData()[1] == ()
    page.setResult(page.settings, run)
    counts = {(what, of): count for what, of, count in view.tableData()[1]}  # type: ignore[misc]
    assert counts["prompt tokens", "found"] == run.hits.found
    assert sum(counts[f"replica {place}", "sent"] for place in range(4)) == run.requests
    assert "Effective hit tokens" in view.describe()
    assert f"Let in: {run.admitted} of {run.requests}" in view.describe()


@pytest.mark.parametrize("key", PAGES)
def test_every_page_has_words_and_fits_a_small_window(page: LabPage, key: str) -> None:
    view = view_of(page)
    page.setSettings(DEATH)
    page.setResult(DEATH, run_of(DEATH))
    view.setPage(key)
    assert view.page() == key
    assert view.describe()
    assert page.minimumSizeHint().width() <= 1346
    assert page.minimumSizeHint().height() <= 680


def test_a_model_that_does_not_fit_leaves_empty_pictures_with_words(page: LabPage) -> None:
    page.setSettings(replace(SMALL, model="llama3.1-405b", tensor_parallel=1))
    assert "does not fit" in view_of(page).describe()
    assert view_of(page).tableData()[1] == []
