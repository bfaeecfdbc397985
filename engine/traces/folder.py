"""A folder of recorded conversations, one JSON file each, as numbered rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from engine.traces.lines import Lines
from engine.traces.records import TraceError


class Folder:
    """The text of each JSON file of a folder on one line, in the order of their names. Raises TraceError."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.note = ""

    def __iter__(self) -> Iterator[tuple[int, str]]:
        files = sorted(self._path.glob("*.json"))
        if not files:
            raise TraceError(str(self._path), None, "a folder without JSON files", "a trace file or a folder of them")
        self.note = f"{len(files):,} files of a folder, in the order of their names"
        for number, file in enumerate(files, 1):
            text = " ".join(line for _, line in Lines(file))
            try:
                known = isinstance(json.loads(text).get("requests"), list)
            except (ValueError, RecursionError, AttributeError):
                known = False
            if not known:
                raise TraceError(str(file), None, "no recorded conversation", "one JSON object with its requests")
            yield number, text
