"""The page table: the physical pages of every pool now, or through the whole run."""

from __future__ import annotations

import math
import time as _clock

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.instant import Instant, Timeline
from engine.recording import Pool
from widgets.elided_label import ElidedLabel
from widgets.fonts import ui_font
from widgets.icon_button import IconButton
from widgets.legend import Legend
from widgets.page_grid import PageGrid
from widgets.page_hands import ZOOM_STEP
from widgets.page_history import PageHistory
from widgets.page_legend import page_legend
from widgets.page_words import describe, pool_title

MODES = ("grid", "history")
DESCRIBE_EVERY_S = 0.7


class PageTable(QWidget):
    """Give it a timeline, then a time; it tells which request or page was chosen."""

    requestSelected = Signal(int)
    pageSelected = Signal(int)
    timeRequested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._timeline: Timeline | None = None
        self._instant: Instant | None = None
        self._time, self._request, self._page = 0, -1, -1
        self._pool: int | None = None
        self._mode, self._by_owner, self._described = "grid", False, 0.0
        self._grids: list[PageGrid] = []
        self._histories: list[PageHistory] = []
        self._body = QGridLayout()
        self._body.setSpacing(1)
        self._legend = Legend(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._make_bar())
        layout.addLayout(self._body, 1)
        layout.addWidget(self._legend)
        self.setAccessibleName(self.tr("Page table"))
        self._show_legend()

    # ---- the bar above

    def _make_bar(self) -> QHBoxLayout:
        bar = QHBoxLayout()
        bar.setContentsMargins(10, 3, 8, 3)
        bar.setSpacing(4)
        self._title, self._about = QLabel(self), ElidedLabel(self)
        self._about.setContentsMargins(6, 0, 0, 0)
        bar.addWidget(self._title)
        bar.addWidget(self._about, 1)
        self._mode_buttons = {mode: IconButton(mode, self) for mode in MODES}
        for mode, button in self._mode_buttons.items():
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.clicked.connect(lambda _=False, mode=mode: self.setMode(mode))
            bar.addWidget(button)
        self._mode_buttons["grid"].setChecked(True)
        self._colour = QComboBox(self)
        self._colour.addItems(["", ""])
        self._colour.currentIndexChanged.connect(lambda index: self.setColourByOwner(index == 1))
        self._pools = QComboBox(self)
        self._pools.setVisible(False)
        self._pools.activated.connect(lambda index: self.setPool(index - 1 if index else None))
        bar.addWidget(self._colour)
        bar.addWidget(self._pools)
        self._zoom_buttons = {name: IconButton(name, self, flat=True) for name in ("zoom-out", "zoom-in", "fit")}
        actions = {
            "zoom-out": lambda: self.zoom(1 / ZOOM_STEP),
            "zoom-in": lambda: self.zoom(ZOOM_STEP),
            "fit": self.fit,
        }
        for name, button in self._zoom_buttons.items():
            button.clicked.connect(lambda _=False, act=actions[name]: act())
            bar.addWidget(button)
        self._retranslate()
        return bar

    def _retranslate(self) -> None:
        words = {
            "grid": self.tr("Pages now"),
            "history": self.tr("Pages through time"),
            "zoom-out": self.tr("Zoom out (−)"),
            "zoom-in": self.tr("Zoom in (+)"),
            "fit": self.tr("Fit all pages (F)"),
        }
        for name, button in (self._mode_buttons | self._zoom_buttons).items():
            button.setWords(words[name])
        self._title.setText(self.tr("Page table"))
        self._title.setFont(ui_font(1.5, QFont.Weight.DemiBold))
        self._colour.setItemText(0, self.tr("Colour by state"))
        self._colour.setItemText(1, self.tr("Colour by request"))
        self._colour.setAccessibleName(self.tr("Colour of pages"))
        self._pools.setAccessibleName(self.tr("Pool"))
        if self._pools.count():
            self._pools.setItemText(0, self.tr("All pools"))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
            self._show_legend()
        elif event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._title.setFont(ui_font(1.5, QFont.Weight.DemiBold))
        super().changeEvent(event)

    # ---- what is shown

    @property
    def grids(self) -> tuple[PageGrid, ...]:
        """The grids shown, one per pool."""
        return tuple(self._grids)

    @property
    def histories(self) -> tuple[PageHistory, ...]:
        return tuple(self._histories)

    @property
    def mode(self) -> str:
        return self._mode

    def setTimeline(self, timeline: Timeline | None) -> None:
        self._timeline, self._instant = timeline, None
        self._time, self._request, self._page, self._pool = 0, -1, -1, None
        pools = timeline.recording.pools if timeline else ()
        self._pools.clear()
        if len(pools) > 1:
            self._pools.addItems([self.tr("All pools"), *(pool.label for pool in pools)])
        self._pools.setVisible(len(pools) > 1)
        self._rebuild()

    def setTime(self, time: int) -> None:
        """Show the state at `time` (ns)."""
        if self._timeline is None:
            return
        self._time = time
        if self._mode == "history":
            for history in self._histories:
                history.setTime(time)
        self._show_instant()

    def setMode(self, mode: str) -> None:
        """ "grid" or "history"; ValueError for anything else."""
        if mode not in MODES:
            raise ValueError(f"unknown mode {mode!r}, expected one of {', '.join(MODES)}")
        if mode != self._mode:
            self._mode = mode
            self._mode_buttons[mode].setChecked(True)
            self._rebuild()

    def setColourByOwner(self, by_owner: bool) -> None:
        self._by_owner = by_owner
        self._colour.setCurrentIndex(int(by_owner))
        for grid in self._grids:
            grid.setByOwner(by_owner)
        for history in self._histories:
            history.setByOwner(by_owner)
        self._show_legend()

    def setPool(self, pool: int | None) -> None:
        """Show one pool by its index, or all of them."""
        if pool != self._pool:
            self._pool = pool
            self._pools.setCurrentIndex(0 if pool is None else pool + 1)
            self._rebuild()

    def selectRequest(self, request: int) -> None:
        """Show the block table of a request; −1 for none. Emits nothing."""
        self._request = request
        for grid in self._grids:
            grid.selectRequest(request)
        self._describe(now=True)

    def selectPage(self, page: int) -> None:
        """Mark a page; −1 for none. Emits nothing."""
        self._page = page
        for grid in self._grids:
            grid.selectPage(page)
        self._describe(now=True)

    def fit(self) -> None:
        for grid in self._grids:
            grid.fit()

    def zoom(self, factor: float) -> None:
        for grid in self._grids:
            grid.zoom(factor)

    def describe(self) -> str:
        """The picture in sentences: the text twin of what is drawn."""
        if self._timeline is None or self._instant is None:
            return self.tr("No run to show.")
        recording = self._timeline.recording
        return describe(recording, self._instant, self._shown_pools(), self._request, self._page)

    # ---- inside

    def _shown_pools(self) -> tuple[Pool, ...]:
        pools = self._timeline.recording.pools if self._timeline else ()
        return pools if self._pool is None else pools[self._pool : self._pool + 1]

    def _rebuild(self) -> None:
        for old in (*self._grids, *self._histories):
            self._body.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._grids, self._histories = [], []
        pools = self._shown_pools()
        columns = max(1, math.ceil(math.sqrt(len(pools)))) if len(pools) > 3 else max(1, len(pools))
        for place, pool in enumerate(pools):
            view = self._make_view(pool)
            self._body.addWidget(view, place // columns, place % columns)
        for button in self._zoom_buttons.values():
            button.setVisible(self._mode == "grid")
        self._show_legend()
        self._show_instant()

    def _make_view(self, pool: Pool) -> PageGrid | PageHistory:
        assert self._timeline is not None
        recording = self._timeline.recording
        if self._mode == "history":
            history = PageHistory(recording, pool, self)
            history.setByOwner(self._by_owner)
            history.setTime(self._time)
            history.timeRequested.connect(self.timeRequested)
            self._histories.append(history)
            return history
        grid = PageGrid(recording, pool, self)
        grid.setByOwner(self._by_owner)
        grid.selectRequest(self._request)
        grid.selectPage(self._page)
        grid.pageClicked.connect(self._choose_page)
        grid.requestClicked.connect(self._choose_request)
        self._grids.append(grid)
        return grid

    def _show_instant(self) -> None:
        if self._timeline is None:
            return
        self._instant = self._timeline.at(self._time)
        for grid in self._grids:
            grid.setInstant(self._instant)
        self._describe()

    def _show_legend(self) -> None:
        pools = self._shown_pools()
        self._about.setText(pool_title(pools[0]) if len(pools) == 1 else "")
        contiguous = any(pool.contiguous for pool in self._shown_pools())
        self._legend.setEntries(page_legend(contiguous, self._by_owner, self._mode == "grid"))

    def _describe(self, now: bool = False) -> None:
        """Keep the accessible description fresh, but not at every frame."""
        moment = _clock.monotonic()
        if now or moment - self._described > DESCRIBE_EVERY_S:
            self._described = moment
            text = self.describe()
            self.setAccessibleDescription(text)
            for grid in self._grids:
                grid.setAccessibleDescription(text)

    def _choose_page(self, page: int) -> None:
        self.selectPage(page)
        self.pageSelected.emit(page)

    def _choose_request(self, request: int) -> None:
        self.selectRequest(request)
        self.requestSelected.emit(request)
