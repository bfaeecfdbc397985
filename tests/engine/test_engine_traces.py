"""Traces: recognised by layout, read exactly, refused by name, and every row accounted for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.traces import TraceError, TraceImport, load

SECOND = 1_000_000_000


def read(
    tmp_path: Path, content: str | bytes, name: str = "trace.csv", start: int = 0, limit: int | None = None
) -> TraceImport:
    file = tmp_path / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    result = load(file, start=start, limit=limit)
    balance(result)
    return result


def balance(result: TraceImport) -> None:
    report = result.report
    aside = sum(entry.rows for entry in report.set_aside)
    assert report.rows_read == report.rows_used + aside
    assert report.rows_used == sum(not r.failed for r in result.requests)
    arrived = sum(entry.rows for entry in report.set_aside if entry.arrived)
    assert len(result.requests) == report.rows_used + arrived


def served(result: TraceImport) -> list[tuple[float, int, int]]:
    """(arrival in s, prompt, output) of what is served."""
    return [((r.arrival_ns or 0) / SECOND, r.prompt_tokens, r.output_tokens) for r in result.requests if not r.failed]


def aside(result: TraceImport) -> dict[str, tuple[int, tuple[int, ...]]]:
    return {entry.reason: (entry.rows, entry.first_lines) for entry in result.report.set_aside}


def notes(result: TraceImport) -> str:
    return " | ".join(result.report.notes)


AZURE = "TIMESTAMP,ContextTokens,GeneratedTokens\n"
BURST = "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
VIDUR = "arrived_at,num_prefill_tokens,num_decode_tokens\n"


def moon(timestamp: object, prompt: object, output: object, ids: object = None) -> str:
    row = {"timestamp": timestamp, "input_length": prompt, "output_length": output}
    return json.dumps(row if ids is None else {**row, "hash_ids": ids}) + "\n"


def test_mooncake_is_milliseconds(tmp_path: Path) -> None:
    result = read(tmp_path, moon(0, 600, 10, [0, 1]) + moon(3000, 600, 10, [0, 2]))
    assert served(result) == [(0, 600, 10), (3, 600, 10)]
    assert (result.report.time_unit, result.report.time_unit_decided) == ("ms", "fixed by the layout")
    assert result.report.block_tokens == 512


def test_bailian_is_seconds_and_rows_hold_the_whole_context(tmp_path: Path) -> None:
    keys = ("chat_id", "parent_chat_id", "timestamp", "input_length", "output_length", "hash_ids")
    turns = [(1, -1, 0, 32, 16, [0, 1]), (2, 1, 9, 64, 16, [0, 1, 2, 3]), (3, 99, 11, 16, 4, [7])]
    result = read(tmp_path, "".join(json.dumps(dict(zip(keys, turn, strict=True))) + "\n" for turn in turns))
    assert served(result) == [(0, 32, 16), (9, 64, 16), (11, 16, 4)]
    assert result.report.block_tokens == 16
    assert "1 turns follow one that is not here (first: line 3)" in notes(result)


def test_absolute_stamps_are_rebased(tmp_path: Path) -> None:
    text = "timestamp_ms,input_tokens,output_tokens\n1700158546680,100,5\n1700158547180,100,5\n"
    result = read(tmp_path, text)
    assert served(result) == [(0, 100, 5), (0.5, 100, 5)]
    assert result.report.origin == "1700158546680 ms"
    assert result.report.time_unit_decided == "named by the column"


def test_out_of_order_rows_are_sorted_stably_with_a_note(tmp_path: Path) -> None:
    rows = [("10", 50), ("90", 60), ("0", 70), ("90", 80)]
    result = read(tmp_path, "".join(moon(t, n, 5) for t, n in rows))
    assert [p for _, p, _ in served(result)] == [70, 50, 60, 80]
    assert "1 step back in time (largest 90 s, first at line 3)" in notes(result)
    assert result.report.span_ns == 90 * SECOND


def test_text_times_sort_as_numbers_with_one_note(tmp_path: Path) -> None:
    result = read(tmp_path, moon("82", 12, 1) + moon("9", 10, 1) + moon("10", 11, 1))
    assert served(result) == [(0, 10, 1), (1, 11, 1), (73, 12, 1)]
    assert notes(result).count("text") == 1


def test_equal_stamps_are_kept_in_order(tmp_path: Path) -> None:
    result = read(tmp_path, BURST + "862,ChatGPT,266,290,556,API log\n862,ChatGPT,166,212,378,API log\n" * 2)
    assert [p for _, p, _ in served(result)] == [266, 166, 266, 166]  # duplicates may be real
    assert "4 arrivals share 1 distinct times" in notes(result)


def test_the_grain_of_the_stamps_is_said(tmp_path: Path) -> None:
    result = read(tmp_path, VIDUR + "0,5,5\n3,5,5\n3,5,5\n9,5,5\n")
    assert "all multiples of 3 s" in notes(result)


def test_missing_times(tmp_path: Path) -> None:
    lengths = '{"input_length": 600, "output_length": 5, "hash_ids": [0, 1]}\n'
    result = read(tmp_path, lengths * 2)
    assert [r.arrival_ns for r in result.requests] == [None, None]
    assert "have to be generated" in notes(result)
    some = read(tmp_path, moon(0, 10, 5) + moon(None, 10, 5) + moon(7, 10, 5))
    assert aside(some) == {"no arrival time": (1, (2,))}
    with pytest.raises(TraceError, match="line 2: found a timestamp, which the first row has not"):
        read(tmp_path, lengths + moon(5, 10, 5))


def test_failed_requests_arrived(tmp_path: Path) -> None:
    rows = "5,ChatGPT,472,18,490,Conversation log\n9,ChatGPT,0,0,0,Conversation log\n12,GPT-4,300,0,300,API log\n"
    result = read(tmp_path, BURST + rows)
    assert served(result) == [(0, 472, 18)]
    assert len(result.requests) == 3
    assert aside(result) == {
        "failed: no prompt and no output tokens": (1, (3,)),
        "failed: no output tokens": (1, (4,)),
    }
    assert all(entry.arrived for entry in result.report.set_aside)


def test_both_burstgpt_layouts_go_by_name(tmp_path: Path) -> None:
    header = "Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
    result = read(tmp_path, header + "19440110.0,s0001,43,GPT-4,906,446,1352,Conversation log\n")
    assert served(result) == [(0, 906, 446)]
    assert result.report.layout == "BurstGPT"
    assert result.report.origin == "19440110 s"


def test_zero_prompts_are_set_aside_not_raised_to_one(tmp_path: Path) -> None:
    result = read(tmp_path, VIDUR + "0.0,0,50\n1.0,7,50\n")
    assert aside(result) == {"no prompt tokens": (1, (2,))}
    assert served(result) == [(1, 7, 50)]


def test_the_outputs_of_the_trace_are_kept(tmp_path: Path) -> None:
    assert served(read(tmp_path, moon(0, 10, 20)))[0][2] == 20


def test_scientific_notation(tmp_path: Path) -> None:
    result = read(tmp_path, VIDUR + "1.0e-3,1.2e+03,8\n2E-3,1.25e1,8\n2e-3,4e+05,7564.0\n")
    assert [r.prompt_tokens for r in result.requests if not r.failed] == [1200, 400_000]
    assert result.requests[1].arrival_ns == 1_000_000
    assert aside(result) == {"the prompt length is not a whole number of tokens": (1, (3,))}


def test_empty_cells_and_nan(tmp_path: Path) -> None:
    result = read(tmp_path, VIDUR + "0.0,10,2\n1.0,,2\n2.0,30,2\n3.0,NaN,2\nnan,5,2\n6.0,10,\n7,10\n")
    assert served(result) == [(0, 10, 2), (2, 30, 2)]
    assert aside(result) == {
        "no prompt length": (1, (3,)),
        "the prompt length is not a whole number of tokens": (1, (5,)),
        "the arrival time is not a time": (1, (6,)),
        "no output length": (2, (7, 8)),
    }
    json_nan = read(tmp_path, moon(0, 10, 5) + '{"timestamp": NaN, "input_length": 5, "output_length": 5}\n')
    assert aside(json_nan) == {"a line that is not JSON": (1, (2,))}


def test_totals_that_do_not_add_up_are_counted(tmp_path: Path) -> None:
    result = read(tmp_path, BURST + "5,ChatGPT,472,18,491,Conversation log\n")
    assert served(result) == [(0, 472, 18)]
    assert "1 rows state a total that is not prompt + output (first: line 2)" in notes(result)


@pytest.mark.parametrize(("size", "prompt", "ids"), [(512, 6758, 14), (16, 6758, 423), (64, 640, 10)])
def test_block_size_is_told_from_the_rows(tmp_path: Path, size: int, prompt: int, ids: int) -> None:
    result = read(tmp_path, moon(0, prompt, 5, list(range(ids))))
    assert result.report.block_tokens == size
    assert f"blocks of {size} tokens" in notes(result)


@pytest.mark.parametrize("ids", [[0], [0, 1, 2], "0,1", [0, -1], [0, True], [0, 1.5]])
def test_ids_that_do_not_fit_set_the_row_aside(tmp_path: Path, ids: object) -> None:
    text = moon(0, 6758, 5, list(range(14))) + moon(1, 1000, 5, ids)
    expected = {} if ids == [0] else {"the prefix ids do not match the prompt length": (1, (2,))}
    assert aside(read(tmp_path, text)) == expected


def test_byte_order_mark(tmp_path: Path) -> None:
    content = "\ufeff" + AZURE + "2023-11-16 18:15:46.6805900,374,44\n"
    assert served(read(tmp_path, content)) == [(0, 374, 44)]
    for encoding in ("utf-16-le", "utf-16-be"):
        assert served(read(tmp_path, content.encode(encoding))) == [(0, 374, 44)]
    assert served(read(tmp_path, "\ufeff" + moon(0, 5, 6))) == [(0, 5, 6)]


def test_line_ends_and_blank_lines(tmp_path: Path) -> None:
    text = AZURE + "2023-11-16 18:15:46.6805900,374,44\r\n\r\n2023-11-16 18:15:47.6805900,396,109"
    result = read(tmp_path, text)
    assert served(result) == [(0, 374, 44), (1, 396, 109)]
    assert [r.line for r in result.requests] == [2, 4]
    odd = '{"timestamp": 0, "input_length": 5, "output_length": 6, "x": "a\u2028b\u0085c"}\n'
    assert served(read(tmp_path, odd)) == [(0, 5, 6)]


def test_cp1252_with_a_note(tmp_path: Path) -> None:
    result = read(tmp_path, BURST.encode() + b"5,GPT\x964,472,18,490,Conversation log\n")
    assert served(result) == [(0, 472, 18)]
    assert "line 2 holds byte 0x96" in notes(result)
    with pytest.raises(TraceError, match=r"line 2: found byte 0x81, expected text in"):
        read(tmp_path, BURST.encode() + b"5,GPT\x81\xff4,472,18,490,Conversation log\n")


@pytest.mark.parametrize(
    "cell", ["１２", "1_000", "0x10", "12 tokens", "--5", "-5", "true", "1e999", "inf", "9" * 30]
)
def test_only_plain_digits_are_counts(tmp_path: Path, cell: str) -> None:
    result = read(tmp_path, VIDUR + f"0,5,5\n1,{cell},5\n")
    assert list(aside(result)) == ["the prompt length is not a whole number of tokens"]


@pytest.mark.parametrize("value", [True, [5], {"a": 5}, "5.5", 5.5, -1])
def test_json_values_that_are_no_counts(tmp_path: Path, value: object) -> None:
    result = read(tmp_path, moon(0, 5, 5) + moon(1, value, 5))
    assert sum(entry.rows for entry in result.report.set_aside) == 1


def test_start_limit_and_what_is_said_about_them(tmp_path: Path) -> None:
    text = VIDUR + "".join(f"{i},{i + 1},5\n" for i in range(10))
    result = read(tmp_path, text, start=3, limit=4)
    assert served(result) == [(0, 4, 5), (1, 5, 5), (2, 6, 5), (3, 7, 5)]
    assert (result.report.rows_skipped, result.report.complete) == (3, False)
    assert "reading stopped after 4 rows; the file goes on" in notes(result)
    assert read(tmp_path, text, start=3, limit=7).report.complete
    with pytest.raises(TraceError, match=r"found 10 rows, expected more than start = 11"):
        read(tmp_path, text, start=11)
    with pytest.raises(TraceError, match="no row after the first 10"):
        read(tmp_path, text, start=10)
    with pytest.raises(ValueError, match="limit = 0"):
        load(tmp_path / "trace.csv", limit=0)


def test_a_limit_reads_no_further(tmp_path: Path) -> None:
    good = VIDUR + "".join(f"{i},5,5\n" for i in range(300))
    result = read(tmp_path, good.encode() + b"\x81\xff broken\n" * 5, limit=256)
    assert result.report.rows_used == 256


def test_tables_with_other_separators_and_names(tmp_path: Path) -> None:
    assert served(read(tmp_path, "t_s;in;out\n0;10;1\n2;10;1\n")) == [(0, 10, 1), (2, 10, 1)]
    clock = read(
        tmp_path, "time\tprompt_tokens\toutput_tokens\n2024-05-10T00:00:00.5\t7\t8\n2024-05-10 00:00:01\t7\t8\n"
    )
    assert served(clock) == [(0, 7, 8), (0.5, 7, 8)]
    plain = read(tmp_path, "time,prompt_tokens,output_tokens\n5,7,8\n6,7,8\n")
    assert plain.report.time_unit_decided == "assumed"
    assert (
        read(tmp_path, '{"arrival_time_ns": 46926808, "input_toks": 3, "output_toks": 4}\n').report.time_unit == "ns"
    )


def test_an_absurd_rate_questions_the_unit(tmp_path: Path) -> None:
    slow = read(tmp_path, VIDUR + "0,5,5\n90000000,5,5\n")
    assert "is the unit s right?" in notes(slow)
    fast = read(tmp_path, "timestamp_ns,in,out\n0,5,5\n10,5,5\n")
    assert "is the unit ns right?" in notes(fast)


def test_rows_that_cannot_be_split(tmp_path: Path) -> None:
    result = read(tmp_path, VIDUR + '0,5,5\n1,"5,5\n2,5,5,9\n3,5,5,\n' + "4,5,5\n")
    assert [line for entry in result.report.set_aside for line in entry.first_lines] == [3, 4]
    assert len(served(result)) == 3
