"""Bringing references into the library: asking for files, and what is dropped on the window."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog

if TYPE_CHECKING:
    from explorer.library_import import ReferenceImport
    from explorer.window import Window

_SURE = (".bib", ".bibtex", ".ris", ".enw", ".graphml")
_HEAD = 8192


def ask(window: Window) -> ReferenceImport | None:
    """Let the user choose files, and show what they would bring."""
    title = QCoreApplication.translate("LibraryIn", "Import references")
    kinds = QCoreApplication.translate("LibraryIn", "References")
    everything = QCoreApplication.translate("LibraryIn", "All files")
    patterns = f"{kinds} (*.bib *.bibtex *.ris *.enw *.json *.csv *.tsv *.txt *.graphml);;{everything} (*)"
    chosen, _ = QFileDialog.getOpenFileNames(window, title, "", patterns)
    return show(window, [Path(name) for name in chosen]) if chosen else None


def show(window: Window, paths: Sequence[Path]) -> ReferenceImport:
    """Read the files one after another; each is previewed before anything is kept."""
    from explorer.library_import import ReferenceImport

    window.furnish_now()  # the notebook must be open
    dialog = ReferenceImport(window, paths)
    dialog.open()
    return dialog


def is_references(path: Path) -> bool:
    """Whether a file that was brought without a word is one of references, and not a trace or a scenario."""
    suffix = path.suffix.lower()
    if suffix in _SURE:
        return True
    if suffix not in (".json", ".csv", ".tsv", ".txt"):
        return False
    from citations.exchange.reading import decoded, detected

    try:
        with path.open("rb") as file:
            head = decoded(file.read(_HEAD))[0]
    except OSError:
        return False  # whoever opens it will say why
    if suffix == ".json" and not any(f'"{name}"' in head for name in ("title", "DOI", "container-title")):
        return False
    return detected(head) != ""
