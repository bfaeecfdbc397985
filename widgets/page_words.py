"""What the page table says in words: counts, the story of one page, and the text twin of the whole picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.instant import Instant, PageState
from engine.recording import Event, Pool, Recording
from widgets import format as fmt


def tr(text: str) -> str:
    return QCoreApplication.translate("PageTable", text)


def state_name(state: PageState) -> str:
    return {
        PageState.FREE: tr("free"),
        PageState.CACHED: tr("cached"),
        PageState.USED: tr("used"),
        PageState.SHARED: tr("shared"),
        PageState.RESERVED: tr("reserved, empty"),
        PageState.NULL: tr("null"),
        PageState.LOST: tr("lost"),
    }[state]


def state_meaning(state: PageState) -> str:
    """The legend's longer words."""
    return {
        PageState.FREE: tr("nothing worth keeping: may be handed out"),
        PageState.CACHED: tr("free, but its content can still be hit"),
        PageState.USED: tr("held by one request"),
        PageState.SHARED: tr("held by two or more requests"),
        PageState.RESERVED: tr("reserved for a request, nothing written yet"),
        PageState.NULL: tr("never handed out"),
        PageState.LOST: tr("its engine is down"),
    }[state]


def event_name(kind: Event) -> str:
    return {
        Event.ALLOCATE: tr("allocated"),
        Event.HIT: tr("hit"),
        Event.COPY: tr("copied on write"),
        Event.EVICT: tr("evicted"),
        Event.PREEMPT: tr("preempted"),
        Event.RELEASE: tr("freed"),
        Event.REFUSE: tr("refused"),
        Event.INVALIDATE: tr("invalidated"),
    }[kind]


@dataclass(frozen=True)
class PoolCounts:
    """Pages of one pool by state, and the share of held pages' token slots that hold a token (None if none held)."""

    states: tuple[int, ...]
    filled: float | None

    @property
    def held(self) -> int:
        return sum(self.states[state] for state in (PageState.USED, PageState.SHARED, PageState.RESERVED))

    @property
    def pages(self) -> int:
        return sum(self.states)


def count_pool(instant: Instant, pool: Pool) -> PoolCounts:
    low, high = pool.first, pool.first + pool.pages
    states = np.bincount(instant.page_state[low:high], minlength=len(PageState))
    if not pool.contiguous:
        states[PageState.USED] += states[PageState.RESERVED]
        states[PageState.RESERVED] = 0
    held = instant.references[low:high] > 0
    number = int(np.count_nonzero(held))
    filled = float(np.dot(instant.filled[low:high], held.astype(np.float32))) / number if number else None
    return PoolCounts(tuple(int(number) for number in states), filled)


def request_name(recording: Recording, request: int) -> str:
    return recording.request_names[request] if 0 <= request < len(recording.request_names) else ""


def pool_name(pool: Pool) -> str:
    """The engine, and which state it holds where an engine holds several kinds."""
    return f"{pool.label} · {pool.group}" if pool.group and pool.group not in pool.label else pool.label


def pool_title(pool: Pool) -> str:
    if pool.whole:
        return tr("{pages} pages, each a state of a whole sequence").format(pages=fmt.count(pool.pages))
    return tr("{pages} pages of {tokens} tokens").format(
        pages=fmt.count(pool.pages), tokens=fmt.count(pool.page_tokens)
    )


def page_lines(recording: Recording, instant: Instant, pool: Pool, page: int) -> list[str]:
    """The story of a page, most important first: state, owner, references, fill, content, age."""
    state = PageState(int(instant.page_state[page]))
    if state == PageState.RESERVED and not pool.contiguous:
        state = PageState.USED
    lines = [tr("Page {page}: {state}").format(page=fmt.count(page), state=state_name(state))]
    owner, references = int(instant.owner[page]), int(instant.references[page])
    if owner >= 0:
        block = int(instant.owner_block[page])
        lines.append(
            tr("{request}, logical block {block}").format(request=request_name(recording, owner), block=block)
        )
    if references > 1:
        names = [request_name(recording, int(who)) for who in instant.holders(page)]
        shown = ", ".join(names[:6]) + (" …" if len(names) > 6 else "")
        lines.append(tr("{count} references: {names}").format(count=references, names=shown))
    elif references == 1:
        lines.append(tr("1 reference"))
    if references or state == PageState.CACHED:
        tokens = round(float(instant.filled[page]) * pool.page_tokens)
        lines.append(tr("{tokens} of {size} tokens filled").format(tokens=tokens, size=pool.page_tokens))
    if instant.content[page]:
        lines.append(tr("content {hash}").format(hash=f"{int(instant.content[page]):016x}"[:8]))
    touched = int(instant.touched[page])
    if touched >= 0:
        lines.append(tr("last changed {age} ago").format(age=fmt.duration(max(0, instant.time - touched))))
    return lines


def describe(recording: Recording, instant: Instant, pools: tuple[Pool, ...], request: int, page: int) -> str:
    """The picture as sentences: what a screen reader reads, and what stands beside an exported figure."""
    parts = [tr("At {time}.").format(time=fmt.duration(instant.time))]
    for pool in pools:
        counts = count_pool(instant, pool)
        shown = [
            f"{fmt.count(number)} {state_name(PageState(state))}"
            for state, number in enumerate(counts.states)
            if number and state != PageState.NULL
        ]
        title = f"{pool.label}: " if len(recording.pools) > 1 else ""
        parts.append(f"{title}{pool_title(pool)}: {', '.join(shown)}.")
        if counts.filled is not None:
            parts.append(tr("{share} of the held slots hold a token.").format(share=fmt.share(counts.filled)))
    if request >= 0:
        table = instant.block_table(request)
        pages = ", ".join(str(int(number)) for number in table[:24]) + (" …" if len(table) > 24 else "")
        text = tr("{request} holds {count} pages: {pages}.") if len(table) else tr("{request} holds no page.")
        parts.append(text.format(request=request_name(recording, request), count=len(table), pages=pages))
    if page >= 0:
        pool = next(pool for pool in recording.pools if pool.first <= page < pool.first + pool.pages)
        parts.append("; ".join(page_lines(recording, instant, pool, page)) + ".")
    return " ".join(parts)
