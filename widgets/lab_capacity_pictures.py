"""An answer of the capacity lab as bars and curves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.labs.capacity import Answer
from engine.labs.capacity_bars import PIECES, DeviceBar
from engine.labs.capacity_laws import laws
from engine.labs.capacity_settings import base
from engine.models.card_types import ModelCard
from engine.models.cards import models
from engine.scenario import Allocator
from widgets import format as write
from widgets.lab_capacity_words import piece_text, piece_tip, tr
from widgets.lab_plot_bars import BarPlot
from widgets.lab_plot_curves import CurvePlot
from widgets.lab_plot_data import AxisSpec, Bar, Limit, Line, Mark, Part, Region, WorkingPoint

LOOKS = {
    "layers": ("grey", ""),
    "experts": ("grey", "/"),
    "tables": ("grey", "x"),
    "workspace": ("yellow", ""),
    "state": ("blue", ""),
    "fixed": ("blue", "\\"),
    "fragmentation": ("purple", "."),
    "free": ("free", ""),
    "outside": ("free", "/"),
}
# One real model for each law of state.
EXAMPLES = (
    ("MHA", "llama1-65b"),
    ("GQA", "llama3.1-70b"),
    ("MQA", "palm-540b"),
    ("MLA", "deepseek-v3"),
    ("SWA", "mistral-7b"),
    ("SWA + GQA", "gpt-oss-120b"),
    ("lightning + GQA", "minimax-text-01"),
    ("KDA + MLA", "kimi-k3"),
    ("CSA + HCA", "deepseek-v4-pro"),
    ("Mamba 2 + GQA", "nemotron-h-56b"),
)


def show_bars(plot: BarPlot, answer: Answer) -> None:
    """Stages that are alike are one bar."""
    usable = answer.bars[answer.tightest].usable
    limit = Limit(usable, tr("usable: {0}").format(write.byte_size(usable)))
    reserved = answer.settings.allocator is Allocator.CONTIGUOUS
    plot.setBars([_bar(group, reserved) for group in _alike(answer.bars)], "B", limit)


@dataclass(frozen=True)
class _Stages:
    first: DeviceBar
    last: DeviceBar


def _alike(bars: Sequence[DeviceBar]) -> list[_Stages]:
    found: list[_Stages] = []
    for bar in bars:
        if found and found[-1].last.pieces == bar.pieces:
            found[-1] = _Stages(found[-1].first, bar)
        else:
            found.append(_Stages(bar, bar))
    return found


def _bar(stages: _Stages, reserved: bool) -> Bar:
    bar = stages.first
    if bar.stages == 1:
        label = tr("each of {0} devices").format(bar.devices) if bar.devices > 1 else tr("the device")
    elif stages.first is stages.last:
        label = tr("stage {0}").format(bar.stage + 1)
    else:
        label = tr("stages {0}–{1}").format(bar.stage + 1, stages.last.stage + 1)
    shown = [key for key in PIECES if key != "outside" or not bar.lacking]
    parts = [Part(key, piece_text(key, reserved), bar.pieces[key], *LOOKS[key], tip=piece_tip(key)) for key in shown]
    if bar.lacking:
        return Bar(label, parts, tr("{0} too much").format(write.byte_size(bar.lacking)))
    return Bar(label, parts, tr("{0} free").format(write.byte_size(bar.pieces["free"])))


def show_frontier(plot: CurvePlot, answer: Answer) -> None:
    """How many requests fit at each context, and where one is."""
    curve, settings = answer.curve, answer.settings
    x = [float(tokens) for tokens in curve.contexts]
    with_work, without = _drawn(curve.requests), _drawn(curve.without_workspace)
    paged = settings.allocator is Allocator.PAGED
    names = (tr("in pages"), tr("reserved in one piece"))
    own, other = names if paged else names[::-1]
    lines = [
        Line(own, x, _broken(curve.requests), "blue", width=2.6),
        Line(other, x, _broken(curve.other), "orange", "dash"),
    ]
    if curve.requests != curve.without_workspace:
        free = Line(tr("if no workspace were needed"), x, _broken(curve.without_workspace), "grey", "dot", width=1.6)
        lines.insert(1, free)
    point = WorkingPoint(float(settings.context_tokens), float(settings.max_running), tr("wanted"))
    top = 2.0 * max(*without, settings.max_running, 4)
    regions = [Region(tr("out of memory"), x, without, None, "vermillion", "/")]
    if any(a != b for a, b in zip(with_work, without, strict=True)):
        regions.append(Region(tr("no room for the workspace"), x, with_work, without, "yellow", "\\"))
    plot.setCurves(
        lines,
        AxisSpec(tr("context"), "tokens", log=True, low=x[0], high=x[-1]),
        AxisSpec(tr("requests per engine"), log=True, low=_FLOOR, high=top),
        regions=regions,
        point=point,
    )


_FLOOR = 0.7  # requests: where a logarithmic axis of whole numbers begins


def _drawn(counts: Sequence[int]) -> list[float]:
    return [float(max(count, _FLOOR)) for count in counts]


def _broken(counts: Sequence[int]) -> list[float]:
    return [float(count) if count else math.nan for count in counts]


def architectures(answer: Answer) -> list[tuple[str, ModelCard]]:
    """One model of each law, and the chosen one last."""
    chosen = answer.card.key
    found = [(law, models()[key]) for law, key in EXAMPLES if key != chosen]
    return [*found, (answer.card.name, answer.card)]


def show_architectures(plot: CurvePlot, answer: Answer) -> None:
    """State of one request over its context, of one real model for each law."""
    x = [float(tokens) for tokens in answer.curve.contexts]
    lines = []
    cards = architectures(answer)
    for number, (label, card) in enumerate(cards):
        y = state_of(answer, card)
        if card is cards[-1][1]:
            lines.append(Line(label, x, y, "accent", width=3.4))
        else:
            lines.append(Line(label, x, y, f"series:{number}", "solid" if number % 2 else "dash", width=1.6))
    place = answer.curve.contexts.index(answer.settings.context_tokens)
    here = Mark(x[place], lines[-1].y[place], answer.card.name, "accent")
    plot.setCurves(
        lines,
        AxisSpec(tr("context"), "tokens", log=True, low=x[0], high=x[-1]),
        AxisSpec(tr("state of one request"), "B", log=True),
        marks=[here],
    )


def state_of(answer: Answer, card: ModelCard) -> list[float]:
    """Bytes of one request at each context of the curve, at the answer's precision."""
    found = answer.laws if card is answer.card else laws(card, base(answer.settings).precision)
    return [sum(law.bytes(tokens) for law in found) for tokens in answer.curve.contexts]
