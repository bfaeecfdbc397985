"""`eighteen-ledgers sources`."""

from __future__ import annotations

import argparse
from typing import Any

from citations.records import Source
from explorer.cli import output
from explorer.cli.collection import configure_filter, opened, wanted

TITLE_WIDTH = 60


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="*", help="words that occur in names, titles, authors, texts or your notes")
    configure_filter(parser)
    parser.add_argument("--json", action="store_true", help="print everything known about each source as JSON")


def run(arguments: argparse.Namespace) -> int:
    with opened(neighbours=arguments.neighbours) as collection:
        asked = wanted(arguments, " ".join(arguments.query), collection)
        found = [collection.source(key) for key in collection.matching(asked)]
        total = len(collection.sources)
    if arguments.json:
        output.print_json([as_json(source) for source in found])
        return 0
    if found:
        rows = [_row(source) for source in found]
        print(output.table(("no", "key", "name", "date", "ledger", "title"), rows, right=(0,)))
    if not found or not asked.is_empty:
        print(f"{len(found)} of {total} sources" if found else f"no source matches (of {total})")
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
