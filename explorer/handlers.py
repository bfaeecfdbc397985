"""What each command does. One method per command, named in one table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from explorer.conductor import Conductor
from explorer.jobs import Jobs
from explorer.lab_handlers import LabHandlers
from explorer.library_handlers import LibraryHandlers
from explorer.session import Session, Stage
from explorer.window import Window
from widgets.playhead import Playhead

if TYPE_CHECKING:
    from widgets.path_view import PathView

SCALE_STEP = 1.125


class Handlers(QObject):
    """Connects every command of `window` and keeps checks and greyed-out states right."""

    def __init__(self, window: Window, session: Session, conductor: Conductor, jobs: Jobs) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._conductor = conductor
        self._jobs = jobs
        self.library = LibraryHandlers(window)
        self.table = (
            self._files() | self._ways() | self._scenarios() | self._playback() | self._looks() | self._help()
        )
        self.labs = LabHandlers(window)
        self.table |= self.library.table | self.labs.table
        for key, handler in self.table.items():
            window.commands[key].triggered.connect(lambda _checked=False, run=handler: run())
        self._follow()
        self.refresh()
        self.library.refresh()
        self.labs.refresh()

    # --- tables --------------------------------------------------------------------------------------------------

    def _files(self) -> dict[str, Callable[[], object]]:
        from explorer import exports, imports, scenario_editor

        window = self._window
        return {
            "file.open": lambda: imports.ask(window, self._conductor),
            "file.own": self._own_day_before,
            "file.edit": lambda: scenario_editor.edit(window, self._conductor),
            "file.report": lambda: imports.show_report(window, self._conductor),
            "file.scenario": lambda: exports.ask_scenario(window),
            "file.recording": lambda: exports.ask_recording(window),
            "file.export": lambda: exports.ask_view(window),
            "file.ledgers": lambda: exports.ask_ledgers(window),
            "file.quit": window.close,
        }

    def _scenarios(self) -> dict[str, Callable[[], object]]:
        from explorer.scenarios import PRESETS

        show = self._conductor.show
        return {f"scenario.{preset.key}": partial(lambda known: show(known.opened()), preset) for preset in PRESETS}

    def _ways(self) -> dict[str, Callable[[], object]]:
        session = self._session
        return {
            "go.palette": self._open_palette,
            "go.search": self._search,
            "go.back": session.goBack,
            "go.forward": session.goForward,
            "go.older": lambda: self._walk(-1),
            "go.newer": lambda: self._walk(1),
            "go.filter": self._filter,
            "go.pane": self._window.focus_next_panel,
        }

    def _playback(self) -> dict[str, Callable[[], object]]:
        return {
            "play.toggle": lambda: self._play(
                Playhead.toggle, lambda path: path.pause() if path.playing else path.play()
            ),
            "play.forward": lambda: self._play(Playhead.stepForward, lambda path: path.setStep(path.step + 1)),
            "play.back": lambda: self._play(Playhead.stepBack, lambda path: path.setStep(max(path.step - 1, -1))),
            "play.start": lambda: self._play(lambda head: head.seek(0), lambda path: path.setStep(-1)),
            "play.end": lambda: self._play(
                lambda head: head.seek(head.duration), lambda path: path.setStep(len(path.keys) - 1)
            ),
            "play.faster": lambda: self._with_playhead(lambda head: head.setSpeed(min(head.speed * 2, 1000.0))),
            "play.slower": lambda: self._with_playhead(lambda head: head.setSpeed(max(head.speed / 2, 0.001))),
            "play.loop": self._loop,
            "run.again": self._conductor.run,
            "run.cancel": self._jobs.cancel,
        }

    def _looks(self) -> dict[str, Callable[[], object]]:
        session, window = self._session, self._window
        return {
            "view.before": lambda: session.setRun("before"),
            "view.after": lambda: session.setRun("after"),
            "view.both": lambda: session.setRun("both"),
            **{f"view.{stage}": partial(session.setStage, str(stage)) for stage in Stage},
            "view.history": lambda: session.setPages("grid" if session.pages == "history" else "history"),
            "view.legends": lambda: session.setLegends(not session.legends),
            "view.theme": self._theme,
            "view.language": lambda: session.setLanguage("en" if session.language == "zh" else "zh"),
            "view.larger": lambda: session.setScale(session.scale * SCALE_STEP),
            "view.smaller": lambda: session.setScale(session.scale / SCALE_STEP),
            "view.normal": lambda: session.setScale(1.0),
            "view.fullscreen": self._full_screen,
            "view.reset": window.reset_layout,
        }

    def _help(self) -> dict[str, Callable[[], object]]:
        from explorer import dialogs

        window = self._window
        return {
            "help.keys": lambda: dialogs.show_keys(window),
            "help.view": lambda: dialogs.show_view_help(window),
            "help.truth": lambda: dialogs.show_truth(window),
            "help.messages": lambda: dialogs.show_messages(window),
            "help.about": lambda: dialogs.show_about(window),
        }

    # --- states --------------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        session, jobs, window = self._session, self._jobs, self._window
        window.message_bar.detailsRequested.connect(lambda _: window.commands["help.messages"].trigger())
        for changed in (
            *(session.sourceChanged, session.runChanged, session.stageChanged, session.pagesChanged),
            *(session.comparisonChanged, session.broughtChanged, session.importChanged, session.ledgerChanged),
            *(session.filterChanged, session.shelfChanged, session.openedChanged),
            *(jobs.started, jobs.finished, jobs.failed, jobs.cancelled, window.furnished),
        ):
            changed.connect(self.refresh)

    def refresh(self, *_: object) -> None:
        """Check and enable the commands as the session stands."""
        session, commands = self._session, self._window.commands
        commands[f"view.{session.shown_run}"].setChecked(True)
        commands[f"view.{session.stage}"].setChecked(True)
        commands["view.history"].setChecked(session.pages == "history")
        commands["view.legends"].setChecked(session.legends)
        commands["view.fullscreen"].setChecked(self._window.isFullScreen())
        commands["play.loop"].setChecked(session.settings["playback.loop"])
        commands["go.filter"].setChecked(bool(session.ledger) and session.ledger in session.filter.ledgers)
        comparison = session.comparison
        enabled = {
            "go.back": session.canGoBack,
            "go.forward": session.canGoForward,
            "go.filter": bool(session.ledger),
            "file.own": bool(session.brought.name) or session.opened is not None,
            "view.before": not session.alone,
            "view.after": not session.alone,
            "view.both": not session.alone,
            "file.report": session.tried is not None,
            "file.edit": comparison is not None,
            "file.scenario": comparison is not None,
            "file.recording": comparison is not None,
            "file.ledgers": comparison is not None,
            "run.cancel": self._jobs.current is not None,
            "view.experiment": comparison is not None and comparison.experiment is not None,
        }
        plays = session.stage.is_run or session.stage is Stage.PATH
        enabled |= {f"play.{name}": plays for name in ("toggle", "forward", "back", "start", "end")}
        for key, on in enabled.items():
            commands[key].setEnabled(on)
        if session.stage == "experiment" and not enabled["view.experiment"] and comparison is not None:
            session.setStage("clock")

    # --- single commands -----------------------------------------------------------------------------------------

    def _with_playhead(self, use: Callable[[Playhead], None]) -> None:
        if self._window.stage is not None:
            use(self._window.stage.playhead)

    def _play(self, run: Callable[[Playhead], None], walk: Callable[[PathView], None]) -> None:
        """On the stage of paths the steps are played, anywhere else the run."""
        from explorer.panes.path import PathPane

        path = self._window.panels.get("path")
        if self._session.stage is not Stage.PATH:
            self._with_playhead(run)
        elif isinstance(path, PathPane):
            walk(path.view)

    def _loop(self) -> None:
        settings = self._session.settings
        settings["playback.loop"] = not settings["playback.loop"]
        self._with_playhead(lambda head: head.setLooping(settings["playback.loop"]))

    def _own_day_before(self) -> None:
        from explorer.brought import Brought

        self._session.setImport(None)
        before = self._session.brought
        self._session.setBrought(Brought())
        if before == Brought():
            self._conductor.refresh()

    def _walk(self, step: int) -> None:
        if self._session.shelf is not None:
            self._session.selectSource(self._session.shelf.beside(self._session.source, step))

    def _filter(self) -> None:
        session = self._session
        session.setFilter(session.filter.toggled("ledgers", session.ledger))

    def _search(self) -> None:
        from explorer.panes.lineage import LineagePane

        lineage = self._window.panels.get("lineage")
        if isinstance(lineage, LineagePane):
            lineage.focusSearch()

    def _theme(self) -> None:
        from widgets.palette import is_dark

        self._session.setTheme("light" if is_dark(self._window) else "dark")

    def _full_screen(self) -> None:
        window = self._window
        window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)
        self.refresh()

    def _open_palette(self) -> None:
        from explorer import labs
        from explorer.command_palette import CommandPalette
        from explorer.palette_entries import entries

        offered = entries(self._window.commands, self._session, self._window.desk) + labs.entries(self._window)
        palette = CommandPalette(offered, self._window)
        palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        palette.openAt(self._window)
