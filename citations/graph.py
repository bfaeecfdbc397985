"""Who builds on whom, by key alone: reach, shortest ways, layers. Plain dictionaries: nothing must be loaded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

Path = tuple[str, ...]
Pair = tuple[str, str]  # (older, newer)


class Graph:
    """`keys` in date order, and `pairs` (older, newer) of two of them. All that comes back is in date order.

    Pairs may go in circles, because living projects and a user's own edges may; see `acyclic`.
    """

    def __init__(self, keys: Iterable[str], pairs: Iterable[Pair]) -> None:
        self.place = {key: index for index, key in enumerate(keys)}
        newer: dict[str, set[str]] = {key: set() for key in self.place}
        older: dict[str, set[str]] = {key: set() for key in self.place}
        for before, after in pairs:
            newer[before].add(after)
            older[after].add(before)
        self.newer: Mapping[str, Path] = {key: self.sorted(others) for key, others in newer.items()}
        self.older: Mapping[str, Path] = {key: self.sorted(others) for key, others in older.items()}

    def sorted(self, keys: Iterable[str]) -> Path:
        return tuple(sorted(keys, key=self.place.__getitem__))

    def pairs(self) -> Iterator[Pair]:
        return ((older, newer) for older, others in self.newer.items() for newer in others)

    def steps(self, start: str, *, back: bool, depth: int | None = None) -> dict[str, int]:
        """The fewest steps from `start` (0) to all within reach, nearest first; `back` goes to what is built on."""
        onward = self.older if back else self.newer
        found = {start: 0}
        edge, distance = [start], 0
        while edge and (depth is None or distance < depth):
            distance += 1
            near = {other for key in edge for other in onward[key]} - found.keys()
            edge = list(self.sorted(near))
            found.update(dict.fromkeys(edge, distance))
        return found

    def shortest(self, start: str, end: str) -> dict[str, int]:
        """What lies on a shortest way from `start` to the younger `end`, with the steps left to go; {} if none is."""
        left = self.steps(end, back=True)
        if start not in left:
            return {}
        done = self.steps(start, back=False, depth=left[start])
        return {key: left[key] for key, steps in done.items() if key in left and steps + left[key] == left[start]}

    def shortest_paths(self, start: str, end: str) -> Iterator[Path]:
        """The shortest ways one by one, by the dates of what they lead through."""
        left = self.shortest(start, end)

        def onward(key: str) -> Iterator[str]:
            return (other for other in self.newer[key] if left.get(other) == left[key] - 1)

        if not left:
            return
        path, open_ends = [start], [onward(start)]
        while path:
            if path[-1] == end:
                yield tuple(path)
            following = next(open_ends[-1], None)
            if following is None:
                path.pop()
                open_ends.pop()
            else:
                path.append(following)
                open_ends.append(onward(following))

    def shortest_count(self, start: str, end: str) -> int:
        """How many shortest ways there are, without walking them."""
        left = self.shortest(start, end)
        ways = dict.fromkeys(left, 0) | ({end: 1} if left else {})
        for key in sorted(left, key=left.__getitem__):
            for other in self.older[key]:
                if left.get(other) == left[key] + 1:
                    ways[other] += ways[key]
        return ways.get(start, 0)

    def layers(self) -> tuple[Path, ...]:
        """Each key as early as it can be, after what it builds on. Keys on a circle and after one are left out."""
        waiting = {key: len(others) for key, others in self.older.items()}
        layer = [key for key, count in waiting.items() if not count]
        found = []
        while layer:
            found.append(self.sorted(layer))
            following = []
            for key in layer:
                for other in self.newer[key]:
                    waiting[other] -= 1
                    if not waiting[other]:
                        following.append(other)
            layer = following
        return tuple(found)

    @cached_property
    def acyclic(self) -> Graph:
        """This graph, less the pairs that go against the dates between two that build on each other in a circle."""
        if sum(map(len, self.layers())) == len(self.place):
            return self
        import networkx as nx

        circles = nx.strongly_connected_components(nx.DiGraph(self.pairs()))
        circle = {key: index for index, keys in enumerate(circles) for key in keys}
        kept = (
            (older, newer)
            for older, newer in self.pairs()
            if circle[older] != circle[newer] or self.place[older] < self.place[newer]
        )
        return Graph(self.place, kept)

    def among(self, keys: Collection[str]) -> Graph:
        """The part of the graph between the keys."""
        chosen = self.sorted(set(keys))
        inside = set(chosen)
        return Graph(chosen, ((key, other) for key in chosen for other in self.newer[key] if other in inside))
