"""Every command of the window, once: menus, toolbar, palette and shortcut sheet are made from these tables."""

from __future__ import annotations

from explorer.commands import edit, file, go, help, labs, library, playback, scenarios, view
from explorer.commands.command import CONTEXT, Command

MENUS: tuple[tuple[str, tuple[Command, ...]], ...] = tuple(
    (part.MENU, part.COMMANDS) for part in (file, edit, go, library, labs, scenarios, playback, view, help)
)
COMMANDS = tuple(command for _, commands in MENUS for command in commands)

__all__ = ["COMMANDS", "CONTEXT", "MENUS", "Command"]
