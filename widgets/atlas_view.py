"""The map of the library: every source by date and lane, what it builds on, and what it led to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from citations.records import Basis, Edge, Source
from widgets.atlas_bar import AtlasBar
from widgets.atlas_canvas import AtlasCanvas
from widgets.atlas_lanes import LANES
from widgets.atlas_legend import atlas_legend
from widgets.atlas_model import DIRECTIONS, AtlasModel
from widgets.atlas_scene import Scene
from widgets.atlas_strip import AtlasStrip
from widgets.atlas_walk import Step
from widgets.atlas_words import describe
from widgets.empty_note import EmptyNote
from widgets.export import export_widget
from widgets.legend import Legend


class AtlasView(QWidget):
    """Setters emit nothing; signals tell what the user did. Positions depend on the library and the lanes alone."""

    sourceSelected = Signal(str)  # "" when the user let go
    selectionChanged = Signal(list)  # keys chosen together
    edgeFollowed = Signal(object)  # the Edge of a step along edges
    lanesChanged = Signal(str)
    directionChanged = Signal(str)
    depthChanged = Signal(object)  # steps, None for all
    neighboursToggled = Signal(bool)
    pathRequested = Signal(str, str)
    pathsDropped = Signal()  # the user took the paths away

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = AtlasModel()
        self._scene = Scene(self._model)
        self._bar = AtlasBar(self)
        self._canvas = AtlasCanvas(self._scene, self)
        self._empty = EmptyNote(self)
        self._strip = AtlasStrip(self._model, self)
        self._legend = Legend(self)
        self._legend_kind: object = None
        self._build()
        self._connect()
        self._retranslate()
        self._refresh()

    def _build(self) -> None:
        self._stack = QStackedLayout()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._canvas)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._bar)
        layout.addLayout(self._stack, 1)
        layout.addWidget(self._strip)
        layout.addWidget(self._legend)
        self.setFocusProxy(self._canvas)

    def _connect(self) -> None:
        self._bar.lanesChosen.connect(self._choose_lanes)
        self._bar.directionChosen.connect(self._choose_direction)
        self._bar.depthChosen.connect(self._choose_depth)
        self._bar.neighboursChosen.connect(self.neighboursToggled)
        self._bar.zoomAsked.connect(self._canvas.zoom)
        self._bar.fitAsked.connect(self._canvas.fit)
        self._canvas.picked.connect(self._pick)
        self._canvas.toggled.connect(self._toggle)
        self._canvas.walked.connect(self._walk)
        self._canvas.pathAsked.connect(self._ask_path)
        self._canvas.released.connect(self._let_go)

    # what is shown

    def setLibrary(self, sources: Iterable[Source], edges: Iterable[Edge], runnable: Collection[str]) -> None:
        """Show these sources and edges; `runnable` are the keys whose technique the engine can run."""
        self._model.set_library(sources, edges, runnable)
        self._rearrange(keep=True)

    def setLanes(self, lanes: str) -> None:
        """What the lanes are: "ledger", "family" or "organisation"; ValueError for anything else."""
        if lanes not in LANES:
            raise ValueError(f"unknown lanes {lanes!r}, expected one of {', '.join(LANES)}")
        self._bar.setLanes(lanes)
        if lanes != self._scene.mode:
            self._scene.mode = lanes
            self._rearrange()

    def setLanguage(self, language: str) -> None:
        """The language of names and dates: "en" or "zh"."""
        if language != self._model.language:
            self._model.language = language
            self._rearrange(keep=True)

    def setVisibleKeys(self, keys: Collection[str] | None) -> None:
        """Leave only ghosts of all other sources; None shows all again. Nothing moves."""
        hidden = frozenset() if keys is None else frozenset(self._model.index) - frozenset(keys)
        if hidden != self._model.hidden:
            self._model.hidden = hidden
            self._refresh()

    def select(self, key: str) -> None:
        """Select a source, "" for none: its kin stands out as far as direction and depth ask."""
        if key != self._model.selected:
            self._strip.setStep(None)
        self._model.select(key)
        self._canvas.reveal(key)
        self._refresh()

    def setKin(self, ancestors: Mapping[str, int], descendants: Mapping[str, int]) -> None:
        """Let these stand out instead (key to steps from the selected source), until the next `select`."""
        self._model.set_kin(ancestors, descendants)
        self._refresh()

    def setDirection(self, direction: str) -> None:
        """ "ancestors", "both" or "descendants"; ValueError for anything else."""
        if direction not in DIRECTIONS:
            raise ValueError(f"unknown direction {direction!r}, expected one of {', '.join(DIRECTIONS)}")
        self._bar.setDirection(direction)
        self._model.direction = direction
        self._model.find_kin()
        self._refresh()

    def setDepth(self, depth: int | None) -> None:
        """How many steps away kin still stands out, None for all."""
        self._bar.setDepth(depth)
        self._model.depth = depth
        self._model.find_kin()
        self._refresh()

    def setPaths(self, paths: Sequence[Sequence[str]], title: str = "") -> None:
        """Draw the first path over everything with the numbers of its steps, the others thinner; none: take away.

        Paths through sources that are not on the map are left out.
        """
        known = self._model.index
        self._model.paths = tuple(tuple(path) for path in paths if path and all(key in known for key in path))
        self._model.path_title = title
        self._refresh()

    def setSelection(self, keys: Iterable[str]) -> None:
        """Mark sources as chosen together."""
        self._model.chosen = tuple(key for key in dict.fromkeys(keys) if key in self._model.index)
        self._refresh()

    def setNeighbours(self, shown: bool) -> None:
        """The state of the switch; the neighbours themselves come with the library."""
        self._bar.setNeighbours(shown)

    def fit(self) -> None:
        """Show the whole map."""
        self._canvas.fit()

    @property
    def canvas(self) -> AtlasCanvas:
        """What is drawn on and holds the focus."""
        return self._canvas

    @property
    def selected(self) -> str:
        return self._model.selected

    def describe(self) -> str:
        """The map in sentences: the text twin of what is drawn."""
        return describe(self._model, self._scene.layout)

    # pictures

    def fullSize(self) -> QSize:
        """The size at which the whole map has room for every label."""
        wanted = self._canvas.full_size()
        width = max(wanted.width(), self._bar.minimumSizeHint().width())
        others = self._strip.sizeHint().height() + self._legend.heightForWidth(width)
        if not self._bar.isHidden():
            others += self._bar.sizeHint().height()
        return QSize(width, wanted.height() + others)

    def setWhole(self, whole: bool) -> None:
        """For a picture: all of the map whatever the user looks at, without tools and hints; False goes back."""
        self._bar.setVisible(not whole)
        self._strip.setStill(whole)
        self._canvas.set_whole(whole)

    def exportMap(self, path: Path | str, *, scale: float = 2.0) -> Path:
        """Write the whole map with all labels as .png, .svg or .pdf. ValueError, ExportError as `export_widget`."""
        self.setWhole(True)
        try:
            return export_widget(self, path, size=self.fullSize(), scale=scale)
        finally:
            self.setWhole(False)

    # what the user did

    def _choose_lanes(self, lanes: str) -> None:
        self.setLanes(lanes)
        self.lanesChanged.emit(lanes)

    def _choose_direction(self, direction: str) -> None:
        self.setDirection(direction)
        self.directionChanged.emit(direction)

    def _choose_depth(self, depth: int | None) -> None:
        self.setDepth(depth)
        self.depthChanged.emit(depth)

    def _pick(self, key: str) -> None:
        if key or self._model.selected:
            self.select(key)
            self.sourceSelected.emit(key)

    def _toggle(self, key: str) -> None:
        """One more or less; the selected source is the first of several."""
        chosen = list(self._model.chosen)
        if not chosen and self._model.selected and self._model.selected != key:
            chosen = [self._model.selected]
        chosen = [other for other in chosen if other != key] if key in chosen else [*chosen, key]
        self.setSelection(chosen)
        self.selectionChanged.emit(list(self._model.chosen))

    def _walk(self, step: Step) -> None:
        self._model.followed = step.edge
        self.select(step.key)
        self._strip.setStep(step)
        self._announce()
        self.sourceSelected.emit(step.key)
        if step.edge is not None:
            self.edgeFollowed.emit(step.edge)

    def _ask_path(self) -> None:
        chosen = self._model.chosen
        if len(chosen) == 1 and self._model.selected not in ("", *chosen):
            chosen = (self._model.selected, *chosen)
        if len(chosen) >= 2:
            self.pathRequested.emit(chosen[-2], chosen[-1])

    def _let_go(self) -> None:
        """Escape: first the path, then what was chosen together, then the selection."""
        if self._model.paths:
            self.setPaths(())
            self.pathsDropped.emit()
        elif self._model.chosen:
            self.setSelection(())
            self.selectionChanged.emit([])
        elif self._model.selected:
            self._pick("")

    # inside

    def _rearrange(self, keep: bool = False) -> None:
        self._scene.arrange()
        self._canvas.rearranged(keep)
        self._refresh()

    def _refresh(self) -> None:
        rings = frozenset(source.ring for source in self._model.sources)
        own_edges = any(edge.basis is Basis.OWN for edge in self._model.edges)
        self._stack.setCurrentWidget(self._canvas if self._model.sources else self._empty)
        kind = (rings, own_edges, self._scene.mode == "ledger")
        if kind != self._legend_kind:
            self._legend_kind = kind
            self._legend.setEntries(atlas_legend(*kind))
        self._strip.refresh()
        self._canvas.setAccessibleDescription(self._strip.plain())
        self._canvas.changed()

    def _announce(self) -> None:
        """Tell screen readers why the step was possible."""
        self._canvas.setAccessibleDescription(self._strip.plain())
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._canvas, self._strip.plain()))

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Map of the library"))
        self.setAccessibleDescription(self.tr("Sources by date and lane, and the edges between them."))
        self._canvas.setAccessibleName(self.tr("Map: arrows walk along edges, Space chooses, P asks for a path"))
        self._empty.setTexts(self.tr("No sources"), self.tr("The library is being read, or it holds nothing."))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        kinds = QEvent.Type
        if event.type() == kinds.LanguageChange:
            self._retranslate()
            self._legend_kind = None
            self._rearrange()
        elif event.type() in (kinds.FontChange, kinds.ApplicationFontChange):
            self._rearrange()
        elif event.type() == kinds.PaletteChange:
            self._canvas.rearranged(keep=True)
