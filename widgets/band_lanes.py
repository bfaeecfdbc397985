"""Which lanes the band of engines has, and where: one per engine, folded groups where they would not fit, and one for
what travels between engines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby

from PySide6.QtCore import QRectF

from widgets.fonts import scale

TALLEST, LOWEST, GAP = 46.0, 13.0, 2.0  # logical pixels at scale 1
MOVING = 20.0  # of the transfers
ROW, THINNEST_ROW = 6.0, 1.5  # of one engine in a folded group
NEVER_FOLDED = 2
GROUPS, GROUP_STEP = 4, 8  # engines of one kind are cut into at most so many groups, of multiples of eight


class LaneKind(Enum):
    ENGINE = "engine"
    GROUP = "group"  # several engines, one thin row each
    TRANSFERS = "transfers"


@dataclass(frozen=True)
class Lane:
    """`top` is relative to the band. `group` counts groups from 0; −1: the lane belongs to none."""

    kind: LaneKind
    engines: tuple[int, ...] = ()
    group: int = -1
    top: float = 0.0
    height: float = 0.0


def kinds_of(names: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Neighbouring engines of one kind: "prefill 0", "prefill 1", …"""
    neighbours = groupby(range(len(names)), key=lambda engine: names[engine].rstrip("0123456789 "))
    return tuple(tuple(members) for _, members in neighbours)


def groups_of(names: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Engines of one kind, many of them cut into even groups."""
    found: list[tuple[int, ...]] = []
    for engines in kinds_of(names):
        step = math.ceil(len(engines) / GROUPS / GROUP_STEP) * GROUP_STEP
        found += [engines[start : start + step] for start in range(0, len(engines), step)]
    return tuple(found)


class BandLanes:
    """Lanes for a room. `transfers_after` is the engine whose lane the transfers follow, −1 for none."""

    def __init__(self, names: Sequence[str], transfers_after: int) -> None:
        self._count = len(names)
        self._after = transfers_after
        self.groups = groups_of(names)
        self.opened = -1  # group whose engines have lanes of their own although they do not fit
        self.folds = False  # whether there are groups to open
        self.lanes: tuple[Lane, ...] = ()

    def arrange(self, room: float, roomy: float) -> float:
        """Place the lanes within `room` pixels, or `roomy` ones while a group is open; returns the height used."""
        step = scale()
        each = LOWEST * step + GAP
        self.folds = self._count > NEVER_FOLDED and self._count * each + (each if self._after >= 0 else 0.0) > room
        plan = list(self._folded() if self.folds else self._plain())
        heights = self._heights(plan, roomy if self.folds and self.opened >= 0 else room, step)
        placed, top = [], 0.0
        for lane, height in zip(plan, heights, strict=True):
            placed.append(replace(lane, top=top, height=height))
            top += height + GAP
        self.lanes = tuple(placed)
        return top

    def _plain(self) -> Iterator[Lane]:
        for engine in range(self._count):
            yield Lane(LaneKind.ENGINE, (engine,))
            if engine == self._after:
                yield Lane(LaneKind.TRANSFERS)

    def _folded(self) -> Iterator[Lane]:
        for number, engines in enumerate(self.groups):
            if number == self.opened or len(engines) == 1:
                yield from (Lane(LaneKind.ENGINE, (engine,), number) for engine in engines)
            else:
                yield Lane(LaneKind.GROUP, engines, number)
            if self._after in engines:
                yield Lane(LaneKind.TRANSFERS)

    def _heights(self, plan: Sequence[Lane], room: float, step: float) -> list[float]:
        room -= GAP * len(plan)
        moving = (MOVING if room > (self._count + 1) * LOWEST * step else LOWEST) * step
        single = sum(lane.kind is LaneKind.ENGINE for lane in plan)
        folded = sum(len(lane.engines) for lane in plan if lane.kind is LaneKind.GROUP)
        rest = room - (moving if self._after >= 0 else 0.0)
        row = min(max((rest - single * LOWEST * step) / max(1, folded), THINNEST_ROW), ROW * step)
        thin = {
            lane.group: max(LOWEST * step, row * len(lane.engines)) for lane in plan if lane.kind is LaneKind.GROUP
        }
        each = min(max((rest - sum(thin.values())) / max(1, single), LOWEST * step), TALLEST * step)
        return [
            each if lane.kind is LaneKind.ENGINE else moving if lane.kind is LaneKind.TRANSFERS else thin[lane.group]
            for lane in plan
        ]

    def rect(self, lane: Lane, band: QRectF) -> QRectF:
        return QRectF(band.left(), band.top() + lane.top, band.width(), lane.height)

    def engine_rect(self, engine: int, band: QRectF) -> QRectF:
        """Where an engine is drawn: its lane, or its row in a folded group."""
        for lane in self.lanes:
            if engine in lane.engines:
                rect, rows = self.rect(lane, band), len(lane.engines)
                height = rect.height() / rows
                return QRectF(rect.left(), rect.top() + lane.engines.index(engine) * height, rect.width(), height)
        return QRectF()

    def at(self, y: float, band: QRectF) -> Lane | None:
        """The lane at a height."""
        return next((lane for lane in self.lanes if 0 <= y - band.top() - lane.top <= lane.height), None)

    def engine_at(self, y: float, band: QRectF) -> int:
        """The engine at a height, −1 if none."""
        lane = self.at(y, band)
        if lane is None or not lane.engines:
            return -1
        row = int((y - band.top() - lane.top) / max(lane.height, 1e-9) * len(lane.engines))
        return lane.engines[min(max(row, 0), len(lane.engines) - 1)]

    def toggle(self, group: int) -> None:
        """Open a group, or fold it again."""
        self.opened = -1 if group == self.opened else group

    def open_next(self) -> None:
        """None, then the first group, then the second, …"""
        several = [number for number, engines in enumerate(self.groups) if len(engines) > 1]
        later = [number for number in several if number > self.opened]
        self.opened = later[0] if later else -1
