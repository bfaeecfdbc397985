"""Argument parsers whose errors are one line."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

PROGRAM = "eighteen-ledgers"


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line and ends with exit code 2."""

    def __init__(self, command: str = "", **options: str) -> None:
        super().__init__(
            prog=f"{PROGRAM} {command}".strip(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            **options,  # type: ignore[arg-type]
        )

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {message} (see {self.prog} --help)\n")
        sys.exit(2)
