"""`eighteen-ledgers library`: references in and out, duplicates, and taking an import back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer import paths
from explorer.cli import output
from explorer.cli.collection import configure_filter, opened, wanted
from explorer.cli.errors import BadInput, Failed
from explorer.cli.parser import PROGRAM, Parser

if TYPE_CHECKING:
    from citations.collection import Collection as Sources
    from citations.exchange import Choice, Duplicate, Incoming
    from citations.notebook import Batch, Notebook

TITLE_WIDTH = 56


def configure(parser: argparse.ArgumentParser) -> None:
    maker: Any = _action
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION", parser_class=maker)
    read = actions.add_parser("import", help="add the references of files to your own sources")
    read.add_argument("files", nargs="+", metavar="FILE", help="BibTeX, RIS, CSL-JSON, CSV, GraphML or an edge list")
    read.add_argument("--dry-run", action="store_true", help="only tell what would be added, and every problem")
    read.add_argument("--duplicates", action="store_true", help="also what the library or the file has already")
    read.add_argument("--tags", action="store_true", help="keep the keywords of the file as tags")
    read.add_argument("--json", action="store_true", help="tell it as JSON")
    undo = actions.add_parser("undo", help="take an import back")
    undo.add_argument("batch", nargs="?", type=int, metavar="N", help="its number (default: the last one)")
    write = actions.add_parser("export", help="print sources, or write them into a file")
    write.add_argument("keys", nargs="*", metavar="KEY", help="sources (default: all that the filters let through)")
    write.add_argument("-f", "--format", metavar="FORMAT", help="bibtex, ris, csl, csv, graphml or edges")
    write.add_argument("-o", "--output", metavar="FILE", help="the format follows from the suffix")
    write.add_argument("--text", default="", metavar="WORDS", help="words that occur in what is exported")
    write.add_argument("--own", action="store_true", help="only your own sources")
    configure_filter(write)
    same = actions.add_parser("duplicates", help="sources that are the same work: in the library, or in files")
    same.add_argument("files", nargs="*", metavar="FILE", help="references to hold against the library")
    same.add_argument("--json", action="store_true", help="print them as JSON")


def _action(**options: Any) -> Parser:
    return Parser(options.pop("prog").removeprefix(PROGRAM).strip(), **options)


def run(arguments: argparse.Namespace) -> int:
    actions = {"import": _import, "undo": _undo, "export": _export, "duplicates": _duplicates}
    return actions[arguments.action](arguments)


# --- in ----------------------------------------------------------------------------------------------------------


def _import(arguments: argparse.Namespace) -> int:
    told, empty = [], False
    for name in arguments.files:
        incoming, duplicates = _read(name)
        take = _take(incoming, duplicates, everything=arguments.duplicates)
        choice = _choice(incoming, duplicates, take)
        batch = None
        if not arguments.dry_run and (choice.sources or choice.edges):
            batch = _keep(choice, tags=arguments.tags)
        empty = empty or not (incoming.items or incoming.edges)
        if arguments.json:
            told.append(_as_json(incoming, duplicates, choice, batch))
        else:
            _tell(incoming, duplicates, take, choice, batch)
    if arguments.json:
        output.print_json(told)
    return 2 if empty else 0


def _read(name: str) -> tuple[Incoming, dict[int, Duplicate]]:
    """What a file holds, and what of it is known."""
    from citations.exchange import duplicates, read

    try:
        incoming = read(Path(name))
    except OSError as error:
        raise BadInput(error) from error
    with opened(neighbours=True) as collection:
        return incoming, duplicates(incoming.items, collection.sources)


def _take(incoming: Incoming, duplicates: dict[int, Duplicate], *, everything: bool) -> Collection[int]:
    from citations.exchange.choice import sensible

    return range(len(incoming.items)) if everything else sensible(incoming, duplicates)


def _choice(incoming: Incoming, duplicates: dict[int, Duplicate], take: Collection[int]) -> Choice:
    from citations.exchange import chosen

    with opened(neighbours=True) as collection:
        keys = [source.key for source in collection.sources]
        return chosen(incoming, take, duplicates, keys, collection.edges)


def _keep(choice: Choice, *, tags: bool) -> Batch:
    with _notebook() as book:
        batch = book.add(choice.sources, choice.edges, choice.origin)
        for given, key in zip(choice.keys, batch.keys, strict=True) if tags else ():
            if given in choice.tags:
                book.set_tags(key, choice.tags[given])
    return batch


def _tell(
    incoming: Incoming,
    duplicates: dict[int, Duplicate],
    take: Collection[int],
    choice: Choice,
    batch: Batch | None,
) -> None:
    from citations.exchange import format_of

    kind = format_of(incoming.format).name if incoming.format else "no known format"
    print(f"{incoming.file}: {kind}, {incoming.encoding}")
    rows = []
    for place, item in enumerate(incoming.items):
        title = item.source.title or item.source.name.en
        state = _why(duplicates[place]) if place in duplicates else "new" if item.source.title else "without a title"
        rows.append(("+" if place in take else "", str(item.line or ""), _short(title), item.source.date, state))
    if rows:
        print(output.table(("", "line", "title", "date", "what it is"), rows, right=(1,)))
    for problem in (*incoming.problems, *choice.problems):
        print(problem)
    counted = f"{_counted(len(choice.sources), 'source')} and {_counted(len(choice.edges), 'edge')}"
    if batch is None:
        print(f"{counted} to be added")
    else:
        print(f"{counted} added; take them back: {PROGRAM} library undo {batch.id}")


def _why(duplicate: Duplicate) -> str:
    names = {"doi": "same DOI as", "arxiv": "same arXiv number as", "title": "same title as"}
    return f"{names[duplicate.by]} {duplicate.of}{' above' if duplicate.inside else ''}"


def _as_json(
    incoming: Incoming, duplicates: dict[int, Duplicate], choice: Choice, batch: Batch | None
) -> dict[str, Any]:
    from explorer.cli.sources import as_json

    def item(place: int) -> dict[str, Any]:
        found = incoming.items[place]
        same = as_json(duplicates[place]) if place in duplicates else None
        return {"line": found.line, "label": found.label, "duplicate": same, "source": as_json(found.source)}

    return {
        "file": incoming.file,
        "format": incoming.format,
        "encoding": incoming.encoding,
        "items": [item(place) for place in range(len(incoming.items))],
        "problems": [
            {**as_json(problem), "expected": problem.expected} for problem in (*incoming.problems, *choice.problems)
        ],
        "added": list(batch.keys) if batch is not None else [],
        "batch": batch.id if batch is not None else None,
    }


def _undo(arguments: argparse.Namespace) -> int:
    with _notebook() as book:
        batches = {batch.id: batch for batch in book.batches() if (batch.added or batch.edges) and batch.in_force}
        number = arguments.batch if arguments.batch is not None else max(batches, default=0)
        if number not in batches:
            known = ", ".join(map(str, batches)) or "none"
            raise BadInput(f"undo: found {number or 'nothing to take back'}, expected one of: {known}")
        batch = book.take_back(number)
    print(f"{_counted(batch.added, 'source')} of {batch.origin or 'your own'} taken back")
    return 0


def _notebook() -> Notebook:
    """The user's notebook, made if there is none. Raises Failed when it cannot be written."""
    from citations.notebook import Notebook

    book = Notebook(paths.notebook_file())
    if book.report.opened in ("in-memory", "read-only"):
        book.close()
        raise Failed(book.report.detail)
    return book


