"""The identity of a request's tokens, kept as runs of consecutive ids instead of one id per token."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from engine.memory.cache_key import CacheKey, chain_start, digest

Run = tuple[int, int]  # first token id, count

_MASK = (1 << 64) - 1
_MEDIA = 0x6D65646961  # tells a mark of media from a run of tokens


class Media(NamedTuple):
    """An image or sound whose placeholder tokens stand at positions `start` to `start + tokens - 1`."""

    start: int
    tokens: int
    key: str  # names the content: equal placeholders of different images are different state


class TokenContent:
    """Prompt runs `(first id, count)` followed by outputs `output_first`, `output_first + 1`, ...

    Equal token sequences have equal runs and hashes however the caller cut them up. `salt` keeps requests apart that
    must not share state (a tenant's salt, or a whole `CacheKey`); it enters the hash of the first page only and
    reaches the others through the chain. `media` enter the hash of each page that holds a part of them. Raises
    ValueError for a run with a negative count.
    """

    __slots__ = (
        "_firsts",
        "_hashes",
        "_media",
        "_page_tokens",
        "_run",
        "_seed",
        "_starts",
        "length",
        "prompt_tokens",
        "salt",
    )

    def __init__(
        self,
        prompt_runs: Iterable[Run],
        output_first: int,
        salt: str | CacheKey = "",
        media: Iterable[Media] = (),
    ) -> None:
        self.salt = salt
        self._starts: list[int] = []  # position at which a run starts
        self._firsts: list[int] = []  # its first token id
        position = 0
        for first, count in prompt_runs:
            if count < 0:
                raise ValueError(f"a run of tokens has a count of {count}, expected 0 or more")
            if count:
                self._open_run(position, first)
                position += count
        self._open_run(position, output_first)
        self.prompt_tokens = position
        self.length = position  # tokens known so far: prompt and outputs
        self._seed = chain_start(salt)
        self._media = tuple(sorted(media))
        self._hashes: list[int] = []
        self._page_tokens = 0
        self._run = 0  # run in which the first page without a hash starts

    def _open_run(self, position: int, first: int) -> None:
        if self._starts and self._firsts[-1] + position - self._starts[-1] == first:
            return  # it continues the run before
        self._starts.append(position)
        self._firsts.append(first)

    def append(self, count: int) -> None:
        """`count` more output tokens are known."""
        self.length += count

    def truncate(self, length: int) -> None:
        """Forget every token from position `length` on. Raises ValueError if that cuts into the prompt or adds."""
        if not self.prompt_tokens <= length <= self.length:
            raise ValueError(f"cannot truncate to {length} tokens, expected {self.prompt_tokens} to {self.length}")
        self.length = length
        if self._page_tokens:
            del self._hashes[length // self._page_tokens :]
            self._run = 0

    def run(self, start: int, count: int) -> list[Run]:
        """`count` tokens from position `start` as the fewest runs. Raises IndexError beyond the end."""
        end = start + count
        if start < 0 or count < 0 or end > self.length:
            raise IndexError(f"tokens {start} to {end - 1} asked for, {self.length} are known")
        index = bisect_right(self._starts, start) - 1
        return self._runs_from(start, end, index) if count else []

    def _runs_from(self, start: int, end: int, index: int) -> list[Run]:
        starts, firsts = self._starts, self._firsts
        runs = []
        while start < end:
            stop = min(end, starts[index + 1]) if index + 1 < len(starts) else end
            runs.append((firsts[index] + start - starts[index], stop - start))
            start = stop
            index += 1
        return runs

    def page_hash(self, block: int, page_tokens: int) -> int:
        """64-bit hash of page `block` and of all pages before it, never 0. Raises IndexError if it is not full."""
        return self.hashes(block + 1, page_tokens)[block]

    def hashes(self, blocks: int, page_tokens: int) -> list[int]:
        """Hashes of at least the first `blocks` pages: the cache itself, not to be changed.

        The hash is made of integers only, so it does not depend on Python's hash seed. Raises IndexError if the
        last of these pages is not full.
        """
        if page_tokens != self._page_tokens:
            self._hashes, self._page_tokens, self._run = [], page_tokens, 0
        if len(self._hashes) < blocks:
            if blocks * page_tokens > self.length:
                raise IndexError(f"page {blocks - 1} of {page_tokens} tokens is not full: {self.length} are known")
            self._extend(blocks, page_tokens)
        return self._hashes

    def _extend(self, blocks: int, page_tokens: int) -> None:
        done, starts, firsts = self._hashes, self._starts, self._firsts
        run, last = self._run, len(starts) - 1
        media = self._media
        parent = done[-1] if done else self._seed
        for position in range(len(done) * page_tokens, blocks * page_tokens, page_tokens):
            while run < last and starts[run + 1] <= position:
                run += 1
            end = position + page_tokens
            if media and (marks := self._marks(position, end)):
                parent = hash((parent, *self._runs_from(position, end, run), *marks)) & _MASK or 1
            elif run == last or starts[run + 1] >= end:
                parent = hash((parent, firsts[run] + position - starts[run], page_tokens)) & _MASK or 1
            else:
                parent = hash((parent, *self._runs_from(position, end, run))) & _MASK or 1
            done.append(parent)
        self._run = run

    def _marks(self, position: int, end: int) -> list[tuple[int, int, int]]:
        """The media of which a part stands between `position` and `end`: what they are, and where they start."""
        return [
            (_MEDIA, digest(item.key), item.start - position)
            for item in self._media
            if item.start < end and item.start + item.tokens > position
        ]
