"""The tool row of the map: lanes, which way and how far to follow a lineage, neighbours, zoom."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QToolButton,
    QWidget,
)

from widgets.atlas_hands import ZOOM_STEP
from widgets.atlas_lanes import LANES
from widgets.atlas_model import DEEPEST, DIRECTIONS
from widgets.flow_row import FlowRow
from widgets.fonts import scale
from widgets.icon_button import IconButton

GAP = 6  # px between groups


class AtlasBar(QWidget):
    """Tells what was asked for; the map says what to show back."""

    lanesChosen = Signal(str)
    directionChosen = Signal(str)
    depthChosen = Signal(object)  # steps, None for all
    neighboursChosen = Signal(bool)
    zoomAsked = Signal(float)
    fitAsked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lanes = QComboBox(self)
        self._lanes.addItems([""] * len(LANES))
        self._lanes.activated.connect(lambda entry: self.lanesChosen.emit(LANES[entry]))
        self._group = QButtonGroup(self)
        self._directions = {direction: QToolButton(self) for direction in DIRECTIONS}
        for direction, button in self._directions.items():
            button.setCheckable(True)
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            button.clicked.connect(lambda _=False, direction=direction: self.directionChosen.emit(direction))
            self._group.addButton(button)
        self._directions["both"].setChecked(True)
        self._depth_label, self._depth_value = QLabel(self), QLabel(self)
        self._depth = QSlider(Qt.Orientation.Horizontal, self)
        self._depth.setRange(1, DEEPEST + 1)
        self._depth.setPageStep(1)
        self._depth.setValue(DEEPEST + 1)
        self._depth.valueChanged.connect(self._choose_depth)
        self._neighbours = QCheckBox(self)
        self._neighbours.clicked.connect(self.neighboursChosen)
        self._zooms = {name: IconButton(name, self, flat=True) for name in ("zoom-out", "zoom-in", "fit")}
        self._zooms["zoom-out"].clicked.connect(lambda: self.zoomAsked.emit(1 / ZOOM_STEP))
        self._zooms["zoom-in"].clicked.connect(lambda: self.zoomAsked.emit(ZOOM_STEP))
        self._zooms["fit"].clicked.connect(self.fitAsked)
        self._arrange()
        self._retranslate()

    def _arrange(self) -> None:
        """Groups that stay together, in a second line where one is too short."""
        row = FlowRow(self, spacing=GAP)
        row.setContentsMargins(8, 4, 8, 4)
        row.addWidget(self._lanes)
        row.addWidget(self._together(*self._directions.values()))
        row.addWidget(self._together(self._depth_label, self._depth, self._depth_value))
        row.addWidget(self._neighbours)
        row.addGap()
        row.addWidget(self._together(*self._zooms.values()))
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _together(self, *widgets: QWidget) -> QWidget:
        group = QWidget(self)
        group.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        line = QHBoxLayout(group)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(3)
        for widget in widgets:
            line.addWidget(widget)
        return group

    # what the map says back

    def setLanes(self, mode: str) -> None:
        self._lanes.setCurrentIndex(LANES.index(mode))

    def setDirection(self, direction: str) -> None:
        self._directions[direction].setChecked(True)

    def setDepth(self, depth: int | None) -> None:
        self._depth.blockSignals(True)
        self._depth.setValue(DEEPEST + 1 if depth is None else min(max(depth, 1), DEEPEST))
        self._depth.blockSignals(False)
        self._show_depth(depth)

    def setNeighbours(self, shown: bool) -> None:
        self._neighbours.setChecked(shown)

    # inside

    def _choose_depth(self, value: int) -> None:
        depth = None if value > DEEPEST else value
        self._show_depth(depth)
        self.depthChosen.emit(depth)

    def _show_depth(self, depth: int | None) -> None:
        self._depth_value.setText(self.tr("all") if depth is None else str(depth))
        self._depth.setAccessibleDescription(
            {None: self.tr("all steps"), 1: self.tr("1 step")}.get(depth) or self.tr("{0} steps").format(depth)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Where it is narrow, first the word before the slider goes, then zooming is left to wheel and keys."""
        self._depth.setFixedWidth(round(84 * scale()))
        self._depth_value.setFixedWidth(self._depth_value.fontMetrics().horizontalAdvance(self.tr("all") + "0"))
        always = [self._lanes, *self._directions.values(), self._depth, self._depth_value, self._neighbours]
        least = sum(widget.sizeHint().width() + 3 for widget in always) + 4 * GAP + self._zooms["fit"].width()
        spare = self.width() - least
        for widgets in ([self._depth_label], [self._zooms["zoom-out"], self._zooms["zoom-in"]]):
            spare -= sum(widget.sizeHint().width() + 3 for widget in widgets)
            for widget in widgets:
                widget.setVisible(spare >= 0)

    def _retranslate(self) -> None:
        for entry, text in enumerate(
            (self.tr("Lanes: ledger"), self.tr("Lanes: family"), self.tr("Lanes: organisation"))
        ):
            self._lanes.setItemText(entry, text)
        self._lanes.setAccessibleName(self.tr("Lanes"))
        self._lanes.setToolTip(self.tr("What the lanes of the map stand for"))
        words = {
            "ancestors": (self.tr("◀ Ancestors"), self.tr("Follow what the selected source builds on")),
            "both": (self.tr("Both"), self.tr("Follow the lineage both ways")),
            "descendants": (self.tr("Descendants ▶"), self.tr("Follow what the selected source led to")),
        }
        for direction, (text, tip) in words.items():
            self._directions[direction].setText(text)
            self._directions[direction].setToolTip(tip)
            self._directions[direction].setAccessibleName(tip)
        self._depth_label.setText(self.tr("Steps"))
        self._depth.setAccessibleName(self.tr("Steps to follow"))
        self._depth.setToolTip(self.tr("How many steps away kin still stands out"))
        self._neighbours.setText(self.tr("Neighbours"))
        self._neighbours.setToolTip(self.tr("Also show the sources around the 62"))
        zooms = {
            "zoom-out": self.tr("Zoom out (−)"),
            "zoom-in": self.tr("Zoom in (+)"),
            "fit": self.tr("The whole map (0)"),
        }
        for name, button in self._zooms.items():
            button.setWords(zooms[name])
        value = self._depth.value()
        self._show_depth(None if value > DEEPEST else value)
        self._make_room()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._make_room()
        super().changeEvent(event)
