"""The rooms behind the experiments: chi-square law, packing, groups, drafting, 8-bit products, column rounding."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.experiments import attention_layer, int8, kivi_checks, mqa, state_groups
from engine.experiments.checks import close, equal
from engine.experiments.chi_square import goodness_of_fit, survival
from engine.experiments.column_rounding import Grid, hessian_factor, round_columns
from engine.experiments.drafting import Rule, generate, random_pair, verify
from engine.experiments.gptq import on_grid
from engine.experiments.kivi_trial import Text, draw_keys, draw_values, stream
from engine.experiments.packing import pack, unpack
from engine.experiments.state_groups import Along
from engine.experiments.streaming_state import StreamingState


@pytest.mark.parametrize(
    ("statistic", "degrees", "expected"),
    [  # published tables of the chi-square law
        (3.841458820694124, 1, 0.05),
        (6.634896601021213, 1, 0.01),
        (5.991464547107979, 2, 0.05),
        (18.307038053275146, 10, 0.05),
        (124.34211340400407, 100, 0.05),
        (67.32756330547916, 100, 0.995),
    ],
)
def test_the_chi_square_law_matches_its_tables(statistic: float, degrees: int, expected: float) -> None:
    assert survival(statistic, degrees) == pytest.approx(expected, rel=1e-9)


@given(st.floats(0.01, 2000))
def test_with_two_degrees_of_freedom_it_is_the_exponential_law(statistic: float) -> None:
    assert survival(statistic, 2) == pytest.approx(np.exp(-statistic / 2), rel=1e-10)


def test_chi_square_at_its_ends() -> None:
    assert survival(0.0, 5) == 1.0
    assert survival(np.inf, 5) == 0.0
    assert survival(1e5, 5) == 0.0


def test_fit_pools_rare_outcomes_and_refuses_impossible_ones() -> None:
    law = np.array([0.5, 0.499, 0.0005, 0.0005, 0.0])
    fair = goodness_of_fit(np.array([505, 494, 1, 0, 0]), law)
    assert fair.degrees == 2
    assert fair.p > 0.5
    assert goodness_of_fit(np.array([50, 50]), np.array([1.0, 0.0])).p == 0.0
    assert goodness_of_fit(np.array([100, 0]), np.array([1.0, 0.0])).p == 1.0


def test_p_values_of_the_right_law_are_spread_evenly() -> None:
    rng = np.random.default_rng(0)
    law = rng.dirichlet(np.ones(20))
    values = [goodness_of_fit(rng.multinomial(2000, law), law).p for _ in range(400)]
    assert np.mean(values) == pytest.approx(0.5, abs=0.06)
    assert np.mean(np.array(values) < 0.1) == pytest.approx(0.1, abs=0.06)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 8), st.lists(st.integers(0, 255), min_size=1, max_size=70))
def test_packing_keeps_codes_and_wastes_less_than_a_byte(bits: int, numbers: list[int]) -> None:
    codes = np.array(numbers) % 2**bits
    packed = pack(codes, bits)
    assert packed.nbytes == -(-len(codes) * bits // 8)
    assert np.array_equal(unpack(packed, bits, len(codes)), codes)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(list(Along)), st.integers(1, 8), st.floats(0.001, 500))
def test_a_group_moves_numbers_by_half_a_step_at_most(seed: int, along: Along, bits: int, size: float) -> None:
    state = (np.random.default_rng(seed).standard_normal((2, 16, 8)) * size).astype(np.float16)
    block = state_groups.quantise(state, along, 8, bits)
    assert (np.abs(block.restored() - state) <= block.steps * (0.5 + 1e-9)).all()
    assert block.codes.shape == state.shape
    assert block.nbytes == 2 * 16 * 8 * bits // 8 + 2 * 2 * (2 * 16 * 8 // 8)


def test_equal_numbers_come_back_as_they_are() -> None:
    state = np.full((1, 8, 8), 3.25, np.float16)
    assert (state_groups.quantise(state, Along.TOKEN, 8, 2).restored() == 3.25).all()


def test_groups_run_where_they_say() -> None:
    state = np.zeros((1, 4, 4), np.float16)
    state[0, :, 1] = 1000  # a channel that is the same for every token
    state[0, :, 2] = [0, 1, 2, 3]
    per_channel = state_groups.quantise(state, Along.CHANNEL, 4, 2).restored()
    per_token = state_groups.quantise(state, Along.TOKEN, 4, 2).restored()
    assert np.array_equal(per_channel, state)
    assert (per_token[0, :, 2] == 0).all()  # drowned by its neighbour


def text(tokens: int) -> Text:
    rng = np.random.default_rng(3)
    shape = (1, tokens, 32)
    return Text(
        draw_keys(rng, shape, 2, 10.0),
        draw_values(rng, shape, 0.5),
        rng.standard_normal((1, 4, 32)),
        group=16,
        residual=32,
        bits=2,
    )


@pytest.mark.parametrize("tokens", [1, 31, 32, 33, 64, 95])
def test_a_stream_keeps_the_newest_tokens(tokens: int) -> None:
    short = text(tokens)
    cache = stream(short).cache
    assert cache.tail_lengths == (tokens % 32, min(tokens, 32))
    assert np.array_equal(cache.value_tail, short.values[:, -32:])
    assert np.array_equal(cache.key_tail, short.keys[:, tokens - tokens % 32 :])
    keys, values = cache.restored()
    assert keys.shape == values.shape == (1, tokens, 32)
    assert cache.nbytes == sum(block.nbytes for block in cache.key_blocks + cache.value_blocks) + sum(
        tail.nbytes for tail in (cache.key_tail, cache.value_tail)
    )


def test_checks_of_the_cache_notice_a_cache_that_cheats() -> None:
    honest = text(100)
    streamed = stream(honest)
    cache = streamed.cache
    assert kivi_checks.rounded(honest, cache).holds
    assert kivi_checks.same_codes(honest, cache).holds
    assert kivi_checks.exact_bytes(honest, cache).holds
    assert kivi_checks.tails(honest, streamed).holds

    coarse = StreamingState(1, 32, group=16, residual=32, bits=1)
    finer = StreamingState(1, 32, group=8, residual=32, bits=2)
    for token in range(100):
        coarse.append(honest.keys[:, token], honest.values[:, token])
        finer.append(honest.keys[:, token], honest.values[:, token])
    assert not kivi_checks.exact_bytes(honest, coarse).holds
    assert not kivi_checks.exact_bytes(honest, finer).holds

    other = stream(text(100)).cache
    other.key_blocks[0] = state_groups.quantise(honest.keys[:, 32:64], Along.CHANNEL, 16, 2)
    assert not kivi_checks.same_codes(honest, other).holds
    assert not kivi_checks.rounded(honest, other).holds
    late = type(streamed)(cache, streamed.bytes_held, streamed.key_tails, streamed.value_tails + 1)
    assert not kivi_checks.tails(honest, late).holds


def test_decoding_token_by_token_is_the_causal_pass_for_any_sharing() -> None:
    rng = np.random.default_rng(1)
    layer = attention_layer.random_layer(rng, 3, 5, 7, 11)
    inputs = rng.standard_normal((2, 9, 11))
    for keys, values in ((False, False), (True, False), (False, True), (True, True)):
        shared = attention_layer.share(layer, keys, values)
        decoded = attention_layer.decode(shared, inputs)
        np.testing.assert_allclose(decoded.outputs, attention_layer.parallel(shared, inputs), atol=1e-12)
        assert decoded.key_bytes.tolist() == [2 * (1 if keys else 3) * 5 * 8 * n for n in range(1, 10)]
        assert decoded.value_bytes.tolist() == [2 * (1 if values else 3) * 7 * 8 * n for n in range(1, 10)]


def test_sharing_the_keys_alone_is_not_taken_for_multi_query() -> None:
    rng = np.random.default_rng(2)
    many = attention_layer.random_layer(rng, 4, 8, 8, 16)
    inputs = rng.standard_normal((1, 6, 16))
    one, keys = attention_layer.share(many), attention_layer.share(many, values=False)
    read = attention_layer.decode(many, inputs).bytes_read
    assert mqa.divides("", read, attention_layer.decode(one, inputs).bytes_read, 4).holds
    refused = mqa.divides("", read, attention_layer.decode(keys, inputs).bytes_read, 4)
    assert not refused.holds
    assert "1.6 to 1.6" in refused.detail
    outputs = attention_layer.parallel(one, inputs)
    assert close("", attention_layer.parallel(one.tied(), inputs), outputs, 1e-10).holds
    assert not close("", attention_layer.parallel(many, inputs), outputs, 1e-10).holds


def test_a_reader_sees_the_future_if_the_mask_is_missing() -> None:
    rng = np.random.default_rng(4)
    layer = attention_layer.random_layer(rng, 2, 4, 4, 8)
    inputs = rng.standard_normal((1, 5, 8))
    changed = inputs.copy()
    changed[:, -1] += 1
    before, after = attention_layer.parallel(layer, inputs), attention_layer.parallel(layer, changed)
    assert np.array_equal(before[:, :-1], after[:, :-1])
    assert not np.array_equal(before[:, -1], after[:, -1])


def test_drafts_are_accepted_as_often_in_every_state() -> None:
    pair = random_pair(np.random.default_rng(0), 12, 0.7)
    for model in (pair.target, pair.draft):
        assert model.min() >= 0
        np.testing.assert_allclose(model.sum(axis=1), 1)
    np.testing.assert_allclose(pair.acceptance, 0.7)


def test_a_round_emits_accepted_drafts_and_one_token_of_the_target() -> None:
    rng = np.random.default_rng(5)
    pair = random_pair(rng, 8, 0.6)
    played = verify(rng, pair, rng.integers(8, size=500), 3)
    emitted = played.emitted
    assert ((emitted >= 0).sum(axis=1) == played.accepted + 1).all()
    assert set(played.accepted.tolist()) == {0, 1, 2, 3}
    for row, drafts, accepted, last in zip(emitted, played.drafts, played.accepted, played.last, strict=True):
        assert row[:accepted].tolist() == drafts[:accepted].tolist()
        assert row[accepted] == last


def test_a_perfect_draft_is_always_accepted() -> None:
    rng = np.random.default_rng(6)
    target = random_pair(rng, 8, 0.6).target
    played = verify(rng, type(random_pair(rng, 8, 0.6))(target, target), np.zeros(200, np.int64), 4)
    assert (played.accepted == 4).all()


@pytest.mark.parametrize("rule", list(Rule))
def test_texts_have_the_length_asked_for(rule: Rule) -> None:
    rng = np.random.default_rng(7)
    texts = generate(rng, random_pair(rng, 6, 0.8), np.arange(6), 11, 3, rule)
    assert texts.shape == (6, 11)
    assert texts.min() >= 0


def test_eight_bit_products_are_those_of_32_bit_integers() -> None:
    rng = np.random.default_rng(8)
    left, right = int8.quantise(rng.standard_normal((5, 300))), int8.quantise(rng.standard_normal((300, 4)))
    assert np.abs(left.codes).max() == 127
    exact = left.codes.astype(np.int32) @ right.codes.astype(np.int32)
    assert np.array_equal(int8.multiply(left, right), exact * (left.scale * right.scale))


def test_compensation_is_exact_algebra_for_any_block() -> None:
    rng = np.random.default_rng(9)
    weights = rng.standard_normal((7, 24))
    inputs = rng.standard_normal((24, 6)) @ rng.standard_normal((6, 90)) + 0.2 * rng.standard_normal((24, 90))
    factor = hessian_factor(inputs, 0.01)
    hessian = 2 * inputs @ inputs.T
    hessian += 0.01 * np.diag(hessian).mean() * np.eye(24)
    np.testing.assert_allclose(factor.T @ factor @ hessian, np.eye(24), atol=1e-8)
    grid = Grid.of(weights, 3)
    whole = round_columns(weights, grid, factor, 24)
    for block in (1, 5, 8, 23):
        assert np.array_equal(round_columns(weights, grid, factor, block), whole)
    assert np.array_equal(round_columns(weights, grid, factor, 8, strength=0.0), grid.codes(weights))
    assert not np.array_equal(whole, grid.codes(weights))


def test_the_last_column_cannot_do_better_than_the_nearest_code() -> None:
    """With two columns, the second must get the best code there is, given the first: found by trying all."""
    rng = np.random.default_rng(10)
    weights, inputs = rng.standard_normal((6, 2)), rng.standard_normal((2, 50))
    inputs[1] += 2 * inputs[0]
    grid = Grid.of(weights, 3)
    chosen = round_columns(weights, grid, hessian_factor(inputs, 1e-9), 2)
    for row in range(6):
        tried = [
            np.linalg.norm((weights - grid.restored(np.tile([chosen[row, 0], code], (6, 1))))[row] @ inputs)
            for code in range(8)
        ]
        assert chosen[row, 1] == np.argmin(tried)


def test_a_weight_off_the_grid_is_noticed() -> None:
    weights = np.random.default_rng(11).standard_normal((4, 9))
    grid = Grid.of(weights, 4)
    rounded = grid.restored(grid.codes(weights))
    assert on_grid([(grid, rounded)]).holds
    rounded[2, 3] += 0.3 * grid.scale[2]
    refused = on_grid([(grid, rounded)])
    assert not refused.holds
    assert refused.detail.startswith("1 of 36")


def test_one_different_code_is_noticed() -> None:
    codes = np.arange(6)
    assert equal("", codes, codes, "codes").holds
    assert not equal("", codes, np.array([0, 1, 2, 3, 4, 6]), "codes").holds
