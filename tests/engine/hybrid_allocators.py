"""Small allocators of several kinds of state, and turns served on them."""

from __future__ import annotations

from engine.memory.allocator import Hits
from engine.memory.hybrid import HybridAllocator
from engine.memory.hybrid_groups import FullGroup, Group, WindowGroup
from engine.memory.recurrent_group import RecurrentGroup
from engine.memory.tokens import TokenContent
from engine.recorder import Recorder

HASH = 2  # tokens per hash block
WINDOW = 6


def recurrent(recorder: Recorder, full: int = 16, states: int = 9) -> HybridAllocator:
    """Pages of three hash blocks, and recurrent states."""
    first = FullGroup(full, 3 * HASH, HASH, 0, recorder.sink)
    return HybridAllocator(first, [RecurrentGroup(states, full, recorder.sink)], HASH)


def windowed(recorder: Recorder) -> HybridAllocator:
    full = FullGroup(26, HASH, HASH, 0, recorder.sink)
    return HybridAllocator(full, [WindowGroup(28, HASH, HASH, WINDOW, 26, recorder.sink)], HASH)


def threefold(recorder: Recorder) -> HybridAllocator:
    full = FullGroup(14, 2 * HASH, HASH, 0, recorder.sink)
    others: list[Group] = [WindowGroup(28, HASH, HASH, WINDOW, 14, recorder.sink)]
    return HybridAllocator(full, [*others, RecurrentGroup(8, 42, recorder.sink)], HASH)


class Turn:
    """Requests served one after the other, each to its end."""

    def __init__(self, allocator: HybridAllocator) -> None:
        self.allocator = allocator
        self.served = 0

    def serve(self, content: TokenContent, outputs: int = 0, chunk: int = 1 << 30) -> Hits:
        request = self.served
        self.served += 1
        hits = self.allocator.lookup(content, content.length - 1)
        computed = hits.tokens
        while computed < content.length:
            tokens = min(chunk, content.length - computed)
            first = hits if computed == hits.tokens else None
            assert self.allocator.allocate(request, content, first, computed, tokens) is not None
            computed += tokens
            self.allocator.commit(request, computed)
        for _ in range(outputs):
            content.append(1)
            assert self.allocator.allocate(request, content, None, computed, 1) is not None
            computed += 1
        self.allocator.commit(request, computed)
        self.allocator.release(request)
        return hits


def content_of(*runs: tuple[int, int], row: int = 0) -> TokenContent:
    return TokenContent(runs, 1_000_000 + row * 10_000)
