"""What the commands of the menus Edit and Library do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from citations.filters import SourceFilter
from explorer import text_twin
from explorer.actions import translated
from explorer.desk import links
from explorer.routes import GOALS
from explorer.study import DEEPEST

if TYPE_CHECKING:
    from explorer.window import Window

STATUSES = ("unread", "skimmed", "read", "taught")


class LibraryHandlers(QObject):
    """`table` by command; `refresh` keeps checks, titles and greyed-out states right."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._shelving = window.desk.shelving
        self.table = self._edit() | self._copy() | self._shown() | self._paths() | self._exchange()
        session = self._session
        for changed in (
            *(session.shelfChanged, session.readingsChanged, session.savedChanged, session.sourceChanged),
            *(session.selectionChanged, session.filterChanged, session.kinChanged, session.routeChanged),
            *(session.neighboursChanged, session.stageChanged, session.walkChanged, session.comparisonChanged),
            *(window.furnished, window.retranslated, window.librarian.changes.failed),
        ):
            changed.connect(self.refresh)

    # --- tables --------------------------------------------------------------------------------------------------

    def _edit(self) -> dict[str, Callable[[], object]]:
        desk, shelving, changes = self._window.desk, self._shelving, self._window.librarian.changes
        marks = {f"edit.{status}": lambda status=status: desk.setStatus(status) for status in STATUSES}
        return {
            "edit.undo": partial(self._after_typing, changes.undo),
            "edit.redo": partial(self._after_typing, changes.redo),
            "edit.new": shelving.new,
            "edit.change": shelving.change,
            "edit.remove": shelving.remove,
            "edit.relate": shelving.relate,
            "edit.unrelate": shelving.unrelate,
            **marks,
            "edit.note": self._note,
            "edit.tags": desk.askTags,
            "edit.attach": desk.attach,
            "edit.pdf": desk.openAttachment,
        }

    def _copy(self) -> dict[str, Callable[[], object]]:
        desk = self._window.desk
        return {
            "edit.cite_text": lambda: desk.cite("text"),
            "edit.cite_bibtex": lambda: desk.cite("bibtex"),
            "edit.cite_markdown": lambda: desk.cite("markdown"),
            "edit.twin": lambda: text_twin.show(self._window),
        }

    def _shown(self) -> dict[str, Callable[[], object]]:
        session = self._session
        return {
            "library.neighbours": lambda: session.setNeighbours(not session.neighbours),
            "library.all": lambda: session.setFilter(SourceFilter()),
            "library.both": lambda: session.setDirection("both"),
            "library.ancestors": lambda: session.setDirection("ancestors"),
            "library.descendants": lambda: session.setDirection("descendants"),
            "library.deeper": lambda: self._step(1),
            "library.nearer": lambda: self._step(-1),
        }

    def _paths(self) -> dict[str, Callable[[], object]]:
        routes, shelving = self._window.desk.routes, self._shelving
        return {
            "library.between": routes.showBetween,
            "library.main": routes.showMain,
            "library.kimi": lambda: routes.showTo(GOALS[0]),
            "library.deepseek": lambda: routes.showTo(GOALS[1]),
            "library.nopath": routes.clear,
            "library.play": routes.play,
            "library.pair": self._window.desk.compare,
            "library.keep_path": shelving.keepPath,
            "library.keep_scenario": shelving.keepScenario,
            "library.kept": shelving.showKept,
        }

    def _exchange(self) -> dict[str, Callable[[], object]]:
        from explorer import exports

        window, desk = self._window, self._window.desk
        return {
            "library.import": self._import,
            "library.export": self._export,
            "library.walk": lambda: exports.ask_walk(window),
            "library.arxiv": lambda: desk.openLink("arxiv"),
            "library.doi": lambda: desk.openLink("doi"),
            "library.code": lambda: desk.openLink("code"),
        }

    # --- states --------------------------------------------------------------------------------------------------

    def refresh(self, *_: object) -> None:
        """Check and enable the commands as the session stands; undo and redo say what they would do."""
        session, commands = self._session, self._window.commands
        commands["library.neighbours"].setChecked(session.neighbours)
        commands[f"library.{session.direction}"].setChecked(True)
        self._title_undo()
        shelf = session.shelf
        source = None if shelf is None else shelf.source(session.source)
        reading = None if shelf is None else shelf.readings.get(session.source)
        commands[f"edit.{reading.status if reading else STATUSES[0]}"].setChecked(True)
        addresses = {} if source is None else links(source)
        own = bool(self._window.desk.own())
        enabled = {
            "edit.change": own and len(session.chosen) == 1,
            "edit.remove": own,
            "edit.unrelate": bool(self._shelving.own_relations()),
            "edit.pdf": bool(reading and reading.attachments),
            "library.all": not session.filter.is_empty,
            "library.nopath": bool(session.route.kind),
            "library.keep_path": bool(session.route.keys),
            "library.walk": session.walk is not None,
            "library.keep_scenario": session.comparison is not None,
            "library.nearer": session.depth != 1,
            "library.deeper": session.depth is not None,
            **{f"library.{kind}": kind in addresses for kind in ("arxiv", "doi", "code")},
        }
        for key in self.table:
            on = enabled.get(key, True) and (shelf is not None or key == "edit.twin")
            if not key.endswith(("undo", "redo")):
                commands[key].setEnabled(on)

    def _title_undo(self) -> None:
        changes, commands = self._window.librarian.changes, self._window.commands
        for key, title, text in (
            ("edit.undo", changes.undoTitle, self.tr("Undo {0}")),
            ("edit.redo", changes.redoTitle, self.tr("Redo {0}")),
        ):
            commands[key].setEnabled(bool(title))
            plain = translated("Undo") if key == "edit.undo" else translated("Redo")
            commands[key].setText(text.format(title) if title else plain)

    # --- single commands -----------------------------------------------------------------------------------------

    def _after_typing(self, act: Callable[[], None]) -> None:
        """The note that is being typed is the last change, even if it was not saved yet."""
        self._window.librarian.notes.flush()
        act()

    def _step(self, more: int) -> None:
        """Kin further away or nearer; beyond the last number stands: all of them."""
        depth = (self._session.depth or DEEPEST + 1) + more
        self._session.setDepth(max(depth, 1) if depth <= DEEPEST else None)

    def _note(self) -> None:
        from explorer.panes.card import CardPane

        card = self._window.panels.get("card")
        if isinstance(card, CardPane):
            self._window.tabs.setCurrentWidget(card)
            card.view.editNote()

    def _import(self) -> None:
        from explorer import library_in

        library_in.ask(self._window)

    def _export(self) -> None:
        from explorer import library_out

        library_out.ask(self._window)
