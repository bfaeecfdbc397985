"""What the command palette offers: every command, every source, every ledger."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from assets.ledgers import LEDGERS
from explorer.actions import Actions, translated
from explorer.command_palette import Entry
from explorer.commands import COMMANDS
from explorer.session import Session
from widgets.ledger_text import ledger_name


def entries(commands: Actions, session: Session) -> list[Entry]:
    """Commands first, then sources in date order, then ledgers."""
    return _commands(commands) + _sources(session) + _ledgers(session)


def _commands(commands: Actions) -> list[Entry]:
    own, titles = "go.palette", {command.id: command.title for command in COMMANDS}
    kind = QCoreApplication.translate("PaletteEntries", "scenario")
    return [
        Entry(
            translated(titles[action.objectName()]).rstrip("…"),
            kind if action.objectName().startswith("scenario.") else "",
            action.trigger,
            action.shortcut().toString(QKeySequence.SequenceFormat.NativeText),
        )
        for action in commands.all()
        if action.isEnabled() and action.objectName() != own
    ]


def _sources(session: Session) -> list[Entry]:
    if session.shelf is None:
        return []
    runs = QCoreApplication.translate("PaletteEntries", "technique")
    reads = QCoreApplication.translate("PaletteEntries", "source")
    return [
        Entry(
            f"{source.name.get(session.language)} ({source.year})",
            runs if source.key in session.shelf.runnable else reads,
            partial(session.selectSource, source.key),
            also=f"{source.key} {source.name.en} {source.title}",
        )
        for source in session.shelf.sources
    ]


def _ledgers(session: Session) -> list[Entry]:
    kind = QCoreApplication.translate("PaletteEntries", "ledger")
    return [Entry(ledger_name(key), kind, partial(session.setLedger, key), also=key) for key in LEDGERS]
