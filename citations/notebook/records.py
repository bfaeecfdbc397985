"""Plain records of the notebook, free of SQL."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Status(StrEnum):
    """How far the user is with a source."""

    UNREAD = "unread"
    SKIMMED = "skimmed"
    READ = "read"
    TAUGHT = "taught"


@dataclass(frozen=True)
class Reading:
    """What the user keeps about one source. `changed` is UTC, ISO 8601, empty if never touched."""

    key: str
    status: Status = Status.UNREAD
    note: str = ""
    changed: str = ""


class Opened(StrEnum):
    """How opening the notebook went."""

    CREATED = "created"  # there was none
    OPENED = "opened"
    MIGRATED = "migrated"  # of an older version: brought up to date, backed up before
    RESTORED = "restored"  # damaged: set aside, and the newest good backup is in its place
    STARTED_OVER = "started-over"  # damaged: set aside, and there was no good backup
    READ_ONLY = "read-only"  # of a newer version, or the folder cannot be written: can be read, not changed
    IN_MEMORY = "in-memory"  # the folder cannot be used at all: notes last as long as the window


@dataclass(frozen=True)
class Report:
    """What the user should be told. `detail` is for the log: it names files and causes."""

    opened: Opened
    detail: str = ""
    set_aside: Path | None = None  # where the damaged file is now
    backup: Path | None = None  # what was restored, or saved before a migration

    @property
    def is_bad_news(self) -> bool:
        return self.opened not in (Opened.CREATED, Opened.OPENED, Opened.MIGRATED)
