"""One spelling for searching: no case, no accents, half-width forms."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citations.records import Source

_HAN = "\u2e80-\u2fdf\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_GAPS = re.compile(r"[\s_-]+")
# Commas that stand between words, and the signs that only Chinese texts have.
_STOPS = re.compile(rf"(?<![^\s{_HAN}])[,;]+|[,;]+(?![^\s{_HAN}])|[\u3001-\u3004\u3008-\u3020\u3030\u303d]")
_WORD = re.compile(rf"[{_HAN}]+|[^\s{_HAN}]+")


def fold(text: str) -> str:
    """`Íñigo（KV）` and `inigo(kv)` fold to the same."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    for mark in filter(unicodedata.combining, set(decomposed)):
        decomposed = decomposed.replace(mark, "")
    return decomposed.casefold()


def words(text: str) -> list[str]:
    """The folded words of what somebody typed, each once.

    Where Chinese meets another script a word ends, because some write a blank there: `KV缓存 kv` gives `kv`, `缓存`.
    Commas between words say nothing. Half characters, which Qt texts may hold and no database takes, are joined or
    replaced; a zero is a blank.
    """
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", " ")
    return list(dict.fromkeys(_WORD.findall(_STOPS.sub(" ", fold(whole)))))


def spellings(source: Source) -> list[str]:
    """What a source is called, and each name closed up too: many type `eagle3` for EAGLE-3."""
    names = [source.key, source.name.en, source.name.zh]
    closed = [_GAPS.sub("", name) for name in names]
    return list(dict.fromkeys([*names, source.arxiv, *closed]))
