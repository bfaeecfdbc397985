"""vLLM 0.33's scheduling and paging once more, with nothing but lists: slow, and obviously what the rules say.

Content is compared token by token, so that nothing here rests on hashes. Rows come in the format of the logs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Row = dict[str, Any]


class Pool:
    """A queue of free pages, and what is in each page: all tokens from the start to its end, or nothing."""

    def __init__(self, pages: int, size: int, caching: bool) -> None:
        self.size, self.caching = size, caching
        self.queue = list(range(1, pages))
        self.holders = [0] * pages
        self.content: list[tuple[tuple[int, ...], int]] = []  # (tokens, page), oldest first
        self.evicted: list[int] = []

    def find(self, tokens: list[int]) -> list[int]:
        found: list[int] = []
        while self.caching and (len(found) + 1) * self.size <= len(tokens) - 1:
            wanted = tuple(tokens[: (len(found) + 1) * self.size])
            pages = [page for known, page in self.content if known == wanted]
            if not pages:
                break
            found.append(pages[0])
        return found

    def take(self) -> int:
        page = self.queue.pop(0)
        if any(other == page for _, other in self.content):
            self.evicted.append(page)
            self.content = [entry for entry in self.content if entry[1] != page]
        self.holders[page] = 1
        return page

    def hold(self, page: int) -> None:
        if page in self.queue:
            self.queue.remove(page)
        self.holders[page] += 1

    def keep(self, table: list[int], tokens: list[int], computed: int) -> None:
        """Full pages of known tokens can be found from here on."""
        for block in range(min(computed, len(tokens)) // self.size if self.caching else 0):
            if all(page != table[block] for _, page in self.content):
                self.content.append((tuple(tokens[: (block + 1) * self.size]), table[block]))

    def give_back(self, table: list[int]) -> None:
        front: list[int] = []
        back: list[int] = []
        for page in reversed(table):
            self.holders[page] -= 1
            if not self.holders[page]:
                (back if any(other == page for _, other in self.content) else front).append(page)
        self.queue = front + self.queue + back


class Asked:
    """A request."""

    def __init__(self, row: Row, longest: int) -> None:
        self.name, self.idx, self.at = row["id"], row["idx"], row["at"]
        self.rank = row.get("priority") or 0
        self.tokens = [token for first, count in row["prompt"] for token in range(first, first + count)]
        self.left = min(row["max_tokens"], longest - len(self.tokens))
        self.outputs = self.computed = self.drafts = 0
        self.table: list[int] = []
        self.again = False  # it was preempted
        self.partial = False  # its latest chunk left tokens to compute


class NaiveScheduler:
    """`steps` yields what each step of the engine did."""

    def __init__(self, header: Row) -> None:
        self.params = header["params"]
        self.pool = Pool(self.params["num_blocks"], self.params["block_size"], self.params["enable_prefix_caching"])
        requests = sorted(header["requests"], key=lambda row: (row["at"], row["idx"]))
        self.left = [Asked(row, self.params["max_model_len"]) for row in requests]
        self.running: list[Asked] = []
        self.waiting: list[Asked] = []

    def steps(self) -> Iterator[Row]:
        number, ended = 0, False
        while self.left or self.running or self.waiting:
            arrived = [asked for asked in self.left if asked.at <= number]
            self.left = [asked for asked in self.left if asked.at > number]
            self.waiting += arrived
            self._order()
            if self.running or self.waiting or ended:
                row = self._step(number, arrived)
                ended = "finish" in row
                yield row
            number += 1

    def _order(self) -> None:
        if self.params["policy"] == "priority":
            self.waiting.sort(key=lambda asked: (asked.rank, asked.at, asked.idx))

    def _step(self, number: int, arrived: list[Asked]) -> Row:
        self.pool.evicted = []
        self.given: dict[Asked, int] = {}
        self.new: dict[Asked, list[int]] = {}
        self.hits: dict[Asked, int] = {}
        self.preempted: list[Asked] = []
        self.budget = self.params["max_num_batched_tokens"]
        several = len(self.running) + len(self.waiting) > 1
        self.cap = self.params["long_prefill_token_threshold"] if several else 0
        self._run()
        if not self.preempted:
            self._admit()
        admitted = sorted(self.hits, key=lambda asked: asked.again)
        row: Row = {"step": number, "sched": {asked.name: n for asked, n in self.given.items()}}
        row |= {"arrive": [asked.name for asked in arrived], "admit": [asked.name for asked in admitted]}
        row |= {"hit_tokens": {asked.name: n for asked, n in self.hits.items()}}
        row |= {"preempt": [asked.name for asked in self.preempted]}
        row |= {"new_blocks": {asked.name: pages for asked, pages in self.new.items() if pages}}
        row |= {"free": len(self.pool.queue), "evicted": list(self.pool.evicted)}
        row |= self._results()
        row |= {"free_after": len(self.pool.queue), "running": [asked.name for asked in self.running]}
        row["waiting"] = len(self.waiting)
        optional = ("arrive", "admit", "hit_tokens", "preempt", "new_blocks", "evicted", "spec", "finish")
        return {key: value for key, value in row.items() if value or key not in optional}

    def _capped(self, tokens: int) -> int:
        return self.cap if 0 < self.cap < tokens else tokens

    def _run(self) -> None:
        place = 0
        while place < len(self.running) and self.budget > 0:
            asked = self.running[place]
            tokens = self._capped(len(asked.tokens) + asked.drafts - asked.computed)
            tokens = min(tokens, self.budget, self.params["max_model_len"] - 1 - asked.computed)
            if tokens > 0 and not self._make_room(asked, tokens):
                continue  # it had to go itself; the next one stands in its place now
            if tokens > 0:
                asked.drafts = 0
                self._give(asked, tokens, asked.table[len(self.before) :])
            place = self.running.index(asked) + 1

    def _make_room(self, asked: Asked, tokens: int) -> bool:
        self.before = list(asked.table)
        while not self._grow(asked, asked.computed + tokens, 0):
            victim = self.running[-1]
            if self.params["policy"] == "priority":
                victim = max(self.running, key=lambda other: (other.rank, other.at, other.idx))
            self._preempt(victim)
            if victim is asked:
                return False
        return True

    def _grow(self, asked: Asked, end: int, aside: int) -> bool:
        missing = max(0, -(-end // self.pool.size) - len(asked.table))
        if missing + aside > len(self.pool.queue):
            return False
        asked.table += [self.pool.take() for _ in range(missing)]
        self.pool.keep(asked.table, asked.tokens, end)
        return True

    def _preempt(self, victim: Asked) -> None:
        self.running.remove(victim)
        tokens = self.given.pop(victim, 0)
        self.budget += tokens
        self.new.pop(victim, None)
        self.pool.give_back(victim.table)
        victim.table, victim.computed, victim.drafts, victim.again = [], 0, 0, True
        self.waiting.insert(0, victim)
        self._order()
        self.preempted.append(victim)

    def _give(self, asked: Asked, tokens: int, pages: list[int]) -> None:
        self.given[asked] = tokens
        self.new[asked] = list(pages)
        asked.computed += tokens
        self.budget -= tokens

    def _admit(self) -> None:
        among_decodes, before = not any(asked.partial for asked in self.given), bool(self.given)
        while self.waiting and self.budget > 0 and len(self.running) < self.params["max_num_seqs"]:
            asked = self.waiting[0]
            found = self.pool.find(asked.tokens)
            hit = len(found) * self.pool.size
            tokens = len(asked.tokens) - hit
            wide = 1 + self.params["num_speculative_tokens"]
            if wide > 1 and tokens == 1 and among_decodes and (before or hit):
                if hit + wide + 1 <= self.params["max_model_len"]:
                    if wide > self.budget:
                        break
                    tokens = wide
            else:
                tokens = self._capped(tokens)
            tokens = min(tokens, self.budget)
            if not self._enter(asked, found, hit, tokens):
                break
            self.waiting.pop(0)
            self.running.append(asked)
            self.hits[asked] = asked.computed = hit
            self._give(asked, tokens, asked.table)

    def _enter(self, asked: Asked, found: list[int], hit: int, tokens: int) -> bool:
        idle = sum(page in self.pool.queue for page in found)
        end = max(hit + tokens, len(asked.tokens) if self.params["scheduler_reserve_full_isl"] else 0)
        mark = int(self.params["watermark"] * self.params["num_blocks"]) if self.running else 0
        if max(0, -(-end // self.pool.size) - len(found)) + idle + mark > len(self.pool.queue):
            return False
        for page in found:
            self.pool.hold(page)
        asked.table = list(found)
        assert self._grow(asked, hit + tokens, 0)
        return True

    def _results(self) -> Row:
        spec, finished = {}, []
        for asked in list(self.given):
            asked.partial = asked.computed < len(asked.tokens)
            if asked.partial:
                continue
            drafts = asked.computed - len(asked.tokens)
            accepted = min(drafts, (asked.idx * 7 + asked.outputs * 3) % (drafts + 2)) if drafts else 0
            if drafts:
                spec[asked.name] = [drafts, accepted]
            produced = min(accepted + 1, asked.left - asked.outputs)
            first = 1_000_000 + asked.idx * 10_000 + asked.outputs
            asked.tokens += range(first, first + produced)
            asked.outputs += produced
            asked.computed = len(asked.tokens) - 1
            if self.params["num_speculative_tokens"]:
                self.pool.keep(asked.table, asked.tokens, asked.computed)
            asked.drafts = self.params["num_speculative_tokens"]
            if asked.outputs == asked.left:
                finished.append(asked)
        for asked in finished:
            self.running.remove(asked)
            self.pool.give_back(asked.table)
        return {"spec": spec, "finish": [asked.name for asked in finished]}
