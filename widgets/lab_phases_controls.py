"""The form of the phases lab."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication

from engine.labs.phases_settings import Serving
from engine.models.cards import hardware, models
from widgets import lab_phases_words as words
from widgets.lab_controls import Control

_BUDGETS = (64, 128, 256, 512, 1024, 2048, 4096, 8192)
_SLOTS = (1, 2, 4, 8, 16, 32, 64, 128, 256)


def _tr(text: str) -> str:
    return QCoreApplication.translate("PhasesControls", text)


def _uses(*wanted: Serving) -> Callable[[Any], bool]:
    """Whether one of these policies is looked at."""
    return lambda settings: settings.sweep or settings.policy in wanted or settings.against in wanted


def controls() -> Sequence[Control]:
    return (*_policy(), *_mechanism(), *_contract(), *_workload(), *_engines())


def _policy() -> tuple[Control, ...]:
    group = _tr("Policy")
    choices = tuple((serving, words.name(serving)) for serving in Serving)
    return (
        Control("policy", _tr("Policy"), group=group, choices=choices),
        Control("against", _tr("Held against"), group=group, choices=choices),
    )


def _mechanism() -> tuple[Control, ...]:
    group = _tr("Policy")
    return (
        Control(
            "token_budget",
            _tr("Token budget"),
            unit="tokens",
            group=group,
            stops=_BUDGETS,
            tip=_tr("Tokens of a step: whoever decodes takes one; prompts are read in chunks of what is left."),
            when=_uses(Serving.CHUNKED, Serving.PRIORITY),
        ),
        Control(
            "prefill_engines",
            _tr("Engines that read"),
            group=group,
            low=1,
            high=7,
            tip=_tr("Engines of the split that only read prompts; the others only decode."),
            when=_uses(Serving.SPLIT),
        ),
        Control(
            "link_bytes_per_s",
            _tr("Link"),
            unit="B/s",
            group=group,
            log=True,
            tip=_tr("Bytes per second between the engines of the split, for all transfers together."),
            low=1e8,
            high=1e12,
            when=_uses(Serving.SPLIT),
        ),
        Control(
            "batch_wait_ms",
            _tr("Wait for company"),
            unit="ms",
            group=group,
            low=0,
            high=1000,
            tip=_tr("How long a static batch that is not full waits for more requests."),
            when=_uses(Serving.STATIC),
        ),
        Control("max_running", _tr("Slots of an engine"), group=group, stops=_SLOTS),
    )


def _contract() -> tuple[Control, ...]:
    group = _tr("Contract")
    first = _tr("The first token, after a request has arrived. 0 is no limit.")
    each = _tr("Every next token, on average over an answer. 0 is no limit.")
    whole = _tr("The last token, after a request has arrived. 0 is no limit.")
    return (
        Control("ttft_s", _tr("TTFT within"), unit="s", group=group, log=True, low=0, high=60, tip=first),
        Control("tpot_s", _tr("TPOT within"), unit="s", group=group, log=True, low=0, high=1, tip=each),
        Control("e2e_s", _tr("E2E within"), unit="s", group=group, log=True, low=0, high=300, tip=whole),
        Control("percentile", _tr("For a share of"), unit="1", group=group, step=0.01, low=0.5, high=1),
    )


def _workload() -> tuple[Control, ...]:
    group = _tr("Requests")
    sigma = _tr("Standard deviation of the logarithm of the lengths; 0: all alike.")
    return (
        Control("rate", _tr("Requests per second"), group=group, log=True, low=0.2, high=100),
        Control(
            "variation",
            _tr("Burstiness of the gaps"),
            group=group,
            log=True,
            low=0.1,
            high=8,
            tip=_tr("Standard deviation over mean: 1 is Poisson, less is even, more comes in bursts."),
        ),
        Control("prompt_tokens", _tr("Prompt, median"), unit="tokens", group=group, log=True, low=16, high=16_000),
        Control("prompt_spread", _tr("Spread of prompts, σ"), group=group, step=0.05, tip=sigma),
        Control("output_tokens", _tr("Answer, median"), unit="tokens", group=group, log=True, low=2, high=1000),
        Control("output_spread", _tr("Spread of answers, σ"), group=group, step=0.05, tip=sigma),
        Control("requests", _tr("Requests in the run"), group=group, log=True, low=8, high=500),
        Control("seed", _tr("Seed"), kind="spin", group=group),
    )


def _engines() -> tuple[Control, ...]:
    group = _tr("Engines")
    return (
        Control("engines", _tr("Engines, for every policy"), group=group),
        Control("model", _tr("Model"), kind="choice", group=group, choices=_cards(models())),
        Control("hardware", _tr("Device"), kind="choice", group=group, choices=_cards(hardware())),
        Control("tensor_parallel", _tr("Devices per engine"), group=group, stops=(1, 2, 4, 8, 16)),
        Control(
            "sweep",
            _tr("Sweep the rate, too"),
            group=group,
            tip=_tr("Runs every policy at eight rates or more: some seconds."),
        ),
    )


def _cards(cards: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((key, card.name) for key, card in cards.items())
