"""How a page looks, as one small number: its state, its colour (by state or by owner), dimmed or not, how full.

A look-up of these numbers colours a hundred thousand pages at once.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from engine.instant import Instant, PageState
from engine.recording import Pool
from widgets.palette import DataColours, colours, mix, owner_slot

STATES = len(PageState)
COLOURS = 13  # 0 = by state, 1..12 = a request colour
LEVELS = 9  # nothing, then eighths
BLANK = 2 * COLOURS * STATES  # beyond the last page
DIMMED_SHARE = 0.72


def page_codes(instant: Instant, pool: Pool, by_owner: bool, bright: NDArray[np.bool_] | None) -> NDArray[np.uint16]:
    """Codes of the pages of a pool. `bright` (per page) dims all other pages.

    A paged allocator hands out a page in the iteration that writes it, so a page without a token is not a hole.
    """
    first, last, contiguous = pool.first, pool.first + pool.pages, pool.contiguous
    code = instant.page_state[first:last].astype(np.uint16)
    if not contiguous:
        code[code == PageState.RESERVED] = PageState.USED
    if by_owner:
        owner = instant.owner[first:last]
        held = (owner >= 0) & (code != PageState.RESERVED)
        code += np.where(held, owner_slot(owner) + 1, 0).astype(np.uint16) * np.uint16(STATES)
    if bright is not None:
        code += (~bright).astype(np.uint16) * np.uint16(COLOURS * STATES)
    return code


def levels(filled: NDArray[np.float32]) -> NDArray[np.uint16]:
    """Fill in eighths: 0 only when empty and 8 only when full."""
    return np.clip(np.ceil(filled * 8 - 1e-3), 0, 8).astype(np.uint16)


def split(code: int) -> tuple[bool, int, PageState]:
    """(dimmed, colour, state) of a code."""
    rest, state = divmod(code, STATES)
    dimmed, colour = divmod(rest, COLOURS)
    return bool(dimmed), colour, PageState(state)


def colour_of(code: int, own: DataColours) -> QColor:
    """The fill of a code, before any dimming."""
    _, colour, state = split(code)
    return own.requests[colour - 1] if colour else own.page_state[state]


@cache
def code_colours(dark: bool) -> NDArray[np.uint32]:
    """0xffRRGGBB per code, the blank last: the palette of the texture."""
    own = colours(dark)
    table = np.empty(BLANK + 1, dtype=np.uint32)
    for code in range(BLANK):
        colour = colour_of(code, own)
        table[code] = (mix(colour, own.surface, DIMMED_SHARE) if split(code)[0] else colour).rgb()
    table[BLANK] = own.surface.rgb()
    return table
