"""`eighteen-ledgers doctor`."""

from __future__ import annotations

import argparse
import sys

from explorer.cli import output
from explorer.health import CHECKS, Finding


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(arguments: argparse.Namespace) -> int:
    """0 when nothing that is needed is missing, else 1."""
    findings = [finding for check in CHECKS for finding in check()]
    if arguments.json:
        output.print_json([vars(finding) for finding in findings])
    else:
        print(output.table(("state", "what", "found"), [_row(finding) for finding in findings]))
        advice = list(dict.fromkeys(finding.advice for finding in findings if finding.advice))
        if advice:
            print("\nWhat to do:\n" + "\n".join(f"  {line}" for line in advice))
    broken = [finding for finding in findings if finding.state == "missing"]
    if broken:
        sys.stdout.flush()
        sys.stderr.write(f"{len(broken)} needed {'thing is' if len(broken) == 1 else 'things are'} missing\n")
    return 1 if broken else 0


def _row(finding: Finding) -> tuple[str, str, str]:
    return finding.state, finding.what, finding.found
