"""Own sources and edges. They come and go in batches, which can be taken back and put back.

Nothing is erased: a source is there while the batch that added it is in force and none that removed it is. So taking
back and putting back change one flag, and nothing that was written meanwhile is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import ColumnElement, Select, exists, insert, select, union
from sqlalchemy.orm import Session

from citations.errors import UnknownSource
from citations.notebook import codec
from citations.notebook.checks import check_edge, check_source, is_own, own_key
from citations.notebook.records import Batch, Kind
from citations.notebook.store import now
from citations.notebook.tables import BatchRow, OwnEdgeRow, OwnSourceRow, RemovedEdgeRow, RemovedSourceRow
from citations.notebook.words import keep_new_words, keep_words, texts_of
from citations.records import Basis, Edge, Source


def sources(session: Session) -> tuple[Source, ...]:
    query = select(OwnSourceRow.record).where(_source_is_there())
    found = [codec.loads(record) for record in session.scalars(query)]
    return tuple(sorted(found, key=lambda source: source.order))


def keys(session: Session) -> frozenset[str]:
    return frozenset(session.scalars(select(OwnSourceRow.key).where(_source_is_there())))


def removed(session: Session) -> frozenset[str]:
    """Keys of sources that were, and are not."""
    undone = select(OwnSourceRow.key).where(OwnSourceRow.batch_id.in_(select(BatchRow.id).where(~BatchRow.in_force)))
    gone = select(RemovedSourceRow.source_key).join(BatchRow, BatchRow.id == RemovedSourceRow.batch_id)
    return frozenset(session.scalars(union(undone, gone.where(BatchRow.in_force))))


def edges(session: Session) -> tuple[Edge, ...]:
    """In the order in which they came; those of an own source that is not there are left out."""
    present = keys(session)
    row = OwnEdgeRow
    told = _edges_there().with_only_columns(row.newer, row.older, row.relation, row.why, row.checked)
    latest: dict[tuple[str, str], Edge] = {}
    for newer, older, relation, why, checked in session.execute(told.order_by(row.id)):
        latest.pop((newer, older), None)
        if all(end in present for end in (newer, older) if is_own(end)):
            latest[newer, older] = Edge(newer, older, relation, why, Basis.OWN, checked)
    return tuple(latest.values())


def add(session: Session, sources: Sequence[Source], edges: Sequence[Edge], origin: str) -> int:
    """The id of the new batch. Edges may name the sources by the keys they came with."""
    checked = [check_source(source) for source in sources]
    taken = {*session.scalars(select(OwnSourceRow.key)), *_meant_by(edges, sources)}
    renamed: dict[str, str] = {}
    kept = []
    for source in checked:
        key = own_key(source.key or source.name.en or source.title, taken)
        taken.add(key)
        renamed.setdefault(source.key, key)
        kept.append(codec.renamed(source, key))
    batch = _new_batch(session, Kind.ADD, origin)
    _keep_sources(session, batch, kept)
    _keep_edges(session, batch, [_renamed(edge, renamed) for edge in edges])
    return batch


def replace(session: Session, source: Source) -> Source:
    """What was there before."""
    row = session.get(OwnSourceRow, source.key)
    if row is None:
        raise UnknownSource(source.key, keys(session))
    before, after = codec.loads(row.record), check_source(source)
    row.record, row.changed = codec.dumps(after), now()
    session.flush()
    keep_words(session, source.key, "source", texts_of(after))
    return before


def remove(session: Session, gone: Iterable[str], origin: str = "") -> int:
    gone = tuple(dict.fromkeys(gone))
    known = set(session.scalars(select(OwnSourceRow.key)))
    for key in gone:
        if key not in known:
            raise UnknownSource(key, known)
    batch = _new_batch(session, Kind.REMOVE, origin)
    session.add_all(
        RemovedSourceRow(batch_id=batch, source_key=key, position=position) for position, key in enumerate(gone)
    )
    session.flush()
    return batch


def remove_edge(session: Session, newer: str, older: str) -> int:
    """KeyError if there is none."""
    ends = OwnEdgeRow.newer == newer, OwnEdgeRow.older == older
    ids = [row.id for row in session.scalars(_edges_there().where(*ends))]
    if not ids:
        raise KeyError(f"no own edge {newer} -> {older}")
    batch = _new_batch(session, Kind.REMOVE, "")
    session.add_all(RemovedEdgeRow(batch_id=batch, edge_id=edge) for edge in ids)
    session.flush()
    return batch


def put(session: Session, batch: int, in_force: bool) -> None:
    """KeyError for an unknown batch."""
    row = session.get(BatchRow, batch)
    if row is None:
        raise KeyError(f"no batch {batch}")
    row.in_force = in_force
    session.flush()


def batch(session: Session, number: int) -> Batch:
    row = session.get_one(BatchRow, number)
    added = session.scalars(
        select(OwnSourceRow.key).where(OwnSourceRow.batch_id == number).order_by(OwnSourceRow.position)
    ).all()
    gone = session.scalars(
        select(RemovedSourceRow.source_key)
        .where(RemovedSourceRow.batch_id == number)
        .order_by(RemovedSourceRow.position)
    ).all()
    edges = session.scalars(select(OwnEdgeRow.id).where(OwnEdgeRow.batch_id == number)).all()
    loosened = session.scalars(select(RemovedEdgeRow.edge_id).where(RemovedEdgeRow.batch_id == number)).all()
    return Batch(
        row.id,
        row.origin,
        len(added),
        (*added, *gone),
        row.made,
        Kind(row.kind),
        len(edges) + len(loosened),
        row.in_force,
    )


def batches(session: Session) -> tuple[Batch, ...]:
    """Latest first."""
    numbers = session.scalars(select(BatchRow.id).order_by(BatchRow.id.desc())).all()
    return tuple(batch(session, number) for number in numbers)


def _new_batch(session: Session, kind: Kind, origin: str) -> int:
    row = BatchRow(kind=kind.value, origin=codec.storable(origin), made=now(), in_force=True)
    session.add(row)
    session.flush()
    return row.id


def _keep_sources(session: Session, batch: int, sources: Sequence[Source]) -> None:
    common = {"batch_id": batch, "changed": now()}
    rows = [
        {**common, "key": source.key, "position": position, "record": codec.dumps(source)}
        for position, source in enumerate(sources)
    ]
    if rows:
        session.execute(insert(OwnSourceRow), rows)
        keep_new_words(session, "source", {source.key: texts_of(source) for source in sources})


def _keep_edges(session: Session, batch: int, edges: Sequence[Edge]) -> None:
    names = ("newer", "older", "relation", "why", "checked")
    rows = [{"batch_id": batch, **{name: getattr(edge, name) for name in names}} for edge in edges]
    if rows:
        session.execute(insert(OwnEdgeRow), rows)


def _meant_by(edges: Sequence[Edge], sources: Sequence[Source]) -> set[str]:
    """Keys in edges that are not those of the sources that come with them: none of these may be called so."""
    return {end for edge in edges for end in (edge.newer, edge.older)} - {source.key for source in sources}


def _renamed(edge: Edge, keys: Mapping[str, str]) -> Edge:
    newer, older = (codec.storable(keys.get(end, end)) for end in (edge.newer, edge.older))
    return check_edge(Edge(newer, older, edge.relation, codec.storable(edge.why), Basis.OWN, edge.checked))


def _source_is_there() -> ColumnElement[bool]:
    added = exists().where(BatchRow.id == OwnSourceRow.batch_id, BatchRow.in_force)
    removed = exists().where(
        RemovedSourceRow.source_key == OwnSourceRow.key,
        BatchRow.id == RemovedSourceRow.batch_id,
        BatchRow.in_force,
    )
    return added & ~removed


def _edges_there() -> Select[OwnEdgeRow]:
    added = exists().where(BatchRow.id == OwnEdgeRow.batch_id, BatchRow.in_force)
    removed = exists().where(
        RemovedEdgeRow.edge_id == OwnEdgeRow.id, BatchRow.id == RemovedEdgeRow.batch_id, BatchRow.in_force
    )
    return select(OwnEdgeRow).where(added, ~removed)
