"""Notes and reading status."""

from __future__ import annotations

from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE readings (
            source_key TEXT NOT NULL PRIMARY KEY,
            status TEXT NOT NULL DEFAULT 'unread',
            note TEXT NOT NULL DEFAULT '',
            changed TEXT NOT NULL
        )
        """
    )
