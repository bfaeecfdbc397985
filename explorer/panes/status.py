"""The status bar: the run under way with its progress, and what the runs start from."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLabel, QProgressBar, QStatusBar, QToolButton, QWidget

from explorer.actions import Actions, translated
from explorer.jobs import Job, Jobs
from explorer.session import Session

BAR_HEIGHT = 8


class Status(QStatusBar):
    """Progress on the left while something runs; the scenario's name on the right."""

    def __init__(self, session: Session, jobs: Jobs, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._jobs = jobs
        self._what = QLabel(self)
        self._bar = QProgressBar(self)
        self._bar.setRange(0, 1000)
        self._bar.setTextVisible(False)
        self._bar.setFixedSize(180, BAR_HEIGHT)
        self._cancel = QToolButton(self)
        self._cancel.setDefaultAction(actions["run.cancel"])
        self._base = QLabel(self)
        self._working = (self._what, self._bar, self._cancel)
        for widget in self._working:
            self.addWidget(widget)
        self.addPermanentWidget(self._base)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(8, 0, 10, 0)
        jobs.started.connect(self._started)
        jobs.progressed.connect(lambda job, fraction: self._bar.setValue(round(fraction * 1000)))
        for ended in (jobs.finished, jobs.failed, jobs.cancelled):
            ended.connect(lambda *_: self._show_working(False))
        session.broughtChanged.connect(self._retranslate)
        session.openedChanged.connect(self._retranslate)
        session.shelfChanged.connect(self._retranslate)
        for signal in (
            *(session.sourceChanged, session.techniqueChanged, session.stageChanged, session.routeChanged),
            session.stepChanged,
        ):
            signal.connect(lambda _: self._retranslate())
        session.walkChanged.connect(self._retranslate)
        self._show_working(jobs.current is not None)
        self._retranslate()

    def _started(self, job: Job) -> None:
        self._bar.setValue(0)
        self._retranslate()
        self._show_working(True)

    def _show_working(self, working: bool) -> None:
        for widget in self._working:
            widget.setVisible(working)

    def _retranslate(self) -> None:
        self._what.setText(self._doing(self._jobs.current))
        self._bar.setAccessibleName(self._what.text())
        self._base.setText(self._standing())

    def _standing(self) -> str:
        """What the numbers on show belong to."""
        session, brought = self._session, self._session.brought
        walk = session.walking
        if walk is not None:
            text = self.tr("Ledgers after step {n} of {all} of the path") if session.step >= 0 else ""
            return text.format(n=session.step + 1, all=len(walk.steps)) or self.tr("Ledgers at the start of the path")
        if session.opened is not None:
            kind = self.tr("Recording: {name}") if session.opened.path else self.tr("Scenario: {name}")
            return kind.format(name=translated(session.opened.name))
        if session.shelf is not None and session.source and session.source not in session.shelf.runnable:
            text = self.tr("{source} cannot be run yet · page table, clock and ledgers show {technique}")
            return text.format(source=self._name(session.source), technique=self._name(session.technique))
        name = brought.name or self.tr("the technique's own day before")
        return self.tr("Scenario: {name}").format(name=name)

    def _doing(self, job: Job | None) -> str:
        if job is None:
            return ""
        if job.kind == "compare":
            return self.tr("Simulating {name} …").format(name=self._name(job.fields["technique"]))
        if job.kind == "alone":
            opened = job.fields["opened"]
            text = self.tr("Reading {name} …") if opened["path"] else self.tr("Simulating {name} …")
            return text.format(name=opened["path"] or translated(opened["name"]))
        if job.kind == "lab.run":
            return self.tr("Simulating the lab …")
        if job.kind == "audit.try":
            return self.tr("Trying the claim …")
        if job.kind == "walk":
            return self.tr("Playing a path of {n} techniques …").format(n=len(job.fields["keys"]))
        return self.tr("Reading {name} …").format(name=job.fields["path"])

    def _name(self, key: str) -> str:
        source = self._session.shelf.source(key) if self._session.shelf is not None else None
        return key if source is None else source.name.get(self._session.language)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)
