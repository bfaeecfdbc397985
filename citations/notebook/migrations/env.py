"""Alembic asks here how to run: on the connection that it was given, within the transaction that is open there."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
