"""Notes, reading status, tags and attachments: what the user keeps about a source, the library's or their own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path

from sqlalchemy import delete, exists, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.orm import Session

from citations.notebook.codec import storable
from citations.notebook.records import Reading, Status
from citations.notebook.store import now
from citations.notebook.tables import AttachmentRow, ReadingRow, TagRow
from citations.notebook.words import keep_words


def reading(session: Session, key: str) -> Reading:
    row = session.get(ReadingRow, key)
    if row is None:
        return Reading(key)
    tags = session.scalars(select(TagRow.tag).where(TagRow.source_key == key))
    paths = session.scalars(
        select(AttachmentRow.path).where(AttachmentRow.source_key == key).order_by(AttachmentRow.id)
    )
    return _reading_of(row, tags, paths)


def readings(session: Session) -> dict[str, Reading]:
    """Everything kept, last changed first."""
    tags: dict[str, list[str]] = defaultdict(list)
    for tag in session.scalars(select(TagRow)):
        tags[tag.source_key].append(tag.tag)
    paths: dict[str, list[str]] = defaultdict(list)
    for attachment in session.scalars(select(AttachmentRow).order_by(AttachmentRow.id)):
        paths[attachment.source_key].append(attachment.path)
    query = select(ReadingRow).order_by(ReadingRow.changed.desc(), ReadingRow.source_key)
    rows = session.scalars(query)
    return {row.source_key: _reading_of(row, tags[row.source_key], paths[row.source_key]) for row in rows}


def set_note(session: Session, key: str, text: str) -> None:
    _touch(session, key, note=storable(text))
    keep_words(session, key, "note", text)
    _forget_if_empty(session, key)


def set_status(session: Session, key: str, status: Status) -> None:
    _touch(session, key, status=Status(status).value)
    _forget_if_empty(session, key)


def set_tags(session: Session, key: str, tags: Iterable[str]) -> None:
    tags = {clean_tag(tag) for tag in tags} - {""}
    _touch(session, key)
    session.execute(delete(TagRow).where(TagRow.source_key == key))
    session.add_all(TagRow(source_key=key, tag=tag) for tag in tags)
    session.flush()
    keep_words(session, key, "tags", "\n".join(sorted(tags)))
    _forget_if_empty(session, key)


def tags(session: Session, gone: Collection[str]) -> dict[str, int]:
    """How many sources have each tag, those in `gone` left out."""
    rows = session.scalars(select(TagRow))
    counts = Counter(row.tag for row in rows if row.source_key not in gone)
    return {tag: counts[tag] for tag in sorted(counts, key=alphabetical)}


def attach(session: Session, key: str, path: Path) -> None:
    _touch(session, key)
    row = insert(AttachmentRow).values(source_key=key, path=_written(path))
    session.execute(row.on_conflict_do_nothing())


def detach(session: Session, key: str, path: Path) -> None:
    _touch(session, key)
    wanted = AttachmentRow.source_key == key, AttachmentRow.path == _written(path)
    session.execute(delete(AttachmentRow).where(*wanted))
    _forget_if_empty(session, key)


def alphabetical(text: str) -> tuple[str, str]:
    return (text.casefold(), text)


def clean_tag(tag: str) -> str:
    """A tag is one line without blanks at its ends."""
    return " ".join(storable(tag).split())


def _written(path: Path) -> str:
    """ValueError for a file name that is no text: it could not be found again."""
    text = str(path.absolute())
    if storable(text) != text:
        raise ValueError(f"path: found {text!r}, expected a file name that is text")
    return text


def _touch(session: Session, key: str, **values: str) -> None:
    """One statement changes one column: two windows that edit note and status do not undo each other."""
    changed = {**values, "changed": now()}
    upsert = insert(ReadingRow).values(source_key=key, **changed)
    session.execute(upsert.on_conflict_do_update(index_elements=["source_key"], set_=changed))


def _forget_if_empty(session: Session, key: str) -> None:
    session.execute(
        delete(ReadingRow).where(
            ReadingRow.source_key == key,
            ReadingRow.note == "",
            ReadingRow.status == Status.UNREAD,
            ~exists().where(TagRow.source_key == key),
            ~exists().where(AttachmentRow.source_key == key),
        )
    )


def _reading_of(row: ReadingRow, tags: Iterable[str], paths: Iterable[str]) -> Reading:
    status = Status(row.status) if row.status in tuple(Status) else Status.UNREAD
    attachments = tuple(Path(path) for path in paths)
    ordered = tuple(sorted(tags, key=alphabetical))
    return Reading(row.source_key, status, row.note, row.changed, ordered, attachments)
