"""The commands as QActions, and the menus made of them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from explorer.commands import COMMANDS, CONTEXT, MENUS


def translated(text: str) -> str:
    """A title or tip of a command in the interface's language."""
    return QCoreApplication.translate(CONTEXT, text)


class Actions(QObject):
    """The commands as QActions of `parent`. Texts follow the language through `retranslate`."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._actions: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        for command in COMMANDS:
            action = QAction(self)
            action.setObjectName(command.id)
            action.setCheckable(command.checkable)
            action.setShortcuts([QKeySequence(key) for key in command.keys])
            self._actions[command.id] = action
            if command.exclusive:
                self._groups.setdefault(command.group, QActionGroup(self)).addAction(action)
        self.retranslate()

    def __getitem__(self, key: str) -> QAction:
        return self._actions[key]

    def all(self) -> list[QAction]:
        return list(self._actions.values())

    def retranslate(self) -> None:
        for command in COMMANDS:
            action = self._actions[command.id]
            tip = translated(command.tip)
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setText(
                f"&{command.letter}  {translated(command.title)}" if command.letter else translated(command.title)
            )
            action.setIconText(translated(command.short or command.title))
            action.setStatusTip(tip)
            action.setToolTip(f"{tip} ({keys})" if keys else tip)


class Menus(QObject):
    """The menu bar: one menu per table, a separator between groups."""

    def __init__(self, bar: QMenuBar, actions: Actions) -> None:
        super().__init__(bar)
        self._menus: list[tuple[QMenu, str]] = []
        for title, commands in MENUS:
            menu = bar.addMenu("")
            group = commands[0].group
            for command in commands:
                if command.group != group:
                    menu.addSeparator()
                    group = command.group
                menu.addAction(actions[command.id])
            self._menus.append((menu, title))
        self.retranslate()

    def retranslate(self) -> None:
        for menu, title in self._menus:
            menu.setTitle(translated(title))
