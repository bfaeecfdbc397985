"""`eighteen-ledgers truth`."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from explorer.cli import output
from explorer.cli.errors import Failed


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    from explorer import truth

    try:
        found = truth.shipped()
    except ValueError as error:
        raise Failed(error) from error
    if arguments.json:
        output.print_json(None if found is None else asdict(found))
        return 0
    from widgets.truth_words import plain_text

    print(plain_text(found))
    return 0
