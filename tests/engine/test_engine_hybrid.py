"""State of several kinds: joint hits, pages of several sizes, windows that give back, copies of recurrent state."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from allocator_driver import KINDS_OF_USE, OPERATIONS, REQUESTS, Driver, recording_of
from hypothesis import given, settings
from log_replay import Replay

from engine.allocator import Hits
from engine.hybrid import HybridAllocator
from engine.hybrid_groups import FullGroup, Group, RecurrentGroup, WindowGroup
from engine.instant import PageState, Timeline
from engine.recorder import Recorder
from engine.recording import Event, Pool
from engine.tokens import TokenContent

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


BUILDERS: list[Callable[[Recorder], Any]] = [recurrent, windowed, threefold]


class Unforked(Driver):
    def fork(self, parent: int, child: int) -> None:
        """There are no parallel samples of recurrent state."""


def pools_of(allocator: HybridAllocator) -> list[Pool]:
    pools = []
    for group in allocator.groups:
        whole = isinstance(group, RecurrentGroup)
        tokens = group.page_tokens if isinstance(group, FullGroup | WindowGroup) else HASH
        store = group.store
        pools.append(
            Pool(0, store.first_page, store.pages, tokens, 1, "engine", group=type(group).__name__, whole=whole)
        )
    return pools


@pytest.mark.parametrize("build", BUILDERS)
@given(OPERATIONS)
@settings(max_examples=40, deadline=None)
def test_pages_of_every_kind_are_held_or_free(
    build: Callable[[Recorder], Any], operations: list[tuple[str, int, int]]
) -> None:
    driver = Unforked(build)
    allocator = driver.allocator
    for operation in operations:
        driver.play(*operation)
        for group in allocator.groups:
            holders = Counter(page for request in driver.contents for page, _ in group.held(request))
            assert group.store.references() == holders
            assert len(holders) + group.store.free == group.store.pages
            assert sorted([*holders, *group.store.free_queue()]) == sorted(
                range(group.store.first_page, group.store.first_page + group.store.pages)
            )
    for request in list(driver.contents):
        driver.free(request, commit=True)
    assert allocator.free_pages == allocator.usable_pages


@pytest.mark.parametrize("build", BUILDERS)
@given(OPERATIONS)
@settings(max_examples=15, deadline=None)
def test_any_instant_is_what_replaying_the_log_gives(
    build: Callable[[Recorder], Any], operations: list[tuple[str, int, int]]
) -> None:
    driver = Unforked(build)
    steps: dict[int, Any] = {}
    for operation in operations:
        driver.play(*operation)
        steps[len(driver.recorder.events)] = driver.tables(), driver.allocator.free_queue()
    pools = pools_of(driver.allocator)
    timeline, naive = Timeline(recording_of(driver.recorder, pools)), Replay()
    for event in range(len(driver.recorder.events) + 1):
        if event:
            naive.apply(timeline.recording.events[event - 1])
        if event not in steps:
            continue
        state, (tables, queue) = timeline.at_event(event), steps[event]
        free = np.isin(state.page_state, (PageState.FREE, PageState.CACHED))
        assert (free == (state.references == 0)).all()
        assert {request: state.block_table(request).tolist() for request in tables} == tables
        assert [page for pool in pools for page in state.free_queue(pool.first, pool.pages)] == queue
        assert state.content.tolist() == [naive.content.get(page, 0) for page in range(driver.allocator.total_pages)]


@pytest.mark.parametrize("build", BUILDERS)
@given(OPERATIONS)
@settings(max_examples=40, deadline=None)
def test_an_invalidated_page_is_never_served(
    build: Callable[[Recorder], Any], operations: list[tuple[str, int, int]]
) -> None:
    driver = Unforked(build)
    lost: set[int] = set()
    for what, request, number in operations:
        seen = len(driver.recorder.events)
        if what == "lose":
            lost |= set(driver.wrong(request, number))
        driver.play(what, request, number)
        for _, _, _, _, _, _, page, _, _, kind in driver.recorder.events[seen:]:
            assert not (kind == Event.HIT and page in lost)
            if kind in (Event.ALLOCATE, Event.COPY):
                lost.discard(page)


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


class TestTwoPageSizes:
    """Kimi K3's report: physical pages of 6,144 tokens, content hashed per 512."""

    def allocator(self) -> HybridAllocator:
        recorder = Recorder()
        full = FullGroup(20, 6144, 512, 0, recorder.sink)
        self.recorder = recorder
        return HybridAllocator(full, [RecurrentGroup(8, 20, recorder.sink)], 512)

    def test_a_match_of_2800_tokens_hits_2560(self) -> None:
        turn = Turn(self.allocator())
        turn.serve(content_of((1, 2800)))
        assert turn.serve(content_of((1, 2800), (90_000, 400))).tokens == 2560

    def test_the_part_that_was_found_is_copied_before_it_is_extended(self) -> None:
        turn = Turn(self.allocator())
        turn.serve(content_of((1, 2800)))
        seen = len(self.recorder.events)
        turn.serve(content_of((1, 2800), (90_000, 400)))
        rows = [(kind, page, source) for _, _, _, source, _, _, page, _, _, kind in self.recorder.events[seen:]]
        copies = [(page, source) for kind, page, source in rows if kind == Event.COPY]
        assert copies[0] == (1, 0), "the page of attention state"
        assert copies[1][1] >= 20, "the recurrent state"

    def test_whole_pages_are_shared_and_only_the_rest_is_copied(self) -> None:
        turn = Turn(self.allocator())
        turn.serve(content_of((1, 9000)))
        again = content_of((1, 9000), (90_000, 400))
        hits = turn.allocator.lookup(again, again.length - 1)
        assert hits.tokens == 17 * 512
        turn.allocator.allocate(7, again, hits, hits.tokens, again.length - hits.tokens)
        first, second, state = turn.allocator.block_table(7)
        assert first == 0
        assert second == 2
        assert turn.allocator.references() == {0: 1, 2: 1, state: 1}

    def test_a_shared_beginning_is_a_hit_from_its_second_meeting_on(self) -> None:
        """Nobody knows beforehand where prompts will part; the first to part leaves a copy of the state there."""
        turn = Turn(self.allocator())
        found = [turn.serve(content_of((1, 4096), (50_000 * row, 3000), row=row)).tokens for row in (1, 2, 3, 4)]
        assert found == [0, 0, 4096, 4096]

    def test_an_answer_is_found_up_to_its_last_whole_hash_block(self) -> None:
        turn = Turn(self.allocator())
        turn.serve(content_of((1, 2800)), outputs=400)
        assert turn.serve(TokenContent([(1, 2800), (1_000_000, 400), (7, 90)], 0)).tokens == 3072

    def test_without_room_for_a_copy_of_the_state_nothing_is_found(self) -> None:
        full = FullGroup(20, 6144, 512, 0, None)
        turn = Turn(HybridAllocator(full, [RecurrentGroup(1, 20, None)], 512))
        turn.serve(content_of((1, 2800)))
        assert turn.serve(content_of((1, 2800), (90_000, 400))).tokens == 0


