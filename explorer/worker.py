"""The worker process: runs comparisons so that the window never waits. It loads the engine and nothing of Qt.

`python3 -m explorer.worker` reads messages from stdin and answers on stdout:

    -> warm     {id}                       load the engine, so that the next job starts at once
    -> compare  {id, technique, brought}   -> the comparison
    -> alone    {id, opened}               -> one run as both sides of a comparison
    -> walk     {id, keys, scenario}       -> the techniques of a path adopted in turn (scenario: TOML, "" = shipped)
    -> scenario {id, path}                 -> the scenario of a file, checked, as TOML
    -> trace    {id, path, brought}        -> how a trace file was read
    -> lab.run  {id, lab, settings}        -> what a lab's run gives (settings: TOML)
    -> audit.try {id, source, position}    -> the two runs that stand for a claim
    -> references {id, path, known}        -> the references of a file, and which of them are known already
    -> keep     {id, notebook, sources, edges, origin} -> the batch in which the notebook took them
    <- progress {id, fraction}
    <- result   {id} + the object, pickled: first the pickle, then its arrays, which are not copied into it
    <- error    {id, message, detail}      message: one line for the user; detail: the traceback
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO

from explorer import framing, lab_work, library_work
from explorer.brought import Brought

PROGRESS_SECONDS = 0.05


Progress = Callable[[float], None]


def warm(fields: dict[str, Any], progress: Progress) -> None:
    """Load the engine."""
    import engine.compare  # noqa: F401


def compare(fields: dict[str, Any], progress: Progress) -> object:
    """Run a technique's day before and day after."""
    from engine.compare import compare as run

    technique = fields["technique"]
    return run(technique, Brought.from_fields(fields["brought"]).day_before(technique), progress=progress)


def alone(fields: dict[str, Any], progress: Progress) -> object:
    """Read a recording, or run a scenario as it is."""
    from explorer.opened import Opened, carry_out

    return carry_out(Opened.from_fields(fields["opened"]), progress)


def walk(fields: dict[str, Any], progress: Progress) -> object:
    """Play a path: its techniques are adopted one after another."""
    from engine import adoption, scenario_file

    text = fields.get("scenario", "")
    return adoption.adopt(fields["keys"], scenario_file.loads(text) if text else None, progress=progress)


def scenario(fields: dict[str, Any], progress: Progress) -> str:
    """Read and check a scenario file."""
    from engine import scenario_file

    return scenario_file.dumps(scenario_file.load(fields["path"]))


def trace(fields: dict[str, Any], progress: Progress) -> object:
    """Read a trace file and tell how it was read."""
    from engine.scenario import Scenario
    from engine.workloads.replay import trace_import

    return trace_import(Brought.from_fields(fields["brought"]).on(Scenario())).report


_WORK: dict[str, Callable[[dict[str, Any], Progress], object]] = {
    "warm": warm,
    "compare": compare,
    "alone": alone,
    "walk": walk,
    "scenario": scenario,
    "trace": trace,
    "lab.run": lab_work.run,
    "audit.try": lab_work.try_claim,
    "references": library_work.references,
    "keep": library_work.keep,
}


def _pickled(result: object) -> list[bytes]:
    arrays: list[pickle.PickleBuffer] = []
    head = pickle.dumps(result, 5, buffer_callback=arrays.append)
    return [head, *(bytes(array.raw()) for array in arrays)]


def _reporter(answer: Callable[[bytes], None], job: int) -> Callable[[float], None]:
    last = 0.0

    def report(fraction: float) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= PROGRESS_SECONDS:
            last = now
            answer(framing.pack("progress", {"id": job, "fraction": fraction}))

    return report


def _told(error: Exception) -> str:
    """One line for the user. The engine's own errors are written for reading; Python's bare ones are named."""
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    own = isinstance(error, ValueError) or type(error).__module__.startswith("engine.")
    return str(error) if own else f"{type(error).__name__}: {error}"


def _run(message: framing.Message, answer: Callable[[bytes], None]) -> None:
    job = message.fields["id"]
    try:
        blobs = _pickled(_WORK[message.kind](message.fields, _reporter(answer, job)))
    except Exception as error:
        answer(framing.pack("error", {"id": job, "message": _told(error), "detail": traceback.format_exc()}))
    else:
        answer(framing.pack("result", {"id": job}, blobs))


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer messages until the source ends."""

    def answer(data: bytes) -> None:
        sink.write(data)
        sink.flush()

    while (message := framing.read(source)) is not None:
        _run(message, answer)


def main() -> int:
    # Experiments multiply small matrices: on a busy machine threads that wait for each other take many times longer.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Whatever prints must not end up between two messages.
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole group; the window decides
    with contextlib.suppress(BrokenPipeError):
        serve(sys.stdin.buffer, sink)
    return 0


if __name__ == "__main__":
    sys.exit(main())
