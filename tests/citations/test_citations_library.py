"""The shipped library: what comes out, from where it opens, and how it finds."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from citation_helpers import WriteEntry, run_unprivileged
from sqlalchemy import event

from citations.build import ASSETS, build
from citations.catalogue import read_catalogue
from citations.errors import LibraryError, UnknownSource
from citations.library import Library
from citations.models.base import SCHEMA
from citations.shipped import locate, read_facts


def test_records_survive_the_database(library: Library) -> None:
    entries = {entry.source.key: entry for entry in read_catalogue(ASSETS / "catalogue")}
    assert {source.key: source for source in library.sources(None)} == {
        key: entry.source for key, entry in entries.items()
    }
    assert sorted(library.edges(None), key=repr) == sorted(
        (edge for entry in entries.values() for edge in entry.edges), key=repr
    )


def test_the_canon_comes_in_date_order(library: Library) -> None:
    canon = library.sources()
    assert len(canon) == 62
    assert sorted(source.number for source in canon) == list(range(1, 63))
    assert [source.date for source in canon] == sorted(source.date for source in canon)
    assert [source.key for source in canon[:2]] == ["megatron-lm", "mqa"]


def test_undated_neighbours_come_last(library: Library) -> None:
    dates = [source.date for source in library.sources(2)]
    assert len(dates) == 91
    assert dates[-4:] == [""] * 4
    assert dates[:-4] == sorted(dates[:-4])


def test_both_rings_are_merged_by_date(library: Library) -> None:
    everything = library.sources(None)
    assert len(everything) == 153
    assert list(everything) == sorted(everything, key=lambda source: source.order)


def test_edges_by_ring(library: Library) -> None:
    rings = {source.key: source.ring for source in library.sources(None)}
    assert len(library.edges()) == 181
    assert len(library.edges(2)) == 198
    assert all(rings[edge.newer] == rings[edge.older] == 1 for edge in library.edges())
    assert all(2 in (rings[edge.newer], rings[edge.older]) for edge in library.edges(2))


def test_one_source_by_key(library_file: Path) -> None:
    library = Library.open(library_file)
    source = library.source("pagedattention")
    assert source.name.get("zh_CN") == "PagedAttention（vLLM）"
    assert source.authors[0] == "Woosuk Kwon"
    assert source.effect_on("allocation") is not None
    assert source == next(other for other in library.sources() if other.key == "pagedattention")


def test_an_unknown_key_names_close_ones(library: Library) -> None:
    with pytest.raises(UnknownSource, match="did you mean pagedattention") as caught:
        library.source("pagedatention")
    assert isinstance(caught.value, KeyError)
    with pytest.raises(UnknownSource, match="no source has the key"):
        library.source("")


def test_authors_have_their_sources_in_date_order(library: Library) -> None:
    authors = library.authors()
    sizes = [len(author.sources) for author in authors]
    assert sizes == sorted(sizes, reverse=True)
    han = next(author for author in authors if author.name == "Song Han")
    assert han.sources == ("smoothquant", "awq", "streamingllm", "qserve", "quest")


def test_loading_the_canon_takes_few_statements(library_file: Path) -> None:
    library = Library.open(library_file)
    statements = []
    event.listen(library._engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
    library.sources()
    assert len(statements) <= 10
    library.sources()
    library.source("orca")
    assert len(statements) <= 10, "loaded sources are kept"


OPEN = """
import sqlite3, sys
from pathlib import Path
from citations.library import Library
Library.open(Path(sys.argv[2])).sources()
"""
WRITE = """
library = Library.open(Path(sys.argv[1]))
print(len(library.sources(None)), len(library.find("缓存")))
try:
    library._engine.raw_connection().execute("DELETE FROM notes")
except sqlite3.OperationalError as error:
    print(error)
