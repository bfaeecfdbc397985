"""Direct operations on vLLM 0.33.0's cache manager (916 in the log we have), replayed field by field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.memory.pages import PagedAllocator
from engine.memory.tokens import TokenContent
from engine.recording import Event

GOLDEN = Path(__file__).parents[1] / "golden"


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (GOLDEN / f"{name}.jsonl").read_text().splitlines()]


LOGS = sorted(path.stem for path in GOLDEN.glob("vllm_*.jsonl") if "n_ops" in _lines(path.stem)[0]["params"])


class Manager:
    """Plays one operation after the other and answers in the format of the log."""

    def __init__(self, params: dict[str, Any]) -> None:
        self.evicted: list[int] = []
        self.pages = PagedAllocator(
            params["num_blocks"], params["block_size"], caching=params["enable_caching"], sink=self._note
        )
        self.contents: dict[int, TokenContent] = {}
        self.computed: dict[int, int] = {}

    def _note(self, kind: int, request: int, page: int, *rest: int) -> None:
        if kind == Event.EVICT:
            self.evicted.append(page)

    def play(self, row: dict[str, Any]) -> dict[str, Any]:
        self.evicted.clear()
        number = int(row["id"][1:])
        answer = {"i": row["i"], "op": row["op"], "id": row["id"]}
        if row["op"] == "free":
            self.pages.release(number)
        elif row["op"] == "admit":
            answer |= self._admit(number, row)
        else:
            if row["op"] == "decode":
                self.contents[number].append(1)
            answer |= self._grow(number, row["ask"])
        answer["free"] = self.pages.free_pages
        if self.evicted:
            answer["evicted"] = list(self.evicted)
        if "free_queue" in row:
            answer["free_queue"] = self.pages.free_queue()
            answer["ref"] = {str(page): count for page, count in sorted(self.pages.references().items())}
            answer["cached_keys"] = self.pages.cached_keys
        return answer

    def _admit(self, number: int, row: dict[str, Any]) -> dict[str, Any]:
        content = TokenContent([tuple(run) for run in row["prompt"]], 1_000_000 + number * 10_000, row["salt"] or "")
        hits = self.pages.lookup(content, content.length - 1)
        new = self.pages.allocate(number, content, hits, hits.tokens, row["ask"])
        answer = {"prompt": row["prompt"], "salt": row["salt"], "hit": hits.tokens, "hit_blocks": list(hits.pages)}
        answer |= {"ask": row["ask"], "ok": new is not None}
        if new is None:
            return answer
        self.contents[number] = content
        self.computed[number] = hits.tokens + row["ask"]
        return answer | {"new": new}

    def _grow(self, number: int, ask: int) -> dict[str, Any]:
        new = self.pages.allocate(number, self.contents[number], None, self.computed[number], ask)
        if new is None:
            self.pages.release(number)
            return {"ask": ask, "ok": False, "then": "freed (preempted)"}
        self.computed[number] += ask
        return {"ask": ask, "ok": True, "new": new}


@pytest.mark.parametrize("name", LOGS)
def test_every_operation_of_the_log_has_the_same_result(name: str) -> None:
    header, *rows, end = _lines(name)
    manager = Manager(header["params"])
    for row in rows:
        assert manager.play(row) == row
    assert manager.pages.free_queue() == end["free_queue"]
    assert manager.pages.cached_keys == end["cached_keys"]
