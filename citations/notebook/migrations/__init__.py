"""Alembic's migrations of the notebook."""
