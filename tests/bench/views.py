"""Map, timeline and table in the whole window: select and highlight, and every letter of a search.

Measured with the 153 sources of the library and with 5,000, of which all others are the user's own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice

from citations.records import OWN, Basis, Edge, Source, Text
from explorer.window import Window
from tests.bench.measure import Row, spin, timed

SELECTION, KEYSTROKE = 50.0, 30.0  # ms of CPU; a map of thousands has no limit, it is made for hundreds
MANY = 5000
TYPED = ("k", "kv", "kv ", "kv c", "kv ca", "")


def run() -> list[Row]:
    from tests.bench.scene import scene

    window = scene()
    assert window.stage is not None
    window.stage.playhead.pause()
    window.session.setNeighbours(True)
    rows = list(_rows(window, "153 sources"))
    _fill(window)
    shelf = window.session.shelf
    assert shelf is not None
    rows += _rows(window, f"{len(shelf.sources):,} sources")
    window.close()
    return rows


def _fill(window: Window) -> None:
    """Own sources up to the number, each with two relations to older ones."""
    shelf, dice = window.session.shelf, random.Random(5)
    assert shelf is not None
    wanted = MANY - len(shelf.sources)
    copies = [_copy(source, index) for index, source in enumerate(islice(cycle(shelf.sources), wanted))]
    keys = [source.key for source in shelf.sources] + [source.key for source in copies]
    edges = {
        (source.key, older): Edge(source.key, older, "uses", "", Basis.OWN, True)
        for index, source in enumerate(copies)
        for older in dice.sample(keys[: len(keys) - wanted + index], 2)
    }
    window.librarian.changes.add(copies, list(edges.values()), "bench")
    spin()


def _copy(source: Source, index: int) -> Source:
    name = Text(f"{source.name.en} {index}")
    return replace(source, key=f"own-{index}", number=0, ring=OWN, name=name, claims=(), conflicts=())


def _rows(window: Window, count: str) -> Iterator[Row]:
    session = window.session
    shelf = session.shelf
    assert shelf is not None
    keys = [source.key for source in shelf.sources if source.key not in shelf.runnable][:200]
    many = len(shelf.sources) > 1000
    for stage in ("map", "table"):
        session.setStage(stage)
        spin()

        def select(index: int) -> None:
            session.selectSource(keys[index * 7 % len(keys)])
            spin()

        def search(index: int) -> None:
            session.setFilter(replace(session.filter, text=TYPED[index % len(TYPED)]))
            spin()

        chosen, typed = timed(select, 30), timed(search, 30)
        yield Row(
            f"{count}, {stage} and timeline: select and highlight",
            chosen.cpu,
            "ms CPU",
            0.0 if stage == "map" and many else SELECTION,
        )
        yield Row("  median", chosen.wall, "ms")
        yield Row(
            f"{count}, {stage} and timeline: a letter of a search",
            typed.cpu,
            "ms CPU",
            SELECTION if many else KEYSTROKE,
        )
        yield Row("  median", typed.wall, "ms")
