"""Keeps the shown comparison in step with technique and scenario: asks the worker, remembers what it gave."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from explorer.brought import Brought
from explorer.jobs import Job, Jobs
from explorer.lab_look import lab_in
from explorer.opened import Opened, is_recording
from explorer.session import Session
from explorer.settings import DEFAULT_TECHNIQUE
from widgets.trace_words import trace_word

if TYPE_CHECKING:
    from engine.adoption import Walk
    from engine.compare import Comparison
    from engine.traces import TraceReport

BESIDES = ("lab.run", "audit.try")  # jobs that change nothing of what clock and ledgers show
REMEMBERED = 6  # comparisons kept in memory, so that going back is instant


@dataclass(frozen=True)
class Question:
    """What a comparison answers."""

    technique: str
    brought: Brought


class Conductor(QObject):
    """Listens to the session, starts jobs, and puts their results into the session."""

    def __init__(self, session: Session, jobs: Jobs) -> None:
        super().__init__(session)
        self._session = session
        self._jobs = jobs
        self._known: OrderedDict[Question, Comparison] = OrderedDict()
        self._walks: dict[tuple[str, ...], Walk] = {}
        self._wanted: list[str] = []  # techniques to be measured when nothing else is under way
        session.techniqueChanged.connect(self.refresh)
        session.broughtChanged.connect(self.refresh)
        session.deltasWanted.connect(self._want)
        session.walkWanted.connect(self.walk)
        session.openedWanted.connect(self.show)
        jobs.finished.connect(self._finished)
        jobs.failed.connect(self._failed)
        jobs.cancelled.connect(self._cancelled)

    def refresh(self) -> None:
        """Show the comparison of the present technique and scenario, from memory or by running it."""
        self._session.setOpened(None)
        question = self._question()
        if question in self._known:
            if not self._walking:
                self._jobs.cancel()
            self._known.move_to_end(question)
            self._session.setComparison(self._known[question])
        elif not self._walking:  # else afterwards
            self.run()

    def run(self) -> None:
        """Run the present technique, even if its outcome is known; or once more what is shown in its place."""
        if self._session.opened is not None:
            self.show(self._session.opened)
            return
        question = self._question()
        self._jobs.start("compare", technique=question.technique, brought=question.brought.fields())

    def open(self, path: Path) -> None:
        """Show a recording; take a scenario (.toml) or a trace (anything else) as the day before, once it is read."""
        if is_recording(path):
            self.show(Opened(path.name, path=str(path)))
        elif (look := lab_in(path)) is not None:
            self.refresh_if_empty()
            self._session.setLab(look)
            self._session.setStage("labs")
        elif path.suffix.lower() == ".toml":
            self._jobs.start("scenario", path=str(path))
        else:
            self.read(Brought(name=path.name, trace=str(path)))

    def refresh_if_empty(self) -> None:
        """A run for the clock, if there is none yet and none is coming."""
        if self._session.comparison is None and self._jobs.current is None:
            self.refresh()

    def show(self, opened: Opened) -> None:
        """Show one run by itself, once it has been read or run."""
        self._jobs.start("alone", opened=opened.fields())

    def read(self, brought: Brought) -> None:
        """Take the brought trace as the day before, once it has been read."""
        self._jobs.start("trace", path=brought.trace, brought=brought.fields())

    def walk(self, keys: tuple[str, ...]) -> None:
        """Show the techniques adopted one after another, from memory or by playing the path."""
        if keys in self._walks:
            self._session.setWalk(self._walks[keys])
        elif keys:
            self._jobs.start("walk", keys=list(keys), scenario="")

    @property
    def _walking(self) -> bool:
        """A path that is being played is not given up for what can be run after it."""
        return self._jobs.current is not None and self._jobs.current.kind == "walk"

    def _want(self, keys: tuple[str, ...]) -> None:
        self._wanted = [key for key in keys if not self._measured(key)]
        self._catch_up()

    def _measured(self, key: str) -> bool:
        """Whether the technique on its own day before is in the session, perhaps from memory."""
        known = self._known.get(Question(key, Brought()))
        if known is not None:
            self._session.addDelta(key, known.delta)
        return key in self._session.deltas

    def _catch_up(self) -> None:
        """When nothing is under way: first what is to be shown, then what stands beside it."""
        if self._jobs.current is not None:
            return
        self._wanted = [key for key in self._wanted if not self._measured(key)]
        if self._session.opened is None and self._question() not in self._known:
            self.run()
        elif self._wanted:
            self._jobs.start("compare", technique=self._wanted[0], brought=Brought().fields())

    def _question(self) -> Question:
        return Question(self._session.technique, self._session.brought)

    def _finished(self, job: Job, result: Any) -> None:
        if job.kind == "compare":
            question = Question(job.fields["technique"], Brought.from_fields(job.fields["brought"]))
            self._remember(question, result)
            if question.brought == Brought():
                self._session.addDelta(question.technique, result.delta)
            if question == self._question() and self._session.opened is None:
                self._session.setComparison(result)
            self._catch_up()
        elif job.kind == "walk":
            self._walks[tuple(job.fields["keys"])] = result
            self._session.setWalk(result)
            self._catch_up()
        elif job.kind == "alone":
            self._session.setOpened(Opened.from_fields(job.fields["opened"]))
            self._session.setComparison(result)
        elif job.kind in BESIDES:
            self._catch_up()
        elif job.kind == "scenario":
            self._bring(Brought(name=Path(job.fields["path"]).name, scenario=result))
        elif job.kind == "trace":
            brought = Brought.from_fields(job.fields["brought"])
            self._session.setImport(brought, result)
            self._tell(result)
            self._bring(brought)

    def _bring(self, brought: Brought) -> None:
        """Take it as the day before, in place of whatever is shown."""
        self._session.setBrought(brought)
        if self._session.opened is not None:  # the same was brought before: nothing has changed but what is shown
            self.refresh()

    def _tell(self, report: TraceReport) -> None:
        """The books of an import in one line; the reasons are one click away."""
        aside = sum(entry.rows for entry in report.set_aside)
        if report.time_unit:
            text = self.tr("{file}: {read} rows read, {used} used, {aside} set aside; time in {unit} ({how})")
        else:
            text = self.tr("{file}: {read} rows read, {used} used, {aside} set aside; no arrival times")
        text = text.format(
            file=Path(report.file).name,
            read=report.rows_read,
            used=report.rows_used,
            aside=aside,
            unit=trace_word(report.time_unit),
            how=trace_word(report.time_unit_decided),
        )
        if not report.complete:
            text += self.tr("; the file goes on: File → Import report sets how many rows to use")
        reasons = [f"{entry.rows}: {entry.reason}" for entry in report.set_aside]
        self._session.notice(text, "\n".join([*reasons, *report.notes]), error=False)

    def _remember(self, question: Question, comparison: Comparison) -> None:
        self._known[question] = comparison
        self._known.move_to_end(question)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def _cancelled(self, job: Job) -> None:
        self._wanted.clear()
        if job.kind in BESIDES and self._session.comparison is None:
            self.run()  # its run had been put off for this

    def _failed(self, job: Job, message: str, detail: str) -> None:
        if job.kind != "lab.run":  # the lab itself says what is wrong
            self._session.notice(message, detail)
        if job.kind == "trace":
            self._session.setImport(Brought.from_fields(job.fields["brought"]), error=message)
        if job.kind == "compare":
            self._wanted = [key for key in self._wanted if key != job.fields["technique"]]
        if job.kind == "compare" and self._session.comparison is None:
            self._session.setTechnique(DEFAULT_TECHNIQUE)  # never leave the window empty
        if job.kind != "compare" and self._session.opened is None and self._question() not in self._known:
            self.run()  # reading the file had taken the place of the run
