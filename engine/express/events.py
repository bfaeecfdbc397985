"""The events of a run, expanded from the logs of its engines in the order in which the schedulers report them.

At one instant come the ends of an iteration, then arrivals, then what the next iteration decides; within a decision
the requests take their turns in order of admission.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.express.fill import filled
from engine.express.lanes import Lane, Lanes
from engine.express.log import Log
from engine.express.run import Run
from engine.express.tables import Ints, Stays, spread
from engine.recording import EVENT_DTYPE, Event

TURN_BITS = 36  # of a key: iteration, turn, what happens in the turn
RANK_BITS = 2
LATE = 1 << (TURN_BITS - 1)  # a turn after all turns without it
REFUSE, PREEMPT, ADMIT, ALLOCATE = range(4)


class Part(NamedTuple):
    """Events of one kind. Columns are arrays or one value for all."""

    kind: Any
    time: Ints
    iteration: Ints
    request: Any
    amount: Any = 0
    order: Any = 0
    page: Any = -1
    block: Any = -1
    references: Any = 0


def _key(iteration: Ints, turn: Any, rank: int) -> Ints:
    key: Ints = iteration << (TURN_BITS + RANK_BITS) | np.minimum(turn, (1 << TURN_BITS) - 1) << RANK_BITS | rank
    return key


class Keyed(NamedTuple):
    """Parts with a key per event: sorting by it, stably, puts them in order."""

    parts: list[Part]
    keys: list[Ints]


def end_events(lanes: Lanes) -> Keyed:
    """First tokens, ends and the pages given back, by the iteration at whose end they happen."""
    found = Keyed([], [])
    for lane in lanes.lanes:
        parts, keys = _ends_of(lane.stays, lane.iterations["end"], lane.numbers)
        found.parts.extend(parts)
        found.keys.extend(keys)
    return found


def _ends_of(stays: Stays, ends: Ints, numbers: Ints) -> Keyed:
    part = stays.parts
    whose = stays.index[part["number"]]
    first = np.flatnonzero(part["computed"] == stays["known"][whose])
    stay, at = whose[first], part["iteration"][first]
    kind = np.where(stays["outputs"][stay] > 0, Event.RESUME, Event.FIRST_TOKEN)
    begun = Part(kind, ends[at], numbers[at], stays["row"][stay])
    gone = np.flatnonzero(stays["preempted"] == 0)
    over = stays["end"][gone]
    finished = Part(Event.FINISH, ends[over], numbers[over], stays["row"][gone])
    who, released = _released(stays, gone)
    late = stays["end"][who]
    released = released._replace(time=ends[late], iteration=numbers[late])
    # All first tokens of an iteration come before all ends.
    keys = [_key(numbers[at], stays["number"][stay], 0), _key(numbers[over], stays["number"][gone] | LATE, 1)]
    keys.append(_key(numbers[late], stays["number"][who] | LATE, 1))
    return Keyed([begun, finished, released], keys)


def _released(stays: Stays, which: Ints) -> tuple[Ints, Part]:
    """The pages of stays `which`, given back from the last to the first, at a time still to be filled in."""
    who, place = spread(stays["blocks"][which])
    stay = which[who]
    block = stays["blocks"][stay] - 1 - place
    page = stays.pages[stays.offset[stay] + block]
    order = stays["place"][stay] + place
    return stay, Part(Event.RELEASE, stay, stay, stays["row"][stay], order=order, page=page, block=block)


def decision_events(lanes: Lanes, lane: Lane) -> Keyed:
    """Admissions, pages, refusals and preemptions of one engine, by its iterations and turns."""
    stays, starts = lane.stays, lane.iterations["start"]
    at = stays["start"]
    found = [_refusals(lane.log), *_preemptions(lane.log, stays)]
    found.append((Part(Event.ADMIT, starts[at], at, stays["row"]), _key(at, stays["number"], ADMIT)))
    found.append(_allocations(stays, starts, lane.steps, lane.core.page_tokens))
    parts = [part for part, _ in found]
    if len(lanes.lanes) > 1:
        parts = [part._replace(iteration=lanes.begun(lane.engine, part.time)) for part in parts]
    return Keyed(parts, [key for _, key in found])


def _allocations(stays: Stays, starts: Ints, steps: Ints, page_tokens: int) -> tuple[Part, Ints]:
    part = stays.parts
    after = -(-part["computed"] // page_tokens)
    before = -(-(part["computed"] - part["tokens"]) // page_tokens)
    which, place = spread(after - before)
    whose = stays.index[part["number"]]
    held = np.zeros(len(stays.offset), dtype=np.int64)
    np.maximum.at(held, whose, after)
    later, further = spread(stays["blocks"] - held)
    more = held[later] + further
    stay, block = np.concatenate([whose[which], later]), np.concatenate([before[which] + place, more])
    at = np.concatenate([part["iteration"][which], steps[more * page_tokens - stays["base"][later]]])
    page = stays.pages[stays.offset[stay] + block]
    rows = Part(Event.ALLOCATE, starts[at], at, stays["row"][stay], page=page, block=block, references=1)
    return rows, _key(at, stays["number"][stay], ALLOCATE)


def _refusals(log: Log) -> tuple[Part, Ints]:
    time, at, turn, row, amount = np.array(log.refusals, dtype=np.int64).reshape(-1, 5).T
    return Part(Event.REFUSE, time, at, row, amount=amount), _key(at, turn, REFUSE)


def _preemptions(log: Log, stays: Stays) -> list[tuple[Part, Ints]]:
    """Per victim: its pages, the preemption, and a rejection if it has grown beyond the pool."""
    rejected = {(m.iteration, m.row): m for m in log.rejections}
    found = []
    for moment, number, place in log.preemptions:
        at, time, who = np.array([moment.iteration]), np.array([moment.time]), np.array([moment.row])
        given, released = _released(stays, stays.index[[number]])
        parts = [released._replace(time=np.repeat(time, len(given)), iteration=np.repeat(at, len(given)))]
        parts.append(Part(Event.PREEMPT, time, at, who, amount=moment.amount, order=place))
        refused = rejected.get((moment.iteration, moment.row))
        if refused is not None:
            parts.append(Part(Event.REJECT, time, at, who, amount=refused.amount))
        found += [(part, np.repeat(_key(at, moment.number, PREEMPT), len(part.time))) for part in parts]
    return found


def arrival_events(run: Run, lanes: Lanes) -> Keyed:
    """Every request's way to an engine, its arrival, and the rejection of those that can never be served."""
    times = run.workload.arrival_ns
    row, at = np.arange(len(times)), lanes.latest(times)
    arrived = Part(Event.ARRIVE, times, at, row, order=run.places)
    gone = np.concatenate([run.turned_away, run.too_large])
    prompt = -(-run.workload.prompt_tokens // run.core.page_tokens)
    amount = np.concatenate([prompt[run.turned_away], run.pages_needed(run.too_large)])
    rejected = Part(Event.REJECT, times[gone], at[gone], gone, amount=amount)
    parts, keys = [arrived, rejected], [row, gone]
    if run.sent is not None:
        routed = np.flatnonzero(run.sent >= 0)
        way = Part(Event.ROUTE, times[routed], at[routed], routed, amount=run.reason, order=run.sent[routed])
        parts, keys = [way, *parts], [routed, *keys]
    return Keyed(parts, keys)


def in_order(groups: Sequence[Keyed]) -> NDArray[Any]:
    """All events by time; at one instant group after group, and by key within a group."""
    parts = [part for group in groups for part in group.parts]
    orders, first = [], 0
    for group in groups:
        keys = np.concatenate(group.keys)
        orders.append(first + np.argsort(keys, kind="stable"))
        first += len(keys)
    order = np.concatenate(orders)
    times = np.concatenate([part.time for part in parts])[order]
    order = order[np.argsort(times, kind="stable")]
    whole = {name: _column(name, parts) for name in Part._fields}
    return filled(EVENT_DTYPE, order, lambda entry: {name: values[entry] for name, values in whole.items()})


def _column(name: str, parts: Sequence[Part]) -> NDArray[Any]:
    """One column of all parts, one after the other, no wider than the recording keeps it."""
    wide = [np.broadcast_to(getattr(part, name), part.time.shape) for part in parts]
    column: NDArray[Any] = np.concatenate(wide, dtype=EVENT_DTYPE[name], casting="unsafe")
    return column
