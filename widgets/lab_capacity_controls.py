"""The form of the capacity lab."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.labs.capacity_settings import CapacitySettings
from engine.models.card_types import HEADED
from engine.models.cards import hardware, model, models
from engine.models.native_layout import native_state
from engine.scenario import Allocator
from widgets import format as write
from widgets.lab_capacity_words import tr
from widgets.lab_controls import Control

DEGREES = (1, 2, 4, 8, 16, 32, 64)
BITS = (2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 16.0, 32.0)
EXPERT_BITS = (0.0, 2.0, 3.0, 4.0, 4.25, 4.5, 6.0, 8.0, 16.0)
PAGES = tuple(2.0**power for power in range(13))


def controls() -> Sequence[Control]:
    """From top to bottom."""
    return (*_load(), *_memory(), *_devices(), *_precision())


def _load() -> list[Control]:
    group = tr("Model and requests")
    cards = tuple((key, card.name) for key, card in models().items())
    return [
        Control("model", tr("Model"), kind="choice", group=group, choices=cards),
        Control(
            "kv_heads",
            tr("KV heads (0: the card's)"),
            kind="slider",
            group=group,
            stops=(0, 1, 2, 4, 8, 16, 32),
            tip=tr("What turns multi-head into grouped or multi-query attention."),
            when=_headed,
        ),
        Control("context_tokens", tr("Context"), unit="tokens", group=group, log=True, low=256, high=4_194_304),
        Control("max_running", tr("Requests at once"), group=group, log=True, high=4096, tip=tr("Per engine.")),
        Control(
            "shared_prefix_tokens",
            tr("Shared prefix"),
            unit="tokens",
            group=group,
            log=True,
            high=1_000_000,
            tip=tr("Tokens that all requests begin with; whole pages of them are kept once."),
            when=lambda settings: settings.allocator is Allocator.PAGED,
        ),
    ]


def _devices() -> list[Control]:
    group = tr("Devices")
    cards = tuple((key, f"{card.name} · {write.byte_size(card.memory_bytes)}") for key, card in hardware().items())
    degrees = (
        ("tensor_parallel", tr("Tensor parallel"), tr("Devices that split the heads of an attention replica.")),
        ("pipeline_parallel", tr("Pipeline parallel"), tr("Stages, each with its part of the layers.")),
        ("data_parallel", tr("Data parallel"), tr("Attention replicas inside an engine, each with its requests.")),
        ("context_parallel", tr("Context parallel"), tr("Devices that split the tokens of a request's state.")),
        ("expert_parallel", tr("Expert parallel"), tr("Groups of devices that split the routed experts.")),
    )
    return [
        Control("hardware", tr("Device"), kind="choice", group=group, choices=cards),
        *(
            Control(
                name,
                label,
                kind="slider",
                group=group,
                stops=DEGREES,
                tip=tip,
                when=_mixture if name == "expert_parallel" else None,
            )
            for name, label, tip in degrees
        ),
        Control(
            "engines", tr("Engines"), kind="spin", group=group, tip=tr("Copies of all this, each on its devices.")
        ),
        Control("utilisation", tr("Memory to be used"), unit="1", group=group, step=0.01),
    ]


def _precision() -> list[Control]:
    group, bits = tr("Bits"), "bit"
    sent = Control(
        "activation_bits",
        tr("Activations and communication"),
        kind="slider",
        unit=bits,
        group=group,
        stops=(4.0, 8.0, 16.0, 32.0),
        tip=tr("What devices send each other; the workspace is counted at 16 bits."),
    )
    native = Control(
        "native_state",
        tr("State as the model's engine stores it"),
        group=group,
        tip=tr("Records of low-bit numbers with their scales, as known for this model."),
        when=_native,
    )
    experts = Control(
        "expert_weight_bits",
        tr("Experts (0: as weights)"),
        kind="slider",
        unit=bits,
        group=group,
        stops=EXPERT_BITS,
        tip=tr("Routed experts: 4.25 is MXFP4 with its scales."),
        when=_mixture,
    )
    weights = Control("weight_bits", tr("Weights"), kind="slider", unit=bits, group=group, stops=BITS)
    state = Control("state_bits", tr("State"), kind="slider", unit=bits, group=group, stops=BITS, when=_own_bits)
    return [
        *(weights, _scales("weight_overhead_bits", tr("Scales of weights"), group, None), experts),
        *(native, state, _scales("state_overhead_bits", tr("Scales of state"), group, _own_bits), sent),
    ]


def _scales(name: str, label: str, group: str, when: Callable[[Any], bool] | None) -> Control:
    tip = tr("Scales and zero points, spread over the elements: MXFP4 0.25, NVFP4 0.5, 16 bits per 128 0.125.")
    return Control(name, label, unit="bit", group=group, step=0.125, high=2, tip=tip, when=when)


def _memory() -> list[Control]:
    group = tr("Memory")
    kinds = ((str(Allocator.PAGED), tr("in pages")), (str(Allocator.CONTIGUOUS), tr("reserved in one piece")))
    return [
        Control("allocator", tr("State lies"), kind="choice", group=group, choices=kinds),
        Control("page_tokens", tr("Page"), kind="slider", unit="tokens", group=group, stops=PAGES),
        Control(
            "max_length",
            tr("Reserved at least"),
            unit="tokens",
            group=group,
            log=True,
            high=4_194_304,
            tip=tr("What a request may grow to; a reservation is made for it."),
            when=lambda settings: settings.allocator is Allocator.CONTIGUOUS,
        ),
        Control(
            "token_budget",
            tr("Tokens per iteration"),
            unit="tokens",
            group=group,
            log=True,
            low=256,
            high=131_072,
            tip=tr("The largest chunk: activations and dispatch buffers grow with it."),
        ),
    ]


def _card(settings: Any) -> Any:
    try:
        return model(settings.model)
    except (KeyError, ValueError):
        return None


def _headed(settings: CapacitySettings) -> bool:
    card = _card(settings)
    return card is not None and any(group.kind in HEADED and not group.shared_kv for group in card.layer_group)


def _mixture(settings: CapacitySettings) -> bool:
    card = _card(settings)
    return card is not None and card.moe is not None


def _native(settings: CapacitySettings) -> bool:
    card = _card(settings)
    return card is not None and native_state(card) is not None


def _own_bits(settings: CapacitySettings) -> bool:
    return not (settings.native_state and _native(settings))
