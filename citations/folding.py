"""One spelling for searching: no case, no accents, half-width forms."""

from __future__ import annotations

import unicodedata


def fold(text: str) -> str:
    """`Íñigo（KV）` and `inigo(kv)` fold to the same."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char)).casefold()
