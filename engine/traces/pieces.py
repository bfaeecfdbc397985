"""Pieces of prompts with lengths of their own, as RAGPulse keeps them: tables beside the trace."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from engine.traces.lines import Lines
from engine.traces.records import TraceError

# Kinds of pieces in the order in which a prompt holds them, and the key of their ids in the tables.
ORDER = {
    "sys_prompt": "sys_prompt_id",
    "passages_ids": "passage_id",
    "history": "history_id",
    "web_search": "web_search_id",
    "user_input": "user_input_id",
}
LENGTH = "token_length"


class Pieces:
    """Lengths of pieces by kind and id; `missing` are the kinds without a table."""

    def __init__(self, lengths: dict[tuple[str, int | str], int], missing: tuple[str, ...]) -> None:
        self._lengths = lengths
        self.missing = missing

    def length(self, kind: str, piece: int | str) -> int | None:
        """Tokens of a piece, None if no table has it."""
        return self._lengths.get((kind, piece))

    @property
    def note(self) -> str:
        """What the user should know about the tables."""
        if len(self.missing) == len(ORDER):
            return "the tables with the lengths of prefix pieces are not beside the file: prompts share nothing here"
        if self.missing:
            kinds = ", ".join(self.missing)
            return f"no table for {kinds} beside the file: prefixes end before the first such piece"
        return "prefixes are pieces of varying length, in the order " + ", ".join(ORDER)


def beside(path: Path) -> Pieces:
    """The tables in the folder of a trace. Raises TraceError for a table that cannot be read."""
    lengths: dict[tuple[str, int | str], int] = {}
    missing = []
    for kind, key in ORDER.items():
        stem = key.removesuffix("_id")
        tables = [file for file in sorted(path.parent.glob(f"*{stem}*.jsonl")) if file.name != path.name]
        if not tables:
            missing.append(kind)
        for table in tables:
            lengths.update(((kind, piece), tokens) for piece, tokens in _table(table, key))
    return Pieces(lengths, tuple(missing))


def _table(path: Path, key: str) -> Iterator[tuple[int | str, int]]:
    for line, text in Lines(path):
        try:
            row = json.loads(text)
            piece, tokens = row[key], row[LENGTH]
        except (ValueError, RecursionError, KeyError, TypeError) as error:
            raise TraceError(str(path), line, "no piece", f"an object with {key} and {LENGTH}") from error
        if not isinstance(piece, int | str) or not isinstance(tokens, int) or not 0 < tokens < 10**9:
            raise TraceError(str(path), line, f"a piece of {tokens!r:.40} tokens", f"an id and a whole {LENGTH}")
        yield piece, tokens
