"""The capacity lab: presets keep their promise, closed forms agree with counts, simulation and published figures."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from config_files import config_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.labs import registry
from engine.labs import settings as labs_settings
from engine.labs.capacity import LAB, Answer
from engine.labs.capacity_bars import PIECES
from engine.labs.capacity_count import count
from engine.labs.capacity_fit import Fit, hold
from engine.labs.capacity_laws import laws
from engine.labs.capacity_settings import CapacitySettings, base
from engine.labs.records import Outcome, Preset
from engine.models import cards
from engine.models.memory_split import DoesNotFit, split_memory, tightest_split
from engine.models.state import request_bytes
from engine.scenario import Allocator, Precision
from engine.scenario_file import ScenarioError, validate
from engine.sheet import Evidence
from engine.simulate import simulate

PRESETS = {preset.key: preset for preset in LAB.presets}
KEYS = tuple(PRESETS)
CHAT = PRESETS["paged"].settings
LENGTHS = (1, 2, 100, 128, 129, 5_000, 1_000_000)


def figure(answer: Answer, key: str) -> float | None:
    return next(row.value for row in answer.figures if row.key == key)


@pytest.mark.parametrize("key", KEYS)
def test_presets_show_what_they_promise(key: str) -> None:
    preset = PRESETS[key]
    verdict = LAB.answer(preset.settings).verdict
    assert (verdict.outcome, verdict.reason) == (preset.outcome, preset.reason)


def test_the_first_preset_is_kimi_k3_at_a_long_context_and_fails() -> None:
    first = LAB.presets[0]
    assert first.settings == CapacitySettings(expert_weight_bits=4.25)
    assert (first.settings.model, first.settings.context_tokens) == ("kimi-k3", 2**20)
    assert first.outcome is Outcome.FAILS
    assert {preset.outcome for preset in LAB.presets} == {Outcome.FAILS, Outcome.WORKS}


CURES = [
    ("k3-long", "k3-spread"),
    ("one-device", "four-bits"),
    ("no-workspace", "smaller-chunks"),
    ("reservation", "paged"),
    ("copied-latents", "latents-apart"),
    ("large-pages", "small-pages"),
    ("all-heads", "few-heads"),
]


@pytest.mark.parametrize(("ill", "well"), CURES)
def test_what_works_asks_for_no_less_than_what_fails(ill: str, well: str) -> None:
    before, after = PRESETS[ill].settings, PRESETS[well].settings
    assert after.max_running >= before.max_running
    assert after.context_tokens >= before.context_tokens
    assert after.model == before.model


def test_a_shared_prefix_makes_room() -> None:
    with_prefix = PRESETS["shared-prefix"].settings
    alone = replace(with_prefix, shared_prefix_tokens=0)
    assert LAB.answer(alone).verdict.outcome is Outcome.FAILS
    saved = figure(LAB.answer(with_prefix), "prefix")
    split = tightest_split(base(with_prefix))
    assert saved == 11 * (400_000 // 64) * split.page


@pytest.mark.parametrize("key", KEYS)
def test_the_closed_form_is_what_the_allocator_gives(key: str) -> None:
    chosen = PRESETS[key].settings
    fit, counted = Fit(chosen), count(chosen)
    assert counted.admitted == min(chosen.max_running, _slots(chosen))
    if counted.admitted == chosen.max_running:
        held = hold(chosen, chosen.context_tokens)
        assert counted.pages == held.pages(chosen.max_running) - held.unused
        assert counted.lost_tokens == held.waste * chosen.max_running
    assert (counted.admitted == chosen.max_running) == (fit.requests(chosen.context_tokens) >= chosen.max_running)
    assert {row.evidence for row in counted.figures} == {Evidence.REPRODUCIBLE}


def _slots(chosen: CapacitySettings) -> int:
    """Requests for which an engine with the chosen request slots has pages."""
    held, pages = hold(chosen, chosen.context_tokens), max(0, tightest_split(base(chosen)).pages)
    return max(0, (pages - held.shared - held.unused) // held.each)


SMALL = st.builds(
    CapacitySettings,
    model=st.sampled_from(
        ("llama3.1-8b", "mistral-7b", "gpt-oss-20b", "qwen3.5-27b", "deepseek-v2-lite", "falcon-7b")
    ),
    hardware=st.sampled_from(("h100-sxm-80gb", "a100-sxm-40gb", "h200-sxm-141gb")),
    tensor_parallel=st.just(1),
    data_parallel=st.sampled_from((1, 2)),
    state_bits=st.sampled_from((8.0, 16.0)),
    context_tokens=st.integers(1, 20_000),
    max_length=st.integers(2, 30_000),
    max_running=st.integers(1, 400),
    allocator=st.sampled_from(tuple(Allocator)),
    page_tokens=st.sampled_from((1, 16, 17, 64, 1000)),
    shared_prefix_tokens=st.integers(0, 20_000),
)


@settings(max_examples=60, deadline=None)
@given(chosen=SMALL)
def test_any_settings_agree_with_the_allocator(chosen: CapacitySettings) -> None:
    assume(hold(chosen, chosen.context_tokens).each * chosen.max_running < 300_000)
    counted = count(chosen)
    assert counted.admitted == min(chosen.max_running, _slots(chosen))
    fits = Fit(chosen).requests(chosen.context_tokens)
    assert (counted.admitted == chosen.max_running) == (fits >= chosen.max_running)


@settings(max_examples=40, deadline=None)
@given(chosen=SMALL, more=st.integers(1, 5_000))
def test_longer_requests_never_fit_in_larger_numbers(chosen: CapacitySettings, more: int) -> None:
    fit = Fit(chosen)
    assert fit.requests(chosen.context_tokens + more) <= fit.requests(chosen.context_tokens)
    assert fit.requests(chosen.context_tokens, workspace=False) >= fit.requests(chosen.context_tokens)


@settings(max_examples=25, deadline=None)
@given(chosen=SMALL)
def test_the_longest_context_is_the_frontier_read_the_other_way(chosen: CapacitySettings) -> None:
    fit = Fit(chosen)
    longest = fit.longest(chosen.max_running)
    assert not longest or fit.requests(longest) >= chosen.max_running
    assert fit.requests(longest + 1) < chosen.max_running


@settings(max_examples=40, deadline=None)
@given(chosen=SMALL)
def test_the_pieces_of_a_bar_are_the_memory(chosen: CapacitySettings) -> None:
    for bar in LAB.answer(chosen).bars:
        assert set(bar.pieces) == set(PIECES)
        assert all(piece >= 0 for piece in bar.pieces.values())
        assert sum(bar.pieces.values()) - bar.lacking == pytest.approx(bar.memory)


@pytest.mark.parametrize("key", ["paged", "reservation", "no-workspace", "small-pages", "copied-latents", "windows"])
def test_a_simulation_runs_as_many_at_once_as_the_closed_form_says(key: str) -> None:
    chosen = PRESETS[key].settings
    scenario = LAB.scenario(chosen)
    recording = simulate(scenario)
    assert recording.iterations["running"].max() == min(scenario.workload.requests, _slots(chosen))
    assert recording.facts["page_bytes"] == tightest_split(base(chosen)).page


@pytest.mark.parametrize("key", KEYS)
def test_scenarios_are_valid_and_say_the_arithmetic_where_nothing_fits(key: str) -> None:
    chosen = PRESETS[key].settings
    for scenario in (LAB.scenario(chosen), LAB.baseline(chosen)):
        validate(scenario)
        assert scenario.workload.prompt.high + scenario.workload.output.high <= chosen.context_tokens
    if PRESETS[key].reason == "weights":
        with pytest.raises(DoesNotFit):
            split_memory(LAB.scenario(chosen))
    assert LAB.baseline(chosen).memory.allocator is not LAB.scenario(chosen).memory.allocator


@pytest.mark.parametrize("key", tuple(cards.models()))
def test_laws_are_the_engines_for_every_card(key: str) -> None:
    card = cards.model(key)
    for precision in (Precision(), Precision(state_bits=8, state_overhead_bits=0.25)):
        found = laws(card, precision)
        for tokens in LENGTHS:
            assert sum(law.bytes(tokens) for law in found) == pytest.approx(request_bytes(card, tokens, precision))
            after = sum(law.bytes(tokens + 1) - law.bytes(tokens) for law in found)
            assert sum(law.next_token(tokens) for law in found) == pytest.approx(after, abs=1e-3)


@pytest.mark.parametrize("key", tuple(cards.models()))
@pytest.mark.parametrize("tokens", [1, 100, 70_000])
def test_filled_formulas_give_the_value_they_stand_beside(key: str, tokens: int) -> None:
    for law in laws(cards.model(key), Precision()):
        text = law.filled.replace(",", "").replace("·", "*").replace("−", "-").replace("min(T ", "min(T,")
        assert eval(text, {"min": min, "T": tokens}) == pytest.approx(law.bytes(tokens))


def test_every_kind_has_a_formula_of_its_own() -> None:
    formulas = {}
    for card in cards.models().values():
        for law in laws(card, Precision()):
            formulas.setdefault(law.kind, set()).add(law.formula)
    standard = "L · 2 · Hkv · Dh · b · T"
    assert {kind for kind, found in formulas.items() if standard in found} == {"mha", "gqa", "mqa"}
    for own in ("mla", "dsa", "csa", "hca", "kda", "mamba1", "mamba2", "swa", "gqa_block_sparse"):
        assert standard not in formulas[own]


def published() -> Iterator[tuple[str, str, float]]:
    for key, card in cards.models().items():
        for row in card.kv.published:
            if row.agrees and row.metric in ("kv_bytes_per_token", "recurrent_state_bytes_per_sequence"):
                yield key, row.metric, row.value


@pytest.mark.parametrize(("key", "metric", "value"), [*published()])
def test_published_figures_of_the_cards(key: str, metric: str, value: float) -> None:
    found = laws(cards.model(key), Precision())
    own = sum(law.per_token if metric == "kv_bytes_per_token" else law.fixed for law in found)
    assert own == pytest.approx(value, rel=0.035)  # one of them counts the convolution tails at 32 bits


def test_famous_numbers() -> None:
    opt = LAB.answer(CHAT)
    assert figure(opt, "token") == 800 * 1024  # PagedAttention paper, OPT-13B
    llama = replace(CHAT, model="llama3.1-70b", hardware="h200-sxm-141gb", tensor_parallel=8, context_tokens=131_072)
    assert figure(LAB.answer(llama), "request") == 40 * 2**30
    assert figure(LAB.answer(PRESETS["k3-long"].settings), "token") == 24 * 576 * 2
    assert figure(LAB.answer(PRESETS["copied-latents"].settings), "copies") == 8


def test_waste_of_the_last_page_exact_and_expected() -> None:
    page = replace(CHAT, page_tokens=16)
    for tokens in (1, 15, 16, 17, 300):
        answer = LAB.answer(replace(page, context_tokens=tokens))
        assert figure(answer, "waste") == (math.ceil(tokens / 16) * 16 - tokens) * 819_200
        assert figure(answer, "waste_mean") == 7.5 * 819_200
    mean = np.mean([hold(page, tokens).waste for tokens in range(1, 1601)])
    assert mean == 7.5


def test_the_page_of_a_hybrid_manager() -> None:
    k3 = replace(PRESETS["k3-long"].settings, page_tokens=512)
    assert figure(LAB.answer(replace(k3, tensor_parallel=1, weight_bits=4.0)), "hybrid_page") == 6144
    assert "hybrid_page" not in {row.key for row in LAB.answer(CHAT).figures}


def test_room_for_weights_and_state_but_not_for_workspace_is_a_state_of_its_own() -> None:
    answer = LAB.answer(PRESETS["no-workspace"].settings)
    bar = answer.bars[answer.tightest]
    assert bar.weights + bar.state <= bar.usable < bar.weights + bar.state + bar.pieces["workspace"]
    place = answer.curve.contexts.index(answer.settings.context_tokens)
    assert answer.curve.requests[place] < answer.settings.max_running <= answer.curve.without_workspace[place]


def test_stages_of_a_pipeline_have_bars_of_their_own() -> None:
    answer = LAB.answer(replace(PRESETS["windows"].settings, hardware="l40s", pipeline_parallel=5))
    assert [bar.stage for bar in answer.bars] == [0, 1, 2, 3, 4]
    assert answer.bars[-1].pieces["tables"] == answer.bars[0].pieces["tables"] > answer.bars[2].pieces["tables"] == 0


def test_precision_counts_scales() -> None:
    plain = LAB.answer(replace(CHAT, state_bits=8.0))
    scaled = LAB.answer(replace(CHAT, state_bits=8.0, state_overhead_bits=0.5))
    assert figure(scaled, "token") == figure(plain, "token") * 8.5 / 8
    heavier = LAB.answer(replace(CHAT, weight_overhead_bits=0.5))
    assert heavier.bars[0].pieces["layers"] == LAB.answer(CHAT).bars[0].pieces["layers"] * 16.5 / 16


def test_what_devices_send_follows_the_activations() -> None:
    chosen = PRESETS["copied-latents"].settings
    half = LAB.answer(replace(chosen, activation_bits=8.0))
    assert 0 < figure(half, "sent") < figure(LAB.answer(chosen), "sent")
    assert figure(LAB.answer(CHAT), "sent") is None


def test_tight_verdicts() -> None:
    full = replace(CHAT, max_running=LAB.answer(CHAT).fits)
    assert LAB.answer(full).verdict.reason in ("full", "too-many")  # more slots take workspace of their own
    beyond = replace(PRESETS["few-heads"].settings, context_tokens=4096, max_running=4)
    assert (LAB.answer(beyond).verdict.outcome, LAB.answer(beyond).verdict.reason) == (Outcome.TIGHT, "beyond")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"tensor_parallel": 7}, "tensor_parallel"),
        ({"model": "opt-13"}, "model"),
        ({"model": "no/such/config.json"}, "model"),
        ({"hardware": "h1000"}, "hardware"),
        ({"kv_heads": 7}, "kv_heads"),
        ({"pipeline_parallel": 41}, "pipeline_parallel"),
    ],
)
def test_settings_that_make_no_sense_are_named(change: dict[str, object], field: str) -> None:
    with pytest.raises(ScenarioError) as error:
        LAB.answer(replace(CHAT, **change))
    assert error.value.field == field


def test_what_a_model_has_no_use_for_is_left_out() -> None:
    chosen = replace(CHAT, expert_parallel=8, native_state=True)
    assert LAB.answer(chosen).verdict == LAB.answer(CHAT).verdict
    native = replace(PRESETS["copied-latents"].settings, native_state=True)
    assert figure(LAB.answer(native), "token") == 61 * 656


@pytest.mark.parametrize("preset", LAB.presets, ids=KEYS)
def test_settings_survive_a_file_and_a_link(preset: Preset[CapacitySettings]) -> None:
    kind = CapacitySettings
    assert labs_settings.loads(kind, "capacity", labs_settings.dumps("capacity", preset.settings)) == preset.settings
    assert (
        labs_settings.from_link(kind, "capacity", labs_settings.link("capacity", preset.settings)) == preset.settings
    )


def test_an_imported_model_goes_all_the_way(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text(json.dumps(config_of(cards.model("opt-13b"))), encoding="utf-8")
    answer = LAB.answer(replace(CHAT, model=str(path)))
    assert answer.verdict.outcome is Outcome.WORKS
    assert figure(answer, "token") == 800 * 1024
    assert count(replace(CHAT, model=str(path))) == count(CHAT)


def test_answers_come_at_once() -> None:
    LAB.answer(PRESETS["k3-long"].settings)
    started = time.perf_counter()
    for preset in LAB.presets:
        LAB.answer(preset.settings)
    assert (time.perf_counter() - started) / len(LAB.presets) < 0.1


def test_counting_is_told_and_can_be_cancelled() -> None:
    class Stop(Exception):
        pass

    def stop(_: float) -> None:
        raise Stop

    told: list[float] = []
    count(CHAT, told.append)
    assert told[-1] == 1.0
    with pytest.raises(Stop):
        count(CHAT, stop)
    assert count(replace(PRESETS["k3-spread"].settings, page_tokens=1)).admitted is None
    assert registry.get("capacity") is LAB
