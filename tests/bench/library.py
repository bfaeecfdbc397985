"""Searching, filtering and following the library, as it is shipped and with thousands of own sources.

A keystroke is timed until the keys that are left stand there as a tuple; every phrase is typed into a collection that
was just opened and is shown, so that the first letter pays for what is built but once. Limits are for CPU time; the
slowest key is also given as the clock saw it.
"""

from __future__ import annotations

import gc
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench.measure import Row, timed

KEYSTROKE, SELECTION = 30, 50  # ms
OWN = 4847  # with the library's 153: 5,000
ENGLISH = ("pagedattention", "kv cache", "speculative decoding", "song han 2023", "zzzz", "a", "on")
CHINESE = ("分页注意力", "缓存", "投机解码", "KV缓存", "的", "推理 服务")
LATIN = [
    "cache",
    "paged",
    "attention",
    "prefill",
    "decode",
    "batch",
    "schedule",
    "memory",
    "expert",
    "routing",
    "draft",
]
HAN = [
    "缓存",
    "分页",
    "注意力",
    "预填充",
    "解码",
    "批处理",
    "调度",
    "显存",
    "专家",
    "路由",
    "延迟",
    "吞吐",
    "草稿",
    "推理",
    "服务",
]


def run() -> list[Row]:
    from citations.collection import Collection
    from citations.library import Library
    from citations.notebook import Notebook

    library = Library.open()
    with tempfile.TemporaryDirectory() as folder, Notebook(Path(folder) / "notebook.sqlite") as notebook:
        rows = list(_rows(lambda: Collection(library, notebook, neighbours=True), "153"))
        _fill(notebook, [source.key for source in library.sources(None)])
        opened: list[Collection] = []
        spent = _once(lambda: opened.append(Collection(library, notebook, neighbours=True)))
        rows += _rows(lambda: Collection(library, notebook, neighbours=True), f"{len(opened[0].sources):,}")
        rows.append(Row("5,000 sources, open them", spent, "ms"))
        rows += _marking(opened[0], notebook)
    return rows


def _rows(opened: Callable[[], object], count: str) -> Iterator[Row]:
    from citations.collection import Collection
    from citations.filters import SourceFilter

    def fresh() -> Collection:
        collection = opened()
        assert isinstance(collection, Collection)
        assert collection.edges  # shown before anybody types
        gc.collect()  # the garbage of opening is not that of typing
        return collection

    chips = SourceFilter(ledgers=("state", "decode"), years=(2020, None), statuses=("unread",))
    for language, phrases in (("English", ENGLISH), ("Chinese", CHINESE)):
        for title, wanted in (("", SourceFilter()), (", chips", chips)):
            spent = [stroke for phrase in phrases for stroke in _strokes(fresh(), phrase, wanted)]
            name = f"{count} sources, a key, {language}{title}"
            cpu, wall = ([stroke[which] for stroke in spent] for which in (0, 1))
            yield Row(name, statistics.median(cpu), "ms", KEYSTROKE)
            yield Row(f"{name}, slowest of {len(spent)}", max(cpu), "ms", KEYSTROKE)
            yield Row(f"{name}, slowest by the clock", max(wall), "ms")
    collection = fresh()
    yield Row(f"{count} sources, menus of all chips, first", _once(lambda: dict(collection.choices())), "ms")
    yield Row(
        f"{count} sources, menus of all chips, later", timed(lambda _: dict(collection.choices(chips)), 20).wall, "ms"
    )
    yield from _following(collection, count)


def _strokes(collection: object, phrase: str, wanted: object) -> Iterator[tuple[float, float]]:
    """CPU and wall milliseconds of each key."""
    from dataclasses import replace

    from citations.collection import Collection
    from citations.filters import SourceFilter

    assert isinstance(collection, Collection)
    assert isinstance(wanted, SourceFilter)
    collection.matching(wanted)  # what the chips alone let through was shown before
    for end in range(1, len(phrase) + 1):
        narrowed = replace(wanted, text=phrase[:end])
        start = time.perf_counter()
        cpu = _once(lambda narrowed=narrowed: collection.matching(narrowed))
        yield cpu, (time.perf_counter() - start) * 1000


