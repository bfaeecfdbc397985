"""Rows of the source table as text for a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence

from citations.records import Source
from widgets.source_table_columns import Column, column_title
from widgets.source_table_model import SourceTableModel

_FORMULA = ("=", "+", "-", "@")


def as_tsv(rows: Sequence[Source], columns: Sequence[Column], model: SourceTableModel) -> str:
    """A line of headings and a line for each row, cells parted by tabs."""
    lines = [[column_title(column) for column in columns]]
    lines += [[cell(model.text(source, column)) for column in columns] for source in rows]
    return "\n".join("\t".join(line) for line in lines)


def cell(text: str) -> str:
    """One line without tabs, and never one that a spreadsheet would take for a formula."""
    flat = " ".join(text.split())
    return f"'{flat}" if flat.startswith(_FORMULA) else flat
