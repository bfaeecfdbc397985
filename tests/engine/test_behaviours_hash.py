"""What vLLM's own tests of block hashes and of the free queue state: input and expected, in our words."""

from __future__ import annotations

import pytest

from engine.memory.cache_key import CacheKey
from engine.memory.free_queue import FreeQueue
from engine.memory.page_index import PageIndex
from engine.memory.tokens import Media, TokenContent

PLAIN = TokenContent([(0, 6)], 100)


def hashes(content: TokenContent, blocks: int = 2, size: int = 3) -> list[int]:
    return list(content.hashes(blocks, size)[:blocks])


class TestHashes:
    def test_six_tokens_in_pages_of_three_are_two_chained_hashes(self) -> None:
        first, second = hashes(PLAIN)
        assert first != second
        assert hashes(TokenContent([(9, 1), (1, 5)], 100))[1] != second, "another first page, another second hash"
        assert hashes(TokenContent([(0, 3), (50, 3)], 100))[0] == first

    @pytest.mark.parametrize(
        ("start", "tokens", "changed"),
        [
            (0, 3, [True, True]),
            (1, 1, [True, True]),
            (3, 3, [False, True]),
            (4, 2, [False, True]),
            (2, 2, [True, True]),
        ],
    )
    def test_a_media_key_enters_the_pages_that_hold_it(self, start: int, tokens: int, changed: list[bool]) -> None:
        with_media = TokenContent([(0, 6)], 100, media=[Media(start, tokens, "picture")])
        assert [one != two for one, two in zip(hashes(with_media), hashes(PLAIN), strict=True)] == changed

    def test_equal_places_of_other_media_are_other_content(self) -> None:
        one, two, same = (TokenContent([(0, 6)], 100, media=[Media(3, 2, key)]) for key in ("a", "b", "a"))
        assert hashes(one)[0] == hashes(two)[0]
        assert hashes(one)[1] != hashes(two)[1]
        assert hashes(one) == hashes(same)

    def test_media_count_where_they_start(self) -> None:
        """The second page holds the second half of one picture and the first half of another of the same name."""
        one, two = (TokenContent([(7, 6)], 100, media=[Media(start, 3, "a")]) for start in (2, 3))
        assert hashes(one)[1] != hashes(two)[1]

    def test_an_adapter_named_as_another_requests_salt_differs(self) -> None:
        salted = TokenContent([(0, 6)], 100, CacheKey(tenant="x"))
        adapted = TokenContent([(0, 6)], 100, CacheKey(adapter="x"))
        assert not set(hashes(salted)) & set(hashes(adapted))

    def test_an_adapter_loaded_from_elsewhere_differs(self) -> None:
        one, two = (
            TokenContent([(0, 6)], 100, CacheKey(adapter="sql", adapter_revision=path)) for path in ("/a", "/b")
        )
        assert not set(hashes(one)) & set(hashes(two))

    def test_only_the_first_page_carries_the_salt_and_the_chain_carries_it_on(self) -> None:
        one, two = (TokenContent([(0, 6)], 100, salt) for salt in ("one", "two"))
        assert [a != b for a, b in zip(hashes(one), hashes(two), strict=True)] == [True, True]

    def test_equal_tokens_in_two_pages_have_two_hashes(self) -> None:
        twice = TokenContent([(5, 1)] * 6, 100)
        assert len(set(hashes(twice))) == 2


class TestFreeQueue:
    def test_taking_from_the_front_and_out_of_the_middle_keeps_the_count(self) -> None:
        queue = FreeQueue(0, 4)
        assert queue.take(1) == [0]
        queue.pull([2])
        assert (len(queue), list(queue)) == (2, [1, 3])
        queue.give_back([2])
        assert (len(queue), list(queue)) == (3, [1, 3, 2])
        queue.take(3)
        with pytest.raises(IndexError):
            queue.take(1)

    @pytest.mark.parametrize("count", [0, 1, 2, 3])
    def test_giving_back_none_to_three_keeps_their_order(self, count: int) -> None:
        queue = FreeQueue(0, 3)
        pages = queue.take(3)
        queue.give_back(pages[:count])
        assert list(queue) == pages[:count]

    def test_a_later_group_at_the_front_comes_first_in_its_own_order(self) -> None:
        queue = FreeQueue(0, 5)
        queue.take(4)
        queue.give_front([0, 1])
        queue.give_front([2, 3])
        assert list(queue) == [2, 3, 0, 1, 4]

    def test_taking_none_leaves_everything(self) -> None:
        queue = FreeQueue(0, 2)
        assert (queue.take(0), list(queue)) == ([], [0, 1])

    def test_drained_and_refilled_it_is_the_same(self) -> None:
        queue = FreeQueue(0, 6)
        queue.give_back(queue.take(6))
        assert queue.take(6) == [0, 1, 2, 3, 4, 5]

    def test_the_whole_queue_after_mixed_use(self) -> None:
        queue = FreeQueue(0, 6)
        queue.take(2)
        queue.pull([4])
        queue.give_back([1, 4])
        assert list(queue) == [2, 3, 5, 1, 4]


class TestIndex:
    def test_a_page_that_has_no_such_content_takes_nothing_away(self) -> None:
        index = PageIndex()
        index.register(1, 77)
        assert index.drop(2) == 0
        assert index.find([77], 1) == [1]

    def test_several_pages_of_one_content_go_one_by_one_and_the_oldest_serves(self) -> None:
        index = PageIndex()
        for page in (3, 1, 2):
            index.register(page, 77)
        served = []
        for page in (3, 1, 2):
            served += index.find([77], 1)
            index.drop(page)
        assert served == [3, 1, 2]
        assert len(index) == 0
