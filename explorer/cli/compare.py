"""`eighteen-ledgers compare`."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from explorer.cli import brought as arguments_of
from explorer.cli import output
from explorer.cli.errors import BadInput

if TYPE_CHECKING:
    from engine.compare import Comparison


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("technique", metavar="TECHNIQUE", help="key of a source the engine runs, e.g. pagedattention")
    parser.add_argument("--scenario", metavar="FILE.toml", help="the day before, in place of the technique's own")
    arguments_of.configure(parser)
    parser.add_argument("--all", action="store_true", help="also the quantities that did not move")
    parser.add_argument("--json", action="store_true", help="print both sheets, findings and invariants as JSON")


def run(arguments: argparse.Namespace) -> int:
    from engine import compare, techniques
    from explorer.brought import Brought

    try:
        technique = techniques.get(arguments.technique)
        brought = arguments_of.brought(arguments, arguments.scenario)
        given = brought != Brought(name=brought.name)
        base = brought.on(technique.day_before()) if given else None
        report = arguments_of.trace_report(base)
        comparison = compare.compare(arguments.technique, base)
    except (ValueError, LookupError) as error:
        raise BadInput(error) from error
    from explorer.cli import sheets, trace_text

    if arguments.json:
        trace = None if report is None else trace_text.as_json(report)
        output.print_json({**as_json(arguments.technique, comparison), "trace": trace})
        return 0
    print(f"{technique.name}: {technique.summary}")
    print(f"Day before: {technique.why_before}" if not given else f"Day before: {brought.name or brought.trace}")
    if report is not None:
        print(trace_text.as_text(report))
    print()
    print(sheets.delta_table(comparison.delta, arguments.all))
    print()
    print(sheets.invariants_text(comparison.checks))
    if comparison.experiment is not None:
        print()
        print(sheets.experiment_text(comparison.experiment))
    _notes(comparison)
    return 0


def as_json(technique: str, comparison: Comparison) -> dict[str, Any]:
    """A comparison as JSON. Keys: technique, before, after, delta, checks, experiment."""
    from explorer.cli import sheets
    from explorer.cli.simulate import outcome

    runs = {"before": comparison.before, "after": comparison.after}
    return {
        "technique": technique,
        **{name: {"scenario": run.scenario, **outcome(run)} for name, run in runs.items()},
        "delta": sheets.sheet_json(comparison.delta),
        "checks": sheets.invariants_json(comparison.checks),
        "experiment": None if comparison.experiment is None else sheets.experiment_json(comparison.experiment),
    }


def _notes(comparison: Comparison) -> None:
    told: dict[str, None] = {}
    for recording in (comparison.before, comparison.after):
        told.update(dict.fromkeys(recording.notes))
    for note in told:
        sys.stderr.write(f"note: {note}\n")
