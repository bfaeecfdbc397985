"""The labs in the window, with a small lab in the place of each."""

from __future__ import annotations

import dataclasses
import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from idle_jobs import Idle
from lab_samples import QueueLab, QueueSettings, QueueView
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QTabBar
from pytestqt.qtbot import QtBot

from engine.labs import registry
from explorer import framing, labs, text_twin, views, worker
from explorer.command_palette import Entry
from explorer.lab_look import LabLook, lab_in, look_at
from explorer.opened import Opened, carry_out
from explorer.panes.labs import LabsPane
from explorer.session import Stage
from explorer.window import Window
from widgets.lab_page import LabPage

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
FLOOD = 'lab = "capacity"\nrate = 50.0\n'


@pytest.fixture(autouse=True)
def small_labs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every key leads to the small lab, under that key."""

    def get(key: str) -> Any:
        if key not in registry.KEYS:
            raise registry.UnknownLabError(f"lab {key!r}")
        lab = QueueLab()
        lab.key = key
        return lab

    monkeypatch.setattr(registry, "get", get)
    monkeypatch.setattr("explorer.panes.labs.new_view", lambda key: QueueView())


@pytest.fixture
def page(window: Window) -> LabPage:
    window.commands["view.labs"].trigger()
    found = labs.shown_page(window)
    assert found is not None
    return found


def _pane(window: Window) -> LabsPane:
    pane = window.panels["labs"]
    assert isinstance(pane, LabsPane)
    return pane


def _run(window: Window, jobs: Idle, page: LabPage) -> Any:
    """The job that the page's run has become."""
    page.run()
    assert jobs.current is not None
    assert jobs.current.kind == "lab.run"
    return jobs.current


def test_a_lab_takes_the_whole_width_and_gives_it_back(window: Window) -> None:
    before = window.columns.sizes()
    window.commands["view.labs"].trigger()
    assert not window.left.isVisible()
    assert not window.right.isVisible()
    assert _pane(window).isVisible()
    window.commands["view.clock"].trigger()
    assert window.left.isVisible()
    assert window.right.isVisible()
    assert all(abs(now - then) <= 2 for now, then in zip(window.columns.sizes(), before, strict=True))


def test_pages_are_built_when_they_are_first_looked_at(window: Window, page: LabPage) -> None:
    assert [one.lab.key for one in _pane(window).pages()] == ["capacity"]
    window.commands["labs.fleet"].trigger()
    assert window.session.lab.key == "fleet"
    assert [one.lab.key for one in _pane(window).pages()] == ["capacity", "fleet"]
    window.commands["labs.capacity"].trigger()
    assert labs.shown_page(window) is page


def test_tabs_and_keys_change_the_lab_and_keep_its_settings(window: Window, page: LabPage, qtbot: QtBot) -> None:
    page.setPreset("flood")
    tabs = _pane(window).findChild(QTabBar)
    assert isinstance(tabs, QTabBar)
    tabs.setFocus()
    qtbot.keyClick(tabs, Qt.Key.Key_Right)
    assert window.session.lab.key == "phases"
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_1, CTRL | ALT)
    assert window.session.lab.key == "capacity"
    assert page.settings.rate == 50


def test_a_run_goes_to_the_worker_and_its_result_to_the_page(window: Window, jobs: Idle, page: LabPage) -> None:
    job = _run(window, jobs, page)
    assert job.fields == {"lab": "capacity", "settings": page.toml()}
    jobs.progressed.emit(job, 0.5)
    assert page._verdict.fraction == 0.5
    jobs._job = None
    jobs.finished.emit(job, page.lab.run(page.settings))
    assert page.result is not None
    assert page._verdict.fraction is None


def test_a_run_can_be_cancelled_and_fail(window: Window, jobs: Idle, page: LabPage) -> None:
    _run(window, jobs, page)
    window.commands["run.cancel"].trigger()
    assert page._verdict.fraction is None
    job = _run(window, jobs, page)
    jobs._job = None
    jobs.failed.emit(job, "servers: found 1, expected 2", "")
    assert "servers: found 1" in page._verdict.describe()
    assert not any("servers" in notice.text for notice in window.session.notices)


def test_another_job_takes_the_place_of_the_run(window: Window, jobs: Idle, page: LabPage) -> None:
    _run(window, jobs, page)
    jobs.start("compare", technique="sglang", brought={})
    assert page._verdict.fraction is None


def test_a_lab_that_put_off_the_first_run_has_it_made_up_for(window: Window, jobs: Idle, page: LabPage) -> None:
    window.session.comparison = None
    job = _run(window, jobs, page)
    jobs._job = None
    jobs.finished.emit(job, page.lab.run(page.settings))
    assert jobs.current is not None
    assert jobs.current.kind == "compare"


def test_to_the_clock_runs_the_scenario_by_itself(window: Window, jobs: Idle, page: LabPage) -> None:
    window.commands["labs.clock"].trigger()
    assert window.session.stage is Stage.CLOCK
    asked = jobs.asked[-1]
    assert asked.kind == "alone"
    assert "queue at 2/s" in asked.fields["opened"]["scenario"]
    assert asked.fields["opened"]["before"] == ""


def test_to_the_ledgers_compares_two_scenarios(window: Window, jobs: Idle, page: LabPage) -> None:
    window.commands["labs.ledgers"].trigger()
    fields = jobs.asked[-1].fields["opened"]
    assert 'title = "queue"' in fields["before"]
    small = [f"{text}\n[workload]\nrequests = {n}\n" for n, text in ((4, 'title = "one"'), (6, 'title = "two"'))]
    comparison = carry_out(Opened("x", scenario=small[1], before=small[0]), lambda fraction: None)
    jobs._job = None
    jobs.finished.emit(jobs.asked[-1], comparison)
    assert window.session.delta is not None
    assert not window.session.alone
    assert window.head._subtitle.text() == "one  →  two"
    assert window.head._title.text() == "What is in the 80 GB?"


