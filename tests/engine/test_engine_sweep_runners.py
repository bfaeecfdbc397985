"""The same sweep on one core, on all cores and on a local Dask cluster; cancelling, lost processes, other engines."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from engine.scenario import Lengths, Scenario, Workload
from engine.sweep import SweepError, SweepStopped, Swept, sweep
from engine.sweep.build import fingerprint
from engine.sweep.cluster import Cluster, run_elsewhere
from engine.sweep.cores import THREADS, AllCores, cores
from engine.sweep.runners import Runner
from engine.sweep.table import to_csv, to_json

SMALL = Scenario(workload=Workload(requests=12, output=Lengths(median=20.0, high=32)))
OVER = ("workload.rate=1:16:3:log", "layout.tensor_parallel=1,3,2", "memory.cache=none,radix")
MIXED = ("request", "contract", "reuse.hit_rate")


def both(runner: Runner | None) -> tuple[str, str]:
    """A sweep with quick figures, and one that needs the ledgers."""
    return to_csv(sweep(SMALL, OVER, runner=runner)), to_json(sweep(SMALL, OVER[:2], MIXED, runner=runner))


@pytest.fixture(scope="module")
def one_core() -> tuple[str, str]:
    return both(None)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="Dask (the optional extra) is not installed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as local:
        yield local


def processes() -> list[Any]:
    """Those of a pool that live; a Dask cluster has names for its own."""
    return [child for child in multiprocessing.active_children() if child.name.startswith("SpawnProcess")]


def test_all_cores_find_the_same_as_one(one_core: tuple[str, str]) -> None:
    before = {name: os.environ.get(name) for name in THREADS}
    assert both(AllCores(2)) == one_core
    assert {name: os.environ.get(name) for name in THREADS} == before
    assert not processes()
    assert AllCores().jobs == cores() >= 1


def test_a_dask_cluster_finds_the_same_as_one_core(one_core: tuple[str, str], cluster: Any) -> None:
    assert both(Cluster(cluster.scheduler_address)) == one_core


def test_progress_can_cancel_all_cores() -> None:
    class Cancel(Exception):
        pass

    ended: list[int] = []

    def cancel(share: float) -> None:
        if ended:
            raise Cancel

    with pytest.raises(Cancel):
        sweep(SMALL, ["seed=1:500:500"], runner=AllCores(2), progress=cancel, ended=lambda task, _: ended.append(1))
    assert len(ended) < 500
    assert not processes()


def test_progress_can_cancel_a_cluster_which_stays_usable(cluster: Any) -> None:
    class Cancel(Exception):
        pass

    def cancel(share: float) -> None:
        if share > 0:
            raise Cancel

    with pytest.raises(Cancel):
        sweep(SMALL, ["seed=1:100:100"], runner=Cluster(cluster.scheduler_address), progress=cancel)
    assert not sweep(SMALL, ["seed=1,2"], runner=Cluster(cluster.scheduler_address)).failed


def test_a_process_that_is_killed_stops_the_sweep_and_says_what_may_help() -> None:
    def kill(*_: object) -> None:
        for child in processes():
            child.kill()

    with pytest.raises(SweepStopped, match=r"one of 2 processes ended unexpectedly.*fewer jobs"):
        sweep(SMALL, ["seed=1:200:200"], runner=AllCores(2), ended=kill)


def test_an_engine_that_is_another_is_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(fingerprint()) == 16
    with pytest.raises(
        SweepStopped, match=f"found another engine on a worker .{fingerprint()}., expected .* .other."
    ):
        run_elsewhere("other", "", ())
    monkeypatch.setattr("engine.sweep.cluster.fingerprint", lambda: "other")
    with pytest.raises(SweepStopped, match="could not run a cell: found another engine on a worker"):
        sweep(SMALL, ["seed=1,2"], runner=Cluster(cluster.scheduler_address))


def on(address: str) -> Swept:
    return sweep(SMALL, ["seed=1,2"], runner=Cluster(address, patience_s=0.5))


def test_errors_of_a_cluster_name_the_option_what_was_found_and_what_was_expected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    distributed = pytest.importorskip("distributed", reason="Dask (the optional extra) is not installed")
    with pytest.raises(SweepError, match=r"--dask: found nowhere .*expected the address of a Dask scheduler"):
        on("nowhere")
    with pytest.raises(SweepStopped, match=r"--dask: found no scheduler at tcp://127.0.0.1:1 .*, expected"):
        on("tcp://127.0.0.1:1")
    with (
        distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty,
        pytest.raises(SweepStopped, match=r"--dask: found no worker at .*, expected at least one"),
    ):
        on(empty.scheduler_address)


def test_a_cluster_that_is_lost_stops_the_sweep() -> None:
    distributed = pytest.importorskip("distributed", reason="Dask (the optional extra) is not installed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0") as lost:
        address = lost.scheduler_address
        ended: list[int] = []

        def lose(*_: object) -> None:
            ended.append(1)
            if len(ended) == 1:
                lost.scale(0)

        with pytest.raises(SweepStopped, match=r"the cluster has had no worker for 3 s"):
            sweep(SMALL, ["seed=1:500:500"], runner=Cluster(address, patience_s=3.0), ended=lose)
        assert len(ended) < 500


def test_without_dask_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SweepStopped, match=r"--dask: found no Dask .*eighteen-ledgers\[dask\]"):
        on("tcp://127.0.0.1:1")


def test_processes_of_the_pool_load_neither_the_interface_nor_dask() -> None:
    code = "import engine.sweep.cores, engine.sweep.cluster, sys; print(*({*sys.argv} & {*sys.modules}))"
    unwanted = ["PySide6", "widgets", "explorer", "sqlalchemy", "citations", "distributed", "dask"]
    found = subprocess.run(
        [sys.executable, "-c", code, *unwanted], capture_output=True, text=True, check=True, timeout=60
    )
    assert found.stdout == "\n"
