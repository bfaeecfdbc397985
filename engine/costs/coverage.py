"""Where a fit ends: what of a scenario its chip was never fitted on. Times there are extrapolated, and say so."""

from __future__ import annotations

from collections.abc import Iterator

from engine.costs.fits import Covered
from engine.models.card_types import HEADED, WITHOUT_ATTENTION, ModelCard
from engine.scenario import Precision

ALIKE = {"mha": "headed", "gqa": "headed", "mqa": "headed"}  # the same kernels over more or fewer heads


def kind_of(layer: str) -> str:
    """The name under which a fit lists a kind of layer."""
    return ALIKE.get(layer, layer)


def kinds_of(card: ModelCard) -> tuple[str, ...]:
    """Kinds of attention and recurrent layers of a model, as fits list them."""
    return tuple(sorted({kind_of(group.kind) for group in card.layer_group} - WITHOUT_ATTENTION))


def beyond(covered: Covered, card: ModelCard, precision: Precision, devices: int) -> Iterator[str]:
    """What lies outside, in words."""
    if covered.layers:
        new = [kind for kind in kinds_of(card) if kind not in covered.layers]
        if new:
            words = ("/".join(sorted(HEADED & ALIKE.keys())) if kind == "headed" else kind for kind in new)
            yield f"{', '.join(words)} layers"
    if card.moe and not covered.experts:
        yield "experts"
    if covered.weight_bits:
        bits = {precision.weight_bits}
        if card.moe and precision.expert_weight_bits is not None:
            bits.add(precision.expert_weight_bits)
        far = sorted(b for b in bits if all(abs(b - known) > 0.5 for known in covered.weight_bits))
        if far:
            yield f"{', '.join(f'{b:g}' for b in far)}-bit weights"
    if covered.devices and devices > covered.devices:
        yield f"{devices} devices in one engine (at most {covered.devices})"
