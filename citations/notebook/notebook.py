"""The notebook itself: what the user wrote and brought, every change saved at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from citations.notebook import own, readings, saved, words
from citations.notebook.opening import prepare
from citations.notebook.records import Batch, Reading, Report, Status
from citations.notebook.schema import SHIPPED, Migrations
from citations.notebook.store import EDITION, OWN_EDITION, Store, number_of
from citations.records import Edge, Source

Own = tuple[tuple[Source, ...], tuple[Edge, ...]]


class Notebook:
    """Notes, status, tags and attachments of sources; own sources and edges; saved scenarios and paths.

    Opening never raises for a missing, damaged or unwritable file: `report` says what was found and done. Several
    notebooks, in one process or more, may be open on one file: each sees what the others saved, and `version` tells
    that something was. Every method that changes something saves it before it returns, whole or not at all, and
    raises NotebookError naming the file when it cannot be saved; one that reads, when the file cannot be read.
    """

    def __init__(self, path: Path, migrations: Migrations = SHIPPED) -> None:
        self.path = path
        self.report: Report = prepare(path, migrations)
        self._store = Store(path, self.report.opened, migrations)
        self._known: tuple[int, Own] | None = None

    @property
    def is_writable(self) -> bool:
        return self._store.is_writable

    def close(self) -> None:
        self._store.close()

    def __enter__(self) -> Notebook:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def version(self) -> int:
        """Another number whenever this window or any other has saved something."""
        with self._store.reading() as session:
            return number_of(session, EDITION)

    def own_version(self) -> int:
        """Another number whenever own sources or edges came, went or were edited: notes alone leave it as it is."""
        with self._store.reading() as session:
            return number_of(session, OWN_EDITION)

    # About sources, the library's or own ----------------------------------------------------------------------------

    def reading(self, key: str) -> Reading:
        """What is kept about a source; unread and without a note if nothing is."""
        with self._store.reading() as session:
            return readings.reading(session, key)

    def readings(self) -> dict[str, Reading]:
        """Everything kept, by source key, last changed first; about removed own sources too."""
        with self._store.reading() as session:
            return readings.readings(session)

    def note(self, key: str) -> str:
        return self.reading(key).note

    def set_note(self, key: str, text: str) -> None:
        with self._store.writing() as session:
            readings.set_note(session, key, text)

    def status(self, key: str) -> Status:
        return self.reading(key).status

    def set_status(self, key: str, status: Status) -> None:
        """ValueError for an unknown status."""
        with self._store.writing() as session:
            readings.set_status(session, key, status)

    def set_tags(self, key: str, tags: Iterable[str]) -> None:
        """The tags that the source has from now on. Blanks around and within are made one, empty ones left out."""
        with self._store.writing() as session:
            readings.set_tags(session, key, tags)

    def tags(self) -> dict[str, int]:
        """Every tag in use, in alphabetical order, with the number of sources (removed own ones are not counted)."""
        with self._store.reading() as session:
            gone = own.removed(session)
            return readings.tags(session, gone)

    def attach(self, key: str, path: Path) -> None:
        """Remember a file with a source, by its absolute path. It may be attached already. ValueError if no text."""
        with self._store.writing() as session:
            readings.attach(session, key, path)

    def detach(self, key: str, path: Path) -> None:
        """Forget a file; nothing happens if it is not attached. The file stays where it is."""
        with self._store.writing() as session:
            readings.detach(session, key, path)

    def find(self, word: str) -> frozenset[str]:
        """Keys of sources with the word in their note, a tag, or (own ones) any text, within longer words too.

        Case and accents do not matter. Nothing for an empty word. Removed own sources are not found.
        """
        with self._store.reading() as session:
            found = words.find(session, word)
            return found - own.removed(session) if found else found

    # Own sources and edges ------------------------------------------------------------------------------------------

    def own_sources(self) -> tuple[Source, ...]:
        """The user's own sources (ring OWN) in date order, undated ones last; the same tuple until they change."""
        return self._own()[0]

    def own_edges(self) -> tuple[Edge, ...]:
        """The user's own edges (basis OWN), in the order they came; none to an own source that is not there.

        Their other ends are not checked: the library may lack them, and with its edges they may close a circle.
        """
        return self._own()[1]

    def add(self, sources: Sequence[Source], edges: Sequence[Edge] = (), origin: str = "") -> Batch:
        """Keep sources and edges as one batch; all or, if one is invalid, none.

        Each source gets a key of its own, `Batch.keys` in the order given: its key in lower case behind "own-", which
        no key of the library begins with, and a number if that is taken. `edges` may name them by the keys they came
        with. Ring, number and basis are set here. InvalidSource (a ValueError) names source and field.
        """
        with self._store.writing(own=True) as session:
            return own.batch(session, own.add(session, sources, edges, origin))

    def replace(self, source: Source) -> Source:
        """Edit an own source; what it was before (to undo, replace it by that). UnknownSource if there is none."""
        with self._store.writing(own=True) as session:
            return own.replace(session, source)

    def remove(self, keys: Iterable[str]) -> int:
        """Remove own sources, their edges with them; the batch to take back. UnknownSource if one never was.

        Notes, tags and attachments stay, and are there again when the source is.
        """
        with self._store.writing(own=True) as session:
            return own.remove(session, keys)

    def add_edge(self, edge: Edge) -> int:
        """Keep an edge, in place of an own one between the same two; the batch to take back. Raises InvalidSource."""
        with self._store.writing(own=True) as session:
            return own.add(session, (), (edge,), "")

    def remove_edge(self, newer: str, older: str) -> int:
        """Remove an own edge; the batch to take back. KeyError if there is none."""
        with self._store.writing(own=True) as session:
            return own.remove_edge(session, newer, older)

    def batches(self) -> tuple[Batch, ...]:
        """Every addition and removal, latest first, also those that are taken back."""
        with self._store.reading() as session:
            return own.batches(session)

    def take_back(self, batch: int) -> Batch:
        """Undo an addition or removal; nothing happens if it is taken back already. KeyError for an unknown batch.

        Only that one is undone: edits made since then, and notes, are kept and are there again after `put_back`.
        """
        return self._put(batch, in_force=False)

    def put_back(self, batch: int) -> Batch:
        """Redo an addition or removal that was taken back. KeyError for an unknown batch."""
        return self._put(batch, in_force=True)

    def _own(self) -> Own:
        """Read again only when they have changed: there may be thousands."""
        with self._store.reading() as session:
            edition = number_of(session, OWN_EDITION)
            if self._known is None or self._known[0] != edition:
                self._known = edition, (own.sources(session), own.edges(session))
            return self._known[1]

    def _put(self, batch: int, in_force: bool) -> Batch:
        with self._store.writing(own=True) as session:
            own.put(session, batch, in_force)
            return own.batch(session, batch)

    # Saved under names ----------------------------------------------------------------------------------------------

    def scenarios(self) -> dict[str, str]:
        """Scenarios as TOML by name, in alphabetical order."""
        with self._store.reading() as session:
            return saved.scenarios(session)

    def save_scenario(self, name: str, toml: str) -> None:
        """Keep a scenario, in place of one with the same name. ValueError for an empty name."""
        with self._store.writing() as session:
            saved.save_scenario(session, name, toml)

    def remove_scenario(self, name: str) -> None:
        """Nothing happens if there is none."""
        with self._store.writing() as session:
            saved.remove_scenario(session, name)

    def paths(self) -> dict[str, tuple[str, ...]]:
        """Ways through the lineage, as keys of sources, by name in alphabetical order."""
        with self._store.reading() as session:
            return saved.paths(session)

    def save_path(self, name: str, keys: Sequence[str]) -> None:
        """Keep a path, in place of one with the same name. ValueError for an empty name."""
        with self._store.writing() as session:
            saved.save_path(session, name, keys)

    def remove_path(self, name: str) -> None:
        """Nothing happens if there is none."""
        with self._store.writing() as session:
            saved.remove_path(session, name)
