"""The line above everything: what is running, which of the two runs is shown, and the few buttons used most."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from citations.records import CANON, NEIGHBOUR, OWN
from explorer import routes
from explorer.actions import Actions, translated
from explorer.commands import COMMANDS
from explorer.icons import icon
from explorer.session import Session, Stage
from widgets.fonts import scale, ui_font

if TYPE_CHECKING:
    from explorer.shelf import Shelf

ICON, LEAST_TITLE = 18, 120  # pixels at scale 1
GAP = 6

_ICONS = {command.id: command.icon for command in COMMANDS if command.icon}


class Segments(QWidget):
    """Exclusive actions as buttons that touch."""

    def __init__(self, actions: list[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        self._buttons = []
        for action in actions:
            button = QToolButton(self)
            button.setDefaultAction(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            row.addWidget(button)
            self._buttons.append(button)
        self.retranslate()

    def retranslate(self) -> None:
        for button in self._buttons:
            button.setText(button.defaultAction().iconText())
            button.setAccessibleName(button.defaultAction().text())
            button.setAccessibleDescription(button.defaultAction().statusTip())


class Head(QWidget):
    """Title and subtitle of the shown technique, the segments, and icon buttons."""

    def __init__(self, session: Session, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._actions = actions
        self._title = QLabel(self)
        self._subtitle = QLabel(self)
        self._runs = Segments([actions["view.before"], actions["view.after"], actions["view.both"]], self)
        self._stages = Segments([actions[f"view.{stage}"] for stage in Stage], self)
        self._choice = self._menu_of([actions[f"view.{stage}"] for stage in Stage])
        self._icons: list[QToolButton] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 10, 6)
        row.setSpacing(GAP)
        for key in ("go.back", "go.forward"):
            row.addWidget(self._icon_button(actions[key]))
        row.addLayout(self._titles(), 1)
        row.addWidget(self._runs)
        row.addSpacing(10)
        row.addWidget(self._stages)
        row.addWidget(self._choice)
        row.addSpacing(10)
        for key in ("go.palette", "file.open", "view.theme", "view.language"):
            row.addWidget(self._icon_button(actions[key]))
        session.comparisonChanged.connect(self.refresh)
        session.shelfChanged.connect(self.refresh)
        for signal in (session.languageChanged, session.stageChanged, session.routeChanged, session.pairChanged):
            signal.connect(lambda _: self.refresh())
        self._paint_icons()
        self._fonts()
        self.refresh()

    def _menu_of(self, actions: list[QAction]) -> QToolButton:
        """The stages as a menu, where there is no room for them side by side."""
        button = QToolButton(self)
        menu = QMenu(button)
        menu.addActions(actions)
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.hide()
        return button

    def _make_room(self) -> None:
        """Side by side, or the stages as a menu."""
        shown = [self._stages, *self._icons, *([self._runs] if self._session.stage.is_run else [])]
        needed = sum(widget.sizeHint().width() + GAP for widget in shown) + round(LEAST_TITLE * scale())
        narrow = needed > self.width()
        self._stages.setVisible(not narrow)
        self._choice.setVisible(narrow)
        self._choice.setText(self._actions[f"view.{self._session.stage}"].iconText())
        self._choice.setAccessibleName(self.tr("What fills the middle: {0}").format(self._choice.text()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _titles(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        for label in (self._title, self._subtitle):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            column.addWidget(label)
        return column

    def _icon_button(self, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        button.setProperty("flat", True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAccessibleName(action.text())
        self._icons.append(button)
        return button

    def _paint_icons(self) -> None:
        for button in self._icons:
            action = button.defaultAction()
            action.setIcon(icon(_ICONS[action.objectName()], self))
            button.setIconSize(QSize(1, 1) * round(ICON * scale()))

    def _fonts(self) -> None:
        self._title.setFont(ui_font(3, self._title.font().Weight.DemiBold))
        self._subtitle.setFont(ui_font(-0.5))

    def refresh(self) -> None:
        """Name what is shown, which is the comparison at hand, not what is still being simulated."""
        stage = self._session.stage
        self._runs.setVisible(stage.is_run)
        self._make_room()
        if stage.is_wide:
            self._name_wide(stage)
            return
        if stage.is_library and self._session.shelf is not None:
            self._name_library(stage, self._session.shelf)
            return
        comparison, shelf = self._session.comparison, self._session.shelf
        opened = self._session.opened
        if opened is not None and comparison is not None and not comparison.key:
            titles = dict.fromkeys((comparison.before_sheet.title, comparison.after_sheet.title))
            self._title.setText(translated(opened.name))
            self._subtitle.setText("  →  ".join(titles))
            self._subtitle.setToolTip(self._subtitle.text())
            return
        key = comparison.key if comparison is not None else self._session.technique
        source = shelf.source(key) if shelf is not None else None
        if source is not None:
            name = source.name.get(self._session.language)
            self._title.setText(f"{name} · {source.year}" if source.year else name)
        if comparison is not None:
            self._subtitle.setText(f"{comparison.before_sheet.title}  →  {comparison.after_sheet.title}")
        self._subtitle.setToolTip(self._subtitle.text())

    def _name_wide(self, stage: Stage) -> None:
        labs = stage is Stage.LABS
        told = self.tr("Systems to break with your own hands")
        asked = self.tr("Questions for “X times faster”")
        self._title.setText(self.tr("Labs") if labs else self.tr("Audit"))
        self._subtitle.setText(told if labs else asked)
        self._subtitle.setToolTip(self._subtitle.text())

    def _name_library(self, stage: Stage, shelf: Shelf) -> None:
        """What of the library is shown."""
        session, names = self._session, shelf.names(self._session.language)
        if stage is Stage.PATH:
            keys = session.route.keys
            run = sum(key in shelf.runnable for key in keys)
            self._title.setText(routes.title(session.route, names))
            self._subtitle.setText(self.tr("{0} sources, {1} can be run").format(len(keys), run))
        elif stage is Stage.PAIR:
            self._title.setText("  ·  ".join(names.get(key, key) for key in session.pair if key))
            self._subtitle.setText(self.tr("Two sources side by side"))
        else:
            rings = Counter(source.ring for source in shelf.sources)
            parts = [self.tr("{0} primary sources").format(rings[CANON])]
            if rings[NEIGHBOUR]:
                parts.append(self.tr("{0} neighbours").format(rings[NEIGHBOUR]))
            if rings[OWN]:
                parts.append(self.tr("{0} of your own").format(rings[OWN]))
            self._title.setText(self.tr("The library"))
            self._subtitle.setText(" · ".join(parts))
        self._subtitle.setToolTip(self._subtitle.text())

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._paint_icons()
            self._fonts()
        elif event.type() == QEvent.Type.LanguageChange:
            for segments in (self._runs, self._stages):
                segments.retranslate()
            self.refresh()
            for button in self._icons:
                button.setAccessibleName(button.defaultAction().text())
        super().changeEvent(event)
