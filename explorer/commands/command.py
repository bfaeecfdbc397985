"""One command of the window, as data."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.marking import QT_TRANSLATE_NOOP

__all__ = ["CONTEXT", "QT_TRANSLATE_NOOP", "Command"]

CONTEXT = "Actions"  # the translation context of titles and tips


@dataclass(frozen=True)
class Command:
    """One command. Title and tip are English source texts of the translation context "Actions".

    Keys without Ctrl or Alt are for canvases: a button, list or text field that has the focus keeps them.
    """

    id: str
    title: str
    tip: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    group: str = ""  # commands of one group are separated from the next
    checkable: bool = False
    exclusive: bool = False  # one of its group is on
    short: str = ""  # title on a button, where that must be narrow
    letter: str = ""  # opens it from its menu, beside a title that has none of its own
