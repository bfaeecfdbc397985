"""Which library file to open: the one that came with the program, or one built from a newer catalogue."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import assets
from citations.errors import LibraryError

SCHEMA_AND_DIGEST = "SELECT value, (SELECT user_version FROM pragma_user_version) FROM library_facts WHERE name = ?"
KEPT = 3  # libraries left in the cache, newest first


def immutable_uri(path: Path) -> str:
    """An SQLite address that opens `path` without writing beside it, so that a read-only folder will do."""
    uri = path.resolve().as_uri()
    if not uri.startswith("file:///"):  # a network share: SQLite wants it as a path, not as an authority
        uri = "file:////" + uri.removeprefix("file://")
    return f"{uri}?mode=ro&immutable=1"


def read_facts(path: Path) -> tuple[int, str]:
    """Schema version and catalogue digest of a library; LibraryError names the file when it is not one."""
    if not path.is_file():
        raise LibraryError(f"{path}: found no library, expected one built by `python3 -m citations.build`")
    try:
        with closing(sqlite3.connect(immutable_uri(path), uri=True)) as connection:
            row = connection.execute(SCHEMA_AND_DIGEST, ("catalogue",)).fetchone()
    except sqlite3.DatabaseError as error:
        raise LibraryError(f"{path}: not a readable library ({error})") from error
    if row is None:
        raise LibraryError(f"{path}: found no catalogue digest, expected a library of this program")
    digest, schema = row
    return int(schema), str(digest)


def locate(root: Path | None = None, cache: Path | None = None) -> Path:
    """The library of the program.

    An installed program has just the library. A source checkout also has the catalogue: when the library is missing
    or older than that, one is built into the user's cache. `root` is the assets folder, `cache` the cache folder.
    """
    root = root or Path(assets.__file__).parent
    library, catalogue = root / "library.sqlite", root / "catalogue"
    if not catalogue.is_dir() or _is_current(library, catalogue):
        return library
    return _cached(catalogue, cache or _cache_folder())


def _is_current(library: Path, catalogue: Path) -> bool:
    """Times first, because they are cheap; a checkout sets new times on old content, so then the content."""
    from citations.catalogue import digest_of
    from citations.models.base import SCHEMA

    try:
        schema, digest = read_facts(library)
    except LibraryError:
        return False
    if schema != SCHEMA:
        return False
    built = library.stat().st_mtime_ns
    folders = [catalogue, *(path for path in catalogue.iterdir() if path.is_dir())]
    touched = max(path.stat().st_mtime_ns for path in (*folders, *catalogue.glob("**/*.yaml")))
    return touched < built or digest == digest_of(catalogue)


def _cached(catalogue: Path, cache: Path) -> Path:
    from citations.build import build
    from citations.catalogue import digest_of
    from citations.models.base import SCHEMA

    library = cache / f"library-{SCHEMA}-{digest_of(catalogue)[:16]}.sqlite"
    try:
        read_facts(library)
    except LibraryError:
        build(catalogue, library)
        _forget_old(cache)
    return library


def _forget_old(cache: Path) -> None:
    libraries = sorted(cache.glob("library-*.sqlite"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in libraries[KEPT:]:
        try:
            path.unlink(missing_ok=True)
        except OSError:  # still open in another window, on a system that then refuses
            continue


def _cache_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("eighteen-ledgers", appauthor=False)
