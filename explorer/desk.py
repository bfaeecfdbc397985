"""What the user does with sources: marks, tags, PDFs, links, citations. Each acts on the selection."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QInputDialog

from citations.records import OWN, Source
from explorer.routes import Routes
from explorer.shelving import Shelving

if TYPE_CHECKING:
    from explorer.window import Window


class Desk(QObject):
    """Asks with dialogs of its window; the notebook is changed through the librarian's `changes`."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._changes = window.librarian.changes
        self.librarian = window.librarian
        self.routes = Routes(window.session, window.librarian)
        self.shelving = Shelving(window)

    # --- marks and tags ------------------------------------------------------------------------------------------

    def setStatus(self, status: str, keys: Iterable[str] = ()) -> None:
        self._changes.setStatus(tuple(keys) or self._known(), status)

    def setTags(self, tags: Sequence[str], key: str) -> None:
        self._changes.setTags({key: tuple(tags)})

    def askTags(self) -> None:
        """Edit the tags of the selection: words between commas."""
        keys, book = self._known(), self._window.librarian.notebook
        if not keys or book is None:
            return
        before = {key: book.reading(key).tags for key in keys}
        common = [tag for tag in before[keys[0]] if all(tag in tags for tags in before.values())]
        several = self.tr("Tags of {0} sources, with commas between them:").format(len(keys))
        one = self.tr("Tags of {0}, with commas between them:").format(self._name(keys[0]))
        self._ask(self.tr("Tags"), one if len(keys) == 1 else several, ", ".join(common), self._retag(before, common))

    def _retag(self, before: dict[str, tuple[str, ...]], common: list[str]) -> Callable[[str], None]:
        """Tags that only some of the sources have are left alone."""

        def change(text: str) -> None:
            typed = tuple(dict.fromkeys(tag for part in text.replace("，", ",").split(",") if (tag := part.strip())))
            own = {key: tuple(tag for tag in tags if tag not in common) for key, tags in before.items()}
            self._changes.setTags({key: tuple(dict.fromkeys((*tags, *typed))) for key, tags in own.items()})

        return change

    # --- attachments ---------------------------------------------------------------------------------------------

    def attach(self) -> None:
        """Let the user choose a PDF for the source that is looked at."""
        title, kinds = self.tr("Attach PDF"), self.tr("PDF files")
        chosen, _ = QFileDialog.getOpenFileName(
            self._window, title, "", f"{kinds} (*.pdf);;{self.tr('All files')} (*)"
        )
        if chosen:
            self._changes.attach(self._session.source, Path(chosen))

    def detach(self, path: str) -> None:
        self._changes.detach(self._session.source, Path(path))

    def openAttachment(self, path: str = "") -> None:
        """Open a PDF with the desktop's program, by default the first one of the source."""
        reading = self._session.shelf.readings.get(self._session.source) if self._session.shelf is not None else None
        attached = () if reading is None else reading.attachments
        wanted = Path(path) if path else next(iter(attached), None)
        if wanted is None:
            self._session.notice(self.tr("No PDF is attached to this source."), error=False)
        elif not wanted.is_file():
            detail = self.tr("If it was moved: detach it here, and attach it from its new place.")
            self._session.notice(self.tr("The file is not there any more: {0}").format(wanted), detail)
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(str(wanted))):
            self._session.notice(self.tr("No program on this desktop opens {0}").format(wanted.name), str(wanted))

    # --- links and citations -------------------------------------------------------------------------------------

    def openLink(self, kind: str) -> None:
        """The arXiv page, the DOI or the repository ("code") of the source, in the browser."""
        source = self._source()
        if source is not None and kind in links(source):
            self.openAddress(links(source)[kind])

    def openAddress(self, address: str) -> None:
        """In the browser. Only on the user's own click or command."""
        if not QDesktopServices.openUrl(QUrl(address)):
            self._session.notice(self.tr("No program on this desktop opens {0}").format(address))

    def cite(self, style: str, keys: Iterable[str] = ()) -> None:
        """Put the citations on the clipboard: as "text", "bibtex" or "markdown"."""
        from explorer import library_out

        library_out.copy(self._window, tuple(keys) or self._known(), style)

    def exportPath(self, what: str) -> None:
        """The played path as a "table" or as a "picture"."""
        from explorer import exports

        if what == "table":
            exports.ask_walk(self._window)
        else:
            exports.ask_picture(self._window, "path")

    # --- looking -------------------------------------------------------------------------------------------------

    def compare(self, key: str = "") -> None:
        """Two sources side by side: the selected ones, or `key` with one that is chosen there."""
        chosen = self._known()
        if key:
            other = next((one for one in reversed(self._session.pair) if one not in ("", key)), "")
            self._session.setPair((key, other))
        elif len(chosen) > 1:
            self._session.setPair(chosen[-2:])
        else:
            other = next((one for one in reversed(self._session.pair) if one not in ("", *chosen)), "")
            self._session.setPair((*chosen, other))
        self._session.setStage("pair")
        self._window.focus_stage()

    def _known(self) -> tuple[str, ...]:
        """The selected sources that the library has."""
        shelf = self._session.shelf
        return () if shelf is None else tuple(key for key in self._session.chosen if shelf.source(key) is not None)

    def own(self) -> tuple[str, ...]:
        """Those of the selection that are the user's own."""
        shelf = self._session.shelf
        sources = () if shelf is None else (shelf.source(key) for key in self._session.chosen)
        return tuple(source.key for source in sources if source is not None and source.ring == OWN)

    def _source(self) -> Source | None:
        shelf = self._session.shelf
        return None if shelf is None else shelf.source(self._session.source)

    def _name(self, key: str) -> str:
        shelf = self._session.shelf
        return key if shelf is None else shelf.names(self._session.language).get(key, key)

    def _ask(self, title: str, label: str, text: str, use: Callable[[str], None]) -> None:
        """One line of text, without stopping the work behind it."""
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle(title)
        dialog.setLabelText(label)
        dialog.setTextValue(text)
        dialog.textValueSelected.connect(use)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()


def links(source: Source) -> dict[str, str]:
    """The addresses that a source has, by kind."""
    found = {
        "arxiv": f"https://arxiv.org/abs/{source.arxiv}" if source.arxiv else "",
        "doi": f"https://doi.org/{source.doi}" if source.doi else "",
        "code": source.code,
    }
    return {kind: address for kind, address in found.items() if address}
