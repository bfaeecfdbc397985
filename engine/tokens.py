"""The tokens of a request as runs of consecutive ids, and the content hashes of its pages.

Runs keep a 100,000-token prompt in a few integers. Equal tokens after equal tokens give equal hashes, in every
process and on every platform: that is what prefix caching compares.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from struct import pack

Run = tuple[int, int]  # first token id, count


class TokenContent:
    """Prompt and outputs of one request. The j-th output token has the id `output_first + j`.

    `salt` names what must never be shared: a tenant, an adapter, a model version. It enters the first page's hash
    and through the chain all others.
    """

    __slots__ = ("_hashes", "_page_tokens", "_prompt", "_starts", "length", "output_first", "prompt_tokens", "salt")

    def __init__(self, prompt: Iterable[Run], output_first: int, salt: str = "") -> None:
        self._prompt = tuple((int(first), int(count)) for first, count in prompt if count > 0)
        self._starts: list[int] = []
        total = 0
        for _, count in self._prompt:
            self._starts.append(total)
            total += count
        self.prompt_tokens = total
        self.length = total
        self.output_first = output_first
        self.salt = salt
        self._hashes: list[int] = []
        self._page_tokens = 0

    def __len__(self) -> int:
        return self.length

    def append(self, count: int = 1) -> None:
        """`count` more output tokens."""
        self.length += count

    def truncate(self, length: int) -> None:
        """Drop everything from token `length` on; never below the prompt."""
        self.length = max(self.prompt_tokens, min(self.length, length))
        if self._page_tokens:
            del self._hashes[self.length // self._page_tokens :]

    def runs(self, start: int, count: int) -> list[Run]:
        """Tokens `start` to `start + count - 1` as runs, merged where they continue each other."""
        found: list[Run] = []
        end = min(start + count, self.length)
        for first, held, offset in self._pieces():
            low, high = max(start, offset), min(end, offset + held)
            if low < high:
                _extend(found, first + low - offset, high - low)
        return found

    def page_hash(self, block: int, page_tokens: int) -> int:
        """64-bit hash of the page `block` and everything before it, never 0. IndexError if it is not full."""
        if page_tokens != self._page_tokens:
            self._page_tokens = page_tokens
            self._hashes = []
        hashes = self._hashes
        if block < len(hashes):
            return hashes[block]
        if (block + 1) * page_tokens > self.length:
            raise IndexError(f"block {block} needs {(block + 1) * page_tokens} tokens, there are {self.length}")
        while len(hashes) <= block:
            hashes.append(self._hash_next(page_tokens))
        return hashes[block]

    def _hash_next(self, page_tokens: int) -> int:
        place = len(self._hashes)
        flat = [number for run in self.runs(place * page_tokens, page_tokens) for number in run]
        digest = blake2b(pack(f"<{len(flat)}q", *flat), digest_size=8)
        digest.update(self._hashes[-1].to_bytes(8, "little") if place else self.salt.encode())
        return int.from_bytes(digest.digest(), "little") or 1

    def _pieces(self) -> Iterable[tuple[int, int, int]]:
        for (first, count), offset in zip(self._prompt, self._starts, strict=True):
            yield first, count, offset
        yield self.output_first, self.length - self.prompt_tokens, self.prompt_tokens

    @property
    def prompt(self) -> Sequence[Run]:
        return self._prompt


def _extend(runs: list[Run], first: int, count: int) -> None:
    if runs and runs[-1][0] + runs[-1][1] == first:
        runs[-1] = (runs[-1][0], runs[-1][1] + count)
    else:
        runs.append((first, count))