# --- out ---------------------------------------------------------------------------------------------------------


def _export(arguments: argparse.Namespace) -> int:
    from citations.exchange import format_for, format_of, write

    target = Path(arguments.output) if arguments.output else None
    guessed = format_for(target) if target is not None else None
    key = arguments.format or (guessed.key if guessed is not None else "bibtex" if target is None else "")
    try:
        kind = format_of(key)
    except KeyError as error:
        told = error.args[0] if arguments.format else f"{target}: no format has this suffix; name one with -f"
        raise BadInput(told) from error
    with opened(neighbours=True) as everything:
        chosen = _chosen(arguments, everything)
        sources = [source for source in everything.sources if source.key in chosen]
        tags = {key: reading.tags for key, reading in everything.readings.items()}
        data = write(sources, everything.edges, kind.key, tags)
    if target is not None:
        output.write(str(target), data)
        print(f"{_counted(len(sources), 'source')} written: {target}")
    else:
        sys.stdout.write(data.decode("utf-8-sig"))
    return 0


def _chosen(arguments: argparse.Namespace, everything: Sources) -> set[str]:
    """Keys that were named, else what the filters let through."""
    from citations.records import OWN

    if arguments.keys:
        return {everything.source(key).key for key in arguments.keys}
    collection = everything.with_neighbours(arguments.neighbours)
    keys = set(collection.matching(wanted(arguments, arguments.text, collection)))
    if arguments.own:
        keys &= {source.key for source in collection.sources if source.ring == OWN}
    return keys


# --- duplicates --------------------------------------------------------------------------------------------------


def _duplicates(arguments: argparse.Namespace) -> int:
    rows: list[dict[str, str]] = []
    for name in arguments.files:
        incoming, found = _read(name)
        for place, same in found.items():
            item = incoming.items[place]
            where = f"{incoming.file}:{item.line}" if item.line else incoming.file
            rows.append({"source": where, "is": same.of, "by": str(same.by), "title": item.source.title})
    if not arguments.files:
        from citations.exchange.duplicates import pairs

        with opened(neighbours=True) as collection:
            found_pairs = pairs(collection.sources)
        rows = [{"source": b.key, "is": a.key, "by": str(by), "title": b.title} for b, a, by in found_pairs]
    if arguments.json:
        output.print_json(rows)
    elif rows:
        cells = [(row["source"], row["is"], row["by"], _short(row["title"])) for row in rows]
        print(output.table(("source", "is the same as", "by", "title"), cells))
    else:
        print("no duplicates")
    return 0


def _short(title: str) -> str:
    return title if len(title) <= TITLE_WIDTH else title[: TITLE_WIDTH - 1] + "…"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
