"""Tokens as runs: identity does not depend on how the runs were cut."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.memory.tokens import TokenContent

OUTPUTS = 1_000_000
RUNS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9)), max_size=8)


def tokens_of(runs: list[tuple[int, int]]) -> list[int]:
    return [token for first, count in runs for token in range(first, first + count)]


def cut(tokens: list[int], pieces: list[int]) -> list[tuple[int, int]]:
    """The same tokens, one run per token or per consecutive piece."""
    runs: list[tuple[int, int]] = []
    for place, token in enumerate(tokens):
        follows = bool(runs) and sum(runs[-1]) == token
        if follows and pieces[place % len(pieces)]:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((token, 1))
    return runs


@given(RUNS, st.integers(0, 20), st.integers(1, 5), st.lists(st.integers(0, 1), min_size=1, max_size=5))
def test_equal_tokens_have_equal_runs_and_hashes(
    runs: list[tuple[int, int]], outputs: int, page: int, pieces: list[int]
) -> None:
    one = TokenContent(runs, OUTPUTS)
    two = TokenContent(cut(tokens_of(runs), pieces), OUTPUTS)
    one.append(outputs)
    two.append(outputs)
    assert one.length == two.length == len(tokens_of(runs)) + outputs
    assert one.run(0, one.length) == two.run(0, two.length)
    pages = one.length // page
    assert [one.page_hash(block, page) for block in range(pages)] == [two.page_hash(b, page) for b in range(pages)]


@given(RUNS, st.integers(0, 20), st.data())
def test_runs_give_back_the_tokens(runs: list[tuple[int, int]], outputs: int, data: st.DataObject) -> None:
    content = TokenContent(runs, OUTPUTS)
    content.append(outputs)
    tokens = tokens_of(runs) + list(range(OUTPUTS, OUTPUTS + outputs))
    start = data.draw(st.integers(0, len(tokens)))
    count = data.draw(st.integers(0, len(tokens) - start))
    found = content.run(start, count)
    assert tokens_of(found) == tokens[start : start + count]
    assert all(sum(before) != after[0] for before, after in pairwise(found)), "fewest runs"


@given(st.lists(st.integers(0, 3), min_size=4, max_size=24), st.lists(st.integers(0, 3), min_size=4, max_size=24))
def test_hashes_are_equal_exactly_as_far_as_the_tokens_are(left: list[int], right: list[int]) -> None:
    one, two = (TokenContent([(token, 1) for token in tokens], OUTPUTS) for tokens in (left, right))
    for block in range(min(len(left), len(right)) // 4):
        end = 4 * block + 4
        assert (one.page_hash(block, 4) == two.page_hash(block, 4)) == (left[:end] == right[:end])


def test_outputs_continue_a_prompt_of_the_next_turn() -> None:
    before = TokenContent([(10, 20)], 500)
    before.append(30)
    turn = TokenContent([(10, 20), (500, 30), (900, 4)], 700)
    assert [before.page_hash(block, 16) for block in range(3)] == [turn.page_hash(block, 16) for block in range(3)]


def test_the_salt_reaches_every_page_through_the_chain() -> None:
    plain, salted, same = (TokenContent([(1, 64)], OUTPUTS, salt) for salt in ("", "tenant", "tenant"))
    hashes = [content.hashes(4, 16) for content in (plain, salted, same)]
    assert hashes[1] == hashes[2]
    assert not set(hashes[0]) & set(hashes[1])


def test_only_full_pages_have_a_hash() -> None:
    content = TokenContent([(1, 31)], OUTPUTS)
    content.page_hash(0, 16)
    with pytest.raises(IndexError, match="page 1 of 16 tokens is not full: 31 are known"):
        content.page_hash(1, 16)
    content.append(1)
    assert content.page_hash(1, 16) != 0


def test_truncating_forgets_hashes_of_what_is_gone() -> None:
    content = TokenContent([(1, 20)], OUTPUTS)
    content.append(30)
    kept = list(content.hashes(3, 16))
    content.truncate(33)
    with pytest.raises(IndexError):
        content.page_hash(2, 16)
    content.append(17)
    assert list(content.hashes(3, 16)) == kept


def test_another_page_size_has_its_own_hashes() -> None:
    content = TokenContent([(1, 64)], OUTPUTS)
    sixteen = list(content.hashes(4, 16))
    assert content.page_hash(0, 32) != sixteen[0]
    assert list(content.hashes(4, 16)) == sixteen


@pytest.mark.parametrize("length", [9, 16])
def test_truncating_neither_cuts_the_prompt_nor_adds(length: int) -> None:
    content = TokenContent([(1, 10)], OUTPUTS)
    content.append(5)
    with pytest.raises(ValueError, match=f"cannot truncate to {length} tokens, expected 10 to 15"):
        content.truncate(length)


def test_a_negative_count_is_refused() -> None:
    with pytest.raises(ValueError, match="count of -3"):
        TokenContent([(1, -3)], OUTPUTS)


def test_tokens_beyond_the_end_are_refused() -> None:
    with pytest.raises(IndexError, match="tokens 8 to 11 asked for, 10 are known"):
        TokenContent([(1, 10)], OUTPUTS).run(8, 4)


def test_hashes_do_not_depend_on_the_hash_seed() -> None:
    """Recordings of equal scenarios are equal byte for byte, in whatever process."""
    program = (
        "from engine.memory.tokens import TokenContent; c = TokenContent([(1, 7), (90, 30)], 500, 'tenant'); "
        "print(list(c.hashes(4, 8)))"
    )
    root = Path(__file__).parents[2]
    results = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(results) == 1
