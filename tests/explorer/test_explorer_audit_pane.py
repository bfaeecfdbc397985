"""The audit in the window: claims of the library, trials in the worker, files in and out."""

from __future__ import annotations

from pathlib import Path

import pytest
from idle_jobs import Idle
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from engine.audit_try import Tried
from engine.sheet import Evidence
from explorer import audit_desk, text_twin, views
from explorer.panes.audit import AuditPane
from explorer.session import Stage
from explorer.window import Window

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TRIED = Tried("pagedattention", 1, "pages", "rate", "requests/s", 1.0, 3.0, 3.0, Evidence.TEACHING_ESTIMATE, (), ())


@pytest.fixture
def pane(window: Window, qtbot: QtBot) -> AuditPane:
    window.commands["view.audit"].trigger()
    found = window.panels["audit"]
    assert isinstance(found, AuditPane)
    qtbot.waitUntil(found.isVisible)  # its view is filled when it is shown
    found.view.chooseClaim("pagedattention", 1)
    return found


def test_the_claims_of_the_library_are_offered(window: Window, pane: AuditPane) -> None:
    assert pane.view.audit().subject.key == "pagedattention:1"
    assert not window.left.isVisible()
    assert "PagedAttention" in text_twin.of_widget(pane)
    assert views.find(window, "audit") is pane.view


def test_a_trial_goes_to_the_worker_and_stands_beside_the_claim(pane: AuditPane, jobs: Idle) -> None:
    pane.view.tryWanted.emit(pane.view.audit())
    job = jobs.current
    assert job is not None
    assert (job.kind, job.fields) == ("audit.try", {"source": "pagedattention", "position": 1})
    jobs.progressed.emit(job, 0.5)
    jobs._job = None
    jobs.finished.emit(job, TRIED)
    trial = pane.view.audit().trial
    assert trial is not None
    assert trial.measured == "3 x"
    assert trial.evidence == "teaching-estimate"


def test_a_trial_of_a_claim_that_was_left_is_put_aside(pane: AuditPane, jobs: Idle) -> None:
    pane.view.tryWanted.emit(pane.view.audit())
    job = jobs.current
    assert job is not None
    pane.view.chooseClaim("sglang", 1)
    jobs._job = None
    jobs.finished.emit(job, TRIED)
    assert pane.view.audit().trial is None


def test_a_claim_of_no_kind_that_can_be_run_is_told(window: Window, pane: AuditPane, jobs: Idle) -> None:
    pane.view.tryWanted.emit(pane.view.audit())
    job = jobs.current
    jobs._job = None
    jobs.finished.emit(job, None)
    assert "no run of the kind" in window.session.notices[-1].text


@pytest.mark.parametrize("suffix", [".md", ".json", ".toml", ".pdf"])
def test_the_report_is_written(pane: AuditPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str) -> None:
    target = tmp_path / f"audit{suffix}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *given, **kept: (str(target), ""))
    pane.view.exportWanted.emit(suffix)
    assert target.stat().st_size > 500


def test_a_saved_audit_is_opened_again(
    window: Window, pane: AuditPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, broken = tmp_path / "audit.toml", tmp_path / "broken.toml"
    pane.view.export(target)
    before = pane.view.audit()
    pane.view.chooseClaim("sglang", 1)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *given, **kept: (str(target), ""))
    pane.view.openWanted.emit()
    assert pane.view.audit() == before
    broken.write_text("nonsense = 1\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *given, **kept: (str(broken), ""))
    pane.view.openWanted.emit()
    assert "cannot be opened: broken.toml" in window.session.notices[-1].text
    assert pane.view.audit() == before
    with pytest.raises(OSError, match="nowhere"):
        audit_desk.open_file(pane, tmp_path / "nowhere.json")


def test_keys_take_back_in_the_audit_not_in_the_notebook(pane: AuditPane, qtbot: QtBot) -> None:
    pane.view.chooseClaim("sglang", 1)
    pane.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    pane.setFocus()
    qtbot.keyClick(pane, Qt.Key.Key_Z, CTRL)
    assert pane.view.audit().subject.key == "pagedattention:1"
    qtbot.keyClick(pane, Qt.Key.Key_Z, CTRL | SHIFT)
    assert pane.view.audit().subject.key == "sglang:1"


def test_a_source_in_the_report_leads_to_the_map(window: Window, pane: AuditPane) -> None:
    pane.view.sourceRequested.emit("orca")
    assert window.session.source == "orca"
    assert window.session.stage is Stage.MAP
