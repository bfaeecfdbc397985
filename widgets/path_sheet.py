"""A path on one sheet: the stations, what happens at the one that is shown, and the eighteen ledgers."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from widgets.fonts import scale
from widgets.legend import Legend
from widgets.path_data import Kind, PathData
from widgets.path_grid import PathGrid, PathGridArea
from widgets.path_legend import path_legend
from widgets.path_note import PathNote
from widgets.path_ribbon import PathRibbon
from widgets.path_words import start_words

_PICTURE_WIDTH = 1360  # px at scale 1 of a picture, at least
_PICTURE_SHAPE = 0.55  # height to width, at least
_EDGES = 16  # px of the margins left and right


class PathSheet(QWidget):
    """`placeChosen(place)`, `sourceSelected(key)` and `ledgerRequested(ledger)` from its parts."""

    placeChosen = Signal(int)
    sourceSelected = Signal(str)
    ledgerRequested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ribbon, self._note, self._grid, self._legend = PathRibbon(), PathNote(), PathGrid(), Legend()
        column = QVBoxLayout(self)
        column.setContentsMargins(_EDGES // 2, 2, _EDGES // 2, 4)
        column.setSpacing(4)
        column.addWidget(self._ribbon)
        column.addWidget(self._note)
        column.addWidget(PathGridArea(self._grid), 1)
        column.addWidget(self._legend)
        self.setFocusProxy(self._ribbon)
        self._ribbon.placeChosen.connect(self.placeChosen)
        self._ribbon.sourceSelected.connect(self.sourceSelected)
        self._grid.ledgerRequested.connect(self.ledgerRequested)
        self._note.linkClicked.connect(self._follow)
        self._legend.setEntries(path_legend())

    def setData(self, data: PathData, place: int) -> None:
        """Show a path as it is at a place."""
        self._ribbon.setData(data, place)
        self._grid.setData(data, place)
        station = data.stations[place] if data.stations else None
        at_start = station is not None and station.kind is Kind.START
        self._note.setPlace(place, data, start_words(data) if at_start else "")

    def fullSize(self, least: QSize) -> QSize:
        """The size of a picture that shows everything, and is not smaller than `least`."""
        width = max(least.width(), round(_PICTURE_WIDTH * scale()))
        inner = width - _EDGES
        fixed = self._ribbon.sizeHint().height() + self._note.sizeHint().height() + self._legend.heightForWidth(inner)
        height = max(least.height(), round(width * _PICTURE_SHAPE), fixed + 24 + self._grid.leastHeight(inner))
        return QSize(width, height)

    def _follow(self, target: str) -> None:
        scheme, _, key = target.partition(":")
        if scheme == "source":
            self.sourceSelected.emit(key)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._legend.setEntries(path_legend())
