"""The events of one engine, expanded from its log in the order in which the schedulers report them.

At one instant come the ends of an iteration, then arrivals, then what the next iteration decides; within a decision
the requests take their turns in order of admission.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.express.log import Log
from engine.express.run import Run
from engine.express.tables import Ints, Stays
from engine.recording import EVENT_DTYPE, Event

TURN_BITS = 36  # of a key: iteration, turn, what happens in the turn
RANK_BITS = 2
REFUSE, PREEMPT, ADMIT, ALLOCATE = range(4)


def _rows(
    kind: Event | Ints,
    time: Ints,
    iteration: Ints,
    request: Ints,
    *,
    amount: Any = 0,
    order: Any = 0,
    page: Any = -1,
    block: Any = -1,
    references: int = 0,
) -> NDArray[Any]:
    rows = np.zeros(len(time), dtype=EVENT_DTYPE)
    rows["kind"], rows["time"], rows["iteration"], rows["request"] = kind, time, iteration, request
    rows["amount"], rows["order"], rows["page"], rows["block"] = amount, order, page, block
    rows["references"] = references
    return rows


def _key(iteration: Ints, turn: Any, rank: int) -> Ints:
    key: Ints = iteration << (TURN_BITS + RANK_BITS) | np.minimum(turn, (1 << TURN_BITS) - 1) << RANK_BITS | rank
    return key


def _spread(counts: Ints) -> tuple[Ints, Ints]:
    """For counts (2, 0, 1): which entry (0, 0, 2), and the place inside it (0, 1, 0)."""
    who = np.repeat(np.arange(len(counts)), counts)
    return who, np.arange(len(who)) - np.repeat(np.cumsum(counts) - counts, counts)


def end_events(stays: Stays, iterations: NDArray[Any]) -> NDArray[Any]:
    """First tokens, ends and the pages given back, by the iteration at whose end they happen."""
    ends = iterations["end"]
    first = np.flatnonzero(stays.chunk_computed == stays.known[stays.chunk_stay])
    stay, at = stays.chunk_stay[first], stays.chunk_iteration[first]
    kind = np.where(stays.outputs[stay] > 0, Event.RESUME, Event.FIRST_TOKEN)
    begun = _rows(kind, ends[at], at, stays.row[stay])
    gone = np.flatnonzero(~stays.preempted)
    over = stays.end[gone]
    finished = _rows(Event.FINISH, ends[over], over, stays.row[gone])
    released, released_key = _released(stays, gone, ends[over])
    keys = np.concatenate([_key(at, stays.number[stay], 0), _key(over, stays.number[gone], 1), released_key])
    # All first tokens of an iteration come before all ends.
    late = np.concatenate([np.zeros(len(first), np.int64), np.ones(len(gone) + len(released), np.int64)])
    order = np.lexsort((keys, late, np.concatenate([at, over, released["iteration"]])))
    return np.concatenate([begun, finished, released])[order]


def _released(stays: Stays, which: Ints, times: Ints) -> tuple[NDArray[Any], Ints]:
    """The pages of stays `which`, given back at `times` from the last to the first; and their keys."""
    who, place = _spread(stays.blocks[which])
    stay = which[who]
    block = stays.blocks[stay] - 1 - place
    at = stays.end[stay]
    page = stays.pages[stays.offset[stay] + block]
    rows = _rows(
        Event.RELEASE, times[who], at, stays.row[stay], page=page, block=block, order=stays.place[stay] + place
    )
    return rows, _key(at, stays.number[stay], 1)


def decision_events(stays: Stays, log: Log, iterations: NDArray[Any], steps: Ints, page_tokens: int) -> NDArray[Any]:
    """Admissions, pages, refusals and preemptions, by iteration and turn."""
    starts = iterations["start"]
    parts = [_refusals(log), *_preemptions(log, stays)]
    at = stays.start
    parts.append((_rows(Event.ADMIT, starts[at], at, stays.row), _key(at, stays.number, ADMIT)))
    parts.append(_allocations(stays, starts, steps, page_tokens))
    rows = np.concatenate([part for part, _ in parts])
    return rows[np.argsort(np.concatenate([key for _, key in parts]), kind="stable")]


def _allocations(stays: Stays, starts: Ints, steps: Ints, page_tokens: int) -> tuple[NDArray[Any], Ints]:
    after = -(-stays.chunk_computed // page_tokens)
    before = -(-(stays.chunk_computed - stays.chunk_tokens) // page_tokens)
    part, place = _spread(after - before)
    stay, at, block = stays.chunk_stay[part], stays.chunk_iteration[part], before[part] + place
    held = np.zeros(len(stays.row), dtype=np.int64)
    np.maximum.at(held, stays.chunk_stay, after)
    later, place = _spread(stays.blocks - held)
    more = held[later] + place
    stay, block = np.concatenate([stay, later]), np.concatenate([block, more])
    at = np.concatenate([at, steps[more * page_tokens - stays.base[later]]])
    page = stays.pages[stays.offset[stay] + block]
    rows = _rows(Event.ALLOCATE, starts[at], at, stays.row[stay], page=page, block=block, references=1)
    return rows, _key(at, stays.number[stay], ALLOCATE)


def _refusals(log: Log) -> tuple[NDArray[Any], Ints]:
    time, at, turn, row, amount = np.array(log.refusals, dtype=np.int64).reshape(-1, 5).T
    return _rows(Event.REFUSE, time, at, row, amount=amount), _key(at, turn, REFUSE)


def _preemptions(log: Log, stays: Stays) -> list[tuple[NDArray[Any], Ints]]:
    """Per victim: its pages, the preemption, and a rejection if it has grown beyond the pool."""
    number = {int(n): i for i, n in enumerate(stays.number)} if log.preemptions else {}
    rejected = {(m.iteration, m.row): m for m in log.rejections}
    parts = []
    for moment, stay, place in log.preemptions:
        at, time = np.array([moment.iteration]), np.array([moment.time])
        which = np.array([number[stay.number]])
        rows = [_released(stays, which, time)[0]]
        who = np.array([moment.row])
        rows.append(_rows(Event.PREEMPT, time, at, who, amount=moment.amount, order=place))
        refused = rejected.get((moment.iteration, moment.row))
        if refused is not None:
            rows.append(_rows(Event.REJECT, time, at, who, amount=refused.amount))
        group = np.concatenate(rows)
        parts.append((group, np.repeat(_key(at, moment.number, PREEMPT), len(group))))
    return parts


def arrival_events(run: Run, iterations: NDArray[Any]) -> NDArray[Any]:
    """Every request's arrival, and the rejection of those that can never be served."""
    times = run.workload.arrival_ns
    row = np.arange(len(times))
    at = np.searchsorted(iterations["start"], times, side="left") - 1
    log = run.core.log
    if log is not None and log.pauses:
        paused, thought = np.array(log.pauses).T
        before = np.searchsorted(paused, times, side="left")
        at = np.where(before > 0, np.maximum(at, thought[before - 1]), at)
    order = run.places.copy()
    order[run.turned_away] = 0
    arrived = _rows(Event.ARRIVE, times, at, row, order=order)
    gone = np.concatenate([run.turned_away, run.too_large])
    if not len(gone):
        return arrived
    size = run.core.page_tokens
    prompt = -(-run.workload.prompt_tokens // size)
    rejected = _rows(
        Event.REJECT,
        times[gone],
        at[gone],
        gone,
        amount=np.concatenate([prompt[run.turned_away], run.pages_needed(run.too_large)]),
    )
    rows = np.concatenate([arrived, rejected])
    return rows[np.argsort(rows["request"], kind="stable")]
