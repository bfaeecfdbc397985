"""`eighteen-ledgers sweep`."""

from __future__ import annotations

import argparse
import math
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli import brought as arguments_of
from explorer.cli import output
from explorer.cli.errors import BadInput, Failed
from widgets import format as written

if TYPE_CHECKING:
    from engine.scenario import Scenario
    from engine.sweep import Outcome, Swept, Task
    from engine.sweep.journal import Journal
    from engine.sweep.runners import Runner

FORMATS = (".csv", ".tsv", ".json")
PERIOD_S = 0.1  # between two lines of progress


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", nargs="?", metavar="SCENARIO.toml", help="default: a chat workload with paging")
    parser.add_argument(
        "--over",
        action="append",
        default=[],
        metavar="KEY=VALUES",
        help="values of one field: KEY=A,B,C or KEY=LOW:HIGH:COUNT or KEY=LOW:HIGH:COUNT:log; "
        "several make every combination, e.g. --over workload.rate=1:16:9:log --over memory.page_tokens=16,32",
    )
    parser.add_argument(
        "--quantities",
        action="append",
        default=[],
        metavar="KEYS",
        help="what to measure: keys such as contract.ttft_p99, patterns such as 'reuse.*', whole ledgers, or all, "
        "with commas between them (default: latencies, goodput and counts, which need no recording)",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="a .csv, .tsv or .json file (default: CSV on stdout)")
    parser.add_argument("--json", action="store_true", help="print JSON, with scenario, units, evidence and formulas")
    parser.add_argument("--jobs", type=arguments_of.positive, metavar="N", help="cells at once (default: all cores)")
    parser.add_argument("--dask", metavar="ADDRESS", help="run on the workers of this Dask scheduler (extra: dask)")
    parser.add_argument(
        "--resume", action="store_true", help="go on with the interrupted sweep that -o FILE was to be written by"
    )
    arguments_of.configure(parser)


def run(arguments: argparse.Namespace) -> int:
    from engine.scenario import Scenario

    kind = _format(arguments)
    try:
        scenario = arguments_of.brought(arguments, arguments.scenario).on(Scenario())
        with _journal(arguments) as journal:  # which is there until the output is
            swept = _measured(arguments, scenario, journal)
            _write(swept, kind, arguments.output)
    except (ValueError, LookupError) as error:
        raise BadInput(error) from error
    return 1 if len(swept.failed) == len(swept.rows) else 0


def _format(arguments: argparse.Namespace) -> str:
    """The suffix that says how the sweep is written. Raises BadInput for options that do not go together."""
    if arguments.dask is not None and arguments.jobs is not None:
        raise BadInput("--jobs: found it beside --dask, expected one of them: a cluster has its own workers")
    if arguments.output is None:
        if arguments.resume:
            raise BadInput("--resume: found no -o FILE, expected the file that the interrupted sweep was to write")
        return ".json" if arguments.json else ".csv"
    suffix, allowed = Path(arguments.output).suffix.lower(), FORMATS[-1:] if arguments.json else FORMATS
    if suffix not in allowed:
        raise BadInput(f"-o: found {arguments.output}, expected a name that ends in {', '.join(allowed)}")
    return suffix


def _runner(arguments: argparse.Namespace, cells: int) -> Runner:
    if arguments.dask is not None:
        from engine.sweep.cluster import Cluster

        return Cluster(arguments.dask)
    from engine.sweep.cores import AllCores, cores
    from engine.sweep.runners import OneCore

    jobs = min(arguments.jobs or cores(), cells)
    return AllCores(jobs) if jobs > 1 else OneCore()


def _measured(arguments: argparse.Namespace, scenario: Scenario, journal: Journal | None) -> Swept:
    from engine.sweep import SweepStopped, grid, sweep

    points = grid(arguments.over)
    keys = [key.strip() for listed in arguments.quantities for key in listed.split(",")]
    told = _Told(len(points), journal)
    try:
        swept = sweep(
            scenario,
            points.axes,
            keys,
            runner=_runner(arguments, len(points)),
            progress=told.progress,
            known=None if journal is None else journal.known,
            ended=told.ended,
        )
    except SweepStopped as error:
        raise Failed(f"{error}{told.left()}") from error
    except KeyboardInterrupt:
        told.clear()
        sys.stderr.write(f"stopped{told.left()}\n")
        raise
    told.summary(swept)
    return swept


def _journal(arguments: argparse.Namespace) -> Journal | nullcontext[None]:
    """Beside the output. Raises Failed when it cannot be written, before anything has run."""
    if arguments.output is None:
        return nullcontext()
    from engine.sweep.journal import Journal

    path = Path(f"{arguments.output}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return Journal(path, arguments.resume)
    except OSError as error:
        raise Failed(f"{arguments.output}: cannot be written ({error.strerror})") from error


def _write(swept: Swept, kind: str, path: str | None) -> None:
    from engine.sweep.table import to_csv, to_json

    text = to_json(swept) if kind == ".json" else to_csv(swept, "\t" if kind == ".tsv" else ",")
    if path is None:
        print(text, end="")
    else:
        output.write(path, text.encode())


class _Told:
    """What the user is told on stderr while cells end: a line that is written over, on a terminal only."""

    def __init__(self, cells: int, journal: Journal | None) -> None:
        self._cells, self._journal = cells, journal
        self._ran = self._failed = 0
        self._start = time.perf_counter()
        self._shown = 0.0
        self._terminal = sys.stderr.isatty()

    def ended(self, task: Task, outcome: Outcome) -> None:
        self._ran += 1
        self._failed += bool(outcome.failure)
        if self._journal is not None:
            self._journal.note(task, outcome)

    def progress(self, share: float) -> None:
        now = time.perf_counter()
        if not self._terminal or now - self._shown < PERIOD_S:
            return
        self._shown, spent = now, now - self._start
        left = f", about {math.ceil(spent / share - spent):,} s left" if 0 < share < 1 and spent > 1 else ""
        failed = f", {self._failed:,} failed" if self._failed else ""
        done = f"{int(share * self._cells):,} of {self._cells:,} cells"
        sys.stderr.write(f"\r\033[K{share:4.0%}  {done}{failed}, {written.seconds(spent)}{left}")
        sys.stderr.flush()

    def clear(self) -> None:
        if self._terminal:
            sys.stderr.write("\r\033[K")

    def left(self) -> str:
        """How far it came, and how to go on."""
        kept = self._ran - self._failed + (self._journal.taken if self._journal is not None else 0)
        on = f"; {kept:,} are kept for --resume" if self._journal is not None and kept else ""
        return f" (after {self._ran:,} of {self._cells:,} cells{on})" if self._ran else ""

    def summary(self, swept: Swept) -> None:
        self.clear()
        spent, failed = time.perf_counter() - self._start, len(swept.failed)
        taken = self._journal.taken if self._journal is not None else 0
        words = f"{len(swept.rows):,} cells in {written.seconds(spent)}"
        words += f", {taken:,} of them from before" if taken else ""
        words += f", {failed:,} failed: the column reason says why" if failed else ""
        sys.stderr.write(f"{words}\nevidence: {_evidence(swept)}\n")


def _evidence(swept: Swept) -> str:
    """The columns by their label."""
    by_label: dict[str, list[str]] = {}
    for quantity in swept.quantities:
        by_label.setdefault(str(quantity.evidence), []).append(quantity.key)
    most = max(by_label, key=lambda label: len(by_label[label]))
    rest = [f"{label} for {', '.join(keys)}" for label, keys in by_label.items() if label != most]
    return "; ".join([*rest, f"{most} for {'all others' if rest else 'all figures'}"])
