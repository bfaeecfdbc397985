"""What a notebook should be after any edits, in plain Python, and edits at random."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from notebook_helpers import own_source

from citations.folding import fold
from citations.notebook import Batch, Kind, Notebook, Reading, Status
from citations.records import Basis, Edge, Source

Edit = tuple[str, tuple[Any, ...]]  # the name of a method of Notebook, and what it is given

KEYS = ("orca", "vllm", "own-a", "own-b", "own-a-2")
TEXTS = ("", "页表 and pages", "Ünïts\0of \U0001f4c4", "alpha Beta", "  beta\n页")
TAGS = ("to do", "页", "Alpha", "alpha", "")
NAMES = ("First", "second", "第三")
FILES = tuple(Path("/a b") / name for name in ("x.pdf", "ü 页.pdf"))
PROBES = ("页", "页表", "units", "BETA", "to do", "al", "on ", "pages", "pdf")


@dataclass
class Model:
    """The same methods as the notebook's, on lists and dictionaries."""

    kept: dict[str, dict[str, Any]] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    log: list[dict[str, Any]] = field(default_factory=list)  # of batches: kind, origin, keys, edges, in_force
    scenarios: dict[str, str] = field(default_factory=dict)
    paths: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def set_note(self, key: str, text: str) -> None:
        self._set(key, note=text)

    def set_status(self, key: str, status: Status) -> None:
        self._set(key, status=status)

    def set_tags(self, key: str, tags: Iterable[str]) -> None:
        self._set(key, tags=tuple(sorted({*tags} - {""}, key=lambda tag: (tag.casefold(), tag))))

    def attach(self, key: str, path: Path) -> None:
        files = self.kept.get(key, {}).get("attachments", ())
        self._set(key, attachments=files if path in files else (*files, path))

    def detach(self, key: str, path: Path) -> None:
        files = self.kept.get(key, {}).get("attachments", ())
        self._set(key, attachments=tuple(file for file in files if file != path))

    def _set(self, key: str, **values: Any) -> None:
        kept = {**self.kept.pop(key, {}), **values}
        if any(value and value is not Status.UNREAD for value in kept.values()):
            self.kept[key] = kept

    def add(self, sources: Sequence[Source], edges: Sequence[Edge] = (), origin: str = "") -> None:
        keys: dict[str, str] = {}
        given = []
        meant = {end for edge in edges for end in _ends(edge)} - {source.key for source in sources}
        for source in sources:
            stem = "own-" + source.key.removeprefix("own-")
            numbered = (f"{stem}-{number}" for number in range(2, 10_000))
            key = next(key for key in (stem, *numbered) if key not in self.sources and key not in meant)
            self.sources[key] = dataclasses.replace(source, key=key)
            keys.setdefault(source.key, key)
            given.append(key)
        first = len(self.edges)
        for edge in edges:
            ends = {"newer": keys.get(edge.newer, edge.newer), "older": keys.get(edge.older, edge.older)}
            self.edges.append(dataclasses.replace(edge, **ends, basis=Basis.OWN))
        self._log(Kind.ADD, origin, given, range(first, len(self.edges)))

    def replace(self, source: Source) -> None:
        self.sources[source.key] = source

    def remove(self, keys: Sequence[str]) -> None:
        self._log(Kind.REMOVE, "", list(dict.fromkeys(keys)), ())

    def add_edge(self, edge: Edge) -> None:
        self.add((), (edge,))

    def remove_edge(self, newer: str, older: str) -> None:
        there = [number for number in self._edges_there() if _ends(self.edges[number]) == (newer, older)]
        self._log(Kind.REMOVE, "", [], there)

    def take_back(self, batch: int) -> None:
        self.log[batch - 1]["in_force"] = False

    def put_back(self, batch: int) -> None:
        self.log[batch - 1]["in_force"] = True

    def _log(self, kind: Kind, origin: str, keys: Sequence[str], edges: Iterable[int]) -> None:
        entry = {"kind": kind, "origin": origin, "keys": tuple(keys), "edges": frozenset(edges), "in_force": True}
        self.log.append(entry)

    def save_scenario(self, name: str, toml: str) -> None:
        self.scenarios[name] = toml

    def remove_scenario(self, name: str) -> None:
        self.scenarios.pop(name, None)

    def save_path(self, name: str, keys: Sequence[str]) -> None:
        self.paths[name] = tuple(keys)

    def remove_path(self, name: str) -> None:
        self.paths.pop(name, None)

    def present(self) -> frozenset[str]:
        """Keys of own sources that are there."""
        return self._there("keys")

    def _edges_there(self) -> frozenset[int]:
        return self._there("edges")

    def _there(self, what: str) -> frozenset[Any]:
        added = {one for entry in self.log if entry["in_force"] and entry["kind"] is Kind.ADD for one in entry[what]}
        gone = {
            one for entry in self.log if entry["in_force"] and entry["kind"] is Kind.REMOVE for one in entry[what]
        }
        return frozenset(added - gone)

    def own_edges(self) -> tuple[Edge, ...]:
        present = self.present()
        latest = {_ends(self.edges[number]): number for number in sorted(self._edges_there())}
        edges = [self.edges[number] for number in sorted(latest.values())]
        return tuple(e for e in edges if all(end in present or not end.startswith("own-") for end in _ends(e)))

    def find(self, word: str) -> frozenset[str]:
        found = set()
        for key in {*self.kept, *self.sources} - (self.sources.keys() - self.present()):
            kept, source = self.kept.get(key, {}), self.sources.get(key)
            texts = [kept.get("note", ""), *kept.get("tags", ())]
            texts += [source.title, source.name.en, *source.authors, source.date] if source else []
            if any(fold(word.strip()) in fold(text.replace("\0", " ")) for text in texts):
                found.add(key)
        return frozenset(found)

    def state(self) -> dict[str, Any]:
        gone = self.sources.keys() - self.present()
        tags = Counter(tag for key, kept in self.kept.items() if key not in gone for tag in kept.get("tags", ()))
        ordered = sorted((self.sources[key] for key in self.present()), key=lambda source: source.order)
        return {
            "readings": {key: Reading(key, **kept) for key, kept in self.kept.items()},
            "tags": dict(tags),
            "sources": tuple(ordered),
            "edges": self.own_edges(),
            "batches": [self._batch(number) for number in range(len(self.log), 0, -1)],
            "scenarios": self.scenarios,
            "paths": self.paths,
            "found": {word: self.find(word) for word in PROBES},
        }

    def _batch(self, number: int) -> Batch:
        entry = self.log[number - 1]
        added = len(entry["keys"]) if entry["kind"] is Kind.ADD else 0
        rest = entry["kind"], len(entry["edges"]), entry["in_force"]
        return Batch(number, entry["origin"], added, entry["keys"], "", *rest)


