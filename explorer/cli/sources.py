"""`eighteen-ledgers sources`."""

from __future__ import annotations

import argparse
from typing import Any

from citations.errors import LibraryError
from citations.library import Library
from citations.records import Source
from explorer.cli import output
from explorer.cli.errors import BadInput, Failed

TITLE_WIDTH = 60


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="*", help="words that occur in names, titles, authors or texts")
    parser.add_argument("--ledger", metavar="KEY", help="only sources that act on this ledger")
    parser.add_argument("--all", action="store_true", help="also the neighbours of the 62")
    parser.add_argument("--json", action="store_true", help="print everything known about each source as JSON")


def run(arguments: argparse.Namespace) -> int:
    try:
        library = Library.open()
        found = library.search(" ".join(arguments.query), arguments.ledger, None if arguments.all else 1)
    except LibraryError as error:
        raise Failed(error) from error
    except ValueError as error:
        raise BadInput(error) from error
    if arguments.json:
        output.print_json([as_json(source) for source in found])
    elif found:
        rows = [_row(source) for source in found]
        print(output.table(("no", "key", "name", "date", "ledger", "title"), rows, right=(0,)))
    else:
        print("no source matches")
    return 0


def _row(source: Source) -> tuple[str, ...]:
    number = str(source.number or "")
    return number, source.key, source.name.en, source.date, source.primary_ledger, _short(source.title)


def _short(title: str) -> str:
    return title if len(title) <= TITLE_WIDTH else title[: TITLE_WIDTH - 1] + "…"


def as_json(record: object) -> Any:
    """A library record as JSON: its fields by name."""
    if hasattr(record, "__dataclass_fields__"):
        return {name: as_json(getattr(record, name)) for name in record.__dataclass_fields__}
    if isinstance(record, tuple | list | frozenset):
        return [as_json(entry) for entry in record]
    return record


def named(source: Source) -> str:
    return f"{source.name.en} ({source.year})" if source.year else source.name.en
