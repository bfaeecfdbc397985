"""Opening what the user brings, and the report of how a trace was read."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog

from explorer.conductor import Conductor
from explorer.dialogs import show_page
from widgets import format as written

if TYPE_CHECKING:
    from engine.traces import TraceReport
    from explorer.window import Window


def ask(window: Window, conductor: Conductor) -> None:
    """Let the user choose a file."""
    title = QCoreApplication.translate("Imports", "Open trace or scenario")
    kinds = QCoreApplication.translate("Imports", "Traces and scenarios")
    everything = QCoreApplication.translate("Imports", "All files")
    patterns = f"{kinds} (*.csv *.tsv *.json *.jsonl *.toml *.gz);;{everything} (*)"
    chosen, _ = QFileDialog.getOpenFileName(window, title, "", patterns)
    if chosen:
        conductor.open(Path(chosen))


def show_report(window: Window) -> None:
    """How the brought trace was read."""
    if window.session.imported is not None:
        title = QCoreApplication.translate("Imports", "Import report")
        show_page(window, title, report_page(window.session.imported))


def report_page(report: TraceReport) -> str:
    """The account of an import as HTML."""
    unit = f"{report.time_unit} ({report.time_unit_decided})"
    read = written.count(report.rows_read)
    if not report.complete:
        read += " " + QCoreApplication.translate("Imports", "(the file goes on)")
    facts = [
        (QCoreApplication.translate("Imports", "File"), report.file),
        (QCoreApplication.translate("Imports", "Layout"), report.layout),
        (QCoreApplication.translate("Imports", "Unit of time"), unit),
        (QCoreApplication.translate("Imports", "First arrival"), report.origin or "–"),
        (
            QCoreApplication.translate("Imports", "Span"),
            written.duration(report.span_ns) if report.span_ns is not None else "–",
        ),
        (QCoreApplication.translate("Imports", "Rows read"), read),
        (QCoreApplication.translate("Imports", "Rows used"), written.count(report.rows_used)),
        (
            QCoreApplication.translate("Imports", "Rows set aside"),
            written.count(sum(entry.rows for entry in report.set_aside)),
        ),
    ]
    rows = "".join(
        f"<tr><td>{escape(name)}&nbsp;&nbsp;</td><td><b>{escape(value)}</b></td></tr>" for name, value in facts
    )
    page = f"<table cellpadding='3'>{rows}</table>"
    if report.set_aside:
        page += f"<h3>{escape(QCoreApplication.translate('Imports', 'Set aside'))}</h3><table cellpadding='3'>"
        for entry in report.set_aside:
            lines = ", ".join(map(str, entry.first_lines)) + (", …" if entry.rows > len(entry.first_lines) else "")
            where = escape(QCoreApplication.translate("Imports", "lines {lines}").format(lines=lines))
            page += f"<tr><td align='right'>{entry.rows}</td><td>{escape(entry.reason)}</td><td>{where}</td></tr>"
        page += "</table>"
    if report.notes:
        notes = "".join(f"<li>{escape(note)}</li>" for note in report.notes)
        page += f"<h3>{escape(QCoreApplication.translate('Imports', 'Notes'))}</h3><ul>{notes}</ul>"
    return page
