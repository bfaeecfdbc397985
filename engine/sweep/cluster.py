"""The cells of a sweep on a Dask cluster, which the optional extra `dask` connects to."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from concurrent.futures import CancelledError
from typing import Any

from engine.progress import Progress
from engine.sweep.build import fingerprint
from engine.sweep.cell import Ends, Outcome, Task, run_text
from engine.sweep.errors import SweepError, SweepStopped

PATIENCE_S = 10.0  # for a scheduler to answer, and for a first worker to be there
PERIOD_S = 0.1  # between two looks at whether the sweep is cancelled
FETCH_S = 5.0  # for an outcome, some kilobytes, to come here
AHEAD = 4  # tasks per thread of the cluster that are handed out before they are needed
CHATTY = ("distributed", "asyncio")  # they log tracebacks of what Dask gives up by itself
FORM = "the address of a Dask scheduler, such as tcp://10.0.0.5:8786"


class Cluster:
    """The workers of the scheduler at `address`. They need this program in the same version, and no files."""

    def __init__(self, address: str, patience_s: float = PATIENCE_S) -> None:
        self.address, self.patience_s = address, patience_s

    def run(self, tasks: Iterable[Task], progress: Progress | None = None) -> Ends:
        distributed = _distributed()
        client = self._client(distributed)
        try:
            yield from self._outcomes(distributed, client, tasks, progress)
        except (OSError, CancelledError) as error:
            raise SweepStopped(f"the connection to the scheduler at {self.address} was lost") from error
        finally:
            client.close()  # and with it the tasks that only this client wants

    def _client(self, distributed: Any) -> Any:
        """Raises SweepError for what is no address, SweepStopped when nobody answers or no worker is there."""
        try:
            distributed.comm.resolve_address(self.address)  # a client that cannot read it takes long to go away
        except (OSError, ValueError) as error:
            raise SweepError("--dask", f"{self.address} ({_reason(error)})", FORM) from error
        try:
            client = distributed.Client(self.address, timeout=self.patience_s, set_as_default=False)
        except OSError as error:
            found = f"no scheduler at {self.address} ({_reason(error)})"
            raise SweepStopped(f"--dask: found {found}, expected {FORM}") from error
        try:
            client.wait_for_workers(1, timeout=self.patience_s)
        except TimeoutError as error:
            client.close()
            raise SweepStopped(f"--dask: found no worker at {self.address}, expected at least one") from error
        return client

    def _outcomes(self, distributed: Any, client: Any, tasks: Iterable[Task], progress: Progress | None) -> Ends:
        left, running, engine = iter(tasks), dict[Any, int](), fingerprint()
        manned = time.monotonic()  # when there last was a worker
        while True:
            threads = sum(client.nthreads().values())  # workers come and go
            manned = time.monotonic() if threads else manned
            while len(running) < AHEAD * max(1, threads) and (task := next(left, None)) is not None:
                future = client.submit(run_elsewhere, engine, task.scenario, task.keys, pure=False)
                running[future] = task.number
            if not running:
                return
            for future in _ended(distributed, client, list(running)):
                if (outcome := _result(future)) is not None:
                    yield running.pop(future), outcome
            if progress is not None:
                progress(0.0)
            if time.monotonic() - manned > self.patience_s:
                raise SweepStopped(f"the cluster has had no worker for {self.patience_s:g} s")


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise SweepStopped(
            f"--dask: found no Dask on this machine ({error}), expected the optional extra dask: "
            'pip install "eighteen-ledgers[dask]"'
        ) from error
    for name in ("asyncio", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in CHATTY:
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said once, by us
    return distributed


def _ended(distributed: Any, client: Any, futures: list[Any]) -> Iterable[Any]:
    """Those that have ended, or none after a moment."""
    try:
        with client.as_current():
            found: Iterable[Any] = distributed.wait(futures, PERIOD_S, return_when="FIRST_COMPLETED").done
    except TimeoutError:
        return ()
    return found


def _result(future: Any) -> Outcome | None:
    """What a task has found; None when it was lost again with its worker, and has to run once more."""
    try:
        outcome: Outcome = future.result(timeout=FETCH_S)
    except TimeoutError:
        return None
    except (OSError, CancelledError):
        raise
    except Exception as error:
        raise SweepStopped(f"the cluster could not run a cell: {_reason(error)}") from error
    return outcome


def _reason(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def run_elsewhere(engine: str, scenario: str, keys: tuple[str, ...]) -> Outcome:
    """Run a scenario on a worker whose engine is the one that asks. Raises SweepStopped on another."""
    if fingerprint() != engine:
        raise SweepStopped(
            f"found another engine on a worker ({fingerprint()}), expected that of this machine ({engine}): install "
            "the same version of this program and of numpy on every worker, and start them again"
        )
    return run_text(scenario, keys)
