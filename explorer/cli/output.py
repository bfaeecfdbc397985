"""What the command line prints: aligned tables, JSON, files."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from explorer import paths
from explorer.cli.errors import Failed


def width(text: str) -> int:
    """Columns `text` takes on a terminal: Chinese characters take two."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def table(header: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> str:
    """Lines of aligned columns; the columns named in `right` are flush right."""
    lines = [list(header), *([str(cell) for cell in row] for row in rows)]
    widths = [max(width(line[column]) for line in lines) for column in range(len(header))]
    flush = set(right)
    text = []
    for line in lines:
        cells = []
        for column, cell in enumerate(line):
            blank = " " * (widths[column] - width(cell))
            cells.append(blank + cell if column in flush else cell + blank)
        text.append("  ".join(cells).rstrip())
    text.insert(1, "  ".join("-" * size for size in widths))
    return "\n".join(text)


def print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def write(path: str, data: bytes) -> None:
    """Write a file the user asked for. Raises Failed."""
    try:
        paths.write_atomically(Path(path), data)
    except OSError as error:
        raise Failed(f"{path}: cannot be written ({error.strerror})") from error
