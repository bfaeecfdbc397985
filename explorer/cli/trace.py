"""`eighteen-ledgers trace`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from explorer.cli import brought as arguments_of
from explorer.cli import output, trace_text
from explorer.cli.errors import BadInput

if TYPE_CHECKING:
    from engine.traces import TraceImport


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a trace (CSV, JSON, JSON lines) or a folder of conversations")
    parser.add_argument(
        "--limit", type=arguments_of.positive, metavar="ROWS", help="rows to read (default: all of them)"
    )
    parser.add_argument("--start", type=arguments_of.whole, default=0, metavar="ROW", help="first row, from 0")
    parser.add_argument("--busiest", action="store_true", help="the --limit rows with the highest rate")
    arguments_of.columns(parser)
    parser.add_argument(
        "--block-tokens",
        type=arguments_of.positive,
        default=0,
        metavar="N",
        help="tokens per prefix id (default: as the rows show)",
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="also write the requests as JSON lines that can be read"
    )


def run(arguments: argparse.Namespace) -> int:
    from engine import traces

    names = {part: name for part, name in arguments.columns.items() if part != "unit"}
    options = traces.ReadOptions(
        **names,
        unit=_unit(arguments.columns.get("unit", "auto")),
        block_tokens=arguments.block_tokens,
        busiest=arguments.busiest,
    )
    try:
        found = traces.load(arguments.file, limit=arguments.limit, start=arguments.start, options=options)
    except ValueError as error:
        raise BadInput(error) from error
    if arguments.output:
        output.write(arguments.output, traces.saved(found).encode())
    if arguments.json:
        output.print_json({**trace_text.as_json(found.report), "lengths": lengths(found)})
        return 0
    print(trace_text.as_text(found.report))
    for name, (low, middle, high) in lengths(found).items():
        print(f"  {name.replace('_', ' ')}: {low} to {high}, median {middle:g}")
    return 0


def lengths(found: TraceImport) -> dict[str, tuple[int, float, int]]:
    """Least, median and most tokens of prompts and outputs of what is used."""
    from statistics import median

    used = [request for request in found.requests if not request.failed]
    columns = {name: [getattr(request, name) for request in used] for name in ("prompt_tokens", "output_tokens")}
    return {name: (min(values), median(values), max(values)) for name, values in columns.items()}


def _unit(unit: str) -> Any:
    from engine.traces.options import TIME_UNITS

    if unit not in TIME_UNITS:
        raise BadInput(f"--columns: found unit {unit}, expected one of {', '.join(TIME_UNITS)}")
    return unit
