"""The audit in the window: the files that go in and out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog

from citations.audit import loads_json, loads_toml
from explorer import exports
from explorer.panes.audit import AuditPane

if TYPE_CHECKING:
    from explorer.window import Window


def build(window: Window) -> AuditPane:
    """The pane, with the dialogs that it asks for."""
    pane = AuditPane(window.session, window.jobs)
    pane.openAsked.connect(lambda: _ask_open(window, pane))
    pane.saveAsked.connect(lambda suffix: _ask_save(window, pane, suffix))
    return pane


def open_file(pane: AuditPane, path: Path) -> None:
    """Show an audit that was saved before. Raises OSError, and ValueError naming file, line and field."""
    text = path.read_text("utf-8")
    pane.view.setAudit(loads_json(text, path.name) if path.suffix.lower() == ".json" else loads_toml(text, path.name))


def _ask_open(window: Window, pane: AuditPane) -> None:
    title, kinds = _tr("Open audit"), _tr("Audits")
    patterns = f"{kinds} (*.toml *.json);;{_tr('All files')} (*)"
    chosen, _ = QFileDialog.getOpenFileName(window, title, "", patterns)
    if not chosen:
        return
    try:
        open_file(pane, Path(chosen))
    except (OSError, ValueError) as error:
        window.session.notice(_tr("The audit cannot be opened: {0}").format(Path(chosen).name), str(error))


def _ask_save(window: Window, pane: AuditPane, suffix: str) -> None:
    name = pane.view.audit().subject.source or "claim"
    kind = suffix.removeprefix(".")
    exports.ask_path(window, _tr("Save audit"), f"audit-{name}.{kind}", (kind,), lambda path: _write(pane, path))


def _write(pane: AuditPane, path: Path) -> None:
    pane.view.export(path)


def _tr(text: str) -> str:
    return QCoreApplication.translate("AuditDesk", text)
