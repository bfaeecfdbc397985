"""A lab's view whose pictures lie on pages, one in front at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from PySide6.QtCore import QEvent, SignalInstance
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from widgets.lab_view import LabView

Table = tuple[Sequence[str], Sequence[Sequence[object]]]


class Sheet(Protocol):
    """A page: a widget with some pictures. Signals as of a view."""

    @property
    def settingWanted(self) -> SignalInstance: ...

    @property
    def settled(self) -> SignalInstance: ...

    def showAnswer(self, settings: Any, answer: Any, run: Any) -> None:
        """Show the answer, and what has been counted if it has been."""
        ...

    def describe(self) -> str: ...

    def tableData(self) -> Table: ...


class LabPagesView(LabView):
    """Call `setSheets` once, and `setTitles` in `retranslate`. Only the page in front is kept up to date."""

    def __init__(self) -> None:
        super().__init__()
        self.pages: dict[str, Any] = {}
        self._tabs, self._stack = QTabBar(self), QStackedWidget(self)
        self._tabs.setDocumentMode(True)
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._shown: tuple[Any, Any] | None = None  # settings and answer
        self._run: Any = None

    def setSheets(self, pages: Mapping[str, Sheet], above: QWidget | None = None) -> None:
        """The pages by key, in order; `above` stays above their tabs whichever is in front."""
        self.pages = dict(pages)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        if above is not None:
            column.addWidget(above)
        column.addWidget(self._tabs)
        column.addWidget(self._stack, 1)
        for page in self.pages.values():
            self._tabs.addTab("")
            self._stack.addWidget(page)
            page.settingWanted.connect(self.settingWanted)
            page.settled.connect(self.settled)
        self._tabs.currentChanged.connect(self._turned)
        self.retranslate()

    def retranslate(self) -> None:
        """Write titles anew."""
        raise NotImplementedError

    def setTitles(self, titles: Mapping[str, str], name: str) -> None:
        """The titles of the pages by key, and the accessible name of their tabs."""
        for place, key in enumerate(self.pages):
            self._tabs.setTabText(place, titles[key])
        self._tabs.setAccessibleName(name)

    def page(self) -> str:
        """The key of the page in front."""
        return list(self.pages)[self._tabs.currentIndex()]

    def setPage(self, key: str) -> None:
        """Bring a page to the front. ValueError if there is none of that key."""
        self._tabs.setCurrentIndex(list(self.pages).index(key))

    def _turned(self, place: int) -> None:
        self._stack.setCurrentIndex(place)
        self.refresh()
        self.tableChanged.emit()

    def showAnswer(self, settings: Any, answer: Any) -> None:
        self._shown, self._run = (settings, answer), None
        self.refresh()

    def showRun(self, settings: Any, result: Any | None) -> None:
        if result is not self._run:
            self._run = result
            self.refresh()

    def refresh(self) -> None:
        """Bring the page in front up to date."""
        if self._shown is not None:
            self.pages[self.page()].showAnswer(*self._shown, self._run)

    def describe(self) -> str:
        text: str = self.pages[self.page()].describe()
        return text

    def tableData(self) -> Table:
        table: Table = self.pages[self.page()].tableData()
        return table

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if self.pages and event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
            self.retranslate()
            self.refresh()
