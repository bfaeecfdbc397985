"""The main path of a citation network: the line of descent along which most of its search paths run.

A search path leads from a source that builds on nothing to one that nothing builds on. The *search path count* (SPC)
of an edge is the number of search paths that run through it. With an added start before all beginnings and an added
end after all ends, it is the number of ways from the start to the older end times the number of ways from the newer
end to the added end, so that no path need be walked: V. Batagelj, "Efficient algorithms for citation network
analysis", 2003 (arXiv cs/0309023), after N. P. Hummon and P. Doreian, "Connectivity in a citation network", Social
Networks 11 (1989).

Of the known ways to read a path from the counts, this is the *global* one: the path whose counts have the greatest
sum (J. S. Liu and L. Y. Y. Lu, "An integrated approach for main path analysis", JASIST 63 (2012)). The *local* one
takes the heaviest edge at each step, and so may walk past the heaviest path and ends differently when walked from the
other end. *Key routes* keep several of the heaviest edges and give a bundle of paths, not one line that can be played
step by step. A further gain: the heaviest path through a source is the heaviest one to it, then the heaviest one from
it, so that the main path "to" and "from" any source agree with the main path wherever that passes.
"""

from __future__ import annotations

from collections.abc import Mapping

from citations.graph import Graph, Pair, Path


def search_path_counts(graph: Graph) -> dict[Pair, int]:
    """The number of search paths through each pair (older, newer) of an acyclic graph, in date order."""
    order = [key for layer in graph.layers() for key in layer]
    before: dict[str, int] = {}
    after: dict[str, int] = {}
    for key in order:
        before[key] = sum(before[other] for other in graph.older[key]) or 1
    for key in reversed(order):
        after[key] = sum(after[other] for other in graph.newer[key]) or 1
    return {(older, newer): before[older] * after[newer] for older, newer in graph.pairs()}


class Heaviest:
    """The path of greatest sum of `weights` from or to each key of an acyclic graph; of equal ones the one whose
    sources, read from the oldest on, are of the earlier dates."""

    def __init__(self, graph: Graph, weights: Mapping[Pair, int]) -> None:
        self._graph = graph
        self.weights = weights
        order = [key for layer in graph.layers() for key in layer]
        self._ahead: dict[str, tuple[int, str | None]] = {}  # the greatest sum onward, and the next step
        for key in reversed(order):
            choices = [(weights[key, other] + self._ahead[other][0], other) for other in graph.newer[key]]
            self._ahead[key] = max(choices, key=lambda choice: choice[0], default=(0, None))  # the first of equals
        self._behind: dict[str, int] = {}
        for key in order:
            sums = [self._behind[other] + weights[other, key] for other in graph.older[key]]
            self._behind[key] = max(sums, default=0)

    def anywhere(self) -> Path:
        """The heaviest path of all; none without edges."""
        start = max(self._ahead, key=lambda key: (self._ahead[key][0], -self._graph.place[key]), default=None)
        return () if start is None or not self._ahead[start][0] else self.onward(start)

    def onward(self, key: str) -> Path:
        """From the key to an end of the network."""
        path = [key]
        while (following := self._ahead[path[-1]][1]) is not None:
            path.append(following)
        return tuple(path)

    def backward(self, key: str) -> Path:
        """From a beginning of the network to the key.

        Of equal paths the earliest is found from its beginning: all edges that lie on one of them are marked first.
        """
        onward: dict[str, str] = {}  # on the way to the key, the step of the earliest date
        edge, beginnings = [key], []
        seen = {key}
        while edge:
            current = edge.pop()
            if not self._graph.older[current]:
                beginnings.append(current)
            for other in self._graph.older[current]:
                if self._behind[other] + self.weights[other, current] != self._behind[current]:
                    continue
                known = onward.get(other)
                if known is None or self._graph.place[current] < self._graph.place[known]:
                    onward[other] = current
                if other not in seen:
                    seen.add(other)
                    edge.append(other)
        path = [min(beginnings, key=self._graph.place.__getitem__)]
        while path[-1] != key:
            path.append(onward[path[-1]])
        return tuple(path)
