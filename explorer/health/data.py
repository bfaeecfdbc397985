"""The program's own data, the database it is in, and the folders of the user."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from explorer import paths
from explorer.health.finding import Finding


def fonts() -> list[Finding]:
    """The fonts that ship with the program, one of them for Chinese."""
    folder = files("assets") / "fonts"
    names = sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []
    fonts = [name for name in names if name.lower().endswith((".otf", ".ttf"))]
    if any("SC" in name for name in fonts):
        return [Finding("ok", "fonts, Chinese too", f"{len(fonts)} shipped")]
    advice = "the shipped fonts are gone: reinstall, or apt-get install fonts-noto-cjk"
    return [Finding("weak", "font for Chinese", ", ".join(fonts) or "none", advice)]


def library() -> list[Finding]:
    """The citation library opens and holds its 62 sources."""
    from citations.errors import LibraryError
    from citations.library import Library

    try:
        sources = len(Library.open().sources(1))
    except LibraryError as error:
        return [Finding("missing", "citation library", str(error), "reinstall the program")]
    return [Finding("ok", "citation library", f"{sources} sources")]


def notebook_tools() -> list[Finding]:
    """SQLite can index text by trigrams, which search as you type needs."""
    try:
        with sqlite3.connect(":memory:") as database:
            database.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize='trigram')")
    except sqlite3.OperationalError as error:
        advice = "use a Python whose SQLite is 3.34 or newer and has FTS5"
        return [Finding("missing", "SQLite with FTS5 trigrams", f"{sqlite3.sqlite_version}: {error}", advice)]
    return [Finding("ok", "SQLite with FTS5 trigrams", sqlite3.sqlite_version)]


def writable() -> list[Finding]:
    """Folders for settings, notes and log; without them nothing is kept."""
    places = (("settings", paths.settings_file()), ("notes", paths.notebook_file()), ("log", paths.log_file()))
    return [_folder(name, path.parent) for name, path in places]


def _folder(name: str, folder: Path) -> Finding:
    existing = next(parent for parent in _upwards(folder) if parent.exists())
    try:
        with tempfile.TemporaryFile(dir=existing):
            return Finding("ok", f"folder for {name}", str(folder))
    except OSError as error:
        advice = f"make {existing} writable, or set {paths.HOME_VARIABLE} to a folder that is"
        return Finding("weak", f"folder for {name}", f"{folder}: {os.strerror(error.errno or 0)}", advice)


def _upwards(folder: Path) -> Iterable[Path]:
    return (folder, *folder.parents)
