"""Paged allocation by vLLM's rules: what its own tests state, in our words."""

from __future__ import annotations

import pytest

from engine.memory.allocator import Hits
from engine.memory.pages import PagedAllocator
from engine.memory.tokens import TokenContent

SHARED = (1000, 48)


def content_of(*runs: tuple[int, int], row: int = 0, salt: str = "") -> TokenContent:
    return TokenContent(runs, 1_000_000 + row * 10_000, salt)


def prefill(pages: PagedAllocator, request: int, content: TokenContent) -> tuple[Hits, list[int] | None]:
    hits = pages.lookup(content, content.length - 1)
    return hits, pages.allocate(request, content, hits, hits.tokens, content.length - hits.tokens)


def cached(pages: PagedAllocator) -> int:
    return pages.cached_keys


@pytest.fixture
def pages() -> PagedAllocator:
    return PagedAllocator(11, 16)  # ten usable


class TestPrefill:
    def test_full_pages_are_registered_and_the_last_is_not(self, pages: PagedAllocator) -> None:
        hits, new = prefill(pages, 0, content_of(SHARED, (1, 7)))
        assert (hits.tokens, new) == (0, [1, 2, 3, 4])
        assert cached(pages) == 3

    def test_a_second_request_shares_what_is_alive(self, pages: PagedAllocator) -> None:
        prefill(pages, 0, content_of(SHARED, (1, 7)))
        hits, new = prefill(pages, 1, content_of(SHARED, (2, 5)))
        assert (hits.tokens, list(hits.pages), new) == (48, [1, 2, 3], [5])
        assert pages.references() == {1: 2, 2: 2, 3: 2, 4: 1, 5: 1}
        assert pages.free_pages == 5

    def test_pages_without_content_return_to_the_front_and_the_tail_of_the_rest_goes_first(
        self, pages: PagedAllocator
    ) -> None:
        prefill(pages, 0, content_of(SHARED, (1, 7)))
        prefill(pages, 1, content_of(SHARED, (2, 5)))
        pages.release(0)
        assert pages.free_queue() == [4, 6, 7, 8, 9, 10]
        pages.release(1)
        assert pages.free_queue() == [5, 4, 6, 7, 8, 9, 10, 3, 2, 1]
        foreign = content_of((5000, 160), row=2)
        assert prefill(pages, 2, foreign)[1] == [5, 4, 6, 7, 8, 9, 10, 3, 2, 1]
        assert pages.free_pages == 0

    def test_two_requests_given_back_in_turn(self, pages: PagedAllocator) -> None:
        prefill(pages, 0, content_of((1, 87)))
        prefill(pages, 1, content_of((500, 48), row=1))
        pages.release(0)
        pages.release(1)
        assert pages.free_queue() == [6, 10, 5, 4, 3, 2, 1, 9, 8, 7]

    def test_the_last_known_token_is_always_computed(self, pages: PagedAllocator) -> None:
        content = content_of(SHARED)
        prefill(pages, 0, content)
        hits, new = prefill(pages, 1, content_of(SHARED, row=1))
        assert (hits.tokens, new) == (32, [4]), "a whole page is computed again for its last token"

    def test_two_requests_that_compute_the_same_at_once_keep_their_own_pages(self, pages: PagedAllocator) -> None:
        for request in (0, 1):
            assert pages.allocate(request, content_of(SHARED, row=request), None, 0, 48) is not None
        assert cached(pages) == 3
        assert pages.lookup(content_of(SHARED, (1, 1)), 48).pages == [1, 2, 3], "the earliest registered is served"
        pages.release(1)
        pages.release(0)
        assert pages.free_queue() == [7, 8, 9, 10, 6, 5, 4, 3, 2, 1]
        pages.allocate(2, content_of((9000, 128)), None, 0, 128)  # takes 7 to 10 and the copies 6 to 3
        assert pages.lookup(content_of(SHARED, (1, 1)), 48).pages == [1, 2]


