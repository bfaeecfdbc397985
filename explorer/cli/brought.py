"""Arguments that stand for a scenario, shared by commands."""

from __future__ import annotations

import argparse
import os
from typing import Any

from explorer.brought import TRACE_ROWS, Brought
from explorer.cli.errors import BadInput, one_line


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--trace", metavar="FILE", help="replay the requests of this trace (CSV, JSON, JSON lines)")
    parser.add_argument(
        "--trace-limit",
        type=_positive,
        default=TRACE_ROWS,
        metavar="ROWS",
        help="rows to use (default %(default)s)",
    )
    parser.add_argument("--trace-start", type=_whole, default=0, metavar="ROW", help="first row of the trace, from 0")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="settings",
        metavar="KEY=VALUE",
        help="change one field of the scenario, e.g. memory.page_tokens=32; may be repeated",
    )
    parser.add_argument("--seed", type=_whole, help="seed of everything random (default: the scenario's)")


def brought(arguments: argparse.Namespace, scenario_file: str | None = None) -> Brought:
    """What the arguments bring. Raises BadInput when a file cannot be read."""
    text = ""
    if scenario_file:
        try:
            with open(scenario_file, encoding="utf-8") as file:
                text = file.read()
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"{scenario_file}: {one_line(error)}") from error
        text = text or "\n"
    if arguments.trace and not os.path.isfile(arguments.trace):
        raise BadInput(f"--trace: found no file {arguments.trace}")
    return Brought(
        name=scenario_file or "scenario",
        scenario=text,
        trace=arguments.trace or "",
        trace_limit=arguments.trace_limit,
        trace_start=arguments.trace_start,
        settings=tuple(arguments.settings),
        seed=arguments.seed,
    )


def trace_report(arguments: argparse.Namespace) -> Any:
    """How the trace was read; None without a trace."""
    if not arguments.trace:
        return None
    from engine import traces

    return traces.load(arguments.trace, limit=arguments.trace_limit, start=arguments.trace_start).report


def _whole(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError
    return number


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


_whole.__name__ = "whole number"  # what argparse calls it in its error
_positive.__name__ = "positive whole number"
