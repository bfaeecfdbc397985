"""What the user adds to the library: own sources, own relations, saved paths and scenarios."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog, QMessageBox

from citations.records import OWN, Basis, Edge, Source
from explorer.opened import Opened
from explorer.routes import saved, title

if TYPE_CHECKING:
    from explorer.kept import Kept
    from explorer.window import Window


class Shelving(QObject):
    """Asks with dialogs of its window; what they give goes through the librarian's `changes`."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._changes = window.librarian.changes

    # --- own sources ---------------------------------------------------------------------------------------------

    def new(self) -> None:
        self._edit(None, self._add)

    def change(self, key: str = "") -> None:
        """Edit an own source, by default the one that is looked at."""
        source = self._own(key or self._session.source)
        if source is not None:
            self._edit(source, partial(self._changes.replace, source))

    def _edit(self, source: Source | None, use: Callable[[Source], object]) -> None:
        from explorer.own_source import OwnSourceDialog

        dialog = OwnSourceDialog(source, self._window)
        dialog.written.connect(use)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _add(self, source: Source) -> None:
        batch = self._changes.add([source])
        if batch is not None:
            self._session.selectSource(batch.keys[0])

    def remove(self, keys: tuple[str, ...] = ()) -> None:
        """Those of the sources, by default of the selection, that are the user's own. Undo brings them back."""
        own = [key for key in keys or self._session.chosen if self._own(key) is not None]
        if own:
            self._changes.remove(own)

    def _own(self, key: str) -> Source | None:
        source = None if self._session.shelf is None else self._session.shelf.source(key)
        return source if source is not None and source.ring == OWN else None

    # --- own relations -------------------------------------------------------------------------------------------

    def relate(self) -> None:
        """A relation from the source that is looked at, to the other selected one if there is one."""
        from explorer.own_relation import OwnRelationDialog

        session, shelf = self._session, self._session.shelf
        if shelf is None:
            return
        other = next((key for key in reversed(session.selection) if key != session.source), "")
        names = shelf.names(session.language)
        offered = {source.key: names[source.key] for source in shelf.sources}
        taken = frozenset((edge.newer, edge.older) for edge in shelf.edges if edge.basis is Basis.OWN)
        dialog = OwnRelationDialog(session.source, other, offered, taken, self._window)
        dialog.written.connect(self._changes.relate)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def own_relations(self) -> list[Edge]:
        """Of the source that is looked at."""
        shelf = self._session.shelf
        edges = () if shelf is None else shelf.relations(self._session.source)
        return [edge for edge in edges if edge.basis is Basis.OWN]

    def unrelate(self) -> None:
        """Take one of them away, chosen if there are several."""
        edges, shelf = self.own_relations(), self._session.shelf
        if not edges or shelf is None:
            return
        if len(edges) == 1:
            self._changes.unrelate(edges[0])
            return
        names = shelf.names(self._session.language)
        words = {f"{names.get(edge.newer, edge.newer)} → {names.get(edge.older, edge.older)}": edge for edge in edges}
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle(self.tr("Remove relation"))
        dialog.setLabelText(self.tr("Relation:"))
        dialog.setComboBoxItems(list(words))
        dialog.textValueSelected.connect(lambda chosen: self._changes.unrelate(words[chosen]))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # --- what is saved under a name ------------------------------------------------------------------------------

    def keepPath(self, keys: tuple[str, ...] = ()) -> None:
        """Save a path, by default the shown one."""
        session = self._session
        kept = keys or session.route.keys
        names = {} if session.shelf is None else session.shelf.names(session.language)
        if kept:
            taken = self._window.librarian.notebook.paths() if self._window.librarian.notebook else {}
            use = partial(self._keep, taken=frozenset(taken), save=lambda name: self._changes.savePath(name, kept))
            self._ask(self.tr("Save path"), title(session.route, names), use)

    def keepScenario(self) -> None:
        """Save the scenario of the shown run."""
        comparison = self._session.comparison
        if comparison is None:
            return
        text = (comparison.before if self._session.shown_run == "before" else comparison.after).scenario
        taken = self._window.librarian.notebook.scenarios() if self._window.librarian.notebook else {}
        use = partial(self._keep, taken=frozenset(taken), save=lambda name: self._changes.saveScenario(name, text))
        self._ask(self.tr("Save scenario"), comparison.after_sheet.title, use)

    def _keep(self, typed: str, taken: frozenset[str], save: Callable[[str], object]) -> None:
        """Ask before something of the same name is written over."""
        name = typed.strip()
        if not name:
            return
        if name not in taken:
            save(name)
            return
        question = QMessageBox(self._window)
        question.setWindowTitle(self.tr("Save"))
        question.setText(self.tr("{0} is saved already. Replace it?").format(name))
        question.setStandardButtons(QMessageBox.StandardButton.Save | QMessageBox.StandardButton.Cancel)
        question.accepted.connect(lambda: save(name))
        question.finished.connect(question.deleteLater)
        question.open()

    def showKept(self) -> None:
        """The list of what is saved."""
        from explorer.kept import KeptDialog

        dialog = KeptDialog(self.kept, self._window)
        self._session.savedChanged.connect(dialog.fill)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def kept(self) -> list[Kept]:
        """Saved paths, then saved scenarios."""
        from explorer.kept import Kept

        book = self._window.librarian.notebook
        if book is None:
            return []
        found = []
        for route in saved(book):
            name = route.ends[0]
            show = partial(self._window.desk.routes.show, route)
            found.append(Kept(name, self.tr("path"), show, partial(self._changes.removePath, name)))
        for name, text in book.scenarios().items():
            show = partial(self._session.openedWanted.emit, Opened(name, scenario=text))
            found.append(Kept(name, self.tr("scenario"), show, partial(self._changes.removeScenario, name)))
        return found

    def _ask(self, heading: str, text: str, use: Callable[[str], None]) -> None:
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle(heading)
        dialog.setLabelText(self.tr("Name:"))
        dialog.setTextValue(text)
        dialog.textValueSelected.connect(use)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
