"""The main window: what stands where. It is shown empty first, and filled step by step right after."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QHideEvent, QKeyEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QComboBox,
    QLineEdit,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QTabWidget,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from explorer.actions import Actions, Menus
from explorer.jobs import Jobs
from explorer.message_bar import MessageBar
from explorer.panes.head import Head
from explorer.panes.status import Status
from explorer.session import Session, Stage
from widgets.fonts import scale

if TYPE_CHECKING:
    from explorer.notes import Notes
    from explorer.panes.panel import Panel
    from explorer.panes.stage import StagePane

# A control of these kinds keeps its own keys; on everything else a single key is a command.
_CONTROLS = (QAbstractButton, QAbstractItemView, QAbstractSlider, QComboBox, QLineEdit, QTabBar, QTextEdit)
PANEL_ORDER = ("lineage", "stage", "experiment", "card", "why", "ledgers")
LEAST_CARD, LEAST_LEFT, LEAST_RIGHT = 150, 205, 320  # pixels, the widths at scale 1
DEFAULT_HALVES = [260, 400]
DEFAULT_COLUMNS = [270, 680, 400]
_MODIFIED = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class Holder(QWidget):
    """An empty place for a panel, so that the first picture already has the final shape."""

    painted = Signal()  # the first time only

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seen = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(6, 4, 6, 4)

    def put(self, widget: QWidget) -> None:
        self._column.addWidget(widget)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._seen:
            self._seen = True
            self.painted.emit()


class Window(QMainWindow):
    """Lineage on the left, the stage in the middle, card and ledgers on the right.

    `furnish` builds the panels one by one between events; `furnished` tells when all are there.
    """

    furnished = Signal()
    closing = Signal()
    dropped = Signal(object)  # Path

    def __init__(self, session: Session, jobs: Jobs) -> None:
        super().__init__()
        self.session = session
        self.commands = Actions(self)
        self.addActions(self.commands.all())
        self._menus = Menus(self.menuBar(), self.commands)
        self.head = Head(session, self.commands)
        self.message_bar = MessageBar()
        self.left, self.middle, self.right = Holder(), Holder(), Holder()
        self.notes: Notes | None = None
        self.stage: StagePane | None = None
        self.stages = QStackedWidget()
        self.tabs = QTabWidget()
        self.halves = QSplitter(Qt.Orientation.Vertical)
        self.halves.setObjectName("window.right")
        self.panels: dict[str, Panel[Any] | StagePane] = {}
        self.setCentralWidget(self._centre())
        self.setStatusBar(Status(session, jobs, self.commands))
        self.setAcceptDrops(True)
        self.setMinimumSize(640, 420)
        self.resize(1366, 768)
        self._steps: list[Callable[[], None]] = []
        self._step_timer = QTimer(self, singleShot=True, interval=0)
        self._step_timer.timeout.connect(self._next_step)
        session.noticed.connect(self.message_bar.tell)
        session.stageChanged.connect(lambda _: self.show_stage())
        session.ledgerChanged.connect(lambda _: self.show_why())
        session.sourceChanged.connect(lambda _: self.tabs.setCurrentIndex(0))
        self._retranslate()
        self._set_least()

    def _centre(self) -> QWidget:
        self.columns = QSplitter(Qt.Orientation.Horizontal)
        self.columns.setObjectName("window.columns")
        for holder, stretch in ((self.left, 2), (self.middle, 5), (self.right, 3)):
            self.columns.addWidget(holder)
            self.columns.setStretchFactor(self.columns.count() - 1, stretch)
        self.columns.setChildrenCollapsible(False)
        self.columns.setSizes(DEFAULT_COLUMNS)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.message_bar)
        column.addWidget(self.columns, 1)
        return centre

    # --- building ------------------------------------------------------------------------------------------------

    def furnish(self) -> None:
        """Build the panels, the stage first, one per turn of the event loop."""
        self._steps = [
            self._build_stage,
            self._build_ledgers,
            self._open_shelf,
            self._build_lineage,
            self._build_card,
        ]
        self._step_timer.start()

    def furnish_now(self) -> None:
        """Build everything before returning."""
        self.furnish()
        self._step_timer.stop()
        while self._steps:
            self._steps.pop(0)()
        self.furnished.emit()

    def _next_step(self) -> None:
        self._steps.pop(0)()
        if self._steps:
            self._step_timer.start()
        else:
            self.furnished.emit()

    def _build_stage(self) -> None:
        from explorer.panes.stage import StagePane

        self.stage = StagePane(self.session)
        self.stages.addWidget(self.stage)
        self.middle.put(self.stages)
        self.panels["stage"] = self.stage
        self.show_stage()

    def _build_ledgers(self) -> None:
        from explorer.panes.ledgers import LedgerPane

        sheet = LedgerPane(self.session)
        self.halves.addWidget(self.tabs)
        self.halves.addWidget(sheet)
        self.halves.setChildrenCollapsible(False)
        self.tabs.setDocumentMode(True)
        self.tabs.setMinimumHeight(LEAST_CARD)
        self.tabs.setAccessibleName(self.tr("Source and reasons"))
        self.right.put(self.halves)
        self.panels["ledgers"] = sheet

    def _open_shelf(self) -> None:
        from explorer.shelf import LibraryError, Shelf

        try:
            self.session.setShelf(Shelf.open())
        except LibraryError as error:
            self.session.notice(self.tr("The citation library cannot be opened"), str(error))

    def _build_lineage(self) -> None:
        from explorer.panes.lineage import LineagePane

        lineage = LineagePane(self.session)
        self.left.put(lineage)
        self.panels["lineage"] = lineage

    def _build_card(self) -> None:
        from explorer.notes import Notes
        from explorer.panes.card import CardPane
        from explorer.panes.ledgers import WhyPane

        self.notes = Notes(self.session)
        card, why = CardPane(self.session, self.notes), WhyPane(self.session)
        self.tabs.addTab(card, "")
        self.tabs.addTab(why, "")
        self.panels |= {"card": card, "why": why}
        self.reset_layout()
        self._retranslate()
        # Qt has given the focus to some button meanwhile; on stage the keys of the stage must work at once.
        if self.stage is not None and not isinstance(self.focusWidget(), QLineEdit):
            self.stage.focus()

    def show_stage(self) -> None:
        """Clock or experiment in the middle."""
        if self.session.stage is Stage.EXPERIMENT and "experiment" not in self.panels:
            from explorer.panes.experiment import ExperimentPane

            self.panels["experiment"] = ExperimentPane(self.session)
            self.stages.addWidget(self.panels["experiment"])
        shown = self.panels.get("experiment" if self.session.stage is Stage.EXPERIMENT else "stage")
        if shown is not None:
            self.stages.setCurrentWidget(shown)

    def show_why(self) -> None:
        if self.session.ledger and "why" in self.panels:
            self.tabs.setCurrentWidget(self.panels["why"])

    def reset_layout(self) -> None:
        """Columns and halves as on the first start."""
        self.columns.setSizes(DEFAULT_COLUMNS)
        self.halves.setSizes(DEFAULT_HALVES)
        if self.stage is not None:
            self.stage.reset_layout()

    def focus_next_panel(self) -> None:
        """Move the keyboard focus to the first place of the next panel that can be seen."""
        panels = [self.panels[name] for name in PANEL_ORDER if name in self.panels and self.panels[name].isVisible()]
        if not panels:
            return
        focused = self.focusWidget()
        inside = [index for index, panel in enumerate(panels) if focused and panel.isAncestorOf(focused)]
        panel = panels[(inside[0] + 1) % len(panels) if inside else 0]
        panel.focus()

    # --- events --------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        # Shortcuts are offered to the focused widget and then to its parents before they fire.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = not event.modifiers() & _MODIFIED
            if plain and event.key() < Qt.Key.Key_Escape and isinstance(self.focusWidget(), _CONTROLS):
                event.accept()
                return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.FontChange:
            self._set_least()
        super().changeEvent(event)

    def _set_least(self) -> None:
        """Columns grow with the text, so that no name is cut down to its first letters."""
        for holder, least in ((self.left, LEAST_LEFT), (self.right, LEAST_RIGHT)):
            holder.setMinimumWidth(round(least * scale()))

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Eighteen Ledgers"))
        self.commands.retranslate()
        self._menus.retranslate()
        self.tabs.setAccessibleName(self.tr("Source and reasons"))
        for index, title in enumerate((self.tr("Source"), self.tr("Why"))[: self.tabs.count()]):
            self.tabs.setTabText(index, title)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() and event.mimeData().urls()[0].isLocalFile():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.dropped.emit(Path(event.mimeData().urls()[0].toLocalFile()))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._suspend(False)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._suspend(True)

    def _suspend(self, suspended: bool) -> None:
        if self.stage is not None:
            self.stage.playhead.setSuspended(suspended)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._steps.clear()
        self._step_timer.stop()
        if self.stage is not None:
            self.stage.playhead.pause()
        if self.notes is not None:
            self.notes.close()
        self.closing.emit()
        super().closeEvent(event)
