"""Plain records of the notebook, free of SQL."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class NotebookError(OSError):
    """A change could not be saved (read-only, disk full, locked by another program): names the file."""


class Status(StrEnum):
    """How far the user is with a source."""

    UNREAD = "unread"
    SKIMMED = "skimmed"
    READ = "read"
    TAUGHT = "taught"


@dataclass(frozen=True)
class Reading:
    """What the user keeps about one source. `changed` is UTC, ISO 8601, empty if never touched.

    `tags` in alphabetical order; `attachments` are absolute paths in the order in which they were attached, and may
    no longer exist.
    """

    key: str
    status: Status = Status.UNREAD
    note: str = ""
    changed: str = ""
    tags: tuple[str, ...] = ()
    attachments: tuple[Path, ...] = ()


class Kind(StrEnum):
    """What a batch did."""

    ADD = "add"
    REMOVE = "remove"


@dataclass(frozen=True)
class Batch:
    """Own sources and edges that came, or went, together, and can be taken back together.

    `origin` is the caller's word for where they came from (a file name), `when` UTC, ISO 8601. `added` counts the
    sources that came (0 for a removal), `keys` are those of the sources that came or went, in the order given,
    `edges` counts edges that came or went by themselves. `in_force` is False while the batch is taken back.
    """

    id: int
    origin: str
    added: int
    keys: tuple[str, ...]
    when: str
    kind: Kind = Kind.ADD
    edges: int = 0
    in_force: bool = True


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
