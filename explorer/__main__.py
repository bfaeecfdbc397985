"""`python3 -m explorer` and the console script `eighteen-ledgers`."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program. `argv` without the program's name; returns the exit code."""
    from explorer.cli.entry import run

    return run(list(sys.argv[1:] if argv is None else argv))


if __name__ == "__main__":
    sys.exit(main())
