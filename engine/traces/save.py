"""Write an imported trace so that reading it again gives the same requests, prefixes and waits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from engine.traces.records import TraceImport, TraceRequest


def saved(imported: TraceImport) -> str:
    """JSON lines, one request each, in the order of the import.

    Prefixes are pairs of a piece's number and its tokens; equal numbers are equal pieces, whatever scope the ids of
    the file had. Rows that never arrived are not in an import, so they are not written.
    """
    numbers: dict[tuple[int, int | str], int] = {}
    report = imported.report
    lines = []
    for request in imported.requests:
        row: dict[str, Any] = {} if request.arrival_ns is None else {"arrival_ns": request.arrival_ns}
        row |= {"prompt_tokens": request.prompt_tokens, "output_tokens": request.output_tokens}
        row["prefix"] = list(_pairs(request, report.block_tokens, numbers))
        if request.after >= 0:
            row |= {"after": request.after, "think_ns": request.think_ns}
        if report.sessions:
            row["conversation"] = request.session
        if request.model:
            row["model"] = request.model
        if request.failed:
            row["failed"] = request.failed
        lines.append(json.dumps(row, separators=(",", ":")) + "\n")
    return "".join(lines)


def _pairs(
    request: TraceRequest, block_tokens: int, numbers: dict[tuple[int, int | str], int]
) -> Iterator[tuple[int, int]]:
    left = request.prompt_tokens
    lengths = request.lengths or (block_tokens,) * len(request.blocks)
    for piece, length in zip(request.blocks, lengths, strict=True):
        yield numbers.setdefault((request.scope, piece), len(numbers)), min(length, left)
        left = max(0, left - length)
