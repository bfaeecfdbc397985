"""What is found again of several kinds of state: two page sizes, windows, copies of recurrent state."""

from __future__ import annotations

import pytest
from hybrid_allocators import HASH, Turn, content_of, windowed

from engine.memory.hybrid import HybridAllocator
from engine.memory.hybrid_groups import FullGroup, WindowGroup
from engine.memory.recurrent_group import RecurrentGroup
from engine.memory.tokens import TokenContent
from engine.recorder import Recorder
from engine.recording import Event


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

    def test_state_from_elsewhere_takes_pages_for_its_window_only(self) -> None:
        group = WindowGroup(8, 2, 2, 4, 0, None, chunk=6)
        assert group.entry([], 0, 40) == 2
        group.enter(0, [], 0)
        group.grow(0, 40)
        assert [block for _, block in group.held(0)] == [18, 19]
        group.grow(0, 41)
        assert [block for _, block in group.held(0)] == [18, 19, 20]

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
