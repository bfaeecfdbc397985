"""The rows behind an instant: what is spread over pages or sorted only when somebody asks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class BlockRows:
    """Every block in memory, unsorted. Sorted only when somebody asks: most frames of an animation do not."""

    request: NDArray[np.int32]
    block: NDArray[np.int32]
    page: NDArray[np.int32]
    pool_of: NDArray[np.int32]  # per page

    @cached_property
    def owner(self) -> NDArray[np.int32]:
        owner = np.full(len(self.pool_of), -1, dtype=np.int32)
        owner[self.page] = self.request
        return owner

    @cached_property
    def owner_block(self) -> NDArray[np.int32]:
        owner_block = np.full(len(self.pool_of), -1, dtype=np.int32)
        owner_block[self.page] = self.block
        return owner_block

    @cached_property
    def sorted(self) -> tuple[NDArray[np.int32], ...]:
        order = np.lexsort((self.block, self.pool_of[self.page], self.request))
        return self.request[order], self.block[order], self.page[order]


@dataclass(frozen=True)
class PageRows:
    """The last event of every page that has had one. What few frames need is spread over the pages on demand."""

    total: int
    rows: NDArray[np.int64]  # places in `columns`
    columns: dict[str, NDArray[Any]]
    page: NDArray[np.int32]

    @cached_property
    def kind(self) -> NDArray[np.uint8]:
        return self.columns["kind"][self.rows]

    @cached_property
    def content(self) -> NDArray[np.uint64]:
        content = np.zeros(self.total, dtype=np.uint64)
        content[self.page] = self.columns["content"][self.rows]
        return content

    @cached_property
    def touched(self) -> NDArray[np.int64]:
        touched = np.full(self.total, -1, dtype=np.int64)
        touched[self.page] = self.columns["time"][self.rows]
        return touched
