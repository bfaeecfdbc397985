"""The main window: what stands where. It is shown empty first, and filled step by step right after."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QHideEvent, QKeyEvent, QShowEvent
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
from explorer.desk import Desk
from explorer.furnishing import Furnishing
from explorer.jobs import Jobs
from explorer.librarian import Librarian
from explorer.message_bar import MessageBar
from explorer.panes.head import Head
from explorer.panes.holder import Holder
from explorer.panes.status import Status
from explorer.session import Session, Stage
from widgets.fonts import scale

if TYPE_CHECKING:
    from explorer.panes.panel import Panel
    from explorer.panes.stage import StagePane

# A control of these kinds keeps its own keys; on everything else a single key is a command.
_CONTROLS = (QAbstractButton, QAbstractItemView, QAbstractSlider, QComboBox, QLineEdit, QTabBar, QTextEdit)
PANEL_ORDER = (
    *("lineage", "filter", "stage", "experiment", "map", "table", "path", "pair", "labs", "audit"),
    *("card", "why", "ledgers"),
)
LEAST_CARD, LEAST_LEFT, LEAST_RIGHT = 150, 205, 320  # pixels, the widths at scale 1
# Of the columns, and of card and ledgers on the right; beside a run, and beside the library.
DIVISIONS = {False: ([270, 680, 400], [260, 400]), True: ([212, 776, 378], [420, 240])}
_MODIFIED = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class Window(QMainWindow):
    """Lineage on the left, the stage in the middle, card and ledgers on the right.

    `furnish` builds the panels one by one between events; `furnished` tells when the first picture is complete.
    """

    furnished = Signal()
    closing = Signal()
    dropped = Signal(object)  # Path
    retranslated = Signal()
    labPageChanged = Signal()  # another lab is shown, or its settings or result are others

    def __init__(self, session: Session, jobs: Jobs) -> None:
        super().__init__()
        self.session = session
        self.commands = Actions(self)
        self.addActions(self.commands.all())
        self._menus = Menus(self.menuBar(), self.commands)
        self.head = Head(session, self.commands)
        self.message_bar = MessageBar()
        self.left, self.middle, self.right = Holder(), Holder(), Holder()
        self.jobs = jobs
        self.librarian = Librarian(session)
        self.desk = Desk(self)
        self.stage: StagePane | None = None
        self.stages = QStackedWidget()
        self.tabs = QTabWidget()
        self.halves = QSplitter(Qt.Orientation.Vertical)
        self.halves.setObjectName("window.right")
        self._divisions = dict(DIVISIONS)
        self._sides = DIVISIONS[False][0]
        self._divided = False  # as beside the library
        self.tabs.setDocumentMode(True)
        self.tabs.setMinimumHeight(LEAST_CARD)
        self.panels: dict[str, Panel[Any] | StagePane] = {}
        self.setCentralWidget(self._centre())
        self.setStatusBar(Status(session, jobs, self.commands))
        self.setAcceptDrops(True)
        self.setMinimumSize(640, 420)
        self.resize(1366, 768)
        self.furnishing = Furnishing(self)
        self.furnishing.done.connect(self.furnished)
        session.noticed.connect(self.message_bar.tell)
        session.stageChanged.connect(lambda _: self.show_stage())
        session.ledgerChanged.connect(lambda _: self.show_why())
        session.sourceChanged.connect(lambda _: self.tabs.setCurrentIndex(0))
        self.retranslate()
        self._set_least()

    def _centre(self) -> QWidget:
        self.columns = QSplitter(Qt.Orientation.Horizontal)
        self.columns.setObjectName("window.columns")
        for holder, stretch in ((self.left, 2), (self.middle, 5), (self.right, 3)):
            self.columns.addWidget(holder)
            self.columns.setStretchFactor(self.columns.count() - 1, stretch)
        self.columns.setChildrenCollapsible(False)
        self.columns.setSizes(DIVISIONS[False][0])
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.message_bar)
        column.addWidget(self.columns, 1)
        return centre

    # --- panels --------------------------------------------------------------------------------------------------

    def furnish(self) -> None:
        """Build the panels of the first picture, one per turn of the event loop."""
        self.furnishing.start()

    def furnish_now(self) -> None:
        """Build them before returning."""
        self.furnishing.finish()

    def show_stage(self) -> None:
        """What the session has chosen, in the middle; chips above it where it can be filtered."""
        stage = self.session.stage
        panel = self.furnishing.of_stage(stage)
        if panel is None:
            return
        filtered = stage in (Stage.MAP, Stage.TABLE)
        if filtered:
            self.furnishing.filter_bar()
        if "filter" in self.panels:
            self.panels["filter"].setVisible(filtered)
        focused = self.focusWidget()
        inside = focused is None or self.stages.isAncestorOf(focused)
        self.stages.setCurrentWidget(panel)
        if inside and panel.isVisible():  # the keyboard stays in the middle
            panel.focus()  # type: ignore[attr-defined]  # every panel has it
        self._widen(stage.is_wide)
        if not stage.is_wide:
            self._divide(stage.is_library)
        self._suspend(not self.isVisible())

    def _divide(self, library: bool) -> None:
        """The library needs the room in the middle, and its card more than the ledgers. Each keeps its sizes."""
        if library != self._divided and self.halves.count() == 2:
            self._divisions[self._divided] = (self.columns.sizes(), self.halves.sizes())
            self._divided = library
            self._apply_division()

    def _apply_division(self) -> None:
        columns, halves = self._divisions[self._divided]
        self.columns.setSizes(columns)
        self.halves.setSizes(halves)

    def _widen(self, wide: bool) -> None:
        """A lab needs the whole width; the columns at its sides come back as they were."""
        if wide == self.left.isHidden():
            return
        if wide:
            self._sides = self.columns.sizes()
        for holder in (self.left, self.right):
            holder.setVisible(not wide)
        if not wide:
            self.columns.setSizes(self._sides)

    def focus_stage(self) -> None:
        """The keyboard to the middle, unless the user is typing: Qt gives the focus to the first button it finds."""
        panel = self.furnishing.of_stage(self.session.stage)
        if panel is not None and not isinstance(self.focusWidget(), QLineEdit):
            panel.focus()  # type: ignore[attr-defined]  # every panel has it

    def show_why(self) -> None:
        if self.session.ledger and "why" in self.panels:
            self.tabs.setCurrentWidget(self.panels["why"])

    def reset_layout(self) -> None:
        """Columns and halves as on the first start."""
        self._divisions = dict(DIVISIONS)
        self._sides = DIVISIONS[self._divided][0]
        self._apply_division()
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
            self.retranslate()
        elif event.type() == QEvent.Type.FontChange:
            self._set_least()
        elif event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.librarian.refresh()  # another window may have written into the notebook
        super().changeEvent(event)

    def _set_least(self) -> None:
        """Columns grow with the text, so that no name is cut down to its first letters."""
        for holder, least in ((self.left, LEAST_LEFT), (self.right, LEAST_RIGHT)):
            holder.setMinimumWidth(round(least * scale()))

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Eighteen Ledgers"))
        self.commands.retranslate()
        self._menus.retranslate()
        self.tabs.setAccessibleName(self.tr("Source and reasons"))
        for index, title in enumerate((self.tr("Source"), self.tr("Why"))[: self.tabs.count()]):
            self.tabs.setTabText(index, title)
        self.retranslated.emit()

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
            self.stage.playhead.setSuspended(suspended or not self.session.stage.is_run)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.furnishing.stop()
        if self.stage is not None:
            self.stage.playhead.pause()
        self.librarian.close()
        self._widen(False)
        self._divide(False)  # a start begins with a run
        self.closing.emit()
        super().closeEvent(event)
