"""Taking views and data out: pictures, ledgers, the scenario."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

from explorer import paths, views
from explorer.panes.following import Following
from explorer.session import Run, Stage

if TYPE_CHECKING:
    from engine.recording import Recording
    from explorer.window import Window


def ask_view(window: Window) -> None:
    """Let the user choose a view and a file. Views of the library are built if need be."""
    library = [str(stage) for stage in Stage if stage.is_library and window.session.shelf is not None]
    offered = [
        name
        for name in views.VIEWS
        if name in library or (views.find(window, name) is not None and name != "page-history")
    ]
    titles = [QCoreApplication.translate("Views", views.VIEWS[name]) for name in offered]
    title = QCoreApplication.translate("Exports", "Export view")
    which = QCoreApplication.translate("Exports", "View:")
    chosen, taken = QInputDialog.getItem(window, title, which, titles, 0, False)
    if taken:
        ask_picture(window, offered[titles.index(chosen)])


def ask_picture(window: Window, name: str) -> None:
    """Let the user choose a file for the view `name`."""
    title = QCoreApplication.translate("Exports", "Export view")
    _ask_path(window, title, name, ("png", "svg", "pdf"), lambda path: view(window, name, path))


def view(window: Window, name: str, path: Path, size: tuple[int, int] | None = None, scale: float = 2.0) -> None:
    """Write a view as PNG, SVG or PDF by suffix: all of what may be longer than its place, else what is seen.

    Raises ValueError for another suffix, OSError, KeyError.
    """
    from PySide6.QtCore import QSize

    from widgets.export import export_widget

    widget = views.find(window, name) or _built(window, name)
    if widget is None:
        raise ValueError(QCoreApplication.translate("Exports", "This view has not been opened yet."))
    if size is not None:
        export_widget(widget, path, size=QSize(*size), scale=scale)
    elif name == "map":
        widget.exportMap(path, scale=scale)  # type: ignore[attr-defined]
    elif name in ("path", "pair", "card"):
        export_widget(widget, path, size=widget.fullSize(), scale=scale)  # type: ignore[attr-defined]
    else:
        export_widget(widget, path, scale=scale)


def _built(window: Window, name: str) -> QWidget | None:
    """A view of the library that was not shown before."""
    panel = window.furnishing.of_stage(Stage(name)) if name in tuple(Stage) else None
    if isinstance(panel, Following):
        panel.catch_up()
    return views.find(window, name)


def ask_ledgers(window: Window) -> None:
    title = QCoreApplication.translate("Exports", "Export ledgers")
    _ask_path(window, title, "ledgers", ("csv", "tsv", "json"), lambda path: ledgers(window, path))


def ledgers(window: Window, path: Path) -> None:
    """Write both sheets side by side. Raises ValueError for an unknown suffix, OSError."""
    from engine import sheet_file

    session = window.session
    assert session.comparison is not None
    delta = session.delta if session.delta is not None else session.comparison.after_sheet
    writers: dict[str, Callable[[], str]] = {
        ".csv": lambda: sheet_file.to_csv(delta),
        ".tsv": lambda: sheet_file.to_csv(delta, "\t"),
        ".json": lambda: sheet_file.to_json(delta),
    }
    if path.suffix.lower() not in writers:
        raise ValueError(f"{path}: found suffix {path.suffix or 'none'}, expected .csv, .tsv or .json")
    paths.write_atomically(path, writers[path.suffix.lower()]().encode())


def ask_walk(window: Window) -> None:
    title = QCoreApplication.translate("Exports", "Export path table")
    _ask_path(window, title, "path", ("csv", "json", "md"), lambda path: walk(window, path))


def walk(window: Window, path: Path) -> None:
    """Write the ledgers after each step of the played path. Raises ValueError for an unknown suffix, OSError."""
    from widgets.path_table import table_text

    played, shelf = window.session.walk, window.session.shelf
    assert played is not None
    names = {} if shelf is None else shelf.names(window.session.language)
    paths.write_atomically(path, table_text(played, names, path.suffix.lower()).encode())


def ask_scenario(window: Window) -> None:
    title = QCoreApplication.translate("Exports", "Save scenario")
    _ask_path(window, title, "scenario", ("toml",), lambda path: scenario(window, path))


def scenario(window: Window, path: Path) -> None:
    """Write the scenario of the shown run (of the day after when both are shown). Raises OSError."""
    paths.write_atomically(path, _shown(window).scenario.encode())


def ask_recording(window: Window) -> None:
    title = QCoreApplication.translate("Exports", "Save recording")
    _ask_path(window, title, "run", ("rec",), lambda path: recording(window, path))


def recording(window: Window, path: Path) -> None:
    """Write the shown run (of the day after when both are shown), to be opened again. Raises OSError."""
    paths.write_atomically(path, _shown(window).to_bytes())


def _shown(window: Window) -> Recording:
    comparison = window.session.comparison
    assert comparison is not None
    return comparison.before if window.session.shown_run is Run.BEFORE else comparison.after


def _ask_path(window: Window, title: str, name: str, kinds: tuple[str, ...], write: Callable[[Path], None]) -> None:
    ask_path(window, title, f"{window.session.technique}-{name}.{kinds[0]}", kinds, write)


def ask_path(
    window: Window, title: str, suggestion: str, kinds: tuple[str, ...], write: Callable[[Path], None]
) -> None:
    """Ask where to, write, and say what was written or why not."""
    patterns = ";;".join(f"{kind.upper()} (*.{kind})" for kind in kinds)
    chosen, pattern = QFileDialog.getSaveFileName(window, title, suggestion, patterns)
    if not chosen:
        return
    path = Path(chosen)
    if not path.suffix:
        path = path.with_suffix("." + pattern.partition(" ")[0].lower())
    try:
        write(path)
    except (OSError, ValueError) as error:
        window.session.notice(QCoreApplication.translate("Exports", "Not written: {0}").format(path.name), str(error))
    else:
        window.statusBar().showMessage(QCoreApplication.translate("Exports", "Written: {0}").format(path), 8000)
