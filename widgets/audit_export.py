"""An audit as a file: PDF on one page, Markdown, JSON (the report), or TOML (to open again)."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter, QTextDocument

from citations.audit import Audit, as_json, dumps_toml, markdown
from citations.audit.report import title
from widgets.audit_page import audit_page, trial_word
from widgets.export import ExportError
from widgets.fonts import ui_font
from widgets.palette import colours
from widgets.rich_style import RichStyle

FORMATS = (".pdf", ".md", ".json", ".toml")
_MARGIN = 12.0  # millimetres
_DOTS_PER_INCH = 96


def write_audit(audit: Audit, path: Path | str, language: str = "en") -> Path:
    """Write the audit by the path's suffix and return the path.

    ValueError for another suffix; ExportError naming the file if it cannot be written.
    """
    target = Path(path)
    told = audit.translated(trial_word)
    writers: dict[str, Callable[[], bytes]] = {
        ".pdf": lambda: pdf(audit, language),
        ".md": lambda: markdown(told, language).encode(),
        ".json": lambda: (json.dumps(as_json(told, language), ensure_ascii=False, indent=2) + "\n").encode(),
        ".toml": lambda: dumps_toml(audit).encode(),
    }
    if target.suffix.lower() not in writers:
        raise ValueError(f"{target}: found the ending {target.suffix!r}, expected one of {', '.join(writers)}")
    data = writers[target.suffix.lower()]()
    beside = target.with_name(f".{target.name}.part")
    try:
        beside.write_bytes(data)
        os.replace(beside, target)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise ExportError(f"{target}: cannot be written ({error.strerror})") from error
    return target


def pdf(audit: Audit, language: str = "en") -> bytes:
    """The report on one page of A4, as large as it fits, in light colours."""
    buffer_data = QByteArray()
    buffer = QBuffer(buffer_data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN), QPageLayout.Unit.Millimeter)
    writer.setTitle(title(audit, language))
    writer.setCreator("Eighteen Ledgers")
    place = writer.pageLayout().paintRectPixels(_DOTS_PER_INCH)
    document = QTextDocument()
    document.setDefaultFont(ui_font())
    document.setDocumentMargin(0)
    document.setHtml(audit_page(audit, RichStyle(colours(False)), language))
    width = _width_that_fits(document, place.width(), place.height())
    document.setPageSize(QSizeF(width, width * place.height() / place.width()))
    document.print_(writer)
    buffer.close()
    return bytes(buffer_data.data())


def _width_that_fits(document: QTextDocument, width: float, height: float) -> float:
    """A page width at which the whole text is no taller than the page: wider lines are printed smaller."""
    shape = height / width
    for _ in range(30):
        document.setTextWidth(width)
        if document.size().height() <= width * shape:
            break
        width *= 1.05
    return width
