"""The tokens that one prefix id stands for: told from the rows, or declared and checked against them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice

from engine.traces.layouts import Shape
from engine.traces.mapping import cell
from engine.traces.numbers import count
from engine.traces.prefixes import TOKENS_PER_BLOCK, covers
from engine.traces.records import TraceError
from engine.traces.rows import BadRow, Opened

HEAD_ROWS = 64  # from which the block size is told
BLOCK_SIZES = (512, 16, 32, 64, 128, 256, 1024)


def with_block_size(opened: Opened, declared: int, file: str) -> Opened:
    """The file with the block size that its first rows agree with, the layout's own if they allow it.

    Raises TraceError if the rows contradict a declared size.
    """
    layout, lines, split = opened
    if layout.tokens:
        return opened._replace(layout=replace(layout, block_tokens=TOKENS_PER_BLOCK))
    if not layout.blocks or layout.pieces or layout.shape is not Shape.FLAT:
        return opened
    head = list(islice(lines, HEAD_ROWS))
    pairs = []
    for number, text in head:
        with suppress(BadRow):
            cells = split(text)
            ids, prompt = cell(cells, layout.blocks), count(cell(cells, layout.prompt))
            if isinstance(ids, list) and prompt:
                pairs.append((number, len(ids), prompt))
    sizes = [s for s in (layout.block_tokens, *BLOCK_SIZES) if all(covers(n, p, s) for _, n, p in pairs)]
    if declared:
        wrong = next(((at, n, p) for at, n, p in pairs if not covers(n, p, declared)), None)
        if wrong:
            found = f"{wrong[1]:,} prefix ids for {wrong[2]:,} tokens, which blocks of {declared:,} tokens contradict"
            fits = f" (the rows agree with {sizes[0]:,})" if sizes else ""
            raise TraceError(file, wrong[0], found, f"a block size that fits the rows{fits}")
        sizes = [declared]
    size = sizes[0] if sizes else layout.block_tokens
    why = "as declared; " if declared else ""
    partial = "; a last block that is not full counts as far as its prompt reaches"
    note = (
        f"prefix blocks of {size} tokens: {why}the first {len(pairs)} rows agree{partial}" if sizes and pairs else ""
    )
    layout = replace(layout, block_tokens=size, notes=(*layout.notes, note))
    return Opened(layout, chain(head, lines), split)
