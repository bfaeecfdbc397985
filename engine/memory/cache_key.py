"""Who may share state: what a page's content depends on beside the tokens.

State computed for one tenant, by one adapter, by one revision of a model or at one precision is not state for
another. All of it enters the hash that the first page is chained to, and reaches every later page through the chain.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from functools import lru_cache
from hashlib import blake2b

UNKEYED = 0x5851F42D4C957F2D  # what the first page is chained to when nothing keeps its request apart


@dataclass(frozen=True, slots=True)
class CacheKey:
    """Two requests may share pages only if their keys are equal. An empty field says: not told apart by this."""

    tenant: str = ""  # the salt of a request
    adapter: str = ""
    adapter_revision: str = ""  # or where it was loaded from
    model: str = ""
    model_revision: str = ""
    state: str = ""  # how state is stored: precision and layout


@lru_cache(maxsize=4096)
def chain_start(key: CacheKey | str) -> int:
    """The 64-bit number to which the first page's hash is chained; a bare salt is a tenant's.

    Each field enters with its length, so that no two keys become equal by where one field ends.
    """
    if isinstance(key, str):
        key = CacheKey(tenant=key)
    fields: tuple[str, ...] = astuple(key)
    if not any(fields):
        return UNKEYED
    return digest(*fields)


@lru_cache(maxsize=4096)
def versioned(key: CacheKey, model: str, state: str) -> CacheKey:
    """`key` for state of `model` stored as `state` says; a trace's own model names are kept apart."""
    return replace(key, model=f"{model} for {key.model}" if key.model else model, state=state)


def digest(*texts: str) -> int:
    """64 bits that stand for a sequence of texts, the same in every process."""
    hasher = blake2b(digest_size=8)
    for text in texts:
        data = text.encode()
        hasher.update(len(data).to_bytes(8, "little") + data)
    return int.from_bytes(hasher.digest(), "little")