def test_a_file_opens_its_lab_wherever_files_are_opened(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(FLOOD)
    from explorer.conductor import Conductor

    conductor = next(child for child in window.session.children() if isinstance(child, Conductor))
    conductor.open(path)
    assert window.session.stage is Stage.LABS
    found = labs.shown_page(window)
    assert found is not None
    assert found.settings.rate == 50


def test_settings_that_cannot_be_read_are_told_and_change_nothing(window: Window, page: LabPage) -> None:
    window.session.setLab(LabLook("capacity", 'lab = "capacity"\nrate = 0\n', name="mine.toml"))
    assert "mine.toml, line 2: rate" in window.session.notices[-1].detail
    assert page.settings == QueueSettings()


def test_a_file_that_is_no_lab_is_told(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text('title = "x"\n')
    labs.open_file(window.session, path)
    assert "scenario.toml holds no settings" in window.session.notices[-1].text


def test_a_link_is_copied_and_pasted(window: Window, page: LabPage) -> None:
    page.setPreset("flood")
    window.commands["labs.link"].trigger()
    page.reset()
    window.commands["view.clock"].trigger()
    window.commands["labs.paste"].trigger()
    assert window.session.stage is Stage.LABS
    assert page.settings.rate == 50
    QGuiApplication.clipboard().setText("nothing of the kind")
    window.commands["labs.paste"].trigger()
    assert "no link" in window.session.notices[-1].text


@pytest.mark.parametrize(
    ("command", "name"),
    [("labs.save", "x.toml"), ("labs.data", "x.csv"), ("labs.data", "x.tsv"), ("labs.picture", "x.png")],
)
def test_settings_data_and_picture_are_written(
    window: Window, page: LabPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, name: str
) -> None:
    target = tmp_path / name
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *given, **kept: (str(target), ""))
    window.commands[command].trigger()
    checks: dict[str, Callable[[], bool]] = {
        ".toml": lambda: lab_in(target) == LabLook("capacity", page.toml(), name="x.toml"),
        ".csv": lambda: target.read_text().startswith("series,load (1),wait (s)\n"),
        ".tsv": lambda: target.read_text().startswith("series\tload (1)\twait (s)\n"),
        ".png": lambda: QImage(str(target)).width() == 2 * page.view.width(),
    }
    assert checks[target.suffix]()


def test_commands_of_a_lab_wait_for_one(window: Window) -> None:
    names = ("reset", "run", "save", "link", "picture", "data", "clock", "ledgers", "undo", "redo")
    assert not any(window.commands[f"labs.{name}"].isEnabled() for name in names)
    window.commands["view.labs"].trigger()
    assert all(window.commands[f"labs.{name}"].isEnabled() for name in names[:-2])
    page = labs.shown_page(window)
    assert page is not None
    page.setPreset("flood")
    assert window.commands["labs.undo"].isEnabled()
    window.commands["labs.undo"].trigger()
    assert page.settings == QueueSettings()
    assert window.commands["labs.redo"].isEnabled()


def test_ctrl_z_in_a_lab_is_about_its_settings(window: Window, page: LabPage, qtbot: QtBot) -> None:
    page.setPreset("flood")
    page.focus()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, CTRL)
    assert page.settings == QueueSettings()


def test_the_palette_offers_the_presets(window: Window, page: LabPage) -> None:
    offered: list[Entry] = labs.entries(window)
    flood = next(entry for entry in offered if entry.title == "Flood")
    window.commands["view.clock"].trigger()
    flood.run()
    assert page.settings.rate == 50
    assert window.session.stage is Stage.LABS


def test_a_lab_has_a_text_twin_and_a_picture(window: Window, page: LabPage) -> None:
    page.focus()
    name, text = text_twin.of_focused(window)
    assert name == "labs"
    assert "Why does everybody wait" in text
    assert views.find(window, "lab") is page


def test_another_language_reaches_tabs_and_head(window: Window, page: LabPage) -> None:
    page.setPreset("flood")
    window.session.setLanguage("zh")
    window.session.setLanguage("en")
    assert page.settings.rate == 50
    assert window.head._title.text() == "Labs"


def test_looks_come_from_links_and_texts() -> None:
    assert look_at("eighteen-ledgers:fleet?rate=3") == LabLook("fleet", "eighteen-ledgers:fleet?rate=3")
    assert look_at(FLOOD, "a.toml") == LabLook("capacity", FLOOD, name="a.toml")
    assert look_at("https://example.org") is None
    assert look_at("title = 3") is None
    assert lab_in(Path("/nowhere/x.toml")) is None


def test_the_worker_runs_a_lab() -> None:
    settings = 'lab = "fleet"\nrate = 9.0\n'
    source = io.BytesIO(framing.pack("lab.run", {"id": 1, "lab": "fleet", "settings": settings}))
    sink = io.BytesIO()
    worker.serve(source, sink)
    sink.seek(0)
    answer = framing.read(sink)
    assert answer is not None
    assert answer.kind == "result"
    result = pickle.loads(answer.blobs[0], buffers=answer.blobs[1:])
    expected = QueueLab().run(dataclasses.replace(QueueSettings(), rate=9.0))
    assert result.verdict == expected.verdict
