"""The middle as an audit: a claim of the library or one of the user's own, and its report."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from citations.audit import Audit
from engine.audit_try import Tried
from explorer.audits import trial_of
from explorer.jobs import Job, Jobs
from explorer.panes.following import Following
from explorer.session import Session
from widgets.audit_view import AuditView
from widgets.lab_page_keys import undoing


class AuditPane(Following[AuditView]):
    """`openAsked()` and `saveAsked(suffix)` are for whoever has dialogs."""

    openAsked = Signal()
    saveAsked = Signal(str)

    def __init__(self, session: Session, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(AuditView(), parent)
        self._session, self._jobs = session, jobs
        self._trying: tuple[Job, Audit] | None = None
        view = self.view
        view.sourceRequested.connect(self._show_source)
        view.tryWanted.connect(self._try)
        view.cancelWanted.connect(jobs.cancel)
        view.openWanted.connect(self.openAsked)
        view.exportWanted.connect(self.saveAsked)
        fill, speak = self.follow(self._fill), self.follow(self._speak)
        session.shelfChanged.connect(fill)
        session.languageChanged.connect(speak)
        jobs.started.connect(self._started)
        jobs.progressed.connect(self._progressed)
        jobs.finished.connect(self._finished)
        jobs.failed.connect(lambda job, *_: self._ended(job))
        jobs.cancelled.connect(lambda job: self._ended(job))

    def _fill(self) -> None:
        if self._session.shelf is not None:
            self.view.setLibrary(self._session.shelf.sources)

    def _speak(self) -> None:
        self.view.setLanguage(self._session.language)

    def _show_source(self, key: str) -> None:
        self._session.selectSource(key)
        self._session.setStage("map")

    # --- trying --------------------------------------------------------------------------------------------------

    def _try(self, audit: Audit) -> None:
        subject = audit.subject
        self._trying = None
        job = self._jobs.start("audit.try", source=subject.source, position=subject.position)
        self._trying = (job, audit)
        self.view.setProgress(0.0)

    def _started(self, job: Job) -> None:
        """Another job has taken the place of the trial, or begins because that has ended and will say so."""
        if self._trying is not None and self._trying[0] != job:
            self.view.setProgress(None)

    def _progressed(self, job: Job, fraction: float) -> None:
        if self._trying is not None and self._trying[0] == job:
            self.view.setProgress(fraction)

    def _ended(self, job: Job) -> Audit | None:
        """What the job was for, if it was a trial."""
        if self._trying is None or self._trying[0] != job:
            return None
        audit, self._trying = self._trying[1], None
        self.view.setProgress(None)
        return audit

    def _finished(self, job: Job, result: Tried | None) -> None:
        audit = self._ended(job)
        if audit is None:
            return
        if result is None:
            self._session.notice(self.tr("The engine has no run of the kind that this claim is about."), error=False)
        elif self.view.audit().subject == audit.subject:
            self.view.setTried(trial_of(audit.subject, result))

    # --- keys ----------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        # Offered here before it becomes the window's shortcut, which is about the notebook.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and undoing(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = undoing(event)
        if way:
            (self.view.undo if way == "undo" else self.view.redo)()
        else:
            super().keyPressEvent(event)
