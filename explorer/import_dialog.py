"""The window on an import: how the brought trace was read, and reading it otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout

from explorer.brought import Brought
from explorer.conductor import Conductor
from widgets.import_report import ImportReport
from widgets.import_settings import COLUMNS, ReadSettings

if TYPE_CHECKING:
    from explorer.window import Window

_UNIT, _BUSIEST, _SPEED = "workload.columns.unit=", "workload.replay.busiest=", "workload.replay.speed="


def settings_of(brought: Brought) -> ReadSettings:
    """How a brought trace is asked for."""
    given = dict(setting.split("=", 1) for setting in brought.settings)
    blank = ReadSettings()
    return ReadSettings(
        brought.trace_start,
        brought.trace_limit,
        given.get(_BUSIEST[:-1]) == "true",
        given.get(_UNIT[:-1], blank.unit),
        float(given.get(_SPEED[:-1], blank.speed)),
        tuple(given.get(f"workload.columns.{part}", "") for part in COLUMNS),  # type: ignore[arg-type]
    )


def brought_with(brought: Brought, settings: ReadSettings) -> Brought:
    """The same trace, asked for otherwise."""
    blank = ReadSettings()
    changed = []
    if settings.busiest:
        changed.append(f"{_BUSIEST}true")
    if settings.unit != blank.unit:
        changed.append(f"{_UNIT}{settings.unit}")
    if settings.speed != blank.speed:
        changed.append(f"{_SPEED}{settings.speed:g}")
    changed += [
        f"workload.columns.{part}={name}" for part, name in zip(COLUMNS, settings.columns, strict=True) if name
    ]
    return replace(brought, trace_start=settings.start, trace_limit=settings.rows, settings=tuple(changed))


class ImportDialog(QDialog):
    """Stays open while the trace is read again, and follows what comes of it."""

    def __init__(self, window: Window, conductor: Conductor) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._conductor = window.session, conductor
        self.report = ImportReport()
        self.report.readRequested.connect(self._read)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.addWidget(self.report, 1)
        column.addWidget(buttons)
        self._session.importChanged.connect(self._show)
        self._retranslate()
        self._show()
        em = self.fontMetrics().height()
        self.resize(min(46 * em, window.width()), min(42 * em, window.height()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Import report"))

    def _show(self) -> None:
        session = self._session
        tried = session.tried
        if tried is None:
            self.close()
        elif session.imported is not None:
            self.report.setReport(session.imported, settings_of(tried))
        else:
            self.report.setError(tried.trace, session.import_error, settings_of(tried))

    def _read(self, settings: ReadSettings) -> None:
        if self._session.tried is not None:
            self._conductor.read(brought_with(self._session.tried, settings))
