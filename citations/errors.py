"""Errors of the library."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class CatalogueError(ValueError):
    """A mistake in the catalogue: names the file and the field, what was found and what was expected."""


class LibraryError(OSError):
    """The library file is missing, damaged or of another version: names the file."""


class UnknownSource(KeyError):
    """No source has this key: names the closest ones."""

    def __init__(self, key: str, known: Iterable[str]) -> None:
        self.key = key
        self.close = closest(key, known)
        super().__init__(key)

    def __str__(self) -> str:
        hint = f"; did you mean {' or '.join(self.close)}?" if self.close else ""
        return f"no source has the key {self.key!r}{hint}"


def closest(word: str, known: Iterable[str]) -> list[str]:
    """At most three of the known words that resemble `word`, best first."""
    return get_close_matches(word, list(known), n=3, cutoff=0.6)
