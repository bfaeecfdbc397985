"""`eighteen-ledgers ledgers`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli import brought as arguments_of
from explorer.cli import output
from explorer.cli.errors import BadInput

if TYPE_CHECKING:
    from engine.reading.reconcile import Book
    from engine.recording import Recording
    from engine.sheet import Measured


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scenario", nargs="?", metavar="FILE", help="a scenario (TOML) to run, or a recording that simulate -o wrote"
    )
    arguments_of.configure(parser)
    parser.add_argument("--ledger", action="append", default=[], metavar="NAME", help="only this one (repeatable)")
    parser.add_argument("--define", action="store_true", help="print what every figure means beside it")
    parser.add_argument("--books", action="store_true", help="print the wholes and the parts that add up to them")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(arguments: argparse.Namespace) -> int:
    from assets.ledgers import LEDGERS
    from engine.ledgers import measure
    from engine.ledgers.account import Account
    from engine.reading.reconcile import books

    for name in arguments.ledger:
        if name not in LEDGERS:
            raise BadInput(f"--ledger: found {name!r}, expected one of {', '.join(LEDGERS)}")
    recording, title = _recording(arguments)
    sheet = measure(recording, title)
    wanted = arguments.ledger or list(LEDGERS)
    rows = [row for row in sheet.rows if row.quantity.ledger in wanted]
    kept = books(recording, Account(recording).holdings) if arguments.books or arguments.json else ()
    if arguments.json:
        output.print_json({"title": title, "ledgers": _json(rows), "books": [_book_json(book) for book in kept]})
        return 0
    print(title)
    print()
    print(_defined(rows) if arguments.define else _table(rows))
    for book in kept:
        print()
        print(_book(book))
    return 0 if all(book.balances for book in kept) else 1


def _recording(arguments: argparse.Namespace) -> tuple[Recording, str]:
    """A recording is read, a scenario is run. Raises BadInput."""
    from engine.recording import MAGIC, Recording
    from engine.scenario import Scenario
    from engine.scenario_file import loads
    from engine.simulate import simulate

    path = arguments.scenario
    try:
        if path and Path(path).is_file():
            with Path(path).open("rb") as file:
                if file.read(len(MAGIC)) == MAGIC:
                    recording = Recording.from_bytes(MAGIC + file.read())
                    return recording, loads(recording.scenario, path).title
        scenario = arguments_of.brought(arguments, path).on(Scenario())
        return simulate(scenario), scenario.title
    except (ValueError, LookupError) as error:
        raise BadInput(error) from error


def _value(row: Measured) -> str:
    from widgets import format as written

    return "-" if row.value is None else written.quantity(row.value, row.quantity.unit)


def _table(rows: Sequence[Measured]) -> str:
    lines = [
        (row.quantity.ledger, row.quantity.name, _value(row), str(row.quantity.evidence))
        for row in rows
        if row.value is not None
    ]
    return output.table(("ledger", "quantity", "value", "evidence"), lines, right=(2,))


def _defined(rows: Sequence[Measured]) -> str:
    """Every figure, why it is missing if it is, its definition, its inputs; then the terms they use."""
    from engine.reading.definitions import TERMS, define
    from widgets import format as written

    lines: list[str] = []
    terms: dict[str, None] = {}
    for row in rows:
        definition = define(row.quantity)
        terms.update(dict.fromkeys(definition.terms))
        lines.append(f"{row.quantity.key}: {_value(row)}  ({row.quantity.evidence})")
        lines.append(f"  {definition.text}")
        if row.reason:
            lines.append(f"  not exercised: {row.reason}")
        if definition.source:
            lines.append(f"  after {definition.source}")
        lines += [f"    {i.symbol} = {written.quantity(i.value, i.unit)}  {i.meaning}" for i in row.inputs]
    lines.append("")
    return "\n".join([*lines, *(f"{term}: {TERMS[term]}" for term in TERMS if term in terms)])


def _book(book: Book) -> str:
    from widgets import format as written

    rows = [(line.name, written.quantity(line.value, book.unit)) for line in book.parts]
    rows.append((f"= {book.whole.name}", written.quantity(book.whole.value, book.unit)))
    state = "balances" if book.balances else f"OFF BY {book.difference:g} {book.unit}"
    return f"{book.title} ({book.evidence}): {state}\n" + output.table(("part", "amount"), rows, right=(1,))


def _json(rows: Sequence[Measured]) -> list[dict[str, object]]:
    from engine.reading.definitions import define

    return [
        {
            "key": row.quantity.key,
            "value": row.value,
            "unit": row.quantity.unit,
            "evidence": str(row.quantity.evidence),
            "definition": define(row.quantity).text,
            "reason": row.reason,
            "inputs": [
                {"symbol": i.symbol, "value": i.value, "unit": i.unit, "meaning": i.meaning} for i in row.inputs
            ],
        }
        for row in rows
    ]


def _book_json(book: Book) -> dict[str, object]:
    parts = {line.name: line.value for line in book.parts}
    whole = {"name": book.whole.name, "value": book.whole.value}
    return {"key": book.key, "unit": book.unit, "whole": whole, "parts": parts, "balances": book.balances}
