"""BibTeX and BibLaTeX: bibtexparser splits the file into entries, their values are read here."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

from bibtexparser.model import (
    Block,
    DuplicateBlockKeyBlock,
    DuplicateFieldKeyBlock,
    Entry,
    ParsingFailedBlock,
    String,
)
from bibtexparser.splitter import Splitter

from citations.exchange.bibtex_fields import draft_of
from citations.exchange.bibtex_values import Macros
from citations.exchange.draft import Desk
from citations.exchange.records import Progress, Trouble

_BLOCK = re.compile(r"^[ \t]*@[ \t]*\w+[ \t]*[{(]", re.MULTILINE)
_SPACED = re.compile(r"^([ \t]*@)[ \t]+(?=\w+[ \t]*[{(])", re.MULTILINE)
_PIECE = 1 << 17  # characters that are split at once: enough to be fast, few enough to tell progress
_NOT_INHERITED = frozenset(("title", "author", "crossref", "label", "url", "doi", "eprint", "abstract", "note"))
Fields = dict[str, str]


def read_text(text: str, desk: Desk, progress: Progress) -> None:
    """Every entry of the file, with its abbreviations written out and its parent's fields."""
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # what it would log is told as problems
    macros, entries = Macros(desk), []
    text = _SPACED.sub(r"\1", text)
    for start_line, piece, share in _pieces(text):
        for block in Splitter(piece).split().blocks:
            line = start_line + (block.start_line or 0) + 1
            if isinstance(block, String):
                macros.define(block.key, block.value, line)
            else:
                entry = _entry_of(block, line, desk)
                if entry is not None:
                    entries.append((line, entry))
        progress(share * 0.5)
    read = [(line, entry, _fields_of(entry, line, macros, desk)) for line, entry in entries]
    by_label = {entry.key.lower(): fields for _, entry, fields in reversed(read)}
    for number, (line, entry, fields) in enumerate(read):
        whole = _with_parent(fields, by_label, line, desk)
        if whole:
            desk.add(draft_of(entry.entry_type.lower(), entry.key.strip(), whole, line, desk))
        if number % 64 == 0:
            progress(0.5 + 0.5 * number / len(read))


def _pieces(text: str) -> Iterator[tuple[int, str, float]]:
    """Parts of the file that begin with an entry: the line before, the text, and the share of the file at its end."""
    start = line = 0
    while start < len(text):
        following = _BLOCK.search(text, start + _PIECE)
        end = following.start() if following else len(text)
        piece = text[start:end]
        yield line, piece, end / len(text)
        line += piece.count("\n")
        start = end


def _entry_of(block: Block, line: int, desk: Desk) -> Entry | None:
    """The entry of a block, mended where it can be; None for comments and for what is lost."""
    if isinstance(block, DuplicateBlockKeyBlock) and block.ignore_error_block is not None:
        block = block.ignore_error_block  # told when the item is made
    if isinstance(block, Entry):
        if not block.key.strip():
            desk.problem(line, Trouble.NO_LABEL, f"@{block.entry_type}")
        return block
    if isinstance(block, DuplicateFieldKeyBlock) and isinstance(block.ignore_error_block, Entry):
        desk.problem(line, Trouble.REPEATED_FIELD, ", ".join(sorted(block.duplicate_keys)))
        return block.ignore_error_block
    if isinstance(block, ParsingFailedBlock) and block.raw:
        return _mended(block.raw, getattr(block.error, "abort_reason", ""), line, desk)
    return None


def _mended(raw: str, reason: str, line: int, desk: Desk) -> Entry | None:
    """An entry that is not closed, or that has no key."""
    first = raw.strip().split("\n", 1)[0]
    if re.match(r"@(?:comment|preamble|string)\b", first, re.IGNORECASE):
        desk.problem(line, Trouble.UNCLOSED, first, lost=True)
        return None
    no_label = re.sub(r"[{(](?=\s*\w+\s*=)", lambda match: match.group() + ",", raw, count=1)
    for trouble, text in ((Trouble.UNCLOSED, raw.rstrip() + "\n}"), (Trouble.NO_LABEL, no_label + "}")):
        blocks = Splitter(text).split().blocks
        if blocks and isinstance(blocks[0], Entry) and blocks[0].fields:
            desk.problem(line, trouble, first)
            return blocks[0]
    desk.problem(line, Trouble.SYNTAX if reason.startswith("Expected") else Trouble.UNCLOSED, first, lost=True)
    return None


def _fields_of(entry: Entry, line: int, macros: Macros, desk: Desk) -> Fields:
    fields: Fields = {}
    for field in entry.fields:
        name = field.key.lower()
        if name and name not in fields:
            fields[name] = macros.value(field.value, line + (field.start_line or 0) - (entry.start_line or 0))
    if not fields:
        desk.problem(line, Trouble.NO_FIELDS, entry.key, lost=True)
    return fields


def _with_parent(fields: Fields, by_label: dict[str, Fields], line: int, desk: Desk) -> Fields:
    """The fields, and those of the entry that `crossref` names: its title is the title of the book."""
    label = fields.get("crossref", "").strip()
    if not label:
        return fields
    parent = by_label.get(label.lower())
    if parent is None:
        desk.problem(line, Trouble.UNKNOWN_PARENT, label)
        return fields
    inherited = {name: value for name, value in parent.items() if name not in _NOT_INHERITED}
    if "title" in parent:
        inherited.setdefault("booktitle", parent["title"])
    return inherited | fields
