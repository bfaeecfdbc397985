"""One unbroken reservation per request: what it wastes, and where it fits."""

from __future__ import annotations

import pytest

from engine.memory.allocator import Sizes
from engine.memory.contiguous import ContiguousAllocator
from engine.memory.tokens import TokenContent
from engine.recorder import Recorder
from engine.recording import Event
from engine.scenario import Reservation

PROMPT = 10


def pool(
    pages: int = 20,
    reservation: Reservation = Reservation.ORACLE,
    outputs: tuple[int, ...] = (22, 22, 22, 22),
    samples: int = 1,
    recorder: Recorder | None = None,
) -> ContiguousAllocator:
    return ContiguousAllocator(
        pages,
        4,
        reservation=reservation,
        max_length=64,
        sizes=lambda request: Sizes(PROMPT, outputs[request], samples),
        sink=recorder.sink if recorder is not None else None,
    )


def admit(memory: ContiguousAllocator, request: int) -> list[int] | None:
    return memory.allocate(request, TokenContent([(request * 100, PROMPT)], 10**6), None, 0, PROMPT)


@pytest.mark.parametrize(
    ("reservation", "tokens"),
    [(Reservation.MAXIMUM, 64), (Reservation.POWER_OF_TWO, 10 + 32), (Reservation.ORACLE, 10 + 22)],
)
def test_each_reservation_sets_aside_its_own_length(reservation: Reservation, tokens: int) -> None:
    assert admit(pool(reservation=reservation), 0) == list(range(-(-tokens // 4)))


def test_a_power_of_two_never_passes_the_maximum() -> None:
    assert len(admit(pool(reservation=Reservation.POWER_OF_TWO, outputs=(33,)), 0) or ()) == 16


def test_the_first_gap_that_is_long_enough_is_taken() -> None:
    memory = pool(outputs=(2, 10, 2, 6, 2))
    for request, pages in enumerate(([0, 1, 2], [3, 4, 5, 6, 7], [8, 9, 10])):
        assert admit(memory, request) == pages
    memory.release(0)
    memory.release(1)
    memory.release(2)
    assert memory.gaps == ((0, 20),), "neighbouring gaps become one"
    for request in range(3):
        admit(memory, request)
    memory.release(0)
    memory.release(1)
    assert admit(memory, 2 + 1) == [0, 1, 2, 3]
    assert admit(memory, 4) == [4, 5, 6]
    memory.release(3)
    assert memory.gaps == ((0, 4), (7, 1), (11, 9))
    assert admit(memory, 1) == [11, 12, 13, 14, 15], "five pages do not fit into the first two"


def test_gaps_between_reservations_are_lost_to_long_ones() -> None:
    memory = pool(pages=12, outputs=(2, 2, 2, 2, 14))
    for request in range(4):
        assert admit(memory, request) is not None
    memory.release(0)
    memory.release(2)
    assert memory.gaps == ((0, 3), (6, 3))
    assert memory.free_pages == 6
    assert admit(memory, 4) is None, "six pages are free, and no six of them are neighbours"
    memory.release(1)
    assert memory.gaps == ((0, 9),)
    assert admit(memory, 4) == [0, 1, 2, 3, 4, 5]


def test_a_refused_request_changes_nothing() -> None:
    memory = pool(pages=9)
    admit(memory, 0)
    assert admit(memory, 1) is None
    assert (memory.gaps, list(memory.block_table(1))) == (((8, 1),), [])


def test_growing_inside_the_reservation_takes_nothing() -> None:
    memory = pool()
    content = TokenContent([(0, PROMPT)], 10**6)
    memory.allocate(0, content, None, 0, PROMPT)
    content.append(22)
    assert memory.allocate(0, content, None, 31, 1) == []
    assert list(memory.block_table(0)) == list(range(8))


def test_wrong_sizes_are_noticed() -> None:
    memory = pool()
    content = TokenContent([(0, PROMPT)], 10**6)
    memory.allocate(0, content, None, 0, PROMPT)
    with pytest.raises(ValueError, match="request 0 wants room for 33 tokens, it reserved 32"):
        memory.allocate(0, content, None, 32, 1)


def test_nothing_is_found_again() -> None:
    memory = pool()
    admit(memory, 0)
    memory.commit(0, PROMPT)
    memory.release(0)
    assert memory.lookup(TokenContent([(0, PROMPT)], 0), PROMPT).tokens == 0
    assert not memory.caching


def test_every_sample_gets_its_own_run_and_a_copy_of_the_prompt() -> None:
    recorder = Recorder()
    memory = pool(samples=2, recorder=recorder)
    assert admit(memory, 0) == list(range(16))
    memory.fork(0, 1)
    assert [list(memory.block_table(request)) for request in (0, 1)] == [list(range(8)), list(range(8, 16))]
    copies = [(row[6], row[3]) for row in recorder.events if row[-1] == Event.COPY]
    assert copies == [(8, 0), (9, 1), (10, 2)], "ten tokens are in three pages"
    with pytest.raises(ValueError, match="request 0 set aside no room for another sample"):
        memory.fork(0, 2)
    memory.release(0)
    assert memory.free_pages == 12
    memory.release(1)
    assert memory.gaps == ((0, 20),)


def test_samples_are_admitted_together_or_not_at_all() -> None:
    memory = pool(pages=15, samples=2)
    assert admit(memory, 0) is None
    assert memory.gaps == ((0, 15),)


def test_a_request_needs_at_least_what_the_maximum_sets_aside() -> None:
    assert pool(reservation=Reservation.MAXIMUM).pages_for(5) == 16
    assert pool().pages_for(5) == 2
