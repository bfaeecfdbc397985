"""What the commands of the menu Labs do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from explorer import labs
from explorer.lab_look import LabLook
from explorer.session import Stage

if TYPE_CHECKING:
    from explorer.window import Window

KEYS = ("capacity", "phases", "speculation", "fleet")


class LabHandlers(QObject):
    """`table` by command; `refresh` keeps greyed-out states right."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.table: dict[str, Callable[[], object]] = {
            **{f"labs.{key}": partial(self._show, key) for key in KEYS},
            **{f"labs.{name}": partial(self._on_page, name) for name in ("undo", "redo", "reset", "run")},
            **{f"labs.{name}": partial(self._on_page, name) for name in ("link", "clock", "ledgers")},
            "labs.open": lambda: labs.ask_open(window),
            "labs.paste": lambda: labs.paste(window),
            "labs.save": lambda: labs.ask_save(window, "settings"),
            "labs.picture": lambda: labs.ask_save(window, "picture"),
            "labs.data": lambda: labs.ask_save(window, "data"),
        }
        session = window.session
        for changed in (session.stageChanged, window.labPageChanged):
            changed.connect(self.refresh)

    def refresh(self, *_: object) -> None:
        """Most commands are about the lab that is shown."""
        page = labs.shown_page(self._window)
        for name in ("reset", "run", "save", "link", "picture", "data", "clock", "ledgers"):
            self._window.commands[f"labs.{name}"].setEnabled(page is not None)
        self._window.commands["labs.undo"].setEnabled(page is not None and page.canUndo)
        self._window.commands["labs.redo"].setEnabled(page is not None and page.canRedo)

    def _show(self, key: str) -> None:
        self._window.session.setLab(LabLook(key))
        self._window.session.setStage(Stage.LABS)

    def _on_page(self, name: str) -> None:
        page = labs.shown_page(self._window)
        if page is None:
            return
        if name == "run":
            page.run()
        else:
            page.command(name)
