"""What the memory of a device is full of, and what lacks where it is too full."""

from __future__ import annotations

from dataclasses import dataclass

from engine.labs.capacity_fit import Fit, Hold, hold
from engine.models.memory_split import MemorySplit

PIECES = ("layers", "experts", "tables", "workspace", "state", "fixed", "fragmentation", "free", "outside")


@dataclass(frozen=True, slots=True)
class DeviceBar:
    """Bytes of one device of a pipeline stage; `pieces` has every name of PIECES. What lacks is not among them."""

    stage: int  # from 0
    stages: int
    devices: int
    memory: int
    usable: float
    pieces: dict[str, float]
    lacking: float  # bytes beyond what is usable

    @property
    def weights(self) -> float:
        return self.pieces["layers"] + self.pieces["experts"] + self.pieces["tables"]

    @property
    def state(self) -> float:
        """With what is lost inside pages: it cannot be had without."""
        return self.pieces["state"] + self.pieces["fixed"] + self.pieces["fragmentation"]


def bars(fit: Fit) -> tuple[DeviceBar, ...]:
    """One bar for each stage of the pipeline, first stage first."""
    settings = fit.settings
    held = hold(settings, settings.context_tokens)
    return tuple(_bar(fit, split, held) for split in fit.splits)


def _bar(fit: Fit, split: MemorySplit, held: Hold) -> DeviceBar:
    requests, page = fit.settings.max_running, fit.settings.page_tokens
    paged = held.pages(requests) * split.page
    tokens = held.shared * page + requests * held.stored
    state = tokens * split.page / page
    pieces = {
        "layers": split.weight_parts.layers,
        "experts": split.weight_parts.experts,
        "tables": split.weight_parts.tables,
        "workspace": float(fit.workspace(split, requests)),
        "state": state,
        "fixed": split.fixed_per_request * requests,
        "fragmentation": max(0.0, paged - state),
    }
    free = split.usable - sum(pieces.values())
    pieces |= {"free": max(0.0, free), "outside": split.memory - split.usable}
    stages = len(split.shape.stages)
    devices = split.shape.stage_devices * fit.settings.engines
    return DeviceBar(split.stage, stages, devices, split.memory, split.usable, pieces, max(0.0, -free))
