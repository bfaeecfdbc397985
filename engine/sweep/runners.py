"""Where the cells of a sweep run: here, or in one process per core."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.progress import Progress
from engine.sweep.cell import Ends, Interrupted, Task, run_text, told


class Runner(Protocol):
    """Runs tasks and gives the outcome of each with its number, in whatever order they end.

    The outcomes do not depend on the runner. Closing the iterator cancels what has not ended. Raises SweepStopped
    when it cannot go on.
    """

    def run(self, tasks: Iterable[Task], progress: Progress | None = None) -> Ends:
        """`progress` is told, as far as the runner knows it, the share that is done of the task under way."""
        ...


class OneCore:
    """One task after the other, in this process."""

    def run(self, tasks: Iterable[Task], progress: Progress | None = None) -> Ends:
        tell = None if progress is None else told(progress)
        for task in tasks:
            try:
                outcome = run_text(task.scenario, task.keys, tell)
            except Interrupted as stop:
                raise (stop.__cause__ or stop) from None
            yield task.number, outcome
