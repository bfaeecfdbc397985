"""Walking along edges with the arrow keys: left to what a source builds on, right to what it led to, and siblings."""

from __future__ import annotations

from dataclasses import dataclass

from citations.records import Basis, Edge
from widgets.atlas_layout import Layout
from widgets.atlas_model import AtlasModel

LEFT, RIGHT, UP, DOWN = "left", "right", "up", "down"


@dataclass(frozen=True)
class Step:
    """Where a step leads, along which edge (None: to a neighbour on the map), and which of how many ways it was."""

    key: str
    edge: Edge | None = None
    number: int = 0
    ways: int = 0


class Walker:
    """Remembers from where the last step came, so that up and down visit the other ways from there."""

    def __init__(self, model: AtlasModel) -> None:
        self._model = model
        self._anchor = ("", LEFT)  # the source that the last step left, and which way
        self._arrived = ""

    def step(self, way: str, layout: Layout) -> Step | None:
        """The step from the selected source, None where there is nothing that way."""
        model = self._model
        if not model.selected:
            first = next((source.key for source in model.sources if source.key not in model.hidden), "")
            return Step(first) if first else None
        if way in (LEFT, RIGHT):
            return self._along(way, layout)
        if self._arrived == model.selected and self._anchor[0]:
            return self._sibling(way, layout)
        return self._beside(way, layout)

    def _along(self, way: str, layout: Layout) -> Step | None:
        model = self._model
        ways = self._ways(model.selected, way, layout)
        if not ways:
            return None
        back = self._anchor[0] if self._arrived == model.selected and way != self._anchor[1] else ""
        best = next((edge for edge in ways if _end(edge, way) == back), None) or min(ways, key=self._strength)
        return self._go(model.selected, way, best, ways)

    def _sibling(self, way: str, layout: Layout) -> Step | None:
        start, direction = self._anchor
        ways = self._ways(start, direction, layout)
        ends = [_end(edge, direction) for edge in ways]
        if self._arrived not in ends or len(ways) < 2:
            return self._beside(way, layout)
        place = (ends.index(self._arrived) + (1 if way == DOWN else -1)) % len(ways)
        return self._go(start, direction, ways[place], ways)

    def _go(self, start: str, way: str, edge: Edge, ways: list[Edge]) -> Step:
        self._anchor, self._arrived = (start, way), _end(edge, way)
        return Step(self._arrived, edge, ways.index(edge) + 1, len(ways))

    def _ways(self, key: str, way: str, layout: Layout) -> list[Edge]:
        """The edges that way to sources in sight, from the top of the map to the bottom."""
        model = self._model
        edges = model.builds_on.get(key, []) if way == LEFT else model.led_to.get(key, [])
        shown = [edge for edge in edges if _end(edge, way) not in model.hidden]
        return sorted(shown, key=lambda edge: (layout.y[model.index[_end(edge, way)]], _end(edge, way)))

    def _strength(self, edge: Edge) -> tuple[bool, bool, int]:
        """Stated edges before our reading of them, building on before standing beside, near in time before far."""
        apart = self._model.index[edge.newer] - self._model.index[edge.older]
        return (edge.basis is Basis.EDITORIAL, edge.relation in ("same-problem", "baseline"), apart)

    def _beside(self, way: str, layout: Layout) -> Step | None:
        """The nearest source above or below."""
        model = self._model
        here = model.index[model.selected]
        found = []
        for place, source in enumerate(model.sources):
            down = float(layout.y[place] - layout.y[here]) * (1 if way == DOWN else -1)
            if down > 0.2 and source.key not in model.hidden:
                across = abs(float(layout.x[place] - layout.x[here])) * layout.width / layout.metrics.row
                found.append((down + across / 4, source.key))
        self._anchor = ("", LEFT)
        return Step(min(found)[1]) if found else None


def _end(edge: Edge, way: str) -> str:
    return edge.older if way == LEFT else edge.newer
