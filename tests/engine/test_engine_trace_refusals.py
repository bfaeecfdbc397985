"""Traces that are refused, exact numbers, and what arbitrary bytes may do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.traces import TraceError, load
from engine.traces.numbers import count, nanoseconds, wall_clock

AZURE = "TIMESTAMP,ContextTokens,GeneratedTokens\n"
VIDUR = "arrived_at,num_prefill_tokens,num_decode_tokens\n"
MOONCAKE = json.dumps({"timestamp": 0, "input_length": 5, "output_length": 5}) + "\n"
REFUSED = [
    ("", "an empty file"),
    ("\n\n", "an empty file"),
    (AZURE, "a header without rows"),
    ("a,b,c\n1,2,3\n", "the header 'a,b,c'"),
    ("a,a\n1,2\n", "two columns of one name"),
    ("1,2,3\n4,5,6\n", "numbers where the header should be"),
    ("0,0.03,4.38,Gamma,0.05,73.7\n600,0,0,,0,0\n", "ServeGen rate table"),
    ("0,0,0,,0,0\n600,0,0,,0,0\n", "ServeGen rate table"),
    ('{\n  "0": {\n    "input_tokens": "{170: 0.01}"\n', "ServeGen length distributions"),
    ('{"0": {"input_tokens": "{170: 0.01}"}}\n', "ServeGen length distributions"),
    ('{"id": "a", "block_size": 64, "hash_id_scope": "local", "requests": []}\n', "a conversation without calls"),
    ('[{"timestamp": 0}]\n', "the keys timestamp"),
    ('{"timestamp": 0,\n', "no complete object"),
    ("[]\n", "an array without elements"),
    ('[{"input_tokens": 5, "output_tokens": 6},\n{"inp', "an array that breaks off"),
    ('[{"input_tokens": 5, "output_tokens": 6}\n{}]', "an array that breaks off"),
    ('[{"input_tokens": 5, "output_tokens": 6}] x', "text after the end of the array"),
    ('{"prompt_text": "x"}\n', "the keys prompt_text"),
    ('"a,b\n1,2\n', "quotes that do not match"),
    (VIDUR + "x,5,5\n", "no usable row (1 rows: the arrival time is not a time)"),
    (b"\x1f\x8b\x08\x00", "a gzip archive"),
    (b"PK\x03\x04rest", "a zip archive"),
    (b"x" * (4 * 2**20 + 5), "a line longer than"),
    (b"\xff\xfea\x00\x00\xd8b\x00\n\x00", "a broken UTF-16 pair"),
]


@pytest.mark.parametrize(("content", "found"), REFUSED, ids=[f[:30] for _, f in REFUSED])
def test_refusals_name_file_and_reason(tmp_path: Path, content: str | bytes, found: str) -> None:
    file = tmp_path / "trace.csv"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(TraceError) as caught:
        load(file)
    assert isinstance(caught.value, ValueError)
    assert found in caught.value.found
    assert "trace.csv" in str(caught.value)
    assert caught.value.expected


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="no readable file"):
        load(tmp_path / "absent.csv")
    with pytest.raises(TraceError, match="a folder without JSON files"):
        load(tmp_path)


@given(st.integers(-(10**18), 10**18))
def test_nanoseconds_are_exact(value: int) -> None:
    assert nanoseconds(str(value), "ns") == value
    assert nanoseconds(f"{value}e-9", "s") == value


def test_wall_clocks_are_exact() -> None:
    first, second = wall_clock("2023-11-16 18:15:46.6805900"), wall_clock("2023-11-16 18:15:46.680590123")
    assert first is not None
    assert second == first + 123
    assert wall_clock("2023-02-30 00:00:00") is None
    assert count("7564.0") == 7564


@given(st.binary(max_size=200) | st.text(alphabet='0123456789,.;e-"{}[]:\n\r\t nNa', max_size=120).map(str.encode))
def test_any_bytes_are_a_trace_or_a_named_error(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "any.csv"
    for head in (b"", VIDUR.encode() + b"0,1,1\n", MOONCAKE.encode()):
        file.write_bytes(head + content)
        try:
            result = load(file)
        except TraceError as error:
            complaint = error
        else:
            report = result.report
            assert report.rows_read == report.rows_used + sum(entry.rows for entry in report.set_aside)
            continue
        assert "any.csv" in str(complaint)
