"""Plain data survives the way to bytes and back, and nothing else comes out."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.plain import Vocabulary


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True)
class Leaf:
    name: str
    values: Any
    colour: Colour = Colour.RED


@dataclass(frozen=True)
class Tree:
    leaves: tuple[Leaf, ...]
    facts: dict[Any, Any]


VOCABULARY = Vocabulary((sys.modules[__name__],))


def test_nested_dataclasses_arrays_and_enums_come_back() -> None:
    grid = np.arange(12, dtype=np.float32).reshape(3, 4)
    tree = Tree((Leaf("grid", grid), Leaf("empty", np.zeros((0, 2), np.int64))), {1: (True, None), "nan": [1.5]})
    back = VOCABULARY.from_bytes(VOCABULARY.to_bytes(tree))
    assert isinstance(back, Tree)
    assert back.facts == tree.facts
    assert back.leaves[0].colour is Colour.RED
    for old, new in zip(tree.leaves, back.leaves, strict=True):
        assert old.values.dtype == new.values.dtype
        np.testing.assert_array_equal(old.values, new.values)


_SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
_PLAIN = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(st.text() | st.integers(), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(_PLAIN)
def test_any_plain_value_comes_back_equal(value: Any) -> None:
    assert VOCABULARY.from_bytes(VOCABULARY.to_bytes(value)) == value


def test_what_is_not_plain_is_refused() -> None:
    with pytest.raises(TypeError, match="function"):
        VOCABULARY.to_bytes(lambda: None)
    with pytest.raises(TypeError, match="array of objects"):
        VOCABULARY.to_bytes(np.array([object()]))
    with pytest.raises(TypeError, match="Vocabulary"):
        VOCABULARY.to_bytes(VOCABULARY)


def test_a_class_outside_the_vocabulary_does_not_come_out() -> None:
    data = VOCABULARY.to_bytes(Leaf("a", 1))
    with pytest.raises(ValueError, match="unknown class"):
        Vocabulary(()).from_bytes(data)


@pytest.mark.parametrize("size", [0, 4, 20, -1])
def test_bytes_cut_short_are_named_as_such(size: int) -> None:
    data = VOCABULARY.to_bytes(Leaf("a", np.arange(5)))
    with pytest.raises(ValueError, match="cut short"):
        VOCABULARY.from_bytes(data[:size])
