"""What has been measured of a sweep under way, kept so that an interrupted one can go on."""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path
from types import TracebackType

from engine.sweep.build import fingerprint
from engine.sweep.cell import Outcome, Task


class Journal:
    """A file with a line of JSON per cell, written when the cell ends. Failed cells are tried again.

    With `resume` what the file holds is taken up, else it begins anew. Cells are known by everything their figures
    depend on, so that a changed scenario, grid, trace or engine finds nothing of the old. Raises OSError.
    """

    def __init__(self, path: Path, resume: bool = False) -> None:
        self.path = path
        self._known = _read(path) if resume else {}
        self.taken = 0  # cells that did not have to run again
        torn = resume and path.exists() and not path.read_bytes().endswith(b"\n")
        self._file = path.open("a" if resume else "w", encoding="utf-8", newline="\n")
        if torn:
            self._file.write("\n")

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """The file stays only where there is something to go on with."""
        self._file.close()
        if kind is None or not self.path.stat().st_size:
            self.path.unlink(missing_ok=True)

    def known(self, task: Task) -> Outcome | None:
        """The outcome of a cell that was measured before."""
        outcome = self._known.get(_digest(task)) if self._known else None
        self.taken += outcome is not None
        return outcome

    def note(self, task: Task, outcome: Outcome) -> None:
        if not outcome.failure:
            json.dump({"cell": _digest(task), "figures": outcome.figures}, self._file, ensure_ascii=False)
            self._file.write("\n")
            self._file.flush()


def _read(path: Path) -> dict[str, Outcome]:
    """What a journal holds; lines that were cut off or damaged count as not written."""
    found: dict[str, Outcome] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                entry = json.loads(line)
                figures = tuple(entry["figures"])
                if all(isinstance(figure, (float, str)) for figure in figures):
                    found[str(entry["cell"])] = Outcome(figures)
            except (ValueError, LookupError, TypeError):
                continue
    return found


def _digest(task: Task) -> str:
    parts = [fingerprint(), *task.keys, task.scenario, _trace(task)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def _trace(task: Task) -> str:
    """Size and time of the trace that a task reads, "" without one."""
    trace = tomllib.loads(task.scenario)["workload"]["trace"]
    if not trace or not Path(trace).exists():
        return ""
    stat = Path(trace).stat()
    return f"{stat.st_size} {stat.st_mtime_ns}"
