"""Rows that hold several requests: conversations with pauses, and sessions of calls with tools between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.traces.layouts import Shape
from engine.traces.numbers import Cell, count, nanoseconds
from engine.traces.prefixes import NOTHING, blocks_of
from engine.traces.rowreader import BAD_BLOCKS, Reader, Row

DEEPEST = 20  # agents inside agents
NO_CALLS = "a conversation without calls"
NO_CALL = "not a call: neither lengths nor nested calls"
TOO_DEEP = "agents nested too deeply"
DEFAULT_BLOCK = 64
MODEL_NAME = 80  # characters kept
REASON = 200


class Expander:
    """Turns the rows of a file into requests, one or several each."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._conversations = Conversations(reader)
        self._sessions = 0

    def expand(self, cells: Mapping[str, Cell], line: int, base: int) -> list[Row]:
        """The requests of a row; `base` of them come before."""
        shape = self._reader.layout.shape
        if shape is Shape.CONVERSATION:
            self._sessions += 1
            return self._conversations.rows(cells, self._sessions - 1, base)
        if shape is Shape.SAVED:
            return [self._saved(cells, line, base)]
        calls = cells.get("sub_requests")
        if shape is Shape.CHAIN and isinstance(calls, list):
            self._sessions += 1
            return self._chain(cells, calls, line, base)
        return [self._reader.row(cells, line)]

    def _saved(self, cells: Mapping[str, Cell], line: int, base: int) -> Row:
        row = self._reader.row(cells, line)
        after, session = count(cells.get("after")), count(cells.get("conversation"))
        if after is not None and after < base:
            row.after, row.think = after, max(0, nanoseconds(cells.get("think_ns"), "ns") or 0)
        row.session = -1 if session is None else session
        row.model = str(cells.get("model") or "")[:MODEL_NAME]
        row.reason = row.reason or str(cells.get("failed") or "")[:REASON]
        return row

    def _chain(self, cells: Mapping[str, Cell], calls: list[object], line: int, base: int) -> list[Row]:
        """The calls of a session: each is sent when the tool that the call before had asked for has returned."""
        rows: list[Row] = []
        think, name = 0, self._reader.layout.time
        for call in calls:
            own: dict[str, Cell] = {**call, name: cells.get(name)} if isinstance(call, dict) else {}
            row = self._reader.row(own, line)
            row.session = self._sessions - 1
            if rows and row.time is not None and rows[-1].time is not None:
                row.after, row.think, row.time = base + len(rows) - 1, think, rows[-1].time + think
            rows.append(row)
            think = max(0, nanoseconds(own.get("tool_duration_ns"), "ns") or 0)
        return rows


class Conversations:
    """Flattens recorded conversations: a row per call, nested agents included, in the order of the file."""

    def __init__(self, reader: Reader) -> None:
        self._layout = reader.layout
        self.calls = 0  # so far, over all conversations: what stands for line numbers

    def rows(self, cells: Mapping[str, Cell], session: int, base: int) -> list[Row]:
        """The calls of one conversation; `base` rows come before them."""
        block = count(cells.get("block_size")) or DEFAULT_BLOCK
        walk = _Walk(Reader(replace(self._layout, blocks=""), None), block, self.calls)
        walk.agent(cells.get("requests"), 0, -1, 0)
        if not walk.found:
            walk.calls += 1
            walk.found.append(Row(walk.calls, None, 0, 0, (), NO_CALLS))
        self.calls = walk.calls
        scope = 0 if cells.get("hash_id_scope") == "global" else session + 1
        for row in walk.found:
            row.session, row.scope = session, scope
            row.after += base if row.after >= 0 else 0
        return walk.found


class _Walk:
    """One conversation being flattened; rows refer to each other by their place in `found`."""

    def __init__(self, reader: Reader, block_tokens: int, calls: int) -> None:
        self._reader = reader
        self._block_tokens = block_tokens
        self.calls = calls
        self.found: list[Row] = []

    def agent(self, calls: Cell, offset: int, before: int, depth: int) -> None:
        """The calls of one agent, each after the one before; its first follows the call that had started it."""
        first = True
        for call in calls if isinstance(calls, list) else ():
            own: Mapping[str, Cell] = call if isinstance(call, dict) else {}
            if isinstance(own.get("requests"), list) and depth < DEEPEST:
                start = nanoseconds(own.get("t"), "s") or 0
                self.agent(own["requests"], offset + start, before, depth + 1)
                continue
            row = self._row(own, offset)
            if row.time is not None:
                if before >= 0:
                    self._follow(row, before, None if first and depth else own.get("think_time"))
                before, first = len(self.found), False
            self.found.append(row)

    def _row(self, own: Mapping[str, Cell], offset: int) -> Row:
        self.calls += 1
        row = self._reader.row(own, self.calls)
        if row.time is not None:
            row.time += offset
        if not own.keys() & {"in", "out"}:
            row.reason = TOO_DEEP if "requests" in own else NO_CALL
        ids = own.get("hash_ids")
        prefix = NOTHING if ids is None else blocks_of(ids, row.prompt, self._block_tokens)
        if prefix is None:
            row.reason = row.reason or BAD_BLOCKS
        else:
            row.blocks, row.lossy = prefix.ids, prefix.lossy
            row.lengths = (self._block_tokens,) * len(prefix.ids)
        row.model = str(own.get("model") or "")[:MODEL_NAME]
        row.busy = nanoseconds(own.get("api_time"), "s")
        return row

    def _follow(self, row: Row, before: int, pause: Cell) -> None:
        """The pause before a call: as recorded, else what the gap between the starts leaves."""
        earlier = self.found[before]
        think = nanoseconds(pause, "s")
        row.after, row.guessed = before, think is None or think < 0
        if think is None or think < 0:
            think = max(0, (row.time or 0) - (earlier.time or 0) - max(0, earlier.busy or 0))
        row.think = think