class TestDecode:
    def test_inside_the_last_page_nothing_happens(self, pages: PagedAllocator) -> None:
        content = content_of((1, 55))
        prefill(pages, 0, content)
        content.append(4)
        assert pages.allocate(0, content, None, 55, 4) == []
        assert cached(pages) == 3

    def test_beyond_it_one_page_comes_and_the_full_one_is_registered(self, pages: PagedAllocator) -> None:
        content = content_of((1, 55))
        prefill(pages, 0, content)
        content.append(19)
        assert pages.allocate(0, content, None, 55, 19) == [5]
        assert cached(pages) == 4

    def test_look_ahead_takes_room_and_registers_nothing(self) -> None:
        for lookahead in (2, 4):
            pages = PagedAllocator(11, 4)
            assert pages.allocate(0, content_of((1, 3)), None, 0, 3, lookahead) == [1, 2]
            assert cached(pages) == 0

    def test_drafts_register_nothing_until_they_are_known_tokens(self) -> None:
        pages = PagedAllocator(11, 4)
        content = content_of((1, 3))
        pages.allocate(0, content, None, 0, 3)
        content.append(1)
        pages.allocate(0, content, None, 3, 4)  # the known token and three drafts
        assert cached(pages) == 1
        content.append(2)  # one draft accepted, one token drawn
        pages.commit(0, 5)
        assert cached(pages) == 1
        content.append(3)
        pages.commit(0, 8)
        assert cached(pages) == 2

    def test_what_a_finished_request_completed_can_be_found(self, pages: PagedAllocator) -> None:
        content = content_of((1, 31))
        prefill(pages, 0, content)
        content.append(2)
        pages.commit(0, 32)
        pages.release(0)
        again = TokenContent([(1, 31), (1_000_000, 2), (7, 7)], 0)
        assert pages.lookup(again, 39).tokens == 32


class TestCapacity:
    def test_a_refused_request_changes_nothing(self, pages: PagedAllocator) -> None:
        prefill(pages, 0, content_of(SHARED, (1, 7)))
        pages.release(0)
        before = pages.free_queue(), pages.references(), cached(pages)
        hits, new = prefill(pages, 1, content_of(SHARED, (2, 160), row=1))
        assert hits.tokens == 48
        assert new is None
        assert (pages.free_queue(), pages.references(), cached(pages)) == before
        assert list(pages.block_table(1)) == []

    def test_a_hit_page_that_is_free_costs_a_free_page(self) -> None:
        pages = PagedAllocator(3, 16)
        prefill(pages, 0, content_of((1, 17)))
        pages.release(0)
        again = content_of((1, 17))
        hits = pages.lookup(again, 16)
        assert pages.allocate(1, again, hits, 16, 1, reserved=1) is None, "one new page and one hit: both were free"
        assert pages.allocate(1, again, hits, 16, 1) == [2]

    def test_reserved_pages_stay_free(self, pages: PagedAllocator) -> None:
        content = content_of((1, 16))
        assert pages.allocate(0, content, None, 0, 16, reserved=10) is None
        assert pages.allocate(0, content, None, 0, 16, reserved=4) == [1]

    def test_the_last_page_is_worth_having(self) -> None:
        with pytest.raises(ValueError, match="pool of 1 pages of 16 tokens"):
            PagedAllocator(1, 16)

    def test_a_page_that_is_reused_loses_its_content(self) -> None:
        pages = PagedAllocator(2, 16)
        prefill(pages, 0, content_of((1, 16)))
        pages.release(0)
        assert prefill(pages, 1, content_of((500, 15), row=1))[1] == [1]
        assert pages.lookup(content_of((1, 16), (9, 9)), 24).tokens == 0

    def test_what_is_hit_is_not_what_is_evicted(self) -> None:
        pages = PagedAllocator(3, 16)
        prefill(pages, 0, content_of((1, 32)))
        pages.release(0)
        assert pages.free_queue() == [2, 1]
        hits, new = prefill(pages, 1, content_of((1, 16), (700, 8), row=1))
        assert (list(hits.pages), new) == ([1], [2])

    def test_releasing_what_holds_nothing_is_harmless(self, pages: PagedAllocator) -> None:
        pages.release(5)
        assert pages.free_queue() == list(range(1, 11))


