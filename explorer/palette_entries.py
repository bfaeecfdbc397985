"""What the command palette offers: every command, every source, every ledger."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from assets.ledgers import LEDGERS
from citations.records import NEIGHBOUR, OWN
from explorer import routes
from explorer.actions import Actions, translated
from explorer.command_palette import Entry
from explorer.commands import COMMANDS
from explorer.desk import Desk
from explorer.session import Session
from widgets.ledger_text import ledger_name


def entries(commands: Actions, session: Session, desk: Desk) -> list[Entry]:
    """Commands first, then sources in date order, ledgers, paths, and what was saved."""
    return _commands(commands) + _sources(session) + _ledgers(session) + _paths(session, desk) + _kept(desk)


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
    kinds = {
        NEIGHBOUR: QCoreApplication.translate("PaletteEntries", "neighbour"),
        OWN: QCoreApplication.translate("PaletteEntries", "your own source"),
    }
    return [
        Entry(
            f"{source.name.get(session.language)} ({source.year})"
            if source.year
            else source.name.get(session.language),
            runs if source.key in session.shelf.runnable else kinds.get(source.ring, reads),
            partial(session.selectSource, source.key),
            also=f"{source.key} {source.name.en} {source.title}",
        )
        for source in session.shelf.sources
    ]


def _ledgers(session: Session) -> list[Entry]:
    kind = QCoreApplication.translate("PaletteEntries", "ledger")
    return [Entry(ledger_name(key), kind, partial(session.setLedger, key), also=key) for key in LEDGERS]


def _paths(session: Session, desk: Desk) -> list[Entry]:
    if session.shelf is None:
        return []
    kind, names = QCoreApplication.translate("PaletteEntries", "path"), session.shelf.names(session.language)
    return [
        Entry(routes.title(route, names), kind, partial(desk.routes.show, route))
        for route in desk.routes.choices()
        if route.kind != "saved"
    ]


def _kept(desk: Desk) -> list[Entry]:
    """Saved paths and scenarios."""
    saved = QCoreApplication.translate("PaletteEntries", "saved {0}")
    return [Entry(kept.title, saved.format(kept.kind), kept.show) for kept in desk.shelving.kept()]