class TestWindow:
    @pytest.mark.parametrize(("computed", "freed"), [(4, 0), (5, 1), (6, 1), (7, 2), (9, 3)])
    def test_a_page_goes_when_none_of_its_tokens_is_in_the_window(self, computed: int, freed: int) -> None:
        group = WindowGroup(20, 2, 2, 4, 0, None)
        group.enter(0, [], 0)
        group.grow(0, computed)
        group.trim(0, computed)
        assert group.held(0)[0][1] == freed

    def test_a_long_prompt_needs_no_more_pages_than_its_window_and_a_chunk(self) -> None:
        recorder = Recorder()
        full = FullGroup(40, 16, 16, 0, recorder.sink)
        allocator = HybridAllocator(full, [WindowGroup(8, 16, 16, 64, 40, recorder.sink)], 16)
        assert allocator.pages_for(512) <= allocator.usable_pages
        assert Turn(allocator).serve(content_of((1, 512)), chunk=48).tokens == 0
        assert allocator.free_pages == 48

    def test_a_hit_needs_the_window_only(self) -> None:
        allocator = windowed(Recorder())
        turn = Turn(allocator)
        turn.serve(content_of((1, 20)), chunk=4)
        window, hashes = allocator.groups[1].store, content_of((1, 20)).hashes(10, HASH)
        left = {window.find(content) for content in hashes[:7]} - {None}
        allocator.invalidate([page for page in left if page is not None])
        assert turn.serve(content_of((1, 20), (90, 4)), chunk=4).tokens == 20

    def test_a_gap_in_the_window_ends_the_hit_before_it(self) -> None:
        allocator = windowed(Recorder())
        turn = Turn(allocator)
        turn.serve(content_of((1, 20)), chunk=4)
        window = allocator.groups[1].store
        last = window.find(content_of((1, 20)).page_hash(9, HASH))
        assert last is not None
        allocator.invalidate([last])
        assert turn.serve(content_of((1, 20), (90, 4)), chunk=4).tokens == 18


def test_every_kind_must_have_room() -> None:
    allocator = recurrent(Recorder(), full=16, states=2)
    for request in (0, 1):
        content = content_of((100 * request, 5))
        assert allocator.allocate(request, content, None, 0, 5) is not None
    content = content_of((900, 5))
    assert allocator.allocate(2, content, None, 0, 5) is None, "attention has pages, recurrent state has none"
    assert list(allocator.block_table(2)) == []
    assert allocator.pages_for(200) > allocator.usable_pages


def test_a_parallel_sample_is_refused() -> None:
    with pytest.raises(ValueError, match="request 1 cannot start from request 0"):
        recurrent(Recorder()).fork(0, 1)


def test_a_reset_waits_for_pages_that_are_held() -> None:
    allocator = recurrent(Recorder())
    content = content_of((1, 12))
    allocator.allocate(0, content, None, 0, 12)
    allocator.commit(0, 12)
    assert not allocator.reset_cache()
    allocator.release(0)
    assert allocator.lookup(content, 12).tokens == 12
    assert allocator.reset_cache()
    assert allocator.lookup(content, 12).tokens == 0


@pytest.mark.parametrize("build", BUILDERS)
def test_such_operations_do_everything_that_can_be_done(build: Callable[[Recorder], Any]) -> None:
    """The properties above would hold of an allocator that refused everything."""
    choice, driver, refused, hit = random.Random(2), Unforked(build), 0, 0
    for _ in range(800):
        result = driver.play(choice.choice(KINDS_OF_USE), choice.randrange(REQUESTS), choice.randrange(41))
        if isinstance(result, tuple):
            refused += result[1] is None
            hit += result[0].tokens > 0
    kinds = {event[-1] for event in driver.recorder.events}
    copies = set() if build is windowed else {Event.COPY}
    assert kinds == {Event.ALLOCATE, Event.HIT, Event.FILL, Event.RELEASE, Event.EVICT, Event.INVALIDATE} | copies
    assert refused
    assert hit