class TestCaching:
    def test_switched_off_nothing_is_found(self) -> None:
        pages = PagedAllocator(11, 16, caching=False)
        prefill(pages, 0, content_of(SHARED, (1, 7)))
        hits, new = prefill(pages, 1, content_of(SHARED, (2, 5)))
        assert (hits.tokens, new) == (0, [5, 6, 7, 8])
        pages.release(0)
        assert pages.free_queue() == [4, 3, 2, 1, 9, 10]
        assert prefill(pages, 2, content_of((1, 120)))[1] is None

    def test_partial_pages_never_enter(self) -> None:
        pages = PagedAllocator(11, 4)
        content = content_of((1, 14))
        for computed, new, entries in ((0, 9, 2), (9, 4, 3), (13, 1, 3)):
            pages.allocate(0, content, None, computed, new)
            assert cached(pages) == entries

    def test_a_salt_keeps_requests_apart(self, pages: PagedAllocator) -> None:
        prefill(pages, 0, content_of(SHARED, salt="one"))
        assert pages.lookup(content_of(SHARED, salt="one"), 48).tokens == 48
        assert pages.lookup(content_of(SHARED, salt="two"), 48).tokens == 0
        assert pages.lookup(content_of(SHARED), 48).tokens == 0

    def test_a_reset_waits_for_pages_that_are_held(self, pages: PagedAllocator) -> None:
        prefill(pages, 0, content_of(SHARED))
        assert not pages.reset_cache()
        assert pages.lookup(content_of(SHARED), 48).tokens == 48
        pages.release(0)
        assert pages.reset_cache()
        assert cached(pages) == 0
        assert pages.lookup(content_of(SHARED), 48).tokens == 0
        assert pages.free_pages == 10

    def test_pages_are_numbered_across_pools(self) -> None:
        pages = PagedAllocator(5, 16, first_page=100)
        assert prefill(pages, 0, content_of((1, 40)))[1] == [101, 102, 103]
        assert pages.free_queue() == [104]


class TestCopyOnWrite:
    def fork(self, prompt: int, samples: int) -> tuple[PagedAllocator, list[TokenContent]]:
        pages = PagedAllocator(11, 16)
        contents = [content_of((1, prompt), row=row) for row in range(samples)]
        prefill(pages, 0, contents[0])
        for row in range(1, samples):
            pages.fork(0, row)
        for content in contents:
            content.append(1)
        return pages, contents

    def test_samples_share_the_prompt(self) -> None:
        pages, _ = self.fork(40, 3)
        assert pages.references() == {1: 3, 2: 3, 3: 3}
        assert pages.free_pages == 7

    def test_all_but_the_last_writer_copy_the_page_they_write_into(self) -> None:
        pages, contents = self.fork(40, 3)
        for row, content in enumerate(contents):
            assert pages.allocate(row, content, None, 40, 1) == []
        assert [list(pages.block_table(row)) for row in range(3)] == [[1, 2, 4], [1, 2, 5], [1, 2, 3]]
        assert pages.references() == {1: 3, 2: 3, 3: 1, 4: 1, 5: 1}

    def test_a_full_last_page_is_never_copied(self) -> None:
        pages, contents = self.fork(32, 2)
        assert [pages.allocate(row, content, None, 32, 1) for row, content in enumerate(contents)] == [[3], [4]]
        assert pages.references() == {1: 2, 2: 2, 3: 1, 4: 1}

    def test_a_copy_needs_a_free_page(self) -> None:
        pages = PagedAllocator(4, 16)
        content, child = content_of((1, 40)), content_of((1, 40), row=1)
        prefill(pages, 0, content)
        pages.fork(0, 1)
        for one in (content, child):
            one.append(1)
        assert pages.allocate(0, content, None, 40, 1) is None
        assert list(pages.block_table(0)) == [1, 2, 3]
        pages.release(1)
        assert pages.allocate(0, content, None, 40, 1) == []
        assert list(pages.block_table(0)) == [1, 2, 3]

    def test_a_shared_page_is_free_only_after_its_last_holder(self) -> None:
        pages, _ = self.fork(40, 2)
        pages.release(0)
        assert pages.references() == {1: 1, 2: 1, 3: 1}
        pages.release(1)
        assert pages.free_queue() == [3, 4, 5, 6, 7, 8, 9, 10, 2, 1]

    def test_samples_register_their_own_tokens(self) -> None:
        pages, contents = self.fork(40, 2)
        for row, content in enumerate(contents):
            pages.allocate(row, content, None, 40, 1)
            content.append(7)
            pages.allocate(row, content, None, 41, 7)
        found = [pages.lookup(TokenContent([(1, 40), (1_000_000 + row * 10_000, 9)], 0), 48) for row in (0, 1)]
        assert [list(hits.pages) for hits in found] == [[1, 2, 4], [1, 2, 3]]

    def test_a_request_that_holds_pages_cannot_start_as_a_fork(self, pages: PagedAllocator) -> None:
        prefill(pages, 0, content_of((1, 20)))
        prefill(pages, 1, content_of((90, 20)))
        with pytest.raises(ValueError, match="request 1 holds pages already"):
            pages.fork(0, 1)
        with pytest.raises(KeyError):
            pages.fork(7, 8)
