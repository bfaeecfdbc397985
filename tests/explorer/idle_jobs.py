"""Jobs for tests of the window."""

from __future__ import annotations

from explorer.jobs import Job, Jobs


class Idle(Jobs):
    """Jobs that never end by themselves: what is asked for is only noted."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Job] = []

    def start(self, kind: str, **fields: object) -> Job:
        self._count += 1
        self._job = Job(self._count, kind, dict(fields))
        self.asked.append(self._job)
        self.started.emit(self._job)
        return self._job
