"""The presets of a lab: those that work, and those that fail on purpose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from engine.labs.records import Outcome
from widgets.flow_row import FlowRow
from widgets.fonts import scale, ui_font
from widgets.lab_page_outcome import outcome_icon, outcome_word
from widgets.palette import colours

GAP = 16  # px between the two groups in one line
LINE_GAP = 4
MOST_LINES = 3


@dataclass(frozen=True)
class PresetChip:
    """`promise`: what it shows, in one sentence."""

    key: str
    title: str
    promise: str
    outcome: Outcome


class PresetBar(QWidget):
    """`chosen(key)`. The chip whose settings are the present ones is marked.

    Both groups stand in one line, or each begins a line of its own. Where that takes too many lines, each group is a
    menu: a lecture hall's large text must not push the pictures away.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: tuple[PresetChip, ...] = ()
        self._buttons: dict[str, QToolButton] = {}
        self._heads: list[QLabel] = []
        self._groups: list[FlowRow] = []
        self._menus: list[QToolButton] = []
        self._menu_row = FlowRow(None, spacing=GAP)
        self._chosen = ""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def setPresets(self, chips: Sequence[PresetChip]) -> None:
        self._chips = tuple(chips)
        for old in (*self._buttons.values(), *self._heads, *self._menus):
            old.hide()
            old.deleteLater()
        self._buttons, self._heads, self._groups, self._menus = {}, [], [], []
        self._menu_row = FlowRow(None, spacing=GAP)
        works = [chip for chip in chips if chip.outcome is Outcome.WORKS]
        fails = [chip for chip in chips if chip.outcome is not Outcome.WORKS]
        for title, group in ((self.tr("Works:"), works), (self.tr("Fails on purpose:"), fails)):
            if not group:
                continue
            row, head = FlowRow(None, spacing=6), QLabel(title, self)
            for widget in (head, *(self._button(chip) for chip in group)):
                _keep_size(widget)
                row.addWidget(widget)
            self._heads.append(head)
            self._groups.append(row)
            self._menus.append(self._menu(title, group))
            _keep_size(self._menus[-1])
            self._menu_row.addWidget(self._menus[-1])
        self._dress()
        self._place()

    def _menu(self, title: str, group: list[PresetChip]) -> QToolButton:
        """The group as a button that opens a menu."""
        button, menu = QToolButton(self), QMenu(self)
        button.setText(title.rstrip(":："))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setMenu(menu)
        menu.setToolTipsVisible(True)
        for chip in group:
            action = menu.addAction(chip.title)
            action.setToolTip(chip.promise)
            action.setData(chip.key)
            action.triggered.connect(lambda _=False, key=chip.key: self.chosen.emit(key))
        return button

    # --- layout --------------------------------------------------------------------------------------------------

    def _in_one_line(self, width: int) -> bool:
        wide = sum(row.sizeHint().width() for row in self._groups) + GAP * (len(self._groups) - 1)
        return wide <= width

    def _in_menus(self, width: int) -> bool:
        """Whether the groups would need too many lines."""
        if self._in_one_line(width):
            return False
        tall = max((row.sizeHint().height() for row in self._groups), default=1)
        return sum(round(row.heightForWidth(width) / tall) for row in self._groups) > MOST_LINES

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if self._in_menus(width):
            return self._menu_row.heightForWidth(width)
        heights = [row.heightForWidth(width) for row in self._groups]
        if self._in_one_line(width):
            return max(heights, default=0)
        return sum(heights) + LINE_GAP * max(0, len(heights) - 1)

    def sizeHint(self) -> QSize:
        width = max(self.width(), 400)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.heightForWidth(max(self.width(), 160)))

    def _place(self) -> None:
        folded = self._in_menus(self.width())
        for widget in (*self._heads, *self._buttons.values()):
            widget.setVisible(not folded)
        for button in self._menus:
            button.setVisible(folded)
        if folded:
            self._menu_row.setGeometry(QRect(0, 0, self.width(), self._menu_row.heightForWidth(self.width())))
            return
        left, top, one_line = 0, 0, self._in_one_line(self.width())
        for row in self._groups:
            width = row.sizeHint().width() if one_line else self.width()
            row.setGeometry(QRect(left, top, width, row.heightForWidth(width)))
            left, top = (left + width + GAP, top) if one_line else (0, top + row.heightForWidth(width) + LINE_GAP)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _button(self, chip: PresetChip) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setText(chip.title)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setToolTip(f"{outcome_word(chip.outcome)}. {chip.promise}")
        button.setAccessibleName(chip.title)
        button.setAccessibleDescription(f"{outcome_word(chip.outcome)}. {chip.promise}")
        button.clicked.connect(lambda _=False, key=chip.key: self.chosen.emit(key))
        self._buttons[chip.key] = button
        return button

    def setChosen(self, key: str) -> None:
        """Mark a preset; "" none."""
        self._chosen = key
        for name, button in self._buttons.items():
            button.setChecked(name == key)
        self._name_menus()

    def _name_menus(self) -> None:
        """A menu's button says which of its presets is shown."""
        titles = {chip.key: chip.title for chip in self._chips}
        for head, button in zip(self._heads, self._menus, strict=True):
            inside = [action.data() for action in button.menu().actions()]
            chosen = self._chosen in inside
            button.setText(f"{head.text()} {titles[self._chosen]}" if chosen else head.text().rstrip(":："))
            button.setCheckable(True)
            button.setChecked(chosen)
        self.updateGeometry()
        self._place()

    def button(self, key: str) -> QToolButton:
        return self._buttons[key]

    def stops(self) -> list[QWidget]:
        """Where the keyboard halts, in reading order."""
        return [*self._buttons.values(), *self._menus]

    def describe(self) -> list[str]:
        return [f"{chip.title} ({outcome_word(chip.outcome)}): {chip.promise}" for chip in self._chips]

    def _dress(self) -> None:
        own, side = colours(self), round(10 * scale())
        for chip in self._chips:
            self._buttons[chip.key].setIcon(outcome_icon(chip.outcome, own, side))
            self._buttons[chip.key].setIconSize(QSize(side, side))
        for menu in self._menus:
            for action in menu.menu().actions():
                outcome = next(chip.outcome for chip in self._chips if chip.key == action.data())
                action.setIcon(outcome_icon(outcome, own, side))
        for head in self._heads:
            head.setFont(ui_font(-0.5))
            head.setStyleSheet(f"color: {own.muted.name()}")
        self.updateGeometry()
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._dress()


def _keep_size(widget: QWidget) -> None:
    """A row that is hidden must still say what it would take."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)
