# ruff: noqa: E501
"""How request traces go wrong, kind by kind: a tiny file each, and what has to come of it."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass, field
from typing import Any

from engine.traces import ReadOptions

AZURE = "TIMESTAMP,ContextTokens,GeneratedTokens\n"
BURST = "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
BURST_NEW = "Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
VIDUR = "arrived_at,num_prefill_tokens,num_decode_tokens\n"
MANY = list(range(14))


def moon(*rows: tuple[Any, ...]) -> str:
    keys = ("timestamp", "input_length", "output_length", "hash_ids")
    return "".join(json.dumps(dict(zip(keys, row, strict=False))) + "\n" for row in rows)


def objects(*rows: dict[str, Any]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def bailian(*rows: tuple[Any, ...]) -> str:
    keys = ("chat_id", "parent_chat_id", "timestamp", "input_length", "output_length", "type", "turn", "hash_ids")
    return objects(*(dict(zip(keys, row, strict=True)) for row in rows))


def talk(*calls: dict[str, Any], **head: Any) -> str:
    return json.dumps({"id": "c", "block_size": 64, "hash_id_scope": "local", **head, "requests": list(calls)}) + "\n"


@dataclass(frozen=True)
class Case:
    """`served`: (arrival s or None, prompt, output) of what is used. `aside`: reason → lines. `told`: in the notes."""

    kind: str
    content: str | bytes
    served: list[tuple[float | None, int, int]] = field(default_factory=list)
    aside: dict[str, tuple[int, ...]] = field(default_factory=dict)
    told: tuple[str, ...] = ()
    unit: str = ""
    error: str = ""
    options: ReadOptions = field(default_factory=ReadOptions)


NO_PROMPT, BAD_PROMPT = "no prompt length", "the prompt length is not a whole number of tokens"
BAD_OUTPUT = "the output length is not a whole number of tokens"
NO_TIME, BAD_TIME = "no arrival time", "the arrival time is not a time"
BAD_IDS = "the prefix ids do not match the prompt length"
FAILED, FAILED_BOTH = "failed: no output tokens", "failed: no prompt and no output tokens"
NOT_JSON = "a line that is not JSON"

# fmt: off
CASES = [
    # --- time ---
    Case("1 unit by layout", moon((0, 600, 10, [0, 1]), (3000, 600, 10, [0, 2])), [(0, 600, 10), (3, 600, 10)], unit="ms (fixed by the layout)"),
    Case("1 unit overridden", moon((0, 6, 1), (3, 6, 1)), [(0, 6, 1), (3, 6, 1)], unit="s (declared by the user)", options=ReadOptions(unit="s")),
    Case("1 absurd rate", moon((0, 6, 1), (9000000000, 6, 1)), [(0, 6, 1), (9e6, 6, 1)], told=("is the unit ms right?",)),
    Case("1 guessed from size", objects({"time": 1700158546680, "in": 5, "out": 6}, {"time": 1700158547180, "in": 5, "out": 6}), [(0, 5, 6), (0.5, 5, 6)], unit="ms (guessed from the size of the numbers)"),
    Case("2 absolute stamps", "timestamp_ms,input_tokens,output_tokens\n1700158546680,100,5\n1700158547180,100,5\n", [(0, 100, 5), (0.5, 100, 5)], unit="ms (named by the column)"),
    Case("3 zones", "time,in,out\n2023-11-16T18:15:46+01:00,1,1\n2023-11-16T17:15:47Z,2,2\n2023-11-16 12:15:48-05:00,3,3\n", [(0, 1, 1), (1, 2, 2), (2, 3, 3)], unit="wall clock (as the stamps are written)"),
    Case("4 out of order", moon(("10", 50, 5), ("90", 60, 5), ("0", 70, 5), ("90", 80, 5)), [(0, 70, 5), (10, 50, 5), (90, 60, 5), (90, 80, 5)], told=("1 step back in time (largest 90 s, first at line 3)", "re-ordered")),
    Case("5 negative times", VIDUR + "-2.5,1,1\n0,2,2\n", [(0, 1, 1), (2.5, 2, 2)]),
    Case("6 silences stay", "t_s,in,out\n0,10,1\n1,10,1\n86401,10,1\n", [(0, 10, 1), (1, 10, 1), (86401, 10, 1)]),
    Case("7 equal stamps", BURST + "862,ChatGPT,266,290,556,API log\n862,ChatGPT,166,212,378,API log\n", [(0, 266, 290), (0, 166, 212)], told=("2 arrivals share 1 distinct times",)),
    Case("8 digits of a time", AZURE + "2023-11-16 18:15:46.6805900,1,1\n2023-11-16 18:15:46.6805901,2,2\n", [(0, 1, 1), (1e-7, 2, 2)]),
    Case("8 large float times", objects({"time": 1700158546.123456789, "in": 1, "out": 1}), [(0, 1, 1)]),
    Case("9 no times at all", objects({"input_length": 600, "output_length": 5, "hash_ids": [0, 1]}, {"input_length": 700, "output_length": 5, "hash_ids": [0, 2]}), [(None, 600, 5), (None, 700, 5)], told=("have to be generated",)),
    Case("9 some times missing", moon((0, 6, 1), (None, 7, 1), (9000, 8, 1)), [(0, 6, 1), (9, 8, 1)], {NO_TIME: (2,)}),
    Case("9 a time after rows without", objects({"input_length": 6, "output_length": 5}, {"timestamp": 1, "input_length": 6, "output_length": 5}), error="line 2: found a timestamp, which the first row has not"),
    Case("9 placeholder dates", AZURE + "0001-01-01 00:00:00,1,1\n2023-11-16 18:15:46,2,2\n", [(0, 2, 2)], {BAD_TIME: (2,)}),
    Case("9 impossible span", VIDUR + "0,1,1\n99999999999,2,2\n", error="expected a span of at most 146 years"),
    Case("10 times as text", moon(("9", 10, 1), ("10", 11, 1), ("82", 12, 1)), [(0, 10, 1), (1, 11, 1), (73, 12, 1)], told=("written as text",)),
    Case("10 stamps as text in JSON", moon(("2023-11-16 18:15:46.5", 10, 1), ("2023-11-16 18:15:47.5", 11, 1)), [(0, 10, 1), (1, 11, 1)], unit="wall clock (as the stamps are written)"),
    Case("11 think time", talk({"t": 0, "in": 128, "out": 10, "hash_ids": [1, 2], "api_time": 40, "think_time": 0}, {"t": 50, "in": 192, "out": 10, "hash_ids": [1, 2, 3], "think_time": 10}), [(0, 128, 10), (50, 192, 10)], unit="s (fixed by the layout)"),
    Case("11 no think time", talk({"t": 0, "in": 128, "out": 10, "api_time": 40}, {"t": 50, "in": 192, "out": 10}), [(0, 128, 10), (50, 192, 10)], told=("1 calls have no think time", "an upper bound")),
    # --- token counts ---
    Case("12 failures", BURST + "5,ChatGPT,472,18,490,Conversation log\n9,ChatGPT,0,0,0,Conversation log\n12,GPT-4,300,0,300,API log\n", [(0, 472, 18)], {FAILED_BOTH: (3,), FAILED: (4,)}),
    Case("12 failures, new columns", BURST_NEW + "19440110.0,s1,43,GPT-4,906,446,1352,Conversation log\n19440111.0,,0,GPT-4,0,0,0,API log\n", [(0, 906, 446)], {FAILED_BOTH: (3,)}),
    Case("13 negative counts", VIDUR + "0,-5,5\n1,5,-5\n2,5,5\n", [(2, 5, 5)], {BAD_PROMPT: (2,), BAD_OUTPUT: (3,)}),
    Case("14 no prompt", VIDUR + "0.0,0,50\n1.0,7,50\n", [(1, 7, 50)], {"no prompt tokens": (2,)}),
    Case("15 16 lengths are the trace's", VIDUR + "0.0,100,5000\n1,10,20\n", [(0, 100, 5000), (1, 10, 20)]),
    Case("17 thousands and units", VIDUR + '0,"1,200",5\n1,1_200,5\n2,12 tokens,5\n3,0x10,5\n4,７,5\n5,7,5\n', [(5, 7, 5)], {BAD_PROMPT: (2, 3, 4, 5, 6)}),
    Case("17 half tokens", VIDUR + "0,12.5,5\n1,12.0,5.0\n", [(1, 12, 5)], {BAD_PROMPT: (2,)}),
    Case("18 exponents", VIDUR + "1.0e-3,1.2e+03,8\n2e-3,1.25e1,8\n", [(0, 1200, 8)], {BAD_PROMPT: (3,)}),
    Case("18 exponents beyond reason", objects({"time": 0, "in": 5, "out": 5}) + '{"time": 1e9999999, "in": 5, "out": 5}\n{"time": 1, "in": 1e-9999999, "out": 5}\n', [(0, 5, 5)], {BAD_TIME: (2,), BAD_PROMPT: (3,)}),
    Case("18 ids with lost digits", '{"timestamp": 0, "input_length": 16, "output_length": 1, "hash_ids": [1.59E+17]}\n', [(0, 16, 1)], told=("digits are lost (first: line 1)", "not used")),
    Case("19 empty and NaN", VIDUR + "0.0,10,2\n1.0,,2\n2.0,NaN,2\n3.0,30,2\n", [(0, 10, 2), (3, 30, 2)], {NO_PROMPT: (3,), BAD_PROMPT: (4,)}),
    Case("19 NaN in JSON", moon((0, 5, 5)) + '{"timestamp": 1, "input_length": NaN, "output_length": 5}\n{"timestamp": Infinity, "input_length": 5, "output_length": 5}\n', [(0, 5, 5)], {NOT_JSON: (2, 3)}),
    Case("20 totals", BURST + "5,ChatGPT,472,18,491,Conversation log\n", [(0, 472, 18)], told=("1 rows state a total that is not prompt + output (first: line 2)",)),
    Case("20 ratios are not read", "num_prefill_tokens,num_decode_tokens,num_total_tokens,pd_ratio\n100,50,150,77\n", [(None, 100, 50)]),
    # --- prefix ids ---
    Case("21 ids that do not fit", moon((0, 1024, 5, [0, 1]), (1, 1024, 5, [0]), (2, 1024, 5, [0, 1, 2, 3])), [(0, 1024, 5)], {BAD_IDS: (2, 3)}, options=ReadOptions(block_tokens=0)),
    Case("22 partial block", moon((0, 600, 5, [0, 1]), (1, 600, 5, [0, 1])), [(0, 600, 5), (0.001, 600, 5)], told=("blocks of 512 tokens", "counts as far as its prompt reaches")),
    Case("23 block size", moon((0, 6758, 500, MANY)), [(0, 6758, 500)], told=("blocks of 512 tokens",)),
    Case("23 block size denied", moon((0, 6758, 500, MANY)), error="14 prefix ids for 6,758 tokens, which blocks of 16 tokens contradict", options=ReadOptions(block_tokens=16)),
    Case("24 ids of many kinds", moon((0, 1024, 5, [0, 2**63]), (1, 1024, 5, ["a1", "b2"])), [(0, 1024, 5), (0.001, 1024, 5)]),
    Case("24 ids that are none", moon((0, 1024, 5, [0, 1]), (1, 1024, 5, [True, 1]), (2, 1024, 5, [-1, 1]), (3, 1024, 5, "0,1")), [(0, 1024, 5)], {BAD_IDS: (2, 3, 4)}),
    Case("27 turns hold the context", bailian((1, -1, 0, 32, 16, "text", 1, [0, 1]), (2, 1, 9, 64, 16, "text", 2, [0, 1, 2, 3]), (3, 99, 11, 16, 4, "text", 2, [7])), [(0, 32, 16), (9, 64, 16), (11, 16, 4)], told=("1 turns follow one that is not here (first: line 3)",)),
    # --- the file itself ---
    Case("29 byte-order mark", b"\xef\xbb\xbf" + AZURE.encode() + b"2023-11-16 18:15:46.6805900,374,44\n", [(0, 374, 44)]),
    Case("29 byte-order mark, JSON", b"\xef\xbb\xbf" + moon((0, 5, 5)).encode(), [(0, 5, 5)]),
    Case("30 line ends", AZURE + "2023-11-16 18:15:46.6805900,374,44\r\n\r\n2023-11-16 18:15:47.6805900,396,109", [(0, 374, 44), (1, 396, 109)]),
    Case("30 separators inside text", '{"timestamp": 0, "input_length": 5, "output_length": 6, "x": "a\u2028b\u0085c"}\n\n', [(0, 5, 6)]),
    Case("30 cut in the middle of a row", moon((0, 5, 6), (1, 5, 6))[:-20], [(0, 5, 6)], {NOT_JSON: (2,)}),
    Case("31 quotes and separators", 'arrived_at;"num_prefill_tokens";num_decode_tokens\n0;"10";5\n1;10;"5\n', [(0, 10, 5)], {"quotes that do not match (unexpected end of data)": (3,)}),
    Case("31 files pasted together", VIDUR + "0,1,1\n" + VIDUR + "1,2,2\n", [(0, 1, 1), (1, 2, 2)], {"the header again": (3,)}),
    Case("31 more fields than names", VIDUR + "0,1,1\n1,2,2,3\n2,3,3,\n", [(0, 1, 1), (2, 3, 3)], {"more fields than the header": (3,)}),
    Case("31 a column twice", "arrived_at,num_prefill_tokens,num_prefill_tokens,num_decode_tokens\n0,1,2,3\n", error="two columns of one name"),
    Case("31 no header", "0,1,2\n1,2,3\n", error="numbers where the header should be"),
    Case("32 Windows text", BURST.encode() + b"5,GPT\x964,472,18,490,Conversation log\n", [(0, 472, 18)], told=("line 2 holds byte 0x96",)),
    Case("32 wide text", (AZURE + "2023-11-16 18:15:46,374,44\n").encode("utf-16"), [(0, 374, 44)]),
    Case("33 not text", b"\x1f\x8b\x08\x00", error="a gzip archive"),
    Case("33 packed", gzip.compress((AZURE + "2023-11-16 18:15:46,374,44\n").encode()), [(0, 374, 44)], told=("unpacked from gzip",)),
    Case("33 packed and cut", gzip.compress(VIDUR.encode() * 99)[:-9], error="a gzip archive that is damaged"),
    Case("33 packed twice", gzip.compress(gzip.compress(VIDUR.encode())), error="a gzip archive"),
    Case("33 an array", json.dumps([{"time": 0, "in": 5, "out": 6}, {"time": 1.5, "in": 7, "out": 8}], indent=1), [(0, 5, 6), (1.5, 7, 8)]),
    Case("33 one object over many lines", json.dumps(json.loads(talk({"t": 0, "in": 5, "out": 6})), indent=2), [(0, 5, 6)]),
    # --- use of a correct trace ---
    Case("duplicates are kept", moon((0, 5, 5), (0, 5, 5)), [(0, 5, 5), (0, 5, 5)]),
    Case("distributions are no log", "0,0.0366,4.38,Gamma,0.052,73.7\n", error="a ServeGen rate table"),
    Case("nothing is evaluated", '{"0": {"input_tokens": "{170: 0.01}"}}\n', error="ServeGen length distributions"),
    Case("columns named by the user", "when,asked,said\n5,1,2\n6,3,4\n", [(0, 1, 2), (1, 3, 4)], options=ReadOptions("when", "asked", "said")),
    Case("columns inside objects", objects({"at": 1, "usage": {"prompt": 5, "completion": 6}}), [(0, 5, 6)], options=ReadOptions("at", "usage.prompt", "usage.completion")),
    Case("columns that are not there", "when,asked,said\n5,1,2\n", error="no column 'askd', expected a column of the file (the closest is 'asked')", options=ReadOptions("when", "askd", "said")),
    Case("prefixes named by the user", objects({"p": 20, "o": 5, "ids": [1, 2]}), [(None, 20, 5)], told=("blocks of 16 tokens",), options=ReadOptions("", "p", "o", "ids")),
]
# fmt: on
