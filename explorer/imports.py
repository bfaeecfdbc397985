"""Opening what the user brings, and the report of how a trace was read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog

from explorer.conductor import Conductor

if TYPE_CHECKING:
    from explorer.import_dialog import ImportDialog
    from explorer.window import Window


def ask(window: Window, conductor: Conductor) -> None:
    """Let the user choose a file."""
    title = QCoreApplication.translate("Imports", "Open trace, scenario or recording")
    kinds = QCoreApplication.translate("Imports", "Traces, scenarios and recordings")
    everything = QCoreApplication.translate("Imports", "All files")
    references = QCoreApplication.translate("Imports", "References")
    patterns = f"{kinds} (*.csv *.tsv *.json *.jsonl *.toml *.gz *.rec);;"
    patterns += f"{references} (*.bib *.ris *.json *.csv *.tsv *.graphml);;{everything} (*)"
    chosen, _ = QFileDialog.getOpenFileName(window, title, "", patterns)
    if chosen:
        bring(window, conductor, Path(chosen))


def bring(window: Window, conductor: Conductor, path: Path) -> None:
    """References go into the library, with a preview; anything else is a run or is to be run."""
    from explorer import library_in

    if library_in.is_references(path):
        library_in.show(window, [path])
    else:
        conductor.open(path)


def show_report(window: Window, conductor: Conductor) -> ImportDialog:
    """How the brought trace was read, or why it could not be."""
    from explorer.import_dialog import ImportDialog

    dialog = ImportDialog(window, conductor)
    dialog.show()
    return dialog
