"""Which trace layout a file has, told from its header or its first object, never from its name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine.traces.numbers import Cell, number, wall_clock
from engine.traces.records import TraceError

KNOWN = (
    "a known layout: Azure (TIMESTAMP, ContextTokens, GeneratedTokens), BurstGPT (Timestamp, Request tokens, "
    "Response tokens), Vidur (arrived_at, num_prefill_tokens, num_decode_tokens), Mooncake JSON lines (timestamp, "
    "input_length, output_length, hash_ids), or one column each for arrival, prompt and output tokens"
)
FIXED, NAMED, ASSUMED = "fixed by the layout", "named by the column", "assumed"
PROMPT = frozenset({"num_prefill_tokens", "prompt_tokens", "prompt_size", "prompt_length", "prompt"})
PROMPT |= {"input_tokens", "input_length", "input_toks", "in"}
OUTPUT = frozenset({"num_decode_tokens", "completion_tokens", "token_size", "output"})
OUTPUT |= {"output_tokens", "output_length", "output_toks", "out"}
TIME = ("arrived_at", "timestamp", "arrival_timestamp", "arrival_time", "arrival", "time", "t")


@dataclass(frozen=True, slots=True)
class Layout:
    """Column names (as in the file) and what the layout fixes. `time` "" = the file has no times."""

    name: str
    time: str
    prompt: str
    output: str
    unit: str  # s, ms, us, ns, wall clock
    decided: str
    total: str = ""
    blocks: str = ""
    block_tokens: int = 0
    parent: str = ""
    own: str = ""
    typed: bool = False  # cells have types (JSON), so a number written as text is worth a note
    notes: tuple[str, ...] = ()


def of_header(header: list[str], first: list[str], file: str, line: int) -> Layout:
    """Layout of a CSV file from its header and its first row. Raises TraceError."""
    _refuse_distributions(header, file, line)
    names = {name.strip().casefold(): name for name in header}
    if len(names) < len(header):
        raise TraceError(file, line, "two columns of one name", "every column once")
    if {"timestamp", "contexttokens", "generatedtokens"} <= names.keys():
        return Layout(
            "Azure LLM inference trace",
            names["timestamp"],
            names["contexttokens"],
            names["generatedtokens"],
            "wall clock",
            FIXED,
        )
    if {"timestamp", "request tokens", "response tokens"} <= names.keys():
        total = names.get("total tokens", "")
        return Layout(
            "BurstGPT", names["timestamp"], names["request tokens"], names["response tokens"], "s", FIXED, total
        )
    prompt, output = _pick(names, PROMPT), _pick(names, OUTPUT)
    if not prompt or not output:
        raise TraceError(file, line, f"the header {','.join(header)[:120]!r}", KNOWN)
    sample = dict(zip(header, first, strict=False))
    return _general(names, prompt, output, sample)


def _general(names: Mapping[str, str], prompt: str, output: str, sample: Mapping[str, str]) -> Layout:
    total = names.get("num_total_tokens", "")
    if {"arrived_at", "num_prefill_tokens", "num_decode_tokens"} <= names.keys():
        return Layout("Vidur trace", names["arrived_at"], prompt, output, "s", FIXED, total)
    if "arrival_timestamp" in names and "prompt_size" in names:
        return Layout("splitwise-sim trace", names["arrival_timestamp"], prompt, output, "s", FIXED)
    for suffix in ("ns", "us", "ms", "s"):
        for stem in (*TIME, "arrived", "start"):
            column = names.get(f"{stem}_{suffix}")
            if column:
                return Layout("request table", column, prompt, output, suffix, NAMED, total)
    column = _pick(names, TIME)
    if not column:
        return Layout("lengths without times", "", prompt, output, "s", FIXED, total)
    unit = "wall clock" if wall_clock(sample.get(column, "")) is not None else "s"
    return Layout("request table", column, prompt, output, unit, ASSUMED if unit == "s" else FIXED, total)


def _pick(names: Mapping[str, str], wanted: Collection[str]) -> str:
    """The column of the file, the first from the left, that has one of the wanted names."""
    return next((column for name, column in names.items() if name in wanted), "")


def _refuse_distributions(header: list[str], file: str, line: int) -> None:
    plain = [number(cell) is not None for cell in header]
    if len(header) == 6 and all(plain[:3]) and header[3].strip() in ("", "Gamma", "Weibull"):
        found = "a ServeGen rate table (windows, rates and gap distributions of one client)"
        raise TraceError(file, line, found, "a log of requests, one per row; such a table is no log")
    if plain and all(plain):
        raise TraceError(file, line, "numbers where the header should be", KNOWN)


def of_object(row: Mapping[str, Cell], file: str, line: int) -> Layout:
    """Layout of a JSON-lines file from its first object. Raises TraceError."""
    if "requests" in row:
        found = "a recorded conversation (kv-cache-tester), which has no arrival times between conversations"
        raise TraceError(file, line, found, "one request per line")
    if any(isinstance(value, dict) and "input_tokens" in value for value in row.values()):
        raise TraceError(file, line, "ServeGen length distributions", "a log of requests, one per line")
    if {"input_toks", "output_toks", "arrival_time_ns"} <= row.keys():
        return Layout("LLMServingSim trace", "arrival_time_ns", "input_toks", "output_toks", "ns", NAMED)
    if not {"input_length", "output_length"} <= row.keys():
        names = {key.casefold(): key for key in row}
        prompt, output = _pick(names, PROMPT), _pick(names, OUTPUT)
        if not prompt or not output:
            raise TraceError(file, line, f"the keys {', '.join(row)[:120]}", KNOWN)
        sample = {key: value if isinstance(value, str) else "" for key, value in row.items()}
        return _general(names, prompt, output, sample)
    return _hashed(row)


def _hashed(row: Mapping[str, Cell]) -> Layout:
    """The family of layouts with input_length, output_length and block ids."""
    time = "timestamp" if "timestamp" in row else ""
    lengths = ("input_length", "output_length")
    if "chat_id" in row:
        return Layout(
            "Bailian trace", time, *lengths, "s", FIXED, "", "hash_ids", 16, parent="parent_chat_id", own="chat_id"
        )
    if isinstance(row.get("hash_ids"), dict):
        note = "prefix ids are pieces of varying length (RAGPulse): not used, prompts share nothing here"
        return Layout("RAGPulse trace", time, *lengths, "s", FIXED, notes=(note,))
    blocks = ("hash_ids", 512) if "hash_ids" in row else ("", 0)
    if isinstance(row.get("timestamp"), str):
        return Layout("lengths with text times", time, *lengths, "s", ASSUMED, "", *blocks)
    name = "Mooncake trace" if time else "lengths without times"
    return Layout(name, time, *lengths, "ms", FIXED, "", *blocks)