"""


@pytest.fixture
def read_only_folder() -> Iterator[Path]:
    """Outside the private folders of pytest, which an unprivileged user cannot enter."""
    top = Path(tempfile.mkdtemp())
    folder = top / "a folder with spaces é 目录 #1 100%?"
    folder.mkdir()
    top.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(top)


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_opens_from_a_read_only_folder_and_writes_nothing(library_file: Path, read_only_folder: Path) -> None:
    path = read_only_folder / "library.sqlite"
    shutil.copy(library_file, path)
    path.chmod(0o444)
    read_only_folder.chmod(0o555)
    counts, error = run_unprivileged(OPEN, WRITE, path, library_file).splitlines()
    assert counts.startswith("153 ")
    assert "readonly" in error
    assert [entry.name for entry in read_only_folder.iterdir()] == ["library.sqlite"]


@pytest.mark.parametrize("content", [b"", b"not a database at all" * 400, None])
def test_a_file_that_is_no_library_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "library.sqlite"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(LibraryError, match=str(path)):
        Library.open(path)


def test_a_library_of_another_version_is_named(library_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    shutil.copy(library_file, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(LibraryError, match=f"schema 99, expected {SCHEMA}"):
        Library.open(path)


def test_damage_inside_is_named(library_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    content = bytearray(library_file.read_bytes())
    content[8192:] = b"\xa5" * (len(content) - 8192)
    path.write_bytes(content)
    with pytest.raises(LibraryError, match=str(path)):
        Library.open(path).sources()


class TestLocating:
    """A checkout whose library is missing or old gets one in the cache."""

    @pytest.fixture
    def root(self, catalogue: Path, write_entry: WriteEntry) -> Path:
        write_entry("a")
        return catalogue.parent

    def test_missing(self, root: Path, tmp_path: Path) -> None:
        cache = tmp_path / "cache"
        path = locate(root, cache)
        assert path.parent == cache
        assert [source.key for source in Library.open(path).sources(2)] == ["a"]
        assert locate(root, cache) == path

    def test_current(self, root: Path, tmp_path: Path) -> None:
        build(root / "catalogue", root / "library.sqlite")
        assert locate(root, tmp_path / "cache") == root / "library.sqlite"

    def test_touched_but_equal(self, root: Path, tmp_path: Path) -> None:
        build(root / "catalogue", root / "library.sqlite")
        later = time.time() + 100
        os.utime(root / "catalogue" / "neighbours" / "a.yaml", (later, later))
        assert locate(root, tmp_path / "cache") == root / "library.sqlite"

    def test_older_than_the_catalogue(self, root: Path, write_entry: WriteEntry, tmp_path: Path) -> None:
        build(root / "catalogue", root / "library.sqlite")
        os.utime(root / "library.sqlite", (1e9, 1e9))
        write_entry("b")
        path = locate(root, tmp_path / "cache")
        assert path.parent == tmp_path / "cache"
        assert len(Library.open(path).sources(2)) == 2

    def test_an_entry_taken_away(self, root: Path, write_entry: WriteEntry, tmp_path: Path) -> None:
        extra = write_entry("b")
        build(root / "catalogue", root / "library.sqlite")
        extra.unlink()
        later = time.time() + 100
        os.utime(extra.parent, (later, later))
        assert len(Library.open(locate(root, tmp_path / "cache")).sources(2)) == 1

    @pytest.mark.parametrize("content", [b"", b"junk" * 1000])
    def test_damaged(self, root: Path, tmp_path: Path, content: bytes) -> None:
        (root / "library.sqlite").write_bytes(content)
        path = locate(root, tmp_path / "cache")
        path.write_bytes(content)
        assert len(Library.open(locate(root, tmp_path / "cache")).sources(2)) == 1

    def test_the_cache_keeps_few(self, root: Path, write_entry: WriteEntry, tmp_path: Path) -> None:
        for number in range(5):
            write_entry("a", title=f"Version {number}")
            path = locate(root, tmp_path / "cache")
            os.utime(path, (1e9 + number, 1e9 + number))
        assert len(list((tmp_path / "cache").iterdir())) == 3

    def test_an_installed_program_has_no_catalogue(self, tmp_path: Path, library_file: Path) -> None:
        shutil.copy(library_file, tmp_path / "library.sqlite")
        assert locate(tmp_path, tmp_path / "cache") == tmp_path / "library.sqlite"
        assert read_facts(tmp_path / "library.sqlite")[0] == SCHEMA
        (tmp_path / "library.sqlite").unlink()
        with pytest.raises(LibraryError, match="found no library"):
            Library(locate(tmp_path, tmp_path / "cache"))


def test_importing_the_records_loads_no_sql() -> None:
    code = "import sys, citations.records, citations.lineage, citations.formats\n" + (
        "print([name for name in ('sqlalchemy', 'networkx', 'yaml') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
