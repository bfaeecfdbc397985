"""The page table: the physical pages of every pool now, or through the whole run."""

from __future__ import annotations

import time as _clock

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from engine.instant import Instant, Timeline
from engine.recording import Event, Pool
from widgets.fleet_events import FleetEvents
from widgets.fonts import scale
from widgets.legend import Legend
from widgets.page_bar import MODES, PageBar
from widgets.page_grid import PageGrid
from widgets.page_history import PageHistory
from widgets.page_legend import page_legend
from widgets.page_words import describe, pool_title
from widgets.pool_choice import PoolChoice, choices, columns_for

DESCRIBE_EVERY_S = 0.7
BARS = 70.0  # pixels at scale 1 that bar and legend take of the height


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
        self._choices: list[PoolChoice] = []
        self._choice, self._columns = 0, 0
        self._mode, self._by_owner, self._described = "grid", False, 0.0
        self._fleet: FleetEvents | None = None
        self._grids: list[PageGrid] = []
        self._histories: list[PageHistory] = []
        self._body = QGridLayout()
        self._body.setSpacing(1)
        self._legend = Legend(self)
        self._bar = PageBar(self)
        self._bar.modeChosen.connect(self.setMode)
        self._bar.ownersChosen.connect(self.setColourByOwner)
        self._bar.poolsChosen.connect(self._choose)
        self._bar.zoomAsked.connect(self.zoom)
        self._bar.fitAsked.connect(self.fit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._bar)
        layout.addLayout(self._body, 1)
        layout.addWidget(self._legend)
        self.setAccessibleName(self.tr("Page table"))
        self._show_legend()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._find_choices()
            self._show_legend()
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
        self._fleet = FleetEvents(timeline.recording) if timeline else None
        self._time, self._request, self._page, self._choice = 0, -1, -1, 0
        self._find_choices()
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
            self._bar.setMode(mode)
            self._rebuild()

    def setColourByOwner(self, by_owner: bool) -> None:
        self._by_owner = by_owner
        self._bar.setOwners(by_owner)
        for grid in self._grids:
            grid.setByOwner(by_owner)
        for history in self._histories:
            history.setByOwner(by_owner)
        self._show_legend()

    def setPool(self, pool: int | None) -> None:
        """Show one pool by its index, or all of them."""
        wanted = None if pool is None else (pool,)
        found = [place for place, choice in enumerate(self._choices) if wanted in (None, choice.pools)]
        self._choose(found[0] if found else 0)

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
        for history in self._histories:
            history.fit()

    def zoom(self, factor: float) -> None:
        for grid in self._grids:
            grid.zoom(factor)
        for history in self._histories:
            history.zoom(factor)

    def describe(self) -> str:
        """The picture in sentences: the text twin of what is drawn."""
        if self._timeline is None or self._instant is None:
            return self.tr("No run to show.")
        recording = self._timeline.recording
        return describe(recording, self._instant, self._shown_pools(), self._request, self._page)

    # ---- inside

    def _find_choices(self) -> None:
        recording = self._timeline.recording if self._timeline else None
        self._choices = choices(recording.pools, recording.engines) if recording else []
        self._bar.setChoices([choice.title for choice in self._choices], self._choice)

    def _choose(self, choice: int) -> None:
        if choice != self._choice:
            self._choice = choice
            self._bar.choose(choice)
            self._rebuild()

    def _shown_pools(self) -> tuple[Pool, ...]:
        if self._timeline is None:
            return ()
        pools = self._timeline.recording.pools
        return tuple(pools[index] for index in self._choices[self._choice].pools)

    def _rebuild(self) -> None:
        for old in (*self._grids, *self._histories):
            self._body.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._grids, self._histories = [], []
        pools = self._shown_pools()
        self._columns = 0
        for pool in pools:
            self._make_view(pool)
        self._arrange()
        self._show_legend()
        self._show_instant()

    def _arrange(self) -> None:
        """Stand the pools beside and under each other as the room asks for."""
        views = [*self._grids, *self._histories]
        columns = columns_for(len(views), self.width(), max(60, self.height() - BARS * scale()))
        if columns != self._columns:
            self._columns = columns
            for place, view in enumerate(views):
                self._body.addWidget(view, place // columns, place % columns)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def _make_view(self, pool: Pool) -> None:
        assert self._timeline is not None
        recording = self._timeline.recording
        if self._mode == "history":
            history = PageHistory(recording, pool, self)
            history.setByOwner(self._by_owner)
            history.setTime(self._time)
            history.timeRequested.connect(self.timeRequested)
            self._histories.append(history)
            return
        grid = PageGrid(recording, pool, self._fleet, self)
        grid.setByOwner(self._by_owner)
        grid.selectRequest(self._request)
        grid.selectPage(self._page)
        grid.pageClicked.connect(self._choose_page)
        grid.requestClicked.connect(self._choose_request)
        self._grids.append(grid)

    def _show_instant(self) -> None:
        if self._timeline is None:
            return
        self._instant = self._timeline.at(self._time)
        for grid in self._grids:
            grid.setInstant(self._instant)
        self._describe()

    def _show_legend(self) -> None:
        pools = self._shown_pools()
        self._bar.setAbout(pool_title(pools[0]) if len(pools) == 1 else "")
        contiguous = any(pool.contiguous for pool in self._shown_pools())
        self._legend.setEntries(page_legend(contiguous, self._by_owner, self._mode == "grid", self._invalidates()))

    def _invalidates(self) -> bool:
        """Whether pages lose their content in this run."""
        return self._timeline is not None and bool(
            (self._timeline.recording.events["kind"] == Event.INVALIDATE).any()
        )

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
