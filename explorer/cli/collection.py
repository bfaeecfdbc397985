"""The library with the user's own part, and a filter of it, as commands are told."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from explorer import paths
from explorer.cli.errors import BadInput, Failed

if TYPE_CHECKING:
    from citations.collection import Collection
    from citations.filters import SourceFilter
    from citations.notebook import Notebook

# Option, what it stands for, its help. Each may be given again: one of the values is enough.
OPTIONS = (
    ("ledger", "ledgers", "KEY", "only sources that act on this ledger"),
    (
        "effect",
        "effects",
        "WORD",
        "only sources that do this (saves, costs or shapes), with --ledger: to that ledger",
    ),
    (
        "evidence",
        "evidence",
        "LABEL",
        "only sources with such a claim; unverified: something about them was not seen",
    ),
    ("kind", "kinds", "KIND", "only papers, repositories or reports"),
    ("relation", "relations", "WORD", "only sources with such an edge, as uses, extends or baseline"),
    ("status", "statuses", "WORD", "only what you have marked so: unread, skimmed, read or taught"),
    ("tag", "tags", "TAG", "only what you have given this tag"),
)
_YEARS = re.compile(r"(\d{4})?(-)?(\d{4})?")


def configure_neighbours(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--neighbours", action="store_true", help="also the works around the 62")


def configure_filter(parser: argparse.ArgumentParser) -> None:
    """Every field of a filter but the words, which are arguments of their own, and the neighbours."""
    for name, _, shown, told in OPTIONS:
        parser.add_argument(f"--{name}", action="append", default=[], metavar=shown, help=f"{told} (repeatable)")
    parser.add_argument("--years", metavar="FROM-TO", default="", help="as 2023, 2022-2024, 2022- or -2024")
    configure_neighbours(parser)


@contextmanager
def opened(*, neighbours: bool) -> Iterator[Collection]:
    """The collection. A notebook is read if there is one, and none is made. Raises Failed and BadInput."""
    from citations.collection import Collection
    from citations.errors import LibraryError, UnknownSource
    from citations.library import Library

    notebook = _notebook()
    try:
        yield Collection(Library.open(), notebook, neighbours=neighbours)
    except (LibraryError, OSError) as error:
        raise Failed(error) from error
    except UnknownSource as error:
        raise BadInput(str(error)) from error
    finally:
        if notebook is not None:
            notebook.close()


def wanted(arguments: argparse.Namespace, text: str, collection: Collection) -> SourceFilter:
    """The filter that the options ask for. Raises BadInput for what no source can have."""
    from citations.filters import SourceFilter

    first, last = _years(arguments.years)
    given = SourceFilter(text=text, years=(first, last))
    for name, field, _, _ in OPTIONS:
        known = _known(field, collection)
        for value in dict.fromkeys(getattr(arguments, name)):
            if value not in known:
                expected = f"one of {', '.join(known)}" if known else "none, because no source has any"
                raise BadInput(f"--{name}: found {value!r}, expected {expected}")
            given = given.toggled(field, value)
    return given


def _known(field: str, collection: Collection) -> list[str]:
    """What can be asked for: fixed words, and else what some source has."""
    if field == "ledgers":
        from assets.ledgers import LEDGERS

        return list(LEDGERS)
    if field == "statuses":
        from citations.notebook import Status

        return [status.value for status in Status]
    return list(collection.counts(field))


def _years(text: str) -> tuple[int | None, int | None]:
    match = _YEARS.fullmatch(text)
    if text and (match is None or not (match[1] or match[3])):
        raise BadInput(
            f"--years: found {text!r}, expected a year, or two with - between, one of which may be missing"
        )
    if match is None or not text:
        return None, None
    first, dash, last = match.groups()
    years = int(first) if first else None, int(last) if last else None
    if not dash:
        return years[0], years[0]
    if years[0] and years[1] and years[0] > years[1]:
        raise BadInput(f"--years: found {text!r}, expected the earlier year first")
    return years


def _notebook() -> Notebook | None:
    """The user's notebook, if there is one. That it was damaged is told; the command goes on."""
    path = paths.notebook_file()
    if not path.exists():
        return None
    from citations.notebook import Notebook

    notebook = Notebook(path)
    if notebook.report.is_bad_news:
        sys.stderr.write(f"note: your notes: {notebook.report.opened}: {notebook.report.detail}\n")
    return notebook