def state_of(notebook: Notebook) -> dict[str, Any]:
    """All that a notebook says, but for the times."""
    return {
        "readings": {key: dataclasses.replace(reading, changed="") for key, reading in notebook.readings().items()},
        "tags": notebook.tags(),
        "sources": notebook.own_sources(),
        "edges": notebook.own_edges(),
        "batches": [dataclasses.replace(batch, when="") for batch in notebook.batches()],
        "scenarios": notebook.scenarios(),
        "paths": notebook.paths(),
        "found": {word: notebook.find(word) for word in PROBES},
    }


def perform(target: Notebook | Model, edit: Edit) -> None:
    name, arguments = edit
    getattr(target, name)(*arguments)


def random_edit(numbers: random.Random, model: Model, sources: int = 3) -> Edit:
    """An edit that is possible as things are, with at most so many sources at once."""
    kinds = [
        ("set_note", lambda: (numbers.choice(KEYS), numbers.choice(TEXTS))),
        ("set_status", lambda: (numbers.choice(KEYS), numbers.choice(list(Status)))),
        ("set_tags", lambda: (numbers.choice(KEYS), [numbers.choice(TAGS) for _ in range(numbers.randint(0, 3))])),
        ("attach", lambda: (numbers.choice(KEYS), numbers.choice(FILES))),
        ("detach", lambda: (numbers.choice(KEYS), numbers.choice(FILES))),
        ("add", lambda: _random_batch(numbers, numbers.randint(0, sources))),
        ("add_edge", lambda: (_random_edge(numbers),)),
        ("save_scenario", lambda: (numbers.choice(NAMES), numbers.choice(TEXTS))),
        ("remove_scenario", lambda: (numbers.choice(NAMES),)),
        ("save_path", lambda: (numbers.choice(NAMES), numbers.choices(KEYS, k=numbers.randint(0, 3)))),
        ("remove_path", lambda: (numbers.choice(NAMES),)),
    ]
    known, edges = sorted(model.sources), model.own_edges()
    if known:
        kinds.append(("replace", lambda: (_random_source(numbers, numbers.choice(known)),)))
        kinds.append(("remove", lambda: (numbers.choices(known, k=numbers.randint(1, 2)),)))
    if edges:
        kinds.append(("remove_edge", lambda: _ends(numbers.choice(edges))))
    if model.log:
        kinds += [(name, lambda: (numbers.randint(1, len(model.log)),)) for name in ("take_back", "put_back")]
    name, arguments = numbers.choice(kinds)
    return name, arguments()


def _random_batch(numbers: random.Random, sources: int) -> tuple[Any, ...]:
    added = [_random_source(numbers, numbers.choice("abc")) for _ in range(sources)]
    edges = [_random_edge(numbers) for _ in range(numbers.randint(0, 2))]
    return added, edges, numbers.choice(NAMES)


def _random_source(numbers: random.Random, key: str) -> Source:
    year = numbers.randint(2019, 2026)
    date = numbers.choice((str(year), f"{year}-0{numbers.randint(1, 9)}"))
    title = f"{key} {numbers.choice(TEXTS)}".strip()
    return own_source(key, title=title, year=year, date=date, authors=(numbers.choice(NAMES), "Ç. Ünal"))


def _random_edge(numbers: random.Random) -> Edge:
    """Never between two names of one source."""
    newer, older = numbers.choice(("a", "own-a", "own-a-2", "orca")), numbers.choice(("b", "own-b", "c", "vllm"))
    return Edge(newer, older, numbers.choice(("uses", "extends")), numbers.choice(TEXTS), Basis.OWN, False)


def _ends(edge: Edge) -> tuple[str, str]:
    return edge.newer, edge.older
