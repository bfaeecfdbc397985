"""Every kind of trace trouble ends in one of three ways: the file is refused, the row is set aside, or it is accepted
with a note. In each case the books balance."""

from __future__ import annotations

from pathlib import Path

import pytest
from trace_cases import CASES, Case

from engine.traces import TraceError, TraceImport, load, saved

SECOND = 1_000_000_000


def write(tmp_path: Path, content: str | bytes) -> Path:
    file = tmp_path / "trace"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def balance(found: TraceImport) -> None:
    report = found.report
    aside = sum(entry.rows for entry in report.set_aside)
    assert report.rows_read == report.rows_used + aside
    assert report.rows_used == sum(not request.failed for request in found.requests)


def served(found: TraceImport) -> list[tuple[float | None, int, int]]:
    return [
        (None if r.arrival_ns is None else r.arrival_ns / SECOND, r.prompt_tokens, r.output_tokens)
        for r in found.requests
        if not r.failed
    ]


def pieces(found: TraceImport) -> list[list[int]]:
    """Prefix pieces numbered in order of appearance, so that names do not matter."""
    numbers: dict[tuple[int, int | str], int] = {}
    return [[numbers.setdefault((r.scope, piece), len(numbers)) for piece in r.blocks] for r in found.requests]


@pytest.mark.parametrize("case", CASES, ids=[case.kind for case in CASES])
def test_every_kind_has_one_of_three_outcomes(tmp_path: Path, case: Case) -> None:
    file = write(tmp_path, case.content)
    if case.error:
        with pytest.raises(TraceError) as caught:
            load(file, options=case.options)
        assert case.error in str(caught.value)
        assert str(file) in str(caught.value)
        return
    found = load(file, options=case.options)
    balance(found)
    assert served(found) == case.served
    assert {entry.reason: entry.first_lines for entry in found.report.set_aside} == case.aside
    notes = " | ".join(found.report.notes)
    for part in case.told:
        assert part in notes
    if case.unit:
        assert f"{found.report.time_unit} ({found.report.time_unit_decided})" == case.unit


@pytest.mark.parametrize("case", [c for c in CASES if not c.error], ids=[c.kind for c in CASES if not c.error])
def test_what_is_saved_is_read_back_the_same(tmp_path: Path, case: Case) -> None:
    found = load(write(tmp_path, case.content), options=case.options)
    copy = tmp_path / "copy.jsonl"
    copy.write_text(saved(found))
    again = load(copy)
    balance(again)
    assert served(again) == served(found)
    assert [(r.after, r.think_ns) for r in again.requests] == [(r.after, r.think_ns) for r in found.requests]
    assert pieces(again) == pieces(found)
