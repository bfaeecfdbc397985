"""Which columns fit into a width, and how wide each is then."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from widgets.source_table_columns import SHAPES, Column

GREEDY = (
    Column.TITLE,
    Column.LEDGERS,
    Column.AUTHORS,
    Column.NAME,
)  # take what is left over, the first that is shown
USUAL = frozenset(Column) - {Column.KIND, Column.ORGANISATION}  # what is shown without being asked for


def _comfort(column: Column) -> float:
    """A width in px at scale 1 at which most of what is in the column can be read."""
    return (SHAPES[column].least + SHAPES[column].useful) / 2


def columns_that_fit(width: float) -> tuple[Column, ...]:
    """The most telling columns for a width in px at scale 1, never less than name and date."""
    chosen: list[Column] = []
    for column in sorted(USUAL, key=lambda column: SHAPES[column].rank):
        room = width - sum(map(_comfort, chosen))
        if len(chosen) < 2 or room >= _comfort(column):
            chosen.append(column)
        else:
            break
    return tuple(sorted(chosen))


def fitted(
    width: int,
    columns: Collection[Column],
    scale: float,
    fixed: Mapping[Column, int],
    needed: Mapping[Column, int] | None = None,
) -> dict[Column, int]:
    """A width in px for each column, together `width` if that is enough.

    `fixed`: what the user dragged himself. `needed`: what headings and dates take at least, in px.
    """
    needed = needed or {}
    least = {column: max(round(SHAPES[column].least * scale), needed.get(column, 0)) for column in columns}
    useful = {column: max(round(SHAPES[column].useful * scale), least[column]) for column in columns}
    widths = {column: fixed.get(column, least[column]) for column in columns}
    free = [column for column in columns if column not in fixed]
    spare = width - sum(widths.values())
    wish = sum(useful[column] - least[column] for column in free)
    if spare <= 0:
        return widths
    share = min(spare / wish, 1.0) if wish else 0.0
    for column in free:
        widths[column] += int((useful[column] - least[column]) * share)
    taker = next((column for column in GREEDY if column in free), None)
    if taker is not None:
        widths[taker] += width - sum(widths.values())
    return widths
