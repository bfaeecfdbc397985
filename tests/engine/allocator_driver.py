"""Random but valid use of an allocator, recorded, for property tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

from engine.memory.allocator import Hits
from engine.memory.tokens import TokenContent
from engine.recorder import Recorder
from engine.recording import Pool, Recording

PAGE = 4
REQUESTS = 6

KINDS_OF_USE = ("admit", "admit", "grow", "grow", "grow", "free", "fork", "draft", "finish", "lose")

# (what, request, number): the number picks a prompt, a chunk, or a count of tokens.
OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(KINDS_OF_USE),
        st.integers(0, REQUESTS - 1),
        st.integers(0, 40),
    ),
    min_size=30,
    max_size=90,
)


def prompt_of(number: int) -> list[tuple[int, int]]:
    """One of three families of prompts, with a tail of its own; some are aligned to pages."""
    return [(1000 * (number % 3), 3 + number // 2), (5000 + number, number % 4)]


class Driver:
    """Keeps the requests' tokens and does to the allocator what a scheduler would do."""

    def __init__(self, build: Callable[[Recorder], Any]) -> None:
        self.recorder = Recorder()
        self.allocator = build(self.recorder)
        self.contents: dict[int, TokenContent] = {}
        self.computed: dict[int, int] = {}
        self.admissions = 0

    def play(self, what: str, request: int, number: int) -> Any:
        """The result of the call, None if it did not apply."""
        live = request in self.contents
        if what == "lose":
            return self.allocator.invalidate(self.wrong(request, number))
        if what == "admit" and not live:
            return self.admit(request, number)
        if not live or what == "admit":
            return None
        if what == "fork":
            return self.fork(request, number % REQUESTS)
        if what in ("free", "finish"):
            return self.free(request, commit=what == "finish")
        return self.grow(request, 1 + number % 9, drafts=number % 4 if what == "draft" else 0)

    def wrong(self, request: int, number: int) -> list[int]:
        """Pages to lose: one that is held, or some anywhere."""
        table = self.allocator.block_table(request)
        first = 1 + number % 7
        pages = range(first, self.allocator.total_pages, 11 + number)
        return [table[number % len(table)]] if table and number % 2 else list(pages)

    def admit(self, request: int, number: int) -> tuple[Hits, list[int] | None]:
        self.admissions += 1
        content = TokenContent(prompt_of(number), 10**9 + self.admissions * 10**6, "salt" if number == 7 else "")
        hits = self.allocator.lookup(content, content.length - 1)
        left = content.length - hits.tokens
        first = left if number % 2 else max(1, left // 2)
        new = self.allocator.allocate(request, content, hits, hits.tokens, first, reserved=number % 3)
        if new is not None:
            self.contents[request] = content
            self.computed[request] = hits.tokens + first
        return hits, new

    def grow(self, request: int, tokens: int, drafts: int) -> list[int] | None:
        content, computed = self.contents[request], self.computed[request]
        if computed >= content.prompt_tokens:
            content.append(tokens)
        else:
            drafts = 0  # nothing is drafted before the prompt has been read
        tokens = min(tokens, content.length - computed)
        new: list[int] | None = self.allocator.allocate(request, content, None, computed, tokens + drafts)
        if new is None:
            self.free(request, commit=False)
        else:
            self.computed[request] += tokens
            if self.computed[request] <= content.prompt_tokens:
                self.allocator.commit(request, self.computed[request])
        return new

    def free(self, request: int, *, commit: bool) -> None:
        if commit:
            self.allocator.commit(request, self.computed[request])
        self.allocator.release(request)
        del self.contents[request], self.computed[request]

    def fork(self, parent: int, child: int) -> None:
        content = self.contents[parent]
        if child in self.contents or self.computed[parent] != content.prompt_tokens:
            return
        self.allocator.fork(parent, child)
        self.admissions += 1
        runs = content.run(0, content.prompt_tokens)
        self.contents[child] = TokenContent(runs, 10**9 + self.admissions * 10**6, content.salt)
        self.contents[child].append(content.length - content.prompt_tokens)
        self.computed[child] = self.computed[parent]

    def tables(self) -> dict[int, list[int]]:
        return {request: list(self.allocator.block_table(request)) for request in self.contents}


def recording_of(recorder: Recorder, pools: Sequence[Pool]) -> Recording:
    return recorder.recording(
        scenario="",
        pools=pools,
        engines=["engine"] * len(pools),
        names=[str(request) for request in range(REQUESTS)],
        requests=[(0,) * 13] * REQUESTS,
        facts={},
    )
