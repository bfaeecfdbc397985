"""Every change of the notebook that the user can make, each as something that can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from explorer.history import REFUSALS, History, Title

if TYPE_CHECKING:
    from citations.notebook import Batch, Notebook
    from citations.records import Edge, Source

T = TypeVar("T")


class Changes(History):
    """Each method says whether it could be done; `failed` says why not."""

    notebook: Notebook | None = None

    @property
    def _book(self) -> Notebook:
        assert self.notebook is not None, "the notebook is open while panels are there"
        return self.notebook

    # --- about sources -------------------------------------------------------------------------------------------

    def setNote(self, key: str, text: str) -> bool:
        set_note, before = self._book.set_note, self._book.note(key)
        if before == text:
            return True
        return self.do(
            lambda: self.tr("editing a note"), partial(set_note, key, text), partial(set_note, key, before)
        )

    def setStatus(self, keys: Iterable[str], status: str) -> bool:
        """Mark the sources as unread, skimmed, read or taught."""
        from citations.notebook.records import Status  # the database behind it is not loaded before the first picture

        book, wanted = self._book, Status(status)
        before = {key: book.status(key) for key in keys}
        changed = {key: old for key, old in before.items() if old is not wanted}
        return not changed or self.do(
            lambda: self._counted(self.tr("status of 1 source"), self.tr("status of {0} sources"), changed),
            lambda: _each(book.set_status, dict.fromkeys(changed, wanted)),
            lambda: _each(book.set_status, changed),
        )

    def setTags(self, wanted: dict[str, tuple[str, ...]]) -> bool:
        """Give each source its tags, in place of those that it had."""
        book = self._book
        before = {key: book.reading(key).tags for key in wanted}
        changed = {key: tags for key, tags in wanted.items() if tags != before[key]}
        return not changed or self.do(
            lambda: self._counted(self.tr("tags of 1 source"), self.tr("tags of {0} sources"), changed),
            lambda: _each(book.set_tags, changed),
            lambda: _each(book.set_tags, {key: before[key] for key in changed}),
        )

    def attach(self, key: str, path: Path) -> bool:
        book = self._book
        return self.do(
            lambda: self.tr("attaching {0}").format(path.name),
            partial(book.attach, key, path),
            partial(book.detach, key, path),
        )

    def detach(self, key: str, path: Path) -> bool:
        book = self._book
        return self.do(
            lambda: self.tr("detaching {0}").format(path.name),
            partial(book.detach, key, path),
            partial(book.attach, key, path),
        )

    # --- own sources and relations -------------------------------------------------------------------------------

    def add(self, sources: Sequence[Source], edges: Sequence[Edge] = (), origin: str = "") -> Batch | None:
        """Sources of the user's own; `origin` is the file that they come from, "" if they were typed."""
        try:
            batch = self._book.add(sources, edges, origin)
        except REFUSALS as error:
            self.fail(error)
            return None
        self.added(batch, imported=bool(origin))
        return batch

    def added(self, batch: Batch, *, imported: bool) -> None:
        """A batch is in the notebook already: from now on it can be taken back."""
        book, keys = self._book, batch.keys
        self.record(
            lambda: (
                self._counted(self.tr("import of 1 source"), self.tr("import of {0} sources"), keys)
                if imported
                else self._counted(self.tr("adding 1 source"), self.tr("adding {0} sources"), keys)
            ),
            partial(book.put_back, batch.id),
            partial(book.take_back, batch.id),
        )

    def remove(self, keys: Sequence[str]) -> bool:
        """Own sources and their relations; what was noted about them stays for when they come back."""
        return self._batch(
            lambda: self._counted(self.tr("removing 1 source"), self.tr("removing {0} sources"), keys),
            lambda: self._book.remove(keys),
        )

    def replace(self, before: Source, after: Source) -> bool:
        """Another text for an own source; the key stays."""
        book = self._book
        return self.do(
            lambda: self.tr("editing {0}").format(after.name.en),
            partial(book.replace, after),
            partial(book.replace, before),
        )

    def relate(self, edge: Edge) -> bool:
        return self._batch(lambda: self.tr("adding a relation"), lambda: self._book.add_edge(edge))

    def unrelate(self, edge: Edge) -> bool:
        return self._batch(
            lambda: self.tr("removing a relation"), lambda: self._book.remove_edge(edge.newer, edge.older)
        )

    def _batch(self, title: Title, make: Callable[[], int]) -> bool:
        """Something that the notebook itself can take back and put back."""
        try:
            batch = make()
        except REFUSALS as error:
            self.fail(error)
            return False
        self.record(title, partial(self._book.put_back, batch), partial(self._book.take_back, batch))
        return True

    # --- what was saved under a name -----------------------------------------------------------------------------

    def savePath(self, name: str, keys: Sequence[str]) -> bool:
        book = self._book
        before = book.paths().get(name)
        back = partial(book.remove_path, name) if before is None else partial(book.save_path, name, before)
        return self.do(lambda: self.tr("saving path {0}").format(name), partial(book.save_path, name, keys), back)

    def removePath(self, name: str) -> bool:
        book = self._book
        back = partial(book.save_path, name, book.paths()[name])
        return self.do(lambda: self.tr("removing path {0}").format(name), partial(book.remove_path, name), back)

    def saveScenario(self, name: str, toml: str) -> bool:
        book = self._book
        before = book.scenarios().get(name)
        back = partial(book.remove_scenario, name) if before is None else partial(book.save_scenario, name, before)
        return self.do(
            lambda: self.tr("saving scenario {0}").format(name), partial(book.save_scenario, name, toml), back
        )

    def removeScenario(self, name: str) -> bool:
        book = self._book
        back = partial(book.save_scenario, name, book.scenarios()[name])
        return self.do(
            lambda: self.tr("removing scenario {0}").format(name), partial(book.remove_scenario, name), back
        )

    def _counted(self, one: str, many: str, things: Collection[str]) -> str:
        return one if len(things) == 1 else many.format(len(things))


def _each(use: Callable[[str, T], object], values: Mapping[str, T]) -> None:
    for key, value in values.items():
        use(key, value)
