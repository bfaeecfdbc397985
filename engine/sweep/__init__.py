"""Sweeps: one scenario with some of its fields varied, every combination measured; the same on any machine."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from engine.progress import Progress
from engine.scenario import Scenario
from engine.scenario_file import apply_settings, dumps
from engine.sweep.cell import Outcome, Task, one_line
from engine.sweep.errors import SweepError, SweepStopped
from engine.sweep.figures import chosen
from engine.sweep.grid import Axis, Cell, Grid, axis, grid, of_values
from engine.sweep.runners import OneCore, Runner
from engine.sweep.table import Row, Swept

__all__ = [
    "Axis",
    "Cell",
    "Grid",
    "Outcome",
    "Row",
    "SweepError",
    "SweepStopped",
    "Swept",
    "Task",
    "axis",
    "grid",
    "of_values",
    "sweep",
]

Ended = Callable[[Task, Outcome], None]


def sweep(
    scenario: Scenario,
    over: Sequence[str | Axis],
    quantities: Sequence[str] = (),
    *,
    runner: Runner | None = None,
    progress: Progress | None = None,
    known: Callable[[Task], Outcome | None] | None = None,
    ended: Ended | None = None,
) -> Swept:
    """Measure `scenario` at every point of the grid `over`: "key=a,b,c", "key=low:high:count[:log]" or axes.

    `quantities` are keys or ledgers (see `figures.chosen`); without any, those that need no recording, which is
    several times faster. A cell that fails is a row with the reason. The rows are in grid order and equal whichever
    `runner` (one core) is used. `progress` is told the share of cells that have ended, and may raise to cancel.
    `known` gives the outcome of a cell that need not run again, `ended` is told each one that did. Raises SweepError
    and SweepStopped.
    """
    wanted, points = chosen(quantities), grid(over)
    outcomes: dict[int, Outcome] = {}
    tasks = _tasks(scenario, points, tuple(quantity.key for quantity in wanted), outcomes, known)
    sent: dict[int, Task] = {}

    def share(of_the_next: float = 0.0) -> None:
        if progress is not None:
            progress((len(outcomes) + of_the_next) / len(points))

    def noted() -> Iterator[Task]:
        for task in tasks:
            sent[task.number] = task
            yield task

    with closing((runner or OneCore()).run(noted(), share)) as ends:
        for number, outcome in ends:
            outcomes[number] = outcome
            task = sent.pop(number)
            if ended is not None:
                ended(task, outcome)
            share()
    share()
    rows = tuple(Row(cell, outcomes[cell.number]) for cell in points)
    return Swept(scenario, points.axes, wanted, rows)


def _tasks(
    scenario: Scenario,
    points: Grid,
    keys: tuple[str, ...],
    outcomes: dict[int, Outcome],
    known: Callable[[Task], Outcome | None] | None,
) -> Iterator[Task]:
    """The cells that have to run, made when they are asked for. Those that need not have their outcome noted."""
    for cell in points:
        try:
            text = dumps(_placed(apply_settings(scenario, cell.settings)))
        except ValueError as error:
            outcomes[cell.number] = Outcome(failure=one_line(error))
            continue
        task = Task(cell.number, text, keys)
        found = None if known is None else known(task)
        if found is None:
            yield task
        else:
            outcomes[cell.number] = found


def _placed(scenario: Scenario) -> Scenario:
    """The scenario with the full path of its trace: a runner may work in another folder."""
    trace = scenario.workload.trace
    if not trace or Path(trace).is_absolute():
        return scenario
    return dataclasses.replace(
        scenario, workload=dataclasses.replace(scenario.workload, trace=str(Path(trace).resolve()))
    )
