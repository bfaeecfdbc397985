"""All sources and edges that there are, shown or not: what an import is held against, and an export draws from."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citations.records import Edge, Source
    from explorer.window import Window


def known_sources(window: Window) -> tuple[Source, ...]:
    """The library, its neighbours, and the user's own."""
    shelf, book = window.session.shelf, window.librarian.notebook
    shipped = () if shelf is None else shelf.collection.library.sources(None)
    return (*shipped, *(() if book is None else book.own_sources()))


def known_edges(window: Window) -> tuple[Edge, ...]:
    """Those of the library, then the user's own."""
    shelf, book = window.session.shelf, window.librarian.notebook
    shipped = () if shelf is None else shelf.collection.library.edges(None)
    return (*shipped, *(() if book is None else book.own_edges()))
