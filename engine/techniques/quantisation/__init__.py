"""Fewer bits per number."""
