"""Runs shown by themselves: recordings from files, and the scenarios that come with the program."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from idle_jobs import Idle
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolButton
from pytestqt.qtbot import QtBot

from engine.compare import Comparison
from engine.recording import Event, Recording
from explorer import exports, opened
from explorer.conductor import Conductor
from explorer.opened import Opened, carry_out, is_recording
from explorer.scenarios import PRESETS
from explorer.session import Run, Session
from explorer.settings import Settings
from explorer.window import Window


@pytest.fixture
def recorded(comparison: Comparison, tmp_path: Path) -> Path:
    """A recording in a file."""
    path = tmp_path / "run.rec"
    path.write_bytes(comparison.after.to_bytes())
    return path


def silent(fraction: float) -> None:
    pass


def finish(window: Window, jobs: Idle) -> None:
    """Let the job that was asked for end with what the worker would give."""
    job = jobs.asked[-1]
    assert job.kind == "alone"
    result = carry_out(Opened.from_fields(job.fields["opened"]), silent)
    jobs._job = None
    jobs.finished.emit(job, result)
    QApplication.processEvents()


def drop(window: Window, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    arguments = (data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, *arguments))
    QApplication.sendEvent(window, QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, *arguments))


def conductor_of(window: Window) -> Conductor:
    found = window.session.findChild(Conductor)
    assert isinstance(found, Conductor)
    return found


def test_a_dropped_recording_is_shown_by_itself(window: Window, jobs: Idle, recorded: Path) -> None:
    window.dropped.connect(conductor_of(window).open)
    drop(window, recorded)
    finish(window, jobs)
    session = window.session
    assert session.alone
    assert session.opened == Opened("run.rec", path=str(recorded))
    assert window.stage is not None
    assert window.stage.views[Run.AFTER].shown
    assert not window.stage.views[Run.BEFORE].shown
    assert not window.commands["view.both"].isEnabled()
    texts = {button.text() for button in window.head.findChildren(QToolButton)}
    assert "Day before" in texts
    sheet = window.panels["ledgers"].view
    assert "run.rec" in window.head._title.text()
    assert sheet.findChildren(object)


def test_back_to_the_technique(window: Window, jobs: Idle, recorded: Path) -> None:
    conductor_of(window).open(recorded)
    finish(window, jobs)
    assert window.commands["file.own"].isEnabled()
    window.commands["file.own"].trigger()
    assert window.session.opened is None
    assert jobs.asked[-1].kind == "compare"


def test_the_same_scenario_brought_again_takes_its_place(window: Window, jobs: Idle, recorded: Path) -> None:
    conductor, text = conductor_of(window), 'title = "mine"\n'
    for _ in range(2):
        conductor.open(Path("mine.toml"))
        asked = jobs.asked[-1]
        jobs._job = None
        jobs.finished.emit(asked, text)
        assert window.session.opened is None
        assert jobs.asked[-1].kind == "compare"
        conductor.open(recorded)
        finish(window, jobs)
        assert window.session.opened is not None


def test_a_trace_that_goes_on_says_how_to_use_more_of_it(window: Window, jobs: Idle, tmp_path: Path) -> None:
    from engine import traces

    path = tmp_path / "trace.csv"
    rows = "".join(f"{second},20,10\n" for second in range(40))
    path.write_text("arrived_at,num_prefill_tokens,num_decode_tokens\n" + rows)
    conductor_of(window).open(path)
    job = jobs.asked[-1]
    report = traces.load(str(path), limit=8, start=0).report
    jobs._job = None
    jobs.finished.emit(job, report)
    assert "the file goes on: File → Import report" in window.session.notices[-1].text


def test_running_again_reads_the_file_again(window: Window, jobs: Idle, recorded: Path) -> None:
    conductor_of(window).open(recorded)
    finish(window, jobs)
    window.commands["run.again"].trigger()
    assert [job.kind for job in jobs.asked[-2:]] == ["alone", "alone"]


def test_another_technique_takes_its_place(window: Window, jobs: Idle, recorded: Path) -> None:
    conductor_of(window).open(recorded)
    finish(window, jobs)
    window.commands["go.newer"].trigger()
    assert window.session.opened is None
    assert jobs.asked[-1].kind == "compare"


def test_a_saved_recording_comes_back(window: Window, tmp_path: Path, comparison: Comparison) -> None:
    path = tmp_path / "saved.rec"
    exports.recording(window, path)
    assert is_recording(path)
    assert opened.read_recording(str(path)).to_bytes() == comparison.after.to_bytes()


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def early(data: bytes) -> bytes:
    return data[:12]


def scrambled(data: bytes) -> bytes:
    return data[:16] + b"\xff" * 40 + data[56:]


def keyless(data: bytes) -> bytes:
    size = int.from_bytes(data[8:16], "little")
    head = json.loads(data[16 : 16 + size])
    del head["pools"]
    text = json.dumps(head).encode()
    return data[:8] + len(text).to_bytes(8, "little") + text + data[16 + size :]


@pytest.mark.parametrize("damage", [cut, early, scrambled, keyless])
def test_a_broken_recording_is_told_with_its_name(recorded: Path, damage: Callable[[bytes], bytes]) -> None:
    recorded.write_bytes(damage(recorded.read_bytes()))
    with pytest.raises(ValueError, match=r"run\.rec: "):
        carry_out(Opened("run.rec", path=str(recorded)), silent)


def test_a_recording_of_another_version_is_told(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine import ledgers

    def lacking(*_: object) -> None:
        raise KeyError("some_fact")

    monkeypatch.setattr(ledgers, "measure", lacking)
    with pytest.raises(ValueError, match="another version"):
        carry_out(Opened("run.rec", path=str(recorded)), silent)


def test_a_broken_file_leaves_what_was_shown(window: Window, jobs: Idle, recorded: Path) -> None:
    before = window.session.comparison
    conductor_of(window).open(recorded)
    job = jobs.asked[-1]
    jobs._job = None
    jobs.failed.emit(job, "run.rec: recording cut short inside events", "")
    assert window.session.comparison is before
    assert window.session.opened is None
    assert "cut short" in window.session.notices[-1].text


def test_the_worker_reads_recordings(recorded: Path) -> None:
    from explorer.worker import alone

    found = alone({"opened": Opened("run.rec", path=str(recorded)).fields()}, silent)
    assert isinstance(found, Comparison)
    assert found.before is found.after


# ---- the scenarios that come with the program


def test_every_preset_has_a_file_and_every_file_a_preset() -> None:
    names = {entry.name for entry in (files("assets") / "scenarios").iterdir() if entry.name.endswith(".toml")}
    assert names == {f"{preset.key}.toml" for preset in PRESETS}


def test_two_keystrokes_open_a_preset(window: Window, jobs: Idle, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    menu = QApplication.activePopupWidget()
    if menu is None:  # some platforms open no menu by its letter
        menu = next(found for found in window.menuBar().findChildren(QMenu) if "Scenarios" in found.title())
        menu.popup(QPoint(0, 0))
    qtbot.keyClick(menu, Qt.Key.Key_4)
    assert jobs.asked[-1].fields["opened"]["preset"] == PRESETS[3].key


def test_the_palette_offers_the_presets(window: Window) -> None:
    from explorer.palette_entries import entries

    found = {entry.title: entry for entry in entries(window.commands, window.session, window.desk)}
    for preset in PRESETS:
        assert preset.name in found


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_runs_and_shows_what_it_promises(preset: object) -> None:
    from engine import scenario_file
    from engine.simulate import simulate

    assert preset in PRESETS
    scenario = scenario_file.loads(preset.text(), preset.key)  # type: ignore[attr-defined]
    small = scenario_file.apply_settings(scenario, ["workload.requests=70"])
    recording = simulate(small)
    kinds = {Event(int(kind)) for kind in np.unique(recording.events["kind"])}
    promised = {
        "prefill-decode-split": {Event.HANDOVER},
        "fleet-affinity": {Event.ROUTE, Event.HIT},
        "worker-dies": {Event.FAIL, Event.RECOVER},
        "swap-to-host": {Event.SWAP_OUT, Event.SWAP_IN},
        "feedback-queue": {Event.LEVEL, Event.PAUSE, Event.SWAP_OUT},
        "early-rejection": {Event.REJECT},
        "live-migration": {Event.MIGRATE, Event.HANDOVER},
        "shared-store": {Event.FETCH},
        "changing-roles": {Event.ROLE, Event.HANDOVER},
    }
    assert promised.get(preset.key, set()) <= kinds  # type: ignore[attr-defined]
    assert isinstance(recording, Recording)


def test_a_preset_is_named_in_the_head(window: Window, jobs: Idle, comparison: Comparison) -> None:
    window.commands["scenario.worker-dies"].trigger()
    job = jobs.asked[-1]
    jobs._job = None
    jobs.finished.emit(job, opened.alone(comparison.after, "a title"))
    assert window.head._title.text() == "A worker dies"
    assert window.head._subtitle.text() == "a title"
    window.session.setLanguage("zh")
    assert window.head._title.text() == "一个工作进程停机"


def test_nothing_is_alone_at_the_start() -> None:
    assert not Session(Settings()).alone
