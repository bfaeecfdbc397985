"""Taking sources out of the library: a file in one of the formats, or a citation into the clipboard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from explorer import paths
from explorer.library_known import known_edges

if TYPE_CHECKING:
    from citations.exchange import Format
    from citations.records import Edge, Source
    from explorer.library_export import ExportDialog
    from explorer.window import Window

STYLES = ("text", "bibtex", "markdown")


def ask(window: Window) -> ExportDialog | None:
    """Let the user choose what to export, and how."""
    from explorer.library_export import ExportDialog

    if window.session.shelf is None:
        return None
    dialog = ExportDialog(window)
    dialog.open()
    return dialog


def ask_path(window: Window, kind: Format, suggestion: str) -> Path | None:
    """Where to; with the suffix of the format if none is given."""
    title = QCoreApplication.translate("LibraryOut", "Export references")
    chosen, _ = QFileDialog.getSaveFileName(
        window, title, suggestion + kind.suffixes[0], f"{kind.name} (*{kind.suffixes[0]})"
    )
    if not chosen:
        return None
    path = Path(chosen)
    return path if path.suffix else path.with_name(path.name + kind.suffixes[0])


def save(window: Window, keys: Iterable[str], format_key: str, path: Path) -> bool:
    """Write the sources, with the edges among them, and say so; what goes wrong is told."""
    from citations.exchange import write

    sources, edges = gathered(window, keys)
    shelf = window.session.shelf
    readings = {} if shelf is None else shelf.readings
    tags = {source.key: readings[source.key].tags for source in sources if source.key in readings}
    try:
        paths.write_atomically(path, write(sources, edges, format_key, tags))
    except OSError as error:
        text = QCoreApplication.translate("LibraryOut", "Not written: {0}").format(path.name)
        window.session.notice(text, str(error))
        return False
    window.statusBar().showMessage(QCoreApplication.translate("LibraryOut", "Written: {0}").format(path), 8000)
    return True


def gathered(window: Window, keys: Iterable[str]) -> tuple[list[Source], list[Edge]]:
    """The sources that the library knows, in date order, and every edge with both ends among them."""
    shelf = window.session.shelf
    if shelf is None:
        return [], []
    found = [source for key in dict.fromkeys(keys) if (source := shelf.source(key)) is not None]
    sources = sorted(found, key=lambda source: source.order)
    among = {source.key for source in sources}
    edges: dict[tuple[str, str], Edge] = {}
    for edge in known_edges(window):
        if edge.newer in among and edge.older in among:
            edges.setdefault((edge.newer, edge.older), edge)  # one of the library goes before one's own
    return sources, list(edges.values())


def copy(window: Window, keys: str | Sequence[str], style: str) -> None:
    """Put citations into the clipboard, as "text", "bibtex" or "markdown" link. ValueError for another style."""
    from citations.formats import bibtex, citation_text, markdown_link

    if style not in STYLES:
        raise ValueError(f"style: found {style!r}, expected one of {', '.join(STYLES)}")
    sources, _ = gathered(window, [keys] if isinstance(keys, str) else keys)
    if not sources:
        return
    form = {"text": citation_text, "bibtex": bibtex, "markdown": markdown_link}[style]
    QGuiApplication.clipboard().setText("\n".join(form(source) for source in sources))
    one = QCoreApplication.translate("LibraryOut", "Citation copied: {0}").format(sources[0].name.en)
    many = QCoreApplication.translate("LibraryOut", "{0} citations copied").format(len(sources))
    window.statusBar().showMessage(one if len(sources) == 1 else many, 6000)
