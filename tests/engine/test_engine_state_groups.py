"""Groups of pages of hybrid models: equal bytes, physical blocks, bounds per request."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models import cards
from engine.models.state import fixed_bytes, layout
from engine.models.state_groups import state_groups
from engine.scenario import Layout, Precision

KEYS = tuple(cards.models())
BF16, FP8 = Precision(), Precision(state_bits=8)


def test_kimi_k3_has_two_kinds_of_state_in_pages_of_the_same_bytes() -> None:
    full, recurrent = state_groups(cards.model("kimi-k3"), BF16, Layout(), 512)
    assert (full.kind, full.page_tokens, full.hash_tokens, full.grows) == ("full", 6144, 512, True)
    assert full.page_tokens // full.hash_tokens == 12
    assert full.bytes_per_page == recurrent.bytes_per_page == 24 * 6144 * 1152
    assert (recurrent.kind, recurrent.grows, recurrent.per_request_pages) == (
        "recurrent",
        False,
        3,
    )  # 69 of 24 layers
    assert full.padding == 0
    held = recurrent.bytes_per_page * 3 * (1 - recurrent.padding)
    assert held == pytest.approx(fixed_bytes(cards.model("kimi-k3")))


def test_kimi_k3_as_vllm_reports_it_on_eight_devices_with_8_bit_state() -> None:
    full, _ = state_groups(cards.model("kimi-k3"), FP8, Layout(tensor_parallel=8), 128)
    assert (full.page_tokens, full.hash_tokens) == (1536, 128)


def test_a_plain_model_has_one_group() -> None:
    (only,) = state_groups(cards.model("llama3.1-8b"), BF16, Layout(), 16)
    assert (only.bytes_per_page, only.page_tokens, only.per_request_pages) == (131_072 * 16, 16, None)


def test_windows_are_bounded_per_request() -> None:
    full, window = state_groups(cards.model("gpt-oss-20b"), BF16, Layout(), 16)
    assert (window.window_tokens, window.per_request_pages) == (
        128,
        9,
    )  # 127 earlier tokens, wherever the page starts
    assert full.bytes_per_page == window.bytes_per_page
    full, window = state_groups(cards.model("gemma3-27b"), BF16, Layout(), 16)
    assert (window.pages_per_block, window.per_request_pages) == (6, 65 * 6)  # 52 layers, 10 to a page
    (only,) = state_groups(cards.model("mistral-7b"), BF16, Layout(), 16)
    assert (only.grows, only.per_request_pages) == (False, 257)


def test_windows_that_nobody_outgrows_grow_like_the_rest() -> None:
    (only,) = state_groups(cards.model("gpt-oss-20b"), BF16, Layout(), 16, max_length=128)
    assert only.grows
    assert only.layers == 24


@given(
    key=st.sampled_from(KEYS),
    page=st.sampled_from([16, 64, 128, 512]),
    tp=st.sampled_from([1, 2, 8]),
    bits=st.sampled_from([8.0, 16.0]),
)
def test_groups_of_all_cards(key: str, page: int, tp: int, bits: float) -> None:
    card = cards.model(key)
    groups = state_groups(card, Precision(state_bits=bits), Layout(tensor_parallel=tp), page)
    shape = layout(card, None, tp)
    assert len({group.bytes_per_page for group in groups}) == 1
    for group in groups:
        assert group.page_tokens % group.hash_tokens == 0
        assert group.hash_tokens == page
        assert -1e-9 <= group.padding < 1
        assert group.grows == (group.per_request_pages is None)
    filled = [g.bytes_per_page * g.pages_per_block * (1 - g.padding) / g.page_tokens for g in groups if g.grows]
    if len(groups) == 1 and not shape.windows:
        assert filled[0] == pytest.approx(shape.growing_elements * bits / 8, rel=1e-6)


def test_shares_of_stages_replicas_and_context() -> None:
    card = cards.model("llama3.1-70b")
    (whole,) = state_groups(card, BF16, Layout(), 16)
    for split in (Layout(pipeline_parallel=4), Layout(data_parallel=4), Layout(context_parallel=4)):
        (part,) = state_groups(card, BF16, split, 16)
        assert part.bytes_per_page == whole.bytes_per_page / 4
