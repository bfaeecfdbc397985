"""Claims about speculation whose acceptance is known: without it no run says anything about a draft."""

from __future__ import annotations

from dataclasses import replace

from engine.audit_try import Pair
from engine.audit_try_parts import MODELLED, SINGLE, one_stream
from engine.scenario import Hardware, Layout, Model, Policy, Precision, Scenario, Speculation

_TARGET_B, _SMALL_B, _LARGE_B = 11.0, 0.077, 0.8  # parameters of T5-XXL, T5-small and T5-large
_LENGTHS = "prompts of 128 tokens, outputs of 128: ours"
_OPT = "OPT-13B on one A100 40 GB in place of T5-XXL (11B) on one TPU-v4"
_CHANCE = "the same chance at every position"


def chance(accepted: float, drafts: int) -> float:
    """The chance per position with which a + a² + … + a^drafts drafts are accepted per step, by bisection."""
    if not 0 <= accepted <= drafts:
        raise ValueError(f"accepted: found {accepted}, expected 0 to {drafts}")
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(middle**k for k in range(1, drafts + 1)) < accepted else (low, middle)
    return low


def _stream(title: str, card: str, hardware: str, layout: Layout | None = None, bits: float = 16.0) -> Scenario:
    return Scenario(
        title=title,
        model=Model(card=card, max_length=2048),
        precision=Precision(weight_bits=bits),
        hardware=Hardware(card=hardware),
        layout=layout or Layout(),
        policy=SINGLE,
        workload=one_stream(128, 128, 12),
    )


def _drafting(scenario: Scenario, drafts: int, acceptance: float, cost: float) -> Scenario:
    setting = Speculation(draft_tokens=drafts, acceptance=acceptance, draft_cost=cost)
    return replace(scenario, title="With drafts", speculation=setting)


_T5 = _stream("One token per step", "opt-13b", "a100-sxm-40gb")
_LLAMA = _stream("One token per step", "llama1-7b", "a100-sxm-80gb")
_SMALL = _stream("One token per step", "llama3.2-1b", "a100-sxm-80gb")
_V3 = _stream("One token per step", "deepseek-v3", "h800-sxm-80gb", Layout(tensor_parallel=16), 8.0)
_K3 = replace(
    _stream("One token per step", "kimi-k3", "gb300", Layout(tensor_parallel=16, moe_tensor_parallel=16), 4.0),
    policy=Policy(max_running=1),
)
SPECULATION: tuple[Pair, ...] = (
    Pair(
        "speculative-decoding",
        1,
        "Speed of one stream: no drafts against seven by T5-small",
        "stream",
        _T5,
        _drafting(_T5, 7, 0.75, _SMALL_B / _TARGET_B),
        ("batch 1", "7 drafts, acceptance 0.75", "a draft step costs the models' ratio of parameters, 77M to 11B"),
        (_OPT, _CHANCE, _LENGTHS, MODELLED),
    ),
    Pair(
        "speculative-decoding",
        2,
        "Speed of one stream: no drafts against seven by T5-large",
        "stream",
        _T5,
        _drafting(_T5, 7, 0.82, _LARGE_B / _TARGET_B),
        ("batch 1", "7 drafts, acceptance 0.82", "a draft step costs the models' ratio of parameters, 800M to 11B"),
        (_OPT, _CHANCE, _LENGTHS, MODELLED),
    ),
    Pair(
        "layerskip",
        2,
        "Speed of one stream: no drafts against six by the first 8 of 32 layers",
        "stream",
        _LLAMA,
        _drafting(_LLAMA, 6, chance(0.795 * 6, 6), 8 / 32),
        ("Llama 7B", "6 drafts, of which 0.795 are accepted", "a draft step runs 8 of 32 layers"),
        (
            "one A100 80 GB: no hardware is stated",
            "the verifying pass runs all layers again",
            _CHANCE,
            _LENGTHS,
            MODELLED,
        ),
    ),
    Pair(
        "layerskip",
        3,
        "Speed of one stream: no drafts against twelve that are hardly ever accepted",
        "stream",
        _SMALL,
        _drafting(_SMALL, 12, chance(0.019 * 12, 12), 0.25),
        ("12 drafts, of which 0.019 are accepted",),
        (
            "Llama 3.2 1B in place of a 1.5B model",
            "a draft step costs a quarter of a step: its layers are not stated",
            "one A100 80 GB: no hardware is stated",
            _CHANCE,
            _LENGTHS,
            MODELLED,
        ),
    ),
    Pair(
        "deepseek-v3",
        5,
        "Speed of one stream: no drafts against the second token of the MTP module",
        "stream",
        _V3,
        _drafting(_V3, 1, 0.875, 1 / 61),
        ("DeepSeek-V3", "1 draft, acceptance 0.875, the middle of 85 to 90 %", "the module is one layer beside 61"),
        ("one stream on 16 H800: the batch is not stated", _LENGTHS, MODELLED),
    ),
    Pair(
        "kimi-k3",
        3,
        "Speed of one stream: no drafts against seven of a block drafter",
        "stream",
        _K3,
        _drafting(_K3, 7, chance(3.73, 7), 0.02),
        ("Kimi K3 on 16 GB300, TP16", "7 drafts, 4.73 tokens per step on coding"),
        (
            "4.73 is read as the tokens of a step, the target's own included",
            "a draft step costs 2 % of a step: nothing is stated",
            _CHANCE,
            _LENGTHS,
            MODELLED,
        ),
    ),
)
