"""The tables of the notebook."""

from __future__ import annotations

from sqlalchemy import DDL, Column, ForeignKey, Index, Table, Text, UniqueConstraint, event
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import String

APPLICATION = 0x45694C65  # PRAGMA application_id of a notebook: "EiLe"
VERSION = 2  # PRAGMA user_version of a notebook with these tables: the number of migrations


class NotebookBase(DeclarativeBase):
    """Tables of the user's notebook."""

    type_annotation_map = {str: Text()}  # noqa: RUF012 - SQLAlchemy's own way


class ReadingRow(NotebookBase):
    """What the user keeps about one source. The library may lack the source: keys are not checked."""

    __tablename__ = "readings"

    source_key: Mapped[str] = mapped_column(primary_key=True)
    status: Mapped[str] = mapped_column(server_default="unread")
    note: Mapped[str] = mapped_column(server_default="")
    changed: Mapped[str]


class TagRow(NotebookBase):
    """A word that the user files a source under."""

    __tablename__ = "tags"

    source_key: Mapped[str] = mapped_column(primary_key=True)
    tag: Mapped[str] = mapped_column(primary_key=True)


class AttachmentRow(NotebookBase):
    """A file of the user's that belongs to a source; the file itself stays where it is."""

    __tablename__ = "attachments"
    __table_args__ = (UniqueConstraint("source_key", "path"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    source_key: Mapped[str]
    path: Mapped[str]


class BatchRow(NotebookBase):
    """Sources and edges that came or went together. What counts is what batches `in_force` say."""

    __tablename__ = "batches"

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    origin: Mapped[str]
    made: Mapped[str]
    in_force: Mapped[bool]


class OwnSourceRow(NotebookBase):
    """A source of the user's own. It stays when it is removed: see `RemovedSourceRow`."""

    __tablename__ = "own_sources"
    __table_args__ = (Index("own_sources_by_batch", "batch_id", "position"),)

    key: Mapped[str] = mapped_column(primary_key=True)
    batch_id: Mapped[int] = mapped_column(ForeignKey("batches.id"))
    position: Mapped[int]
    record: Mapped[str]  # JSON, see `codec`
    changed: Mapped[str]


class OwnEdgeRow(NotebookBase):
    """An edge of the user's own; of several between the same two sources the latest counts."""

    __tablename__ = "own_edges"
    __table_args__ = (Index("own_edges_by_ends", "newer", "older"), Index("own_edges_by_batch", "batch_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    batch_id: Mapped[int] = mapped_column(ForeignKey("batches.id"))
    newer: Mapped[str]
    older: Mapped[str]
    relation: Mapped[str]
    why: Mapped[str]
    checked: Mapped[bool]


class RemovedSourceRow(NotebookBase):
    """A source is gone while a batch that removed it is in force."""

    __tablename__ = "removed_sources"
    __table_args__ = (Index("removed_sources_by_key", "source_key"),)

    batch_id: Mapped[int] = mapped_column(ForeignKey("batches.id"), primary_key=True)
    source_key: Mapped[str] = mapped_column(ForeignKey("own_sources.key"), primary_key=True)
    position: Mapped[int]


class RemovedEdgeRow(NotebookBase):
    """An edge is gone while a batch that removed it is in force."""

    __tablename__ = "removed_edges"
    __table_args__ = (Index("removed_edges_by_edge", "edge_id"),)

    batch_id: Mapped[int] = mapped_column(ForeignKey("batches.id"), primary_key=True)
    edge_id: Mapped[int] = mapped_column(ForeignKey("own_edges.id"), primary_key=True)


class ScenarioRow(NotebookBase):
    """A scenario that the user saved, as TOML."""

    __tablename__ = "scenarios"

    name: Mapped[str] = mapped_column(primary_key=True)
    toml: Mapped[str]
    changed: Mapped[str]


class PathRow(NotebookBase):
    """A way through the lineage that the user saved: `keys` is a JSON list."""

    __tablename__ = "paths"

    name: Mapped[str] = mapped_column(primary_key=True)
    keys: Mapped[str]
    changed: Mapped[str]


class FactRow(NotebookBase):
    """About the notebook itself. `edition` is another number after every change."""

    __tablename__ = "notebook_facts"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[int]


class WordsRow(NotebookBase):
    """Folded texts in which words are looked for: of a source's note, its tags, or an own source itself."""

    __tablename__ = "texts"
    __table_args__ = (UniqueConstraint("source_key", "part"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    source_key: Mapped[str]
    part: Mapped[str]
    folded: Mapped[str]


# Which migration the file is at, in Alembic's own table.
Table("alembic_version", NotebookBase.metadata, Column("version_num", String(32), primary_key=True))

# The trigram index over `texts`, kept in step by the database itself.
_OLD = "INSERT INTO words(words, rowid, folded) VALUES ('delete', old.id, old.folded);"
_NEW = "INSERT INTO words(rowid, folded) VALUES (new.id, new.folded);"
_INDEX = (
    "CREATE VIRTUAL TABLE words USING fts5(folded, content='texts', content_rowid='id', tokenize='trigram')",
    f"CREATE TRIGGER texts_inserted AFTER INSERT ON texts BEGIN {_NEW} END",
    f"CREATE TRIGGER texts_deleted AFTER DELETE ON texts BEGIN {_OLD} END",
    f"CREATE TRIGGER texts_updated AFTER UPDATE ON texts BEGIN {_OLD} {_NEW} END",
)
for _statement in _INDEX:
    event.listen(NotebookBase.metadata.tables["texts"], "after_create", DDL(_statement))
