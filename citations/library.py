"""The shipped library, read-only: plain records out, no SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Select, create_engine, func, select
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session, aliased, selectinload

from citations.errors import LibraryError, UnknownSource
from citations.mapping import edge_of, source_of
from citations.models import AuthorRow, AuthorshipRow, ClaimRow, EdgeRow, SourceRow
from citations.models.base import SCHEMA
from citations.records import Author, Edge, Source
from citations.search import date_order, finding
from citations.shipped import immutable_uri, locate, read_facts

_WHOLE = (
    selectinload(SourceRow.authorships).joinedload(AuthorshipRow.author),
    selectinload(SourceRow.effects),
    selectinload(SourceRow.claims).selectinload(ClaimRow.seen),
    selectinload(SourceRow.notes),
    selectinload(SourceRow.parameters),
    selectinload(SourceRow.seen),
)


class Library:
    """Sources, edges, and where a word occurs. `ring` is 1 for the canon, 2 for the neighbours, None for both."""

    def __init__(self, path: Path) -> None:
        self.path = path
        schema, self.digest = read_facts(path)
        if schema != SCHEMA:
            raise LibraryError(f"{path}: found a library of schema {schema}, expected {SCHEMA}")
        uri = immutable_uri(path)
        self._engine = create_engine(
            "sqlite://", creator=lambda: sqlite3.connect(uri, uri=True, check_same_thread=False)
        )
        self._rings: dict[int, tuple[Source, ...]] = {}
        self._edges: dict[int | None, tuple[Edge, ...]] = {}

    @classmethod
    def open(cls, path: Path | str | None = None) -> Library:
        """The library at `path`, by default the program's own (built first if the catalogue is newer).

        Raises LibraryError naming the file when it is missing, damaged or of another version.
        """
        return cls(locate() if path is None else Path(path))

    def close(self) -> None:
        self._engine.dispose()

    def sources(self, ring: int | None = 1) -> tuple[Source, ...]:
        """Sources in date order, undated ones last."""
        if ring is None:
            return tuple(sorted(self.sources(1) + self.sources(2), key=lambda source: source.order))
        if ring not in self._rings:
            query = select(SourceRow).where(SourceRow.ring == ring)
            self._rings[ring] = self._load(query.order_by(*date_order()))
        return self._rings[ring]

    def source(self, key: str) -> Source:
        """Raises UnknownSource (a KeyError) naming the closest keys."""
        for loaded in self._rings.values():
            for source in loaded:
                if source.key == key:
                    return source
        found = self._load(select(SourceRow).where(SourceRow.key == key))
        if not found:
            raise UnknownSource(key, self.keys())
        return found[0]

    def keys(self) -> tuple[str, ...]:
        """The keys of both rings, sorted."""
        with self._reading() as session:
            return tuple(session.scalars(select(SourceRow.key).order_by(SourceRow.key)))

    def edges(self, ring: int | None = 1) -> tuple[Edge, ...]:
        """1: edges within the canon; 2: edges that touch a neighbour; None: all."""
        if ring not in self._edges:
            self._edges[ring] = self._load_edges(ring)
        return self._edges[ring]

    def _load_edges(self, ring: int | None) -> tuple[Edge, ...]:
        newer, older = aliased(SourceRow), aliased(SourceRow)
        query = select(EdgeRow).join(newer, EdgeRow.newer == newer.key).join(older, EdgeRow.older == older.key)
        if ring is not None:
            outermost = func.max(newer.ring, older.ring)
            query = query.where(outermost == ring)
        with self._reading() as session:
            return tuple(edge_of(row) for row in session.scalars(query.order_by(EdgeRow.position)))

    def find(self, word: str) -> frozenset[str]:
        """Keys of both rings in which a folded word occurs: in names, titles, authors or texts of either language."""
        with self._reading() as session:
            return frozenset(session.scalars(finding(word)))

    def authors(self, ring: int | None = 1) -> tuple[Author, ...]:
        """Everyone who signed a source, those with most sources first, then by name."""
        query = select(AuthorRow.name, SourceRow.key).select_from(AuthorshipRow)
        query = query.join(AuthorshipRow.author).join(SourceRow, AuthorshipRow.source_key == SourceRow.key)
        if ring is not None:
            query = query.where(SourceRow.ring == ring)
        written: dict[str, list[str]] = {}
        with self._reading() as session:
            for name, key in session.execute(query.order_by(*date_order())):
                written.setdefault(name, []).append(key)
        authors = [Author(name, tuple(keys)) for name, keys in written.items()]
        return tuple(sorted(authors, key=lambda author: (-len(author.sources), author.name)))

    def _load(self, query: Select[SourceRow]) -> tuple[Source, ...]:
        with self._reading() as session:
            return tuple(source_of(row) for row in session.scalars(query.options(*_WHOLE)))

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        try:
            with Session(self._engine) as session:
                yield session
        except DatabaseError as error:
            raise LibraryError(f"{self.path}: damaged library ({error.orig})") from error
