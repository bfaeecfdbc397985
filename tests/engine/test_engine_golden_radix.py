"""The logs of SGLang 0.5.23's radix cache, replayed field by field: every tree, every slot, every size."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.memory.free_queue import FreeQueue
from engine.memory.radix import Node, RadixCache
from engine.memory.tokens import TokenContent

GOLDEN = Path(__file__).parents[1] / "golden"
LOGS = sorted(path.stem for path in GOLDEN.glob("sglang_*.jsonl"))


class Cache:
    """Plays one operation after the other and answers in the format of the log."""

    def __init__(self, size: int, page: int, policy: str) -> None:
        self.page = page
        self.queue = FreeQueue(1, size // page + 1)
        self.tree = RadixCache(self._give_back, policy)
        self.live: dict[str, Node] = {}
        self.first: dict[int, tuple[int, ...]] = {}  # unit -> its tokens

    def _give_back(self, pages: list[int]) -> None:
        if self.page == 1:
            self.queue.give_back(pages)
        else:
            self.queue.give_front(pages)

    def _key(self, row: dict[str, Any]) -> list[int]:
        content = TokenContent([tuple(run) for run in row["prompt"]], 10**9, row["ns"] or "")
        units = content.length // self.page
        key = list(content.hashes(units, self.page)[:units])
        for place, unit in enumerate(key):
            runs = content.run(place * self.page, self.page)
            self.first[unit] = tuple(token for first, count in runs for token in range(first, first + count))
        return key

    def play(self, row: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = {
            name: row[name] for name in ("i", "op", "id", "prompt", "ns", "prio", "ask") if name in row
        }
        if row["op"] == "match":
            answer["hit"] = len(self.tree.match(self._key(row), row["ns"] or "").pages) * self.page
        elif row["op"] == "evict":
            answer["evicted"] = self.tree.evict(-(-row["ask"] // self.page)) * self.page
        elif row["op"] == "finish":
            self.tree.unlock(self.live.pop(row["id"]))
        else:
            answer |= self._admit(row)
        if "tree" in row:
            answer["tree"] = list(self._rows())
        return answer | {
            "avail": len(self.queue) * self.page,
            "evictable": self.tree.evictable * self.page,
            "protected": self.tree.protected * self.page,
            "total": self.tree.total * self.page,
        }

    def _admit(self, row: dict[str, Any]) -> dict[str, Any]:
        key, namespace = self._key(row), row["ns"] or ""
        pages, node = self.tree.match(key, namespace)
        self.tree.lock(node)
        need, evicted = len(key) - len(pages), 0
        if need > len(self.queue):
            evicted = self.tree.evict(need - len(self.queue))
        answer: dict[str, Any] = {"hit": len(pages) * self.page, "need": need * self.page}
        answer |= {"evicted": evicted * self.page, "ok": need <= len(self.queue)}
        if not answer["ok"]:
            self.tree.unlock(node)
            return answer
        pages += self.queue.take(need)
        answer["insert_prefix"] = self.tree.insert(key, pages, namespace, priority=row["prio"]) * self.page
        self.live[row["id"]] = self.tree.match(key, namespace).node
        self.tree.lock(self.live[row["id"]])
        self.tree.unlock(node)
        slots = [page * self.page + offset for page in pages for offset in range(self.page)]
        answer["slots_sha1"] = hashlib.sha1(json.dumps(slots).encode()).hexdigest()[:12]
        return answer

    def _rows(self) -> Iterator[list[int]]:
        """Preorder over all namespaces, children by their first tokens."""
        top = [node for depth, node in self.tree.walk() if depth == 0]
        stack = [(0, node) for node in self._sorted(top)]
        while stack:
            depth, node = stack.pop()
            tokens = len(node.key) * self.page
            yield [depth, self.first[node.key[0]][0], tokens, node.locks, node.hits, node.priority]
            stack += [(depth + 1, child) for child in self._sorted(list(node.children.values()))]

    def _sorted(self, nodes: list[Node]) -> list[Node]:
        """Last first: for a stack. Nodes with equal first tokens keep their order in the tree."""
        return sorted(nodes, key=lambda node: self.first[node.key[0]])[::-1]


@pytest.mark.parametrize("name", LOGS)
def test_every_operation_of_the_log_has_the_same_result(name: str) -> None:
    header, *rows = (json.loads(line) for line in (GOLDEN / f"{name}.jsonl").read_text().splitlines())
    cache = Cache(**header["params"])
    for row in rows:
        assert cache.play(row) == row


def test_all_eight_logs_are_replayed() -> None:
    assert len(LOGS) >= 8
