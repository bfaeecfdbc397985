"""vLLM's paging rules once more, with nothing but lists: slow, short, and obviously what the rules say."""

from __future__ import annotations

from engine.memory.tokens import TokenContent


class NaivePages:
    def __init__(self, pages: int, size: int) -> None:
        self.size = size
        self.queue = list(range(1, pages))
        self.tables: dict[int, list[int]] = {}
        self.hashed: list[tuple[int, int]] = []  # (hash, page) in order of registration
        self.references = [0] * pages
        self.spoilt: set[int] = set()  # requests that hold a page whose content was lost

    def find(self, content: TokenContent, limit: int) -> list[int]:
        found: list[int] = []
        for block in range(limit // self.size):
            pages = [page for entry, page in self.hashed if entry == content.page_hash(block, self.size)]
            if not pages:
                break
            found.append(pages[0])
        return found

    def allocate(
        self, request: int, content: TokenContent, hits: list[int], computed: int, new: int, reserved: int = 0
    ) -> list[int] | None:
        table = self.tables.get(request, [])
        blocks = -(-(computed + new) // self.size)
        copies = [b for b in range(computed // self.size, min(blocks, len(table))) if self.references[table[b]] > 1]
        missing = max(0, blocks - len(table) - len(hits))
        if len(copies) + missing + sum(page in self.queue for page in hits) + reserved > len(self.queue):
            return None
        table = self.tables.setdefault(request, table)
        for page in hits:
            if page in self.queue:
                self.queue.remove(page)
            self.references[page] += 1
            table.append(page)
        for block in copies:
            self.references[table[block]] -= 1
            table[block] = self.pop()
        fresh = [self.pop() for _ in range(missing)]
        table += fresh
        self.register(request, content, computed + new)
        return fresh

    def pop(self) -> int:
        page = self.queue.pop(0)
        self.hashed = [(entry, other) for entry, other in self.hashed if other != page]
        self.references[page] = 1
        return page

    def register(self, request: int, content: TokenContent, computed: int) -> None:
        if request in self.spoilt:
            return
        known = {page for _, page in self.hashed}
        for block in range(min(computed, content.length) // self.size):
            page = self.tables[request][block]
            if page not in known:
                self.hashed.append((content.page_hash(block, self.size), page))

    def release(self, request: int) -> None:
        known = {page for _, page in self.hashed}
        self.spoilt.discard(request)
        front: list[int] = []
        back: list[int] = []
        for page in reversed(self.tables.pop(request)):
            self.references[page] -= 1
            if not self.references[page]:
                (back if page in known else front).append(page)
        self.queue = front + self.queue + back

    def fork(self, parent: int, child: int) -> None:
        self.tables[child] = list(self.tables[parent])
        if parent in self.spoilt:
            self.spoilt.add(child)
        for page in self.tables[child]:
            self.references[page] += 1

    def invalidate(self, wrong: list[int]) -> list[int]:
        self.hashed = [(entry, page) for entry, page in self.hashed if page not in wrong]
        holders = sorted(request for request, table in self.tables.items() if set(table) & set(wrong))
        self.spoilt |= set(holders)
        return holders
