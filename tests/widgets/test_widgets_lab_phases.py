"""The view of the phases lab: its pages, what they say, and what can be asked for in them."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.labs.phases import LAB
from engine.labs.phases_run import PhasesRun
from engine.labs.phases_settings import PhasesSettings, Serving
from engine.labs.records import Outcome, Verdict
from widgets import lab_phases_words as words
from widgets.lab_controls_form import LabForm
from widgets.lab_page import LabPage
from widgets.lab_phases import PAGES, PhasesView
from widgets.lab_views import new_view

SMALL = PhasesSettings(requests=20, prompt_tokens=1500, output_tokens=24)
SWEPT = replace(SMALL, sweep=True)


@cache
def run_of(settings: PhasesSettings) -> PhasesRun:
    return LAB.run(settings)


@pytest.fixture
def view(qtbot: QtBot) -> PhasesView:
    found = new_view("phases")
    assert isinstance(found, PhasesView)
    qtbot.addWidget(found)
    found.resize(1000, 460)
    found.show()
    return found


def fill(view: PhasesView, settings: PhasesSettings) -> None:
    view.showAnswer(settings, LAB.answer(settings))
    view.showRun(settings, run_of(settings))


# --- words --------------------------------------------------------------------------------------------------------


def test_every_preset_verdict_and_figure_has_words(view: PhasesView) -> None:
    assert view.question().endswith("?")
    for preset in LAB.presets:
        title, promise = view.presetText(preset.key)
        assert title
        assert promise.endswith(".")
        answer = LAB.answer(preset.settings)
        assert view.verdictText(answer.verdict).endswith(".")
        for figure in answer.figures:
            assert view.figureText(figure.key)
    for figure in run_of(SWEPT).figures:
        assert view.figureText(figure.key)


@pytest.mark.parametrize(
    "reason",
    [
        *("breaks_ttft", "breaks_tpot", "breaks_e2e", "only_this", "both", "other_carries_more", "carries_most"),
        *("expect_saturated", "expect_ttft", "expect_close", "expect_within"),
    ],
)
def test_no_verdict_leaves_a_gap(reason: str) -> None:
    values = {
        **{"policy": "chunked", "against": "static", "share": 0.97, "other": 0.5, "percentile": 0.9, "broken": 0.1},
        **{"more": 1.4, "own_rate": 20.0, "next": "split", "next_rate": 12.0},
        **{"load": 0.7, "limit": "ttft", "used": 0.6, "mean": 0.6, "outside": ""},
    }
    text = words.verdict(Verdict(Outcome.TIGHT, reason, values))
    assert "{" not in text
    assert "Chunked" in text
    for outside in ("near", "slots", "bursty", "batches"):
        assert "{" not in words.verdict(Verdict(Outcome.TIGHT, "expect_close", values | {"outside": outside}))


def test_policies_are_told_apart_by_more_than_colour() -> None:
    for channel in (words.HUES, words.HATCHES, words.SHAPES):
        assert len(set(channel.values())) == len(Serving)


# --- form ---------------------------------------------------------------------------------------------------------


def test_every_setting_has_a_control(qtbot: QtBot, view: PhasesView) -> None:
    form = LabForm(PhasesSettings, view.controls())
    qtbot.addWidget(form)
    assert set(form.names()) == set(PhasesSettings.__dataclass_fields__)


def test_controls_show_where_they_do_something(view: PhasesView) -> None:
    controls = {control.name: control for control in view.controls()}

    def shown(name: str, **changes: object) -> bool:
        when = controls[name].when
        assert when is not None
        return bool(when(replace(SMALL, **changes)))  # type: ignore[arg-type]

    assert shown("token_budget")
    assert not shown("link_bytes_per_s")
    assert shown("link_bytes_per_s", policy=Serving.SPLIT)
    assert shown("batch_wait_ms", against=Serving.STATIC)
    assert shown("link_bytes_per_s", sweep=True)


# --- pages --------------------------------------------------------------------------------------------------------


def test_pages_have_words_and_data_once_there_is_a_run(view: PhasesView) -> None:
    fill(view, SWEPT)
    for page in PAGES:
        view.setPage(page)
        header, rows = view.tableData()
        assert rows
        assert all(len(row) == len(header) for row in rows)
        assert len(view.describe()) > 100
        view.grab()


def test_before_a_run_pages_say_so(view: PhasesView) -> None:
    view.showAnswer(SMALL, LAB.answer(SMALL))
    for page in ("clocks", "spread"):
        view.setPage(page)
        assert "not there yet" in view.describe()
        view.grab()


def test_clocks_show_both_policies_on_one_axis(view: PhasesView) -> None:
    fill(view, SMALL)
    first, second = view.clocks.clocks
    assert "Continuous" in view.clocks.heads[0].text()
    assert "Chunked" in view.clocks.heads[1].text()
    first.showTime(0, 1e9)
    assert (second.canvas.view.time.start, second.canvas.view.time.end) == (
        first.canvas.view.time.start,
        first.canvas.view.time.end,
    )
    first.requestSelected.emit(3)
    assert second.canvas.chosen == 3
    first.timeRequested.emit(500_000_000)
    assert view.describe().count("At 500") == 2


def test_the_last_clocks_stay_and_are_marked_while_another_run_is_under_way(view: PhasesView) -> None:
    fill(view, SMALL)
    other = replace(SMALL, rate=9.0)
    view.showAnswer(other, LAB.answer(other))
    view.showRun(other, None)
    assert "other settings" in view.clocks.heads[0].text()
    assert view.clocks.clocks[0].canvas.data is not None
    view.showRun(other, run_of(other))
    assert "other settings" not in view.clocks.heads[0].text()


def test_distributions_draw_the_line_of_the_contract(view: PhasesView) -> None:
    fill(view, SMALL)
    view.setPage("spread")
    side = run_of(SMALL).sides[0]
    within = (side.samples("ttft") <= SMALL.ttft_s).mean()
    assert f"Continuous: {100 * within:.3g}" in view.describe()
    assert "p90" in view.describe()
    view.spread.setCumulative(True)
    assert {plot.shape() for plot in view.spread.pictures.values()} == {"cdf"}
    view.grab()


def test_parts_add_up_to_the_estimate(view: PhasesView) -> None:
    settings = replace(
        SMALL, policy=Serving.SPLIT, against=Serving.CHUNKED, rate=2.0, ttft_s=0.0, tpot_s=0.0, e2e_s=9
    )
    answer = LAB.answer(settings)
    for one in answer.estimates:
        assert sum(part.value for part in view.parts.firstParts(one)) == pytest.approx(one.ttft)
        assert sum(part.value for part in view.parts.nextParts(one)) == pytest.approx(one.tpot)


def test_parts_of_a_policy_that_cannot_keep_up(view: PhasesView) -> None:
    flood = replace(SMALL, rate=500.0)
    view.showAnswer(flood, LAB.answer(flood))
    view.setPage("parts")
    view.grab()
    assert "No policy can keep up" in view.describe()


def test_a_sweep_is_offered_and_brings_its_page_to_the_front(qtbot: QtBot, view: PhasesView) -> None:
    fill(view, SMALL)
    view.setPage("rates")
    assert view.rates.button.isVisible()
    wanted: list[tuple[str, object]] = []
    view.settingWanted.connect(lambda name, value: wanted.append((name, value)))
    with qtbot.waitSignal(view.settled):
        view.rates.button.click()
    assert wanted == [("sweep", True)]
    view.setPage("clocks")
    view.showAnswer(SWEPT, LAB.answer(SWEPT))
    assert view.page() == "rates"
    view.setPage("spread")
    view.showAnswer(replace(SWEPT, rate=3.0), LAB.answer(replace(SWEPT, rate=3.0)))
    assert view.page() == "spread"


def test_rates_show_every_policy_and_its_capacity(view: PhasesView) -> None:
    fill(view, SWEPT)
    assert view.page() == "rates"
    text = view.rates.curves.describe()
    for serving in Serving:
        assert words.name(serving) in text
    _, rows = view.tableData()
    assert len(rows) == sum(len(curve.rates) for curve in run_of(SWEPT).curves)


def test_goodput_is_drawn_on_demand(view: PhasesView) -> None:
    fill(view, SWEPT)
    assert "all that come" not in view.describe()
    view.rates.setGoodput(True)
    text = view.rates.curves.describe()
    assert "all that come" in text
    assert "Chunked" in text
    view.grab()
    other = replace(SWEPT, rate=5.0)
    view.showAnswer(other, LAB.answer(other))  # nothing to draw while the next sweep is under way
    view.rates.setGoodput(False)
    assert "under way" in view.describe()


def test_a_contract_is_taken_from_the_map(qtbot: QtBot, view: PhasesView) -> None:
    fill(view, SWEPT)
    plot, found = view.rates.winners, run_of(SWEPT).contracts
    assert found is not None
    view.grab()
    wanted: list[tuple[str, object]] = []
    view.settingWanted.connect(lambda name, value: wanted.append((name, value)))
    target = plot.targets()[len(found.tpot) + 2]
    QTest.mouseClick(plot, Qt.MouseButton.LeftButton, pos=QPoint(round(target.place.x()), round(target.place.y())))
    assert wanted == [("ttft_s", found.ttft[1]), ("tpot_s", found.tpot[2])]
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_End)
    QTest.keyClick(plot, Qt.Key.Key_Return)
    assert wanted[-1] == ("tpot_s", 0.0)  # no limit


def test_the_map_says_who_wins_in_words_and_numbers(view: PhasesView) -> None:
    fill(view, SWEPT)
    found = run_of(SWEPT).contracts
    assert found is not None
    text = view.rates.winners.describe()
    assert f"Continuous {found.wins(Serving.CONTINUOUS)}" in text
    header, rows = view.rates.winners.tableData()
    assert len(rows) == len(found.ttft) * len(found.tpot)
    assert len(header) == 3 + len(found.servings)
    assert rows[-1][0] is None
    assert math.isfinite(float(str(rows[0][0])))


def test_language_and_palette_may_change(view: PhasesView) -> None:
    fill(view, SWEPT)
    for kind in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
        view.changeEvent(QEvent(kind))
        view.grab()


def test_in_its_page(qtbot: QtBot, view: PhasesView) -> None:
    page = LabPage(LAB, view)
    qtbot.addWidget(page)
    page.setSettings(SMALL)
    page.setResult(SMALL, run_of(SMALL))
    assert "Continuous" in page.describe()
    page.setPreset("thin-link")
    assert "Estimate" in page.describe()
    assert page.dataText()
