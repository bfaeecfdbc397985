"""The free queue and the index of contents on their own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.memory.free_queue import FreeQueue
from engine.memory.page_index import PageIndex


def test_pages_come_in_order_and_an_empty_queue_says_so() -> None:
    queue = FreeQueue(1, 4)
    assert queue.take(2) == [1, 2]
    with pytest.raises(IndexError, match="2 pages asked for, 1 are free"):
        queue.take(2)
    assert list(queue) == [3], "a refused request takes nothing"
    assert queue.take(1) == [3]
    with pytest.raises(IndexError):
        queue.take(1)


def test_taking_none_takes_none() -> None:
    queue = FreeQueue(0, 3)
    assert queue.take(0) == []
    assert list(queue) == [0, 1, 2]


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_pages_given_back_follow_in_order(count: int) -> None:
    queue = FreeQueue(0, 5)
    taken = queue.take(3)
    queue.give_back(taken[:count])
    assert list(queue) == [3, 4, *taken[:count]]
    assert len(queue) == 2 + count


def test_a_later_group_at_the_front_comes_first_and_keeps_its_order() -> None:
    queue = FreeQueue(0, 5)
    queue.take(4)
    queue.give_front([0, 1])
    queue.give_front([2, 3])
    assert list(queue) == [2, 3, 0, 1, 4]


def test_a_page_pulled_from_the_middle_leaves_the_rest_in_order() -> None:
    queue = FreeQueue(0, 6)
    queue.pull([2, 4])
    assert (len(queue), list(queue)) == (4, [0, 1, 3, 5])
    queue.give_back([4])
    assert queue.take(3) == [0, 1, 3]
    assert list(queue) == [5, 4]


def test_draining_and_refilling_gives_the_same_order() -> None:
    queue = FreeQueue(0, 8)
    order = queue.take(8)
    queue.give_back(order)
    assert list(queue) == order == list(range(8))


@given(st.lists(st.tuples(st.sampled_from(["take", "back", "front", "pull"]), st.integers(1, 5)), max_size=80))
def test_the_queue_is_a_plain_list_seen_from_outside(steps: list[tuple[str, int]]) -> None:
    queue, model, held, cached = FreeQueue(0, 12, track=True), list(range(12)), [], set()
    for step, count in steps:
        if step == "take":
            count = min(count, len(model))
            assert queue.take(count) == model[:count]
            held += model[:count]
            cached -= set(model[:count])
            del model[:count]
        elif step == "pull":
            # What is pulled out has content, and comes back at the back.
            pages = [page for page in model if page in cached][:count]
            queue.pull(pages)
            model = [page for page in model if page not in pages]
            held += pages
        else:
            pages = [page for page in held if step == "back" or page not in cached][:count]
            held = [page for page in held if page not in pages]
            if step == "back":
                cached |= set(pages)
                queue.give_back(pages)
                model += pages
            else:
                queue.give_front(pages)
                model = pages + model
        assert list(queue) == model
        assert len(queue) == len(model)
        assert sorted(model, key=queue.place) == model


def test_many_pulls_do_not_pile_up() -> None:
    queue = FreeQueue(0, 4)
    for _ in range(10_000):
        queue.pull([2])
        queue.give_back([2])
    assert list(queue) == [0, 1, 3, 2]
    assert queue.take(4) == [0, 1, 3, 2]


def test_the_oldest_page_of_a_content_is_served() -> None:
    index = PageIndex()
    for page in (7, 3, 5):
        index.register(page, 99)
    assert index.find([99], 1) == [7]
    assert index.drop(7) == 99
    assert index.find([99], 1) == [3]
    assert (index.drop(3), index.drop(5), len(index)) == (99, 99, 0)
    assert index.find([99], 1) == []


def test_dropping_a_page_without_content_removes_nothing() -> None:
    index = PageIndex()
    index.register(1, 42)
    assert index.drop(2) == 0
    assert index.find([42], 1) == [1]


def test_a_look_up_stops_at_the_first_miss() -> None:
    index = PageIndex()
    for page, content in ((1, 10), (2, 20), (4, 40)):
        index.register(page, content)
    assert index.find([10, 20, 30, 40], 4) == [1, 2]
