"""Phases on engines of their own."""
