"""The account of an import as a page: what the file is, the books of its rows, and what is worth knowing."""

from __future__ import annotations

from html import escape
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from engine.sheet import Verdict
from engine.traces import SetAside, TraceReport
from widgets import format as written
from widgets.rich_style import GAP, RichStyle
from widgets.trace_words import trace_word


def _tr(text: str) -> str:
    return QCoreApplication.translate("ImportReport", text)


def report_page(report: TraceReport, style: RichStyle) -> str:
    """The page as HTML."""
    parts = [style.title(Path(report.file).name), style.block(_books(report, style), below=4)]
    parts += [style.label(_tr("File")), _table(_facts(report), style)]
    if report.set_aside:
        parts += [style.label(_tr("Rows set aside")), _aside(report, style)]
    if report.notes:
        notes = "".join(f'<li style="margin:0 0 3px 0">{escape(note)}</li>' for note in report.notes)
        parts += [style.label(_tr("Notes")), f'<ul style="margin:0 0 0 -18px">{notes}</ul>']
    return style.page(parts)


def error_page(file: str, message: str, style: RichStyle) -> str:
    """Why a file could not be read, and what can be done about it."""
    hint = _tr("If the file has columns of other names, name them below and read it again.")
    return style.page(
        [
            style.title(Path(file).name),
            style.block(
                style.strong(_tr("This file could not be read as a trace."), style.own.verdict[Verdict.WORSE]),
                below=4,
            ),
            style.paragraph(message),
            style.block(style.quiet(hint), above=8),
        ]
    )


def _books(report: TraceReport, style: RichStyle) -> str:
    """Rows read = used + set aside."""
    own, aside = style.own, sum(entry.rows for entry in report.set_aside)
    read = _tr("{rows} rows read").format(rows=written.count(report.rows_read))
    used = _tr("{rows} used").format(rows=written.count(report.rows_used))
    left = _tr("{rows} set aside").format(rows=written.count(aside))
    tint = own.verdict[Verdict.WORSE] if aside else own.muted
    return (
        f"{style.strong(read)} ={GAP}{style.chip(used, own.verdict[Verdict.BETTER])} +{GAP}{style.chip(left, tint)}"
    )


def _facts(report: TraceReport) -> list[tuple[str, str]]:
    unit = "–"
    if report.time_unit:
        unit = f"{trace_word(report.time_unit)} ({trace_word(report.time_unit_decided)})"
    facts = [
        (_tr("Path"), report.file),
        (_tr("Layout"), trace_word(report.layout)),
        (_tr("Unit of time"), unit),
        (_tr("First arrival"), report.origin or "–"),
        (_tr("Span"), written.duration(report.span_ns) if report.span_ns is not None else "–"),
        (_tr("Rows in use"), _where(report)),
        (_tr("Columns"), ", ".join(name for name in report.columns if name)),
    ]
    if report.block_tokens:
        facts.append((_tr("Tokens per prefix id"), written.count(report.block_tokens)))
    if report.sessions:
        facts.append((_tr("Conversations"), written.count(report.sessions)))
    return facts


def _where(report: TraceReport) -> str:
    """Which part of the file is read."""
    form = _tr("calls {first} to {last}") if report.place == "call" else _tr("lines {first} to {last}")
    parts = [form.format(first=written.count(report.lines[0]), last=written.count(report.lines[1]))]
    if report.rows_skipped:
        parts.append(_tr("after the first {rows} rows").format(rows=written.count(report.rows_skipped)))
    parts.append(_tr("to the end of the file") if report.complete else _tr("the file goes on"))
    return ", ".join(parts)


def _table(rows: list[tuple[str, str]], style: RichStyle) -> str:
    cells = "".join(
        f'<tr><td style="padding:1px 14px 1px 0">{style.quiet(name)}</td><td>{escape(value)}</td></tr>'
        for name, value in rows
    )
    return f'<table cellspacing="0">{cells}</table>'


def _aside(report: TraceReport, style: RichStyle) -> str:
    rows = "".join(_reason(entry, report.place, style) for entry in report.set_aside)
    return f'<table cellspacing="0">{rows}</table>'


def _reason(entry: SetAside, place: str, style: RichStyle) -> str:
    lines = ", ".join(map(written.count, entry.first_lines)) + (", …" if entry.rows > len(entry.first_lines) else "")
    form = _tr("calls {lines}") if place == "call" else _tr("lines {lines}")
    fate = _tr("kept as rejected arrivals") if entry.arrived else _tr("left out")
    cell = '<td style="padding:1px 14px 1px 0">'
    return (
        f'<tr><td align="right" style="padding:1px 10px 1px 0">{style.strong(written.count(entry.rows))}</td>'
        f"{cell}{escape(trace_word(entry.reason))}</td>{cell}{escape(form.format(lines=lines))}</td>"
        f"<td>{style.quiet(fate)}</td></tr>"
    )
