"""Prefix ids: what a row says about the beginning of its prompt."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from hashlib import blake2b
from typing import NamedTuple

from engine.traces.layouts import Layout, Shape
from engine.traces.numbers import Cell, count
from engine.traces.pieces import ORDER, Pieces

EXACT = 2**53  # whole numbers above it lose digits in programs that hold them as floating point
TOKENS_PER_BLOCK = 16  # blocks made from token ids
Id = int | str


class Prefix(NamedTuple):
    """Ids of the pieces that a prompt starts with. `lengths` only where pieces differ in length."""

    ids: tuple[Id, ...] = ()
    lengths: tuple[int, ...] = ()
    lossy: bool = False  # an id is written so that digits are lost


NOTHING = Prefix()


def prefix_of(layout: Layout, cells: Mapping[str, Cell], prompt: int, pieces: Pieces | None) -> Prefix | None:
    """The prefix of a row, None if its ids cannot be those of the prompt."""
    if layout.tokens:
        return _of_tokens(cells.get(layout.tokens), prompt)
    cell = cells.get(layout.blocks) if layout.blocks else None
    if cell is None:
        return NOTHING
    if layout.pieces:
        return _of_pieces(cell, pieces)
    if layout.shape is Shape.SAVED:
        return _of_pairs(cell, prompt)
    return blocks_of(cell, prompt, layout.block_tokens)


def blocks_of(cell: Cell, prompt: int, block_tokens: int) -> Prefix | None:
    """Ids of blocks of one size. A last block that is not full may have an id or not."""
    if not isinstance(cell, list) or not covers(len(cell), prompt, block_tokens):
        return None
    ids = [_id(item) for item in cell]
    if None in ids:
        return None
    lossy = any(isinstance(item, Decimal) and not _exact(item) for item in cell)
    return Prefix(tuple(i for i in ids if i is not None), (), lossy)


def covers(ids: int, prompt: int, block_tokens: int) -> bool:
    """`ids` blocks of this size are what a prompt has, with or without its partly filled last one."""
    whole, rest = divmod(prompt, block_tokens)
    return ids in (whole, whole + bool(rest))


def _id(item: object) -> Id | None:
    if isinstance(item, str):
        return item or None
    if isinstance(item, bool) or not isinstance(item, int | Decimal):
        return None
    if isinstance(item, Decimal) and (not item.is_finite() or item.adjusted() > 40 or item % 1):
        return None
    return int(item) if item >= 0 else None


def _exact(item: Decimal) -> bool:
    exponent = item.as_tuple().exponent
    return isinstance(exponent, int) and exponent <= 0 and item < EXACT


def _of_pieces(cell: Cell, pieces: Pieces | None) -> Prefix | None:
    """Pieces in the order in which a prompt holds them, up to the first whose length is not known."""
    if not isinstance(cell, dict) or any(not isinstance(part, list) for part in cell.values()):
        return None
    ids: list[Id] = []
    lengths: list[int] = []
    for kind in ORDER:
        for item in cell.get(kind, ()):  # type: ignore[attr-defined]
            if isinstance(item, bool) or not isinstance(item, int | str):
                return None
            length = pieces.length(kind, item) if pieces else None
            if length is None:
                return Prefix(tuple(ids), tuple(lengths))
            ids.append(f"{kind} {item}")
            lengths.append(length)
    return Prefix(tuple(ids), tuple(lengths))


def _of_tokens(cell: Cell, prompt: int) -> Prefix | None:
    """Blocks named after all token ids up to their end, so that equal beginnings have equal ids."""
    if cell is None:
        return NOTHING
    if not isinstance(cell, list) or len(cell) != prompt:
        return None
    if any(isinstance(item, bool) or not isinstance(item, int) for item in cell):
        return None
    ids: list[Id] = []
    chain = blake2b(digest_size=8)
    for end in range(TOKENS_PER_BLOCK, prompt + 1, TOKENS_PER_BLOCK):
        chain.update(repr(cell[end - TOKENS_PER_BLOCK : end]).encode())
        ids.append(int.from_bytes(chain.digest(), "little"))
    return Prefix(tuple(ids))


def _of_pairs(cell: Cell, prompt: int) -> Prefix | None:
    """Numbers of pieces with their lengths."""
    ids: list[Id] = []
    lengths: list[int] = []
    for pair in cell if isinstance(cell, list) else [None]:
        piece, tokens = (count(part) for part in pair) if isinstance(pair, list) and len(pair) == 2 else (None, None)
        if piece is None or tokens is None:
            return None
        ids.append(piece)
        lengths.append(tokens)
    return Prefix(tuple(ids), tuple(lengths)) if sum(lengths) <= prompt else None
