"""The middle as a path: techniques adopted one after another, and what the ledgers say after each."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from explorer.desk import Desk
from explorer.jobs import Job, Jobs
from explorer.panes.following import Following
from explorer.routes import title
from explorer.session import Session
from widgets.path_choice import PathChoice
from widgets.path_view import PathView


class PathPane(Following[PathView]):
    """Shows the route of the session; a walk that belongs to it is shown with it."""

    def __init__(self, session: Session, desk: Desk, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(PathView(), parent)
        self._session = session
        self._desk = desk
        self._jobs = jobs
        view = self.view
        view.stepChanged.connect(session.setStep)
        view.sourceSelected.connect(session.selectSource)
        view.ledgerRequested.connect(session.setLedger)
        view.playRequested.connect(lambda keys: desk.routes.play(tuple(keys)))
        view.pathChosen.connect(lambda keys: desk.routes.choose(tuple(keys)))
        view.saveRequested.connect(lambda keys: desk.shelving.keepPath(tuple(keys)))
        view.exportRequested.connect(desk.exportPath)
        view.cancelRequested.connect(jobs.cancel)
        offer = self.follow(self._offer)
        for signal in (session.shelfChanged, session.savedChanged, session.selectionChanged, session.languageChanged):
            signal.connect(offer)
        show = self.follow(self._show)
        for signal in (session.shelfChanged, session.routeChanged, session.walkChanged, session.languageChanged):
            signal.connect(show)
        session.walkWanted.connect(lambda _: self.view.playWhenRun())
        jobs.progressed.connect(self._progress)
        for ended in (jobs.started, jobs.finished, jobs.failed, jobs.cancelled):
            ended.connect(self._tell_running)

    def _offer(self) -> None:
        shelf = self._session.shelf
        if shelf is not None:
            names = shelf.names(self._session.language)
            self.view.setChoices(
                [PathChoice(title(route, names), route.keys) for route in self._desk.routes.choices()]
            )

    def _show(self) -> None:
        session, shelf = self._session, self._session.shelf
        if shelf is None:
            return
        if not session.route.keys:
            self._desk.routes.takeRunnable()  # never an empty stage
            return
        keys, names = session.route.keys, shelf.names(session.language)
        years = {source.key: str(source.year or "") for key in keys if (source := shelf.source(key)) is not None}
        walk = session.walk
        if walk is not None and tuple(step.key for step in walk.steps) == keys:
            self.view.setPath(keys, names, shelf.runnable, years)
            self.view.setWalk(walk, names, shelf.runnable, years)
        else:
            self.view.setPath(keys, names, shelf.runnable, years)

    def _progress(self, job: Job, fraction: float) -> None:
        if job.kind == "walk":
            self.view.setProgress(fraction)

    def _tell_running(self, *_: object) -> None:
        running = self._jobs.current is not None and self._jobs.current.kind == "walk"
        self.view.setProgress(0.0 if running else None)
