"""The log of a recording applied row by row: slow, and obviously what the rows say."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.recording import Event


class Replay:
    """Block tables, reference counts and contents after the rows applied so far."""

    def __init__(self) -> None:
        self.tables: dict[int, dict[int, int]] = {}  # request -> page -> block
        self.references: Counter[int] = Counter()
        self.content: dict[int, int] = {}

    def apply(self, row: Any) -> None:
        if row["page"] < 0:
            return
        request, page = int(row["request"]), int(row["page"])
        if row["kind"] == Event.RELEASE:
            del self.tables[request][page]
        elif row["kind"] in (Event.ALLOCATE, Event.HIT, Event.COPY):
            self.tables.setdefault(request, {})[page] = int(row["block"])
        self.references[page] = int(row["references"])
        self.content[page] = int(row["content"])

    def block_tables(self) -> dict[int, list[int]]:
        """Pages by request in logical order, for requests that hold any."""
        return {
            request: sorted(table, key=lambda page: (table[page], page))
            for request, table in self.tables.items()
            if table
        }
