"""Whatever bytes a trace file holds, it is read with balanced books or refused by name; what is read can be sent."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from trace_cases import CASES

from engine.scenario import Arrivals, Model, Scenario
from engine.traces import ReadOptions, TraceError, TraceImport, load, saved
from engine.traces.options import TIME_UNITS
from engine.workloads.replay import trace_workload
from engine.workloads.trace_plan import Replay, Waiting

CONTENTS = [case.content if isinstance(case.content, bytes) else case.content.encode() for case in CASES]
TOKENS = [b"", b"\x00", b"\xff", b'"', b",", b"\n", b"\r\n", b"{", b"}", b"[", b"]", b"null", b"-1", b"1e400", b"NaN"]
TOKENS += [b"true", b"9" * 40, b"\xef\xbb\xbf", b"\xff\xfe", b'"requests": [', b'"requests": null', b"0.5", b" "]
CHANGES = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), st.sampled_from(TOKENS)), max_size=6)
OPTIONS = st.builds(
    ReadOptions,
    arrival=st.sampled_from(["", "", "t", "time", "at.x"]),
    prompt=st.sampled_from(["", "", "in", "input_length"]),
    output=st.sampled_from(["", "", "out", "output_length"]),
    prefix=st.sampled_from(["", "hash_ids"]),
    unit=st.sampled_from(TIME_UNITS),
    block_tokens=st.sampled_from([0, 0, 1, 16, 512]),
    busiest=st.booleans(),
)
REPLAYS = st.builds(
    Replay,
    busiest=st.booleans(),
    speed=st.sampled_from([1.0, 1e-6, 3.7, 1e6]),
    longest_gap_s=st.none() | st.sampled_from([0.0, 1.5, 1e9]),
    spread=st.booleans(),
    laps=st.integers(1, 3),
    longest_output=st.none() | st.integers(1, 20),
    cut=st.booleans(),
    conversations=st.sampled_from(Waiting),
)


def changed(content: bytes, changes: list[tuple[float, int, bytes]]) -> bytes:
    """`content` with pieces cut out and tokens put in their place."""
    for share, removed, token in changes:
        place = int(share * len(content))
        content = content[:place] + token + content[place + removed :]
    return content


def sound(found: TraceImport) -> None:
    report = found.report
    assert report.rows_read == report.rows_used + sum(entry.rows for entry in report.set_aside)
    assert report.rows_used == sum(not request.failed for request in found.requests) > 0
    times = [request.arrival_ns for request in found.requests if request.arrival_ns is not None]
    assert all(time >= 0 for time in times)
    assert report.sessions or times == sorted(times)
    for place, request in enumerate(found.requests):
        assert request.after < place
        assert request.think_ns >= 0
        assert not request.lengths or len(request.lengths) == len(request.blocks)


@given(
    base=st.sampled_from(CONTENTS),
    changes=CHANGES,
    options=OPTIONS | st.just(ReadOptions()),
    start=st.integers(0, 3),
    limit=st.none() | st.integers(1, 4),
)
@settings(max_examples=400, deadline=None)
def test_broken_files_are_refused_by_name_or_read_with_balanced_books(
    tmp_path_factory: pytest.TempPathFactory,
    base: bytes,
    changes: list[tuple[float, int, bytes]],
    options: ReadOptions,
    start: int,
    limit: int | None,
) -> None:
    file = tmp_path_factory.getbasetemp() / "broken.any"
    file.write_bytes(changed(base, changes))
    complaint: TraceError | None = None
    try:
        found = load(file, start=start, limit=limit, options=options)
    except TraceError as error:
        complaint = error
    if complaint is not None:
        assert "broken.any" in str(complaint)
        assert complaint.found
        assert complaint.expected
        return
    sound(found)
    copy = tmp_path_factory.getbasetemp() / "copy.jsonl"
    copy.write_text(saved(found))
    again = load(copy)
    sound(again)
    assert len(again.requests) == len(found.requests)


@given(base=st.sampled_from(CONTENTS), changes=CHANGES, replay=REPLAYS, seed=st.integers(0, 9))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_what_is_read_can_be_sent(
    tmp_path_factory: pytest.TempPathFactory,
    base: bytes,
    changes: list[tuple[float, int, bytes]],
    replay: Replay,
    seed: int,
) -> None:
    file = tmp_path_factory.getbasetemp() / "sent.any"
    file.write_bytes(changed(base, changes))
    plain = Scenario(seed=seed, model=Model(max_length=2048))
    workload = dataclasses.replace(plain.workload, arrivals=Arrivals.TRACE, trace=str(file), replay=replay)
    try:
        sent = trace_workload(dataclasses.replace(plain, workload=workload)).requests
    except TraceError:
        return
    assert [spec.arrival_ns for spec in sent] == sorted(spec.arrival_ns for spec in sent)
    for row, spec in enumerate(sent):
        assert 0 <= spec.arrival_ns <= 2**63 - 1
        assert spec.after < row
        assert sum(count for _, count in spec.prompt) == spec.prompt_tokens
        assert spec.rejected or (spec.prompt_tokens > 0 and spec.output_tokens > 0)
        if not spec.rejected:
            assert spec.prompt_tokens + spec.output_tokens <= 2048
