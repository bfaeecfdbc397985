"""Which trace layout a file has, told from its header or its first object, never from its name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum

from engine.traces.numbers import Cell, epoch_unit, number, wall_clock
from engine.traces.records import TraceError

KNOWN = (
    "a known layout: Azure (TIMESTAMP, ContextTokens, GeneratedTokens), BurstGPT (Timestamp, Request tokens, "
    "Response tokens), Vidur (arrived_at, num_prefill_tokens, num_decode_tokens), Mooncake JSON lines (timestamp, "
    "input_length, output_length, hash_ids), or one column each for arrival, prompt and output tokens (name them "
    "if they have other names)"
)
FIXED, NAMED, ASSUMED = "fixed by the layout", "named by the column", "assumed"
GUESSED, WRITTEN = "guessed from the size of the numbers", "as the stamps are written"
CLOCK = "wall clock"
DRAW = ' (such a table is no log; workload.arrivals = "client" draws requests from it)'
PROMPT = frozenset({"num_prefill_tokens", "prompt_tokens", "prompt_size", "prompt_length", "prompt", "prompt_len"})
PROMPT |= {"input_tokens", "input_length", "input_toks", "input_len", "in", "num_prompt_tokens", "context_tokens"}
OUTPUT = frozenset({"num_decode_tokens", "completion_tokens", "token_size", "output", "output_len", "completion_len"})
OUTPUT |= {"output_tokens", "output_length", "output_toks", "out", "num_output_tokens", "generated_tokens"}
TIME = ("arrived_at", "timestamp", "arrival_timestamp", "arrival_time", "arrival", "time", "t")


class Shape(Enum):
    """How rows become requests."""

    FLAT = "one request per row"
    CONVERSATION = "a row holds a conversation; times count from its start"  # kv-cache-tester
    CHAIN = "a row is a request, or a session of calls with tool times between them"  # LLMServingSim
    SAVED = "one request per row, which may wait for that of a row before"  # as `engine.traces.save` writes


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
    shape: Shape = Shape.FLAT
    pieces: bool = False  # ids come in kinds, and each piece has a length of its own
    loose: bool = False  # requests belong to conversations whose starts the file does not give
    tokens: str = ""  # column with the prompt's token ids
    notes: tuple[str, ...] = ()


def of_header(header: list[str], first: list[str], file: str, line: int) -> Layout:
    """Layout of a CSV file from its header and its first row. Raises TraceError."""
    _refuse_distributions(header, file, line)
    names = {name.strip().casefold(): name for name in header}
    if len(names) < len(header):
        raise TraceError(file, line, "two columns of one name", "every column once")
    if {"timestamp", "contexttokens", "generatedtokens"} <= names.keys():
        lengths = (names["contexttokens"], names["generatedtokens"])
        return Layout("Azure LLM inference trace", names["timestamp"], *lengths, CLOCK, FIXED)
    if {"timestamp", "request tokens", "response tokens"} <= names.keys():
        lengths = (names["request tokens"], names["response tokens"])
        return Layout("BurstGPT", names["timestamp"], *lengths, "s", FIXED, names.get("total tokens", ""))
    prompt, output = _pick(names, PROMPT), _pick(names, OUTPUT)
    if not prompt or not output:
        raise TraceError(file, line, f"the header {','.join(header)[:120]!r}", KNOWN)
    return _general(names, prompt, output, dict(zip(header, first, strict=False)))


def _general(names: Mapping[str, str], prompt: str, output: str, sample: Mapping[str, Cell]) -> Layout:
    total = names.get("num_total_tokens", "")
    if {"arrived_at", "num_prefill_tokens", "num_decode_tokens"} <= names.keys():
        return Layout("Vidur trace", names["arrived_at"], prompt, output, "s", FIXED, total)
    if "arrival_timestamp" in names and "prompt_size" in names:
        return Layout("splitwise-sim trace", names["arrival_timestamp"], prompt, output, "s", FIXED)
    stems = tuple(name for stem in (*TIME, "arrived", "start") for name in (stem, f"{stem}_time"))
    column = _pick(names, [f"{stem}_{suffix}" for suffix in ("ns", "us", "ms", "s") for stem in stems])
    column = column or _pick(names, TIME)
    if not column:
        return Layout("lengths without times", "", prompt, output, "s", FIXED, total)
    unit, decided = unit_of(column, sample.get(column))
    return Layout("request table", column, prompt, output, unit, decided, total)


def unit_of(column: str, sample: Cell) -> tuple[str, str]:
    """The unit of a column of times that no layout fixes, from its name or its first cell, and how it is known."""
    suffix = column.strip().casefold().rpartition("_")[2]
    if suffix in ("s", "ms", "us", "ns") and "_" in column:
        return suffix, NAMED
    if isinstance(sample, str) and wall_clock(sample) is not None:
        return CLOCK, WRITTEN
    guess = epoch_unit(sample)
    return (guess, GUESSED) if guess else ("s", ASSUMED)


def _pick(names: Mapping[str, str], wanted: Collection[str]) -> str:
    """The column of the file, the first from the left, that has one of the wanted names."""
    return next((column for name, column in names.items() if name in wanted), "")


def _refuse_distributions(header: list[str], file: str, line: int) -> None:
    plain = [number(cell) is not None for cell in header]
    if len(header) == 6 and all(plain[:3]) and header[3].strip() in ("", "Gamma", "Weibull"):
        found = "a ServeGen rate table (windows, rates and gap distributions of one client)"
        raise TraceError(file, line, found, f"a log of requests, one per row{DRAW}")
    if plain and all(plain):
        raise TraceError(file, line, "numbers where the header should be", KNOWN)


def of_object(row: Mapping[str, Cell], file: str, line: int) -> Layout:
    """Layout of a JSON file from its first object. Raises TraceError."""
    if isinstance(row.get("requests"), list):
        names = ("t", "in", "out", "s", FIXED, "", "hash_ids", 64)
        return Layout("kv-cache-tester conversations", *names, shape=Shape.CONVERSATION, loose=True)
    if {"prompt_tokens", "output_tokens", "prefix"} <= row.keys():
        time = "arrival_ns" if "arrival_ns" in row else ""
        names = (time, "prompt_tokens", "output_tokens", "ns", FIXED, "", "prefix", 0)
        return Layout("saved trace", *names, shape=Shape.SAVED, loose="conversation" in row)
    if any(isinstance(value, dict) and "input_tokens" in value for value in row.values()):
        raise TraceError(file, line, "ServeGen length distributions", "a log of requests, one per line")
    if "arrival_time_ns" in row and ({"input_toks", "output_toks"} <= row.keys() or "sub_requests" in row):
        chain = ("arrival_time_ns", "input_toks", "output_toks", "ns", NAMED)
        return Layout("LLMServingSim trace", *chain, shape=Shape.CHAIN, tokens="input_tok_ids")
    if not {"input_length", "output_length"} <= row.keys():
        by_name = {key.casefold(): key for key in row}
        prompt, output = _pick(by_name, PROMPT), _pick(by_name, OUTPUT)
        if not prompt or not output:
            raise TraceError(file, line, f"the keys {', '.join(row)[:120]}", KNOWN)
        return _general(by_name, prompt, output, row)
    return _hashed(row)


def _hashed(row: Mapping[str, Cell]) -> Layout:
    """The family of layouts with input_length, output_length and prefix ids."""
    time = "timestamp" if "timestamp" in row else ""
    lengths = ("input_length", "output_length")
    if "chat_id" in row:
        ids = ("hash_ids", 16)
        return Layout("Bailian trace", time, *lengths, "s", FIXED, "", *ids, parent="parent_chat_id", own="chat_id")
    if isinstance(row.get("hash_ids"), dict):
        return Layout("RAGPulse trace", time, *lengths, "s", FIXED, "", "hash_ids", pieces=True)
    blocks = ("hash_ids", 512) if "hash_ids" in row else ("", 0)
    sample = row.get("timestamp")
    if isinstance(sample, str):
        return Layout("lengths with text times", time, *lengths, *unit_of(time, sample), "", *blocks)
    name = "Mooncake trace" if time else "lengths without times"
    return Layout(name, time, *lengths, "ms", FIXED, "", *blocks)
