"""The line above the pages: what is shown, as what, of which pools, and how close."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from widgets.elided_label import ElidedLabel
from widgets.fonts import ui_font
from widgets.icon_button import IconButton
from widgets.page_hands import ZOOM_STEP

MODES = ("grid", "history")


class PageBar(QWidget):
    """Tells what was asked for; the page table says what to show back."""

    modeChosen = Signal(str)
    ownersChosen = Signal(bool)  # colour by request
    poolsChosen = Signal(int)  # an entry of the selector
    zoomAsked = Signal(float)  # a factor
    fitAsked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._about = QLabel(self), ElidedLabel(self)
        self._about.setContentsMargins(6, 0, 0, 0)
        self._modes = {mode: IconButton(mode, self) for mode in MODES}
        for mode, button in self._modes.items():
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.clicked.connect(lambda _=False, mode=mode: self.modeChosen.emit(mode))
        self._modes["grid"].setChecked(True)
        self._colour, self._pools = QComboBox(self), QComboBox(self)
        self._colour.addItems(["", ""])
        self._colour.currentIndexChanged.connect(lambda index: self.ownersChosen.emit(index == 1))
        self._pools.setVisible(False)
        self._pools.activated.connect(self.poolsChosen)
        self._zooms = {name: IconButton(name, self, flat=True) for name in ("zoom-out", "zoom-in", "fit")}
        self._zooms["zoom-out"].clicked.connect(lambda: self.zoomAsked.emit(1 / ZOOM_STEP))
        self._zooms["zoom-in"].clicked.connect(lambda: self.zoomAsked.emit(ZOOM_STEP))
        self._zooms["fit"].clicked.connect(self.fitAsked)
        self._arrange()
        self._retranslate()

    def _arrange(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 3, 8, 3)
        row.setSpacing(4)
        row.addWidget(self._title)
        row.addWidget(self._about, 1)
        for widget in (*self._modes.values(), self._colour, self._pools, *self._zooms.values()):
            row.addWidget(widget)

    def setMode(self, mode: str) -> None:
        self._modes[mode].setChecked(True)

    def setAbout(self, text: str) -> None:
        """What the pages are, when they are of one pool."""
        self._about.setText(text)

    def setOwners(self, by_owner: bool) -> None:
        self._colour.setCurrentIndex(int(by_owner))

    def setChoices(self, titles: Sequence[str], chosen: int) -> None:
        """The entries of the selector of pools, hidden if there is nothing to choose."""
        self._pools.clear()
        self._pools.addItems(list(titles))
        self._pools.setCurrentIndex(chosen)
        self._pools.setVisible(len(titles) > 1)
        self._make_room()

    def choose(self, entry: int) -> None:
        self._pools.setCurrentIndex(entry)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Where it is narrow, zooming is left to the wheel and the keys before a word is cut."""
        shown = [self._title, *self._modes.values(), self._colour, *self._zooms.values()]
        shown += [self._pools] if self._pools.isVisibleTo(self) else []
        wanted = sum(widget.sizeHint().width() + 4 for widget in shown) + 18
        for name in ("zoom-out", "zoom-in"):
            self._zooms[name].setVisible(self.width() >= wanted)

    def _retranslate(self) -> None:
        words = {
            "grid": self.tr("Pages now"),
            "history": self.tr("Pages through time"),
            "zoom-out": self.tr("Zoom out (−)"),
            "zoom-in": self.tr("Zoom in (+)"),
            "fit": self.tr("Fit all pages (F)"),
        }
        for name, button in (self._modes | self._zooms).items():
            button.setWords(words[name])
        self._title.setText(self.tr("Page table"))
        self._title.setFont(ui_font(1.5, QFont.Weight.DemiBold))
        self._colour.setItemText(0, self.tr("Colour by state"))
        self._colour.setItemText(1, self.tr("Colour by request"))
        self._colour.setAccessibleName(self.tr("Colour of pages"))
        self._pools.setAccessibleName(self.tr("Pool"))
        self._make_room()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._title.setFont(ui_font(1.5, QFont.Weight.DemiBold))
        super().changeEvent(event)
