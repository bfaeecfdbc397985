"""The labs in the window: which page is shown, and the files and links that go in and out."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from explorer import paths
from explorer.lab_look import LabLook, lab_in, look_at
from explorer.session import Session, Stage

if TYPE_CHECKING:
    from explorer.command_palette import Entry
    from explorer.panes.labs import LabsPane
    from explorer.window import Window
    from widgets.lab_page import LabPage


def _tr(text: str) -> str:
    return QCoreApplication.translate("Labs", text)


def build(window: Window) -> LabsPane:
    """The pane, with the dialogs that it asks for."""
    from explorer.panes.labs import LabsPane

    pane = LabsPane(window.session, window.jobs)
    pane.openAsked.connect(lambda: ask_open(window))
    pane.saveAsked.connect(lambda what: ask_save(window, what))
    pane.pageChanged.connect(window.labPageChanged)
    return pane


def page_of(window: Window) -> LabPage | None:
    """The page of the lab that was looked at last, None before one was."""
    from explorer.panes.labs import LabsPane

    pane = window.panels.get("labs")
    return pane.page if isinstance(pane, LabsPane) else None


def shown_page(window: Window) -> LabPage | None:
    """The page of the lab that fills the middle, None if none does."""
    return page_of(window) if window.session.stage is Stage.LABS else None


def show(session: Session, look: LabLook) -> None:
    session.setLab(look)
    session.setStage(Stage.LABS)


def ask_open(window: Window) -> None:
    """Let the user choose a settings file."""
    patterns = f"{_tr('Settings of a lab')} (*.toml);;{_tr('All files')} (*)"
    chosen, _ = QFileDialog.getOpenFileName(window, _tr("Open lab settings"), "", patterns)
    if chosen:
        open_file(window.session, Path(chosen))


def open_file(session: Session, path: Path) -> None:
    """Show the lab that a file is about, or say that it is about none."""
    look = lab_in(path)
    if look is None:
        text = _tr("{0} holds no settings of a lab.").format(path.name)
        session.notice(text, _tr('Such a file begins with a line like lab = "capacity".'))
    else:
        show(session, look)


def paste(window: Window) -> None:
    """Show the lab that the clipboard leads to: a link, or the text of a settings file."""
    look = look_at(QGuiApplication.clipboard().text())
    if look is None:
        text = _tr("There is no link to a lab on the clipboard.")
        like = _tr("A link looks like eighteen-ledgers:capacity?context_tokens=131072")
        window.session.notice(text, like, error=False)
    else:
        show(window.session, look)


def ask_save(window: Window, what: str) -> None:
    """Let the user choose where the "settings", the "picture" or the "data" of the shown lab go."""
    from explorer import exports

    page = shown_page(window)
    if page is None:
        return
    title, kinds = {
        "settings": (_tr("Save lab settings"), ("toml",)),
        "picture": (_tr("Save lab picture"), ("png", "svg", "pdf")),
        "data": (_tr("Save lab data"), ("csv", "tsv")),
    }[what]
    exports.ask_path(window, title, f"lab-{page.lab.key}.{kinds[0]}", kinds, partial(save, page, what))


def save(page: LabPage, what: str, path: Path) -> None:
    """Write it. Raises ValueError for a suffix that it cannot have, OSError."""
    from widgets.export import export_widget

    if what == "picture":
        export_widget(page.view, path)
        return
    text = page.toml() if what == "settings" else page.dataText("\t" if path.suffix.lower() == ".tsv" else ",")
    paths.write_atomically(path, text.encode())


def entries(window: Window) -> list[Entry]:
    """For the command palette: the presets of the labs that have been looked at."""
    from explorer.command_palette import Entry
    from explorer.panes.labs import LabsPane

    pane = window.panels.get("labs")
    if not isinstance(pane, LabsPane):
        return []
    kind, titles = QCoreApplication.translate("PaletteEntries", "lab: {0}"), pane.titles()
    return [
        Entry(
            page.view.presetText(preset.key)[0],
            kind.format(titles.get(page.lab.key, page.lab.key)),
            partial(show, window.session, LabLook(page.lab.key, preset=preset.key)),
            also=f"{preset.key} {page.view.presetText(preset.key)[1]}",
        )
        for page in pane.pages()
        for preset in page.lab.presets
    ]
