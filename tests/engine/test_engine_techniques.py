"""What each technique claims, against what the engine measures the day before and the day after."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from assets.ledgers import LEDGERS
from engine.compare import Comparison, compare
from engine.recording import Event
from engine.scenario import (
    Allocator,
    Batching,
    Cache,
    Hardware,
    Layout,
    Memory,
    Model,
    Policy,
    Precision,
    Scenario,
    Speculation,
)
from engine.sheet import Verdict
from engine.techniques import NotApplicable, UnknownTechnique, available, get

KEYS = available()


@cache
def comparison(key: str) -> Comparison:
    return compare(key)


def ratio(key: str, quantity: str) -> float:
    """After / before of one quantity."""
    delta = comparison(key)
    before, after = delta.before_sheet[quantity].value, delta.after_sheet[quantity].value
    assert before is not None
    assert after is not None
    return after / before


@pytest.mark.parametrize("key", KEYS)
def test_the_ledgers_that_a_technique_names_move(key: str) -> None:
    moves = get(key).moves
    assert set(moves) <= set(LEDGERS)
    assert set(moves) <= set(comparison(key).delta.moved())


@pytest.mark.parametrize("key", KEYS)
def test_the_same_tokens_reach_every_request(key: str) -> None:
    result = comparison(key)
    assert all(check.holds for check in result.checks), result.checks
    for recording in (result.before, result.after):
        assert (recording.requests["outcome"] == 1).all()  # nobody is turned away on either day


@pytest.mark.parametrize("key", KEYS)
def test_a_technique_says_what_it_is_and_what_it_keeps(key: str) -> None:
    technique = get(key)
    assert technique.key == key
    for text in (technique.name, technique.family, technique.summary, technique.why_before, technique.invariant):
        assert text.strip()
    assert 50 <= technique.day_before().workload.requests <= 200
    assert technique.patch(technique.day_before()).title == technique.name


@pytest.mark.parametrize("key", KEYS)
def test_a_patch_keeps_the_workload_the_contract_and_the_seed(key: str) -> None:
    before = get(key).day_before()
    after = get(key).patch(before)
    assert (after.workload, after.contract, after.seed) == (before.workload, before.contract, before.seed)


@pytest.mark.parametrize("key", KEYS)
def test_switching_on_twice_is_refused(key: str) -> None:
    after = get(key).patch(get(key).day_before())
    with pytest.raises(NotApplicable, match="already"):
        get(key).patch(after)


def test_every_ledger_is_exercised_by_some_run() -> None:
    seen = {
        row.quantity.ledger
        for key in KEYS
        for sheet in (comparison(key).before_sheet, comparison(key).after_sheet)
        for row in sheet.rows
        if row.value is not None
    }
    assert seen == set(LEDGERS)


def test_mqa_divides_state_by_the_heads_and_speeds_up_decode() -> None:
    assert ratio("mqa", "state.bytes_per_token") == pytest.approx(1 / 25)
    assert ratio("mqa", "decode.time_per_iteration") < 0.75
    assert ratio("mqa", "kernels.bytes_per_output_token") < 0.7
    assert ratio("mqa", "state.room_tokens") > 20


def test_orca_removes_padding_and_shortens_the_wait() -> None:
    result = comparison("orca")
    before, after = result.before_sheet, result.after_sheet
    assert before["batching.padding_share"].value > 0.3
    assert after["batching.padding_share"].value == 0
    assert after["batching.prompt_padding_share"].value == 0
    assert ratio("orca", "contract.e2e_p99") < 0.7
    assert ratio("orca", "batching.queue_p50") < 0.5
    assert ratio("orca", "batching.iterations") < 0.8
    assert ratio("orca", "economics.busy_device_seconds") < 0.8


def test_fastserve_lets_short_answers_overtake_long_ones() -> None:
    after = comparison("fastserve").after_sheet
    assert ratio("fastserve", "contract.ttft_p99") < 0.1
    assert ratio("fastserve", "contract.e2e_p50") < 0.8
    assert ratio("fastserve", "decode.longest_gap") > 2  # what it costs
    assert after["batching.pauses"].value > 20
    assert after["batching.swaps"].value > 0
    assert after["prefill.recomputed_tokens"].value == 0


def test_llumnix_takes_the_wait_out_of_full_engines() -> None:
    after = comparison("llumnix").after_sheet
    assert ratio("llumnix", "contract.ttft_p99") < 0.5
    assert ratio("llumnix", "contract.attainment") > 1.05
    assert after["network.migration_bytes"].value > 0  # what it costs
    assert after["network.link_utilisation"].value < 0.2


def test_mooncake_computes_a_shared_context_once_for_all_engines() -> None:
    after = comparison("mooncake").after_sheet
    assert ratio("mooncake", "reuse.hit_rate") > 1.3
    assert ratio("mooncake", "prefill.tokens") < 0.7
    assert ratio("mooncake", "contract.ttft_p50") < 0.3
    assert after["reuse.remote_hit_tokens"].value > 0
    assert after["network.published_bytes"].value > after["network.fetched_bytes"].value > 0  # what it costs


def test_paging_fills_memory_and_admits_more_requests() -> None:
    before, after = comparison("pagedattention").before_sheet, comparison("pagedattention").after_sheet
    assert before["allocation.utilisation"].value < 0.4
    assert after["allocation.utilisation"].value > 0.9
    assert ratio("pagedattention", "batching.running") > 2
    assert ratio("pagedattention", "decode.rate") > 1.5
    assert ratio("pagedattention", "batching.queue_p99") < 0.5


def test_paging_wastes_less_than_one_page_per_request() -> None:
    after = comparison("pagedattention").after
    page = after.pools[0].page_tokens
    final = after.requests["prompt_tokens"] + after.requests["output_tokens"] - 1
    waste = -final % page
    assert waste.max() < page
    share = comparison("pagedattention").after_sheet["allocation.wasted_share"].value
    assert share is not None
    assert share < (page - 1) / final.mean()


def test_sarathi_bounds_the_gaps_between_tokens() -> None:
    result = comparison("sarathi-serve")
    after = result.after.iterations
    assert (after["prefill_tokens"] + after["decode_tokens"]).max() <= 512
    assert ratio("sarathi-serve", "decode.itl_p99") < 0.5
    assert ratio("sarathi-serve", "contract.tpot_p99") < 0.8
    assert ratio("sarathi-serve", "decode.stall_share") < 0.7
    longest = ((after["end"] - after["start"]) / 1e9).max()
    gap = result.after_sheet["decode.longest_gap"].value
    assert gap is not None
    if not result.after.requests["preemptions"].any():
        assert gap <= longest + 1e-9  # no decode is ever skipped


def test_sglang_finds_prefixes_and_computes_the_rest() -> None:
    result = comparison("sglang")
    hit_rate = result.after_sheet["reuse.hit_rate"]
    assert result.before_sheet["reuse.hit_rate"].value is None
    assert hit_rate.value is not None
    assert hit_rate.value > 0.5
    first_time = [
        recording.iterations["prefill_tokens"].sum() - recording.requests["recomputed_tokens"].sum()
        for recording in (result.before, result.after)
    ]
    assert first_time[1] / first_time[0] == pytest.approx(1 - hit_rate.value, rel=0.02)
    assert ratio("sglang", "contract.ttft_p50") < 0.8
    assert result.delta.headline("reuse").verdict is Verdict.APPEARED


def test_a_hybrid_prefix_cache_hits_in_hash_blocks_and_copies_states() -> None:
    before, after = comparison("kimi-k3").before, comparison("kimi-k3").after
    assert not before.requests["hit_tokens"].any()
    hits = after.requests["hit_tokens"]
    assert hits.any()
    assert not (hits % 128).any()
    assert (hits % after.pools[0].page_tokens).any(), "hits end inside pages too"
    assert (after.events["kind"] == Event.COPY).any()
    assert after.duration < before.duration


def test_speculation_yields_the_tokens_that_the_formula_expects() -> None:
    result = comparison("speculative-decoding")
    setting = get("speculative-decoding").patch(Scenario()).speculation
    alpha, gamma = setting.acceptance, setting.draft_tokens
    per_round = result.after_sheet["speculation.tokens_per_verification"].value
    assert per_round == pytest.approx((1 - alpha ** (gamma + 1)) / (1 - alpha), rel=0.05)
    assert result.after_sheet["speculation.position_acceptance"].value == pytest.approx(alpha, abs=0.03)
    assert ratio("speculative-decoding", "contract.tpot_p50") < 0.6
    assert ratio("speculative-decoding", "weights.read_per_output_token") < 0.6


def test_splitting_the_phases_removes_interference_and_moves_state() -> None:
    result = comparison("distserve")
    transfers = result.after.transfers
    requests = result.after.requests
    assert len(transfers) == (requests["output_tokens"] > 1).sum()
    assert result.before_sheet["network.state_bytes"].value is None
    assert transfers["bytes"].sum() == pytest.approx(
        (requests["prompt_tokens"][requests["output_tokens"] > 1].sum()) * result.after.facts["state_bytes_per_token"]
    )
    assert result.before_sheet["parallelism.devices"].value == result.after_sheet["parallelism.devices"].value
    assert ratio("distserve", "decode.itl_p99") < 0.6
    assert ratio("distserve", "contract.tpot_p99") < 0.8
    assert ratio("distserve", "contract.goodput") > 1.02


def test_kivi_divides_state_by_the_packed_ratio() -> None:
    assert ratio("kivi", "state.bytes_per_token") == pytest.approx(3 / 16)
    assert ratio("kivi", "precision.state_bits") == pytest.approx(3 / 16)
    assert ratio("kivi", "weights.bytes") == 1
    assert ratio("kivi", "batching.running") > 1.5
    assert ratio("kivi", "contract.ttft_p99") < 0.7


def test_smoothquant_halves_the_weights_and_speeds_up_prefill() -> None:
    assert ratio("smoothquant", "weights.bytes") == pytest.approx(0.5, abs=0.02)
    assert ratio("smoothquant", "precision.state_bits") == 1
    assert ratio("smoothquant", "prefill.time") < 0.8
    assert ratio("smoothquant", "decode.time_per_iteration") < 0.9


def test_gptq_shrinks_the_weights_and_the_decode_step() -> None:
    assert ratio("gptq", "weights.bytes") == pytest.approx(3.15 / 16, rel=0.05)
    assert ratio("gptq", "precision.activation_bits") == 1
    assert ratio("gptq", "contract.tpot_p50") < 0.6


@pytest.mark.parametrize(
    ("key", "scenario", "words"),
    [
        ("mqa", Scenario(model=Model(card="deepseek-v3")), "no keys and values per head"),
        ("mqa", Scenario(model=Model(card="falcon-7b")), "already"),
        ("orca", Scenario(policy=Policy(batching=Batching.CHUNKED)), "already"),
        ("sarathi-serve", Scenario(policy=Policy(batching=Batching.STATIC)), "iteration-level"),
        ("fastserve", Scenario(policy=Policy(batching=Batching.STATIC)), "fixed batch"),
        ("sglang", Scenario(memory=Memory(allocator=Allocator.CONTIGUOUS)), "paging"),
        ("speculative-decoding", Scenario(policy=Policy(batching=Batching.STATIC)), "fixed batch"),
        ("speculative-decoding", Scenario(speculation=Speculation(draft_tokens=2)), "already"),
        ("distserve", Scenario(), "two engines"),
        ("distserve", Scenario(layout=Layout(engines=4), policy=Policy(batching=Batching.STATIC)), "handed over"),
        ("llumnix", Scenario(), "no neighbour"),
        ("llumnix", Scenario(layout=Layout(engines=2), policy=Policy(batching=Batching.STATIC)), "fixed batch"),
        ("mooncake", Scenario(layout=Layout(engines=4)), "prefix caching"),
        ("mooncake", Scenario(memory=Memory(cache=Cache.HASH)), "nobody to share with"),
        ("kimi-k3", Scenario(), "no recurrent state"),
        ("kimi-k3", Scenario(model=Model(card="kimi-k3"), memory=Memory(cache=Cache.RADIX)), "neither reservations"),
        ("kivi", Scenario(model=Model(card="deepseek-v3")), "without keys per head"),
        ("smoothquant", Scenario(hardware=Hardware(card="v100-sxm2-32gb")), "INT8"),
        ("smoothquant", Scenario(precision=Precision(weight_bits=4, activation_bits=8)), "already"),
        ("smoothquant", Scenario(precision=Precision(weight_bits=4)), "narrower"),
        ("gptq", Scenario(precision=Precision(weight_bits=3)), "already"),
    ],
)
def test_a_technique_says_why_it_cannot_be_switched_on(key: str, scenario: Scenario, words: str) -> None:
    with pytest.raises(NotApplicable, match=words) as caught:
        get(key).patch(scenario)
    assert caught.value.reason.endswith(".")


def test_a_split_keeps_the_number_of_engines() -> None:
    after = get("distserve").patch(Scenario(layout=Layout(engines=5)))
    assert (after.layout.prefill_engines, after.layout.engines) == (2, 3)


def test_an_unknown_technique_names_close_ones() -> None:
    with pytest.raises(UnknownTechnique, match="pagedattention"):
        get("paged-attention")


def test_techniques_combine() -> None:
    scenario = get("orca").day_before()
    for key in ("orca", "pagedattention", "sglang", "sarathi-serve"):
        scenario = get(key).patch(scenario)
    assert scenario.memory.cache is Cache.RADIX
    assert scenario.policy.batching is Batching.CHUNKED


@pytest.mark.parametrize("key", [key for key in KEYS if get(key).has_experiment])
def test_an_experiment_keeps_its_invariants(key: str) -> None:
    experiment = comparison(key).experiment
    assert experiment is not None
    assert experiment.frames
    assert experiment.invariants
    assert all(invariant.holds for invariant in experiment.invariants), experiment.invariants


def test_a_technique_without_an_experiment_has_none() -> None:
    assert not get("orca").has_experiment
    assert get("orca").experiment(np.random.default_rng(0)) is None


def test_a_faster_link_does_not_change_what_is_sent() -> None:
    base = get("distserve").day_before()
    quick = replace(base, layout=replace(base.layout, link_bytes_per_s=600e9))
    sent = comparison("distserve").after_sheet["network.state_bytes"].value
    assert compare("distserve", quick).after_sheet["network.state_bytes"].value == sent
