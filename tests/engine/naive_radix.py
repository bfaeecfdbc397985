"""SGLang's radix cache once more, with tokens in lists and a search for every question: plainly the rules."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(eq=False)
class Piece:
    """A piece of a key, a whole number of pages long, with one slot per page."""

    parent: Piece | None
    space: str
    tokens: list[int]
    slots: list[int]
    priority: int = 0
    locks: int = 0
    hits: int = 0
    used: int = 0
    born: int = 0
    below: list[Piece] = field(default_factory=list)


class NaiveRadix:
    def __init__(self, policy: str, page: int) -> None:
        self.policy, self.page = policy, page
        self.root = Piece(None, "", [], [], locks=1)
        self.clock = 0
        self.freed: list[list[int]] = []

    def tick(self) -> int:
        self.clock += 1
        return self.clock

    def piece(self, parent: Piece, space: str, tokens: list[int], slots: list[int], priority: int) -> Piece:
        return Piece(parent, space, tokens, slots, priority, used=self.tick(), born=self.tick())

    def same(self, piece: Piece, tokens: list[int], space: str) -> int:
        """Pages that `tokens` begin with as `piece` does."""
        pages = 0
        while (
            piece.space == space
            and (pages + 1) * self.page <= min(len(tokens), len(piece.tokens))
            and piece.tokens[: (pages + 1) * self.page] == tokens[: (pages + 1) * self.page]
        ):
            pages += 1
        return pages

    def cut(self, piece: Piece, pages: int) -> Piece:
        assert piece.parent is not None
        end = pages * self.page
        upper = self.piece(piece.parent, piece.space, piece.tokens[:end], piece.slots[:pages], piece.priority)
        upper.locks, upper.hits, upper.below = piece.locks, piece.hits, [piece]
        piece.parent.below[piece.parent.below.index(piece)] = upper
        piece.parent, piece.tokens, piece.slots = upper, piece.tokens[end:], piece.slots[pages:]
        return upper

    def down(self, tokens: list[int], space: str, now: int) -> list[Piece]:
        """The way that `tokens` go, the last piece cut where they part."""
        node = self.root
        way: list[Piece] = []
        while True:
            child = next((child for child in node.below if self.same(child, tokens, space)), None)
            if child is None:
                return way
            child.used = now
            pages = self.same(child, tokens, space)
            node = child if pages == len(child.slots) else self.cut(child, pages)
            way.append(node)
            if node is not child:
                return way
            tokens = tokens[pages * self.page :]

    def aligned(self, tokens: list[int]) -> list[int]:
        return tokens[: len(tokens) // self.page * self.page]

    def match(self, tokens: list[int], space: str) -> tuple[list[int], Piece]:
        tokens = self.aligned(tokens)
        way = self.down(tokens, space, self.tick()) if tokens else []
        return [slot for piece in way for slot in piece.slots], way[-1] if way else self.root

    def insert(self, tokens: list[int], slots: list[int], space: str, priority: int, counted: int) -> int:
        tokens, now = self.aligned(tokens), self.tick()
        self.root.priority = max(self.root.priority, priority)
        node, there = self.root, 0
        while True:
            child = next((child for child in node.below if self.same(child, tokens, space)), None)
            if child is None:
                break
            child.used = now
            pages = self.same(child, tokens, space)
            node = child if pages == len(child.slots) else self.cut(child, pages)
            node.priority = max(node.priority, priority)
            there, tokens = there + pages, tokens[pages * self.page :]
            node.hits += there > counted
        if tokens:
            leaf = self.piece(node, space, tokens, slots[there:], priority)
            leaf.hits = int(len(slots) > counted)
            node.below.append(leaf)
        return there

    def lock(self, piece: Piece, by: int) -> None:
        while piece.parent is not None:
            piece.locks += by
            piece = piece.parent

    def pieces(self) -> list[Piece]:
        found, todo = [], list(self.root.below)
        while todo:
            piece = todo.pop()
            found.append(piece)
            todo += piece.below
        return found

    def rank(self, piece: Piece) -> tuple[int, int]:
        return {
            "lru": (0, piece.used),
            "lfu": (piece.hits, piece.used),
            "fifo": (0, piece.born),
            "slru": (int(piece.hits >= 2), piece.used),
            "priority": (piece.priority, piece.used),
        }[self.policy]

    def evict(self, pages: int) -> int:
        freed = 0
        while freed < pages:
            leaves = [piece for piece in self.pieces() if not piece.locks and not piece.below]
            if not leaves:
                break
            leaf = min(leaves, key=self.rank)
            assert leaf.parent is not None
            leaf.parent.below.remove(leaf)
            self.freed.append(leaf.slots)
            freed += len(leaf.slots)
        return freed

    def sizes(self) -> tuple[int, int]:
        """Pages that may be evicted, and pages that are locked."""
        pieces = self.pieces()
        locked = sum(len(piece.slots) for piece in pieces if piece.locks)
        return sum(len(piece.slots) for piece in pieces) - locked, locked
