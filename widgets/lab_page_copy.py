"""A table as text for the clipboard or a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def table_text(header: Sequence[str], rows: Sequence[Sequence[object]], separator: str = ",") -> str:
    """CSV (or with tabs TSV). Text that a spreadsheet would take for a formula is disarmed; None is empty."""
    sheet = io.StringIO()
    writer = csv.writer(sheet, delimiter=separator, lineterminator="\n")
    writer.writerow([_safe(text) for text in header])
    for row in rows:
        writer.writerow([_safe(value) for value in row])
    return sheet.getvalue()


def _safe(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return value
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text