def _following(collection: object, count: str) -> Iterator[Row]:
    from citations.collection import Collection

    assert isinstance(collection, Collection)
    lineage = collection.lineage
    keys = [source.key for source in collection.sources]
    chosen = random.Random(1).sample(keys, 40)

    def select(index: int) -> object:
        key = chosen[index % len(chosen)]
        return lineage.kin(key), collection.relations(key)

    yield Row(f"{count} sources, kin of one, first", _once(lambda: select(0)), "ms", SELECTION)
    selection = timed(select, 200)
    yield Row(f"{count} sources, kin of one", selection.wall, "ms", SELECTION)
    yield Row(f"{count} sources, kin of one, 95th percentile", selection.wall_p95, "ms", SELECTION)
    between = timed(lambda i: lineage.paths(chosen[i % 40], chosen[-1 - i % 40]), 80)
    yield Row(f"{count} sources, paths between two, 95th percentile", between.wall_p95, "ms", SELECTION)
    yield Row(f"{count} sources, main path, first", _once(lineage.main_path), "ms")


def _marking(collection: object, notebook: object) -> Iterator[Row]:
    from citations.collection import Collection
    from citations.notebook import Notebook

    assert isinstance(collection, Collection)
    assert isinstance(notebook, Notebook)
    spent = []
    for number in range(5):
        notebook.set_note("orca", f"a note, {number}")
        spent.append(_once(lambda: collection.refreshed()))
    yield Row("5,000 sources, take in a note that was saved", statistics.median(spent), "ms")


def _once(call: Callable[[], object]) -> float:
    """CPU milliseconds."""
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1000


def _fill(notebook: object, known: list[str]) -> None:
    """Own sources as an import brings them, each building on two that came before, and notes and tags on some."""
    from citations.notebook import Notebook
    from citations.records import Basis, Edge

    assert isinstance(notebook, Notebook)
    draw = random.Random(18)
    sources = [_source(draw, number) for number in range(OWN)]
    older = [*known, *(source.key for source in sources)]
    edges = [
        Edge(source.key, older[draw.randrange(len(known) + number)], "uses", "", Basis.OWN, False)
        for number, source in enumerate(sources)
        for _ in range(2)
    ]
    edges = list({(edge.newer, edge.older): edge for edge in edges}.values())
    keys = notebook.add(sources, edges, "made up").keys
    for key in draw.sample([*known, *keys], 100):
        notebook.set_note(key, " ".join(draw.choices(LATIN + HAN, k=30)))
        notebook.set_tags(key, draw.sample(LATIN, 2))


def _source(draw: random.Random, number: int) -> object:
    from citations.records import OWN as RING
    from citations.records import Effect, Source, Text

    name = f"{draw.choice(LATIN).title()}{number}"
    abstract = Text(" ".join(draw.choices(LATIN, k=120)), "".join(draw.choices(HAN, k=60)))
    ledger = draw.choice(("state", "decode", "batching", "reuse"))
    return Source(
        key=name.lower(), number=0, ring=RING, name=Text(name), title=" ".join(draw.choices(LATIN, k=9)),
        authors=tuple(f"{draw.choice(LATIN).title()} Müller-{draw.randrange(900)}" for _ in range(6)), et_al=False,
        year=draw.randrange(2017, 2027), date="", venue="arXiv", kind="paper", arxiv="", doi="", url="", code="",
        checked=False, bottleneck=Text(""), mechanism=abstract, caveat=Text(""), formula="", primary_ledger=ledger,
        effects=(Effect(ledger, "saves", ""),), claims=(), notes=(),
    )  # fmt: skip
