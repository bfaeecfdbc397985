"""Tags, attachments, own sources and edges in batches, saved scenarios and paths, and words to find them by."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from citations.folding import fold

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    _about_sources()
    _own()
    _saved()
    _words()


def _about_sources() -> None:
    op.create_table(
        "tags",
        sa.Column("source_key", sa.Text, primary_key=True),
        sa.Column("tag", sa.Text, primary_key=True),
    )
    op.create_table(
        "attachments",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("source_key", sa.Text, nullable=False),
        sa.Column("path", sa.Text, nullable=False),
        sa.UniqueConstraint("source_key", "path"),
    )


def _own() -> None:
    op.create_table(
        "batches",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("in_force", sa.Boolean, nullable=False),
    )
    op.create_table(
        "own_sources",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("batch_id", sa.Integer, sa.ForeignKey("batches.id"), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("changed", sa.Text, nullable=False),
    )
    op.create_index("own_sources_by_batch", "own_sources", ["batch_id", "position"])
    op.create_table(
        "own_edges",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("batch_id", sa.Integer, sa.ForeignKey("batches.id"), nullable=False),
        sa.Column("newer", sa.Text, nullable=False),
        sa.Column("older", sa.Text, nullable=False),
        sa.Column("relation", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("checked", sa.Boolean, nullable=False),
    )
    op.create_index("own_edges_by_ends", "own_edges", ["newer", "older"])
    op.create_index("own_edges_by_batch", "own_edges", ["batch_id"])
    op.create_table(
        "removed_sources",
        sa.Column("batch_id", sa.Integer, sa.ForeignKey("batches.id"), primary_key=True),
        sa.Column("source_key", sa.Text, sa.ForeignKey("own_sources.key"), primary_key=True),
        sa.Column("position", sa.Integer, nullable=False),
    )
    op.create_index("removed_sources_by_key", "removed_sources", ["source_key"])
    op.create_table(
        "removed_edges",
        sa.Column("batch_id", sa.Integer, sa.ForeignKey("batches.id"), primary_key=True),
        sa.Column("edge_id", sa.Integer, sa.ForeignKey("own_edges.id"), primary_key=True),
    )
    op.create_index("removed_edges_by_edge", "removed_edges", ["edge_id"])


def _saved() -> None:
    for table, content in (("scenarios", "toml"), ("paths", "keys")):
        op.create_table(
            table,
            sa.Column("name", sa.Text, primary_key=True),
            sa.Column(content, sa.Text, nullable=False),
            sa.Column("changed", sa.Text, nullable=False),
        )
    op.create_table(
        "notebook_facts",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Integer, nullable=False),
    )


def _words() -> None:
    texts = op.create_table(
        "texts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("source_key", sa.Text, nullable=False),
        sa.Column("part", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False),
        sa.UniqueConstraint("source_key", "part"),
    )
    op.execute(
        "CREATE VIRTUAL TABLE words USING fts5(folded, content='texts', content_rowid='id', tokenize='trigram')"
    )
    old = "INSERT INTO words(words, rowid, folded) VALUES ('delete', old.id, old.folded);"
    new = "INSERT INTO words(rowid, folded) VALUES (new.id, new.folded);"
    op.execute(f"CREATE TRIGGER texts_inserted AFTER INSERT ON texts BEGIN {new} END")
    op.execute(f"CREATE TRIGGER texts_deleted AFTER DELETE ON texts BEGIN {old} END")
    op.execute(f"CREATE TRIGGER texts_updated AFTER UPDATE ON texts BEGIN {old} {new} END")
    notes = op.get_bind().execute(sa.text("SELECT source_key, note FROM readings WHERE note <> ''")).all()
    rows = ((key, fold(note.replace("\0", " ")).strip()) for key, note in notes)
    kept = [{"source_key": key, "part": "note", "folded": folded} for key, folded in rows if folded]
    if kept:
        op.bulk_insert(texts, kept)
