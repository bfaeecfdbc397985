"""The cells of a sweep in one process per core. The processes load the engine only."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from typing import Any

from engine.progress import Progress
from engine.sweep.cell import Ends, Outcome, Task, run_text
from engine.sweep.errors import SweepStopped

PERIOD_S = 0.1  # between two looks at whether the sweep is cancelled
AHEAD = 4  # tasks per process that are handed out before they are needed
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def cores() -> int:
    """Cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only Linux tells
        return os.cpu_count() or 1


class AllCores:
    """One process per core, or `jobs` of them."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = jobs or cores()

    def run(self, tasks: Iterable[Task], progress: Progress | None = None) -> Ends:
        context = multiprocessing.get_context("spawn")  # the only one that is safe beside threads, and everywhere
        stop = context.Event()
        with _one_thread_each():
            pool = ProcessPoolExecutor(self.jobs, context, initializer=_begin, initargs=(stop,))
            try:
                yield from self._outcomes(pool, tasks, progress)
            except BrokenProcessPool as error:
                raise SweepStopped(
                    f"one of {self.jobs} processes ended unexpectedly, most likely for lack of memory; "
                    "fewer jobs at once need less"
                ) from error
            finally:
                stop.set()
                pool.shutdown(cancel_futures=True)

    def _outcomes(self, pool: ProcessPoolExecutor, tasks: Iterable[Task], progress: Progress | None) -> Ends:
        left, running = iter(tasks), dict[Future[Outcome], int]()
        while True:
            while len(running) < AHEAD * self.jobs and (task := next(left, None)) is not None:
                with _undisturbed():
                    running[pool.submit(_run, task)] = task.number
            if not running:
                return
            ended, _ = wait(running, PERIOD_S, FIRST_COMPLETED)
            for future in ended:
                yield running.pop(future), future.result()
            if progress is not None:
                progress(0.0)


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Processes begun inside use one thread for arrays: there is one for every core already."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Processes begun inside never see Ctrl+C, which a terminal sends to all of them: this one tells them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_stopping: Event | None = None  # in a process of the pool only


class _Cancelled(Exception):
    """The sweep was cancelled while this cell ran; nobody waits for it."""


def _begin(stop: Event) -> None:
    """First thing in a process of the pool."""
    global _stopping
    _stopping = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    """End with the process that began this one, even if it was killed: nobody would read what comes next."""
    parent: Any = multiprocessing.parent_process()
    parent.join()
    os._exit(1)


def _run(task: Task) -> Outcome:
    return run_text(task.scenario, task.keys, _look)


def _look(share: float) -> None:
    if _stopping is not None and _stopping.is_set():
        raise _Cancelled
