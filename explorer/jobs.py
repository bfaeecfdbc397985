"""Long runs in a worker process: start, progress, cancel, crash. No threads: Qt tells when the worker speaks."""

from __future__ import annotations

import os
import pickle
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QObject, QProcess, QProcessEnvironment, QTimer, Signal

from explorer.framing import Message, Unpacker, pack

SPARE_DELAY_MS = 1500  # the spare starts when the first result is on screen
_STDERR_KEPT = 4000


@dataclass(frozen=True)
class Job:
    """Something for the worker to do: a kind of message and its fields, see `explorer.worker`."""

    number: int
    kind: str
    fields: dict[str, Any]


def _environment() -> QProcessEnvironment:
    environment = QProcessEnvironment.systemEnvironment()
    root = str(Path(__file__).parents[1])
    inherited = environment.value("PYTHONPATH", "")
    environment.insert("PYTHONPATH", os.pathsep.join(part for part in (root, inherited) if part))
    environment.insert("PYTHONSAFEPATH", "1")  # a numpy.py in the current folder is not our numpy
    return environment


class Worker(QObject):
    """One worker process."""

    said = Signal(object)  # Message
    died = Signal(str, str)  # why, what it printed

    def __init__(self, parent: QObject, command: list[str]) -> None:
        super().__init__(parent)
        self._process = QProcess(self)
        self._process.setProcessEnvironment(_environment())
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.readyReadStandardError.connect(self._read_errors)
        self._process.finished.connect(self._finished)
        self._process.errorOccurred.connect(self._failed)
        self._unpacker = Unpacker()
        self._errors = ""
        self._command = command

    def start(self) -> None:
        """Connect to `died` before: on some systems a program that is not there is told at once."""
        self._process.start(self._command[0], self._command[1:])

    def send(self, kind: str, fields: dict[str, Any]) -> None:
        if self.alive:
            self._process.write(QByteArray(pack(kind, fields)))

    @property
    def alive(self) -> bool:
        return self._process.state() != QProcess.ProcessState.NotRunning

    def retire(self, wait_ms: int = 0) -> None:
        """Kill the process and say nothing about it. Frees itself once it is gone."""
        self.blockSignals(True)
        if self.alive:
            self._process.finished.connect(self.deleteLater)
            self._process.kill()
            if wait_ms:
                self._process.waitForFinished(wait_ms)
        else:
            self.deleteLater()

    def _read(self) -> None:
        try:
            messages = self._unpacker.feed(bytes(self._process.readAllStandardOutput().data()))
        except ValueError as error:
            self._errors += f"\n{error}"
            self._process.kill()
            return
        for message in messages:
            self.said.emit(message)

    def _read_errors(self) -> None:
        text = bytes(self._process.readAllStandardError().data()).decode(errors="replace")
        self._errors = (self._errors + text)[-_STDERR_KEPT:]

    def _finished(self, code: int, status: QProcess.ExitStatus) -> None:
        how = f"exit code {code}" if status == QProcess.ExitStatus.NormalExit else "it crashed or was killed"
        self.died.emit(how, self._errors.strip())

    def _failed(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.died.emit(self._process.errorString(), "")


class Jobs(QObject):
    """At most one job at a time; a new one replaces the one under way. A spare worker stands by."""

    started = Signal(object)  # Job
    progressed = Signal(object, float)
    finished = Signal(object, object)  # Job, what it gave
    failed = Signal(object, str, str)  # Job, message, detail
    cancelled = Signal(object)

    def __init__(self, parent: QObject | None = None, command: list[str] | None = None) -> None:
        super().__init__(parent)
        self._command = command or [sys.executable, "-m", "explorer.worker"]
        self._worker: Worker | None = None
        self._spare: Worker | None = None
        self._job: Job | None = None
        self._count = 0
        self._spare_timer = QTimer(self, singleShot=True, interval=SPARE_DELAY_MS)
        self._spare_timer.timeout.connect(self._start_spare)

    @property
    def current(self) -> Job | None:
        return self._job

    def start(self, kind: str, **fields: Any) -> Job:
        """Start a job, in place of the one under way."""
        if self._job is not None:
            self._drop_worker()
        self._count += 1
        job = self._job = Job(self._count, kind, fields)
        self.started.emit(job)
        worker = self._worker or self._take_worker()
        worker.send(kind, {"id": job.number, **fields})
        return job

    def cancel(self) -> None:
        """Stop the job under way, at once."""
        if self._job is None:
            return
        job, self._job = self._job, None
        self._drop_worker()
        self._spare_timer.start()
        self.cancelled.emit(job)

    def shutdown(self) -> None:
        """Kill every worker and wait for it."""
        self._job = None
        self._spare_timer.stop()
        for worker in (self._worker, self._spare):
            if worker is not None:
                worker.retire(wait_ms=1000)
        self._worker = self._spare = None

    def _take_worker(self) -> Worker:
        worker, self._spare = self._spare, None
        if worker is not None and not worker.alive:
            worker.retire()
            worker = None
        new = worker is None
        worker = self._worker = worker or Worker(self, self._command)
        worker.said.connect(self._heard)
        worker.died.connect(self._lost)
        if new:
            worker.start()
        return worker

    def _start_spare(self) -> None:
        if self._spare is None:
            self._spare = Worker(self, self._command)
            self._spare.start()
            self._spare.send("warm", {"id": 0})

    def _drop_worker(self) -> None:
        if self._worker is not None:
            self._worker.retire()
            self._worker = None

    def _heard(self, message: Message) -> None:
        job = self._job
        if job is None or message.fields.get("id") != job.number:
            return
        if message.kind == "progress":
            self.progressed.emit(job, message.fields["fraction"])
            return
        self._job = None
        self._spare_timer.start()
        if message.kind == "error":
            self.failed.emit(job, message.fields["message"], message.fields["detail"])
        else:
            # Only our own worker writes here, so unpickling is safe.
            self.finished.emit(job, pickle.loads(message.blobs[0], buffers=message.blobs[1:]))

    def _lost(self, how: str, printed: str) -> None:
        job, self._job = self._job, None
        if self._worker is not None:
            self._worker.retire()
            self._worker = None
        if job is not None:
            text = self.tr("The simulation stopped unexpectedly: {how}").format(how=how)
            self.failed.emit(job, text, printed)
