"""`eighteen-ledgers simulate`."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from explorer.cli import brought as arguments_of
from explorer.cli import output
from explorer.cli.errors import BadInput

if TYPE_CHECKING:
    from engine.recording import Recording


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", nargs="?", metavar="SCENARIO.toml", help="default: a chat workload with paging")
    arguments_of.configure(parser)
    parser.add_argument("--toml", action="store_true", help="print the scenario that would be run, and stop")
    parser.add_argument("--json", action="store_true", help="print scenario, outcome and ledgers as JSON")
    parser.add_argument("-o", "--output", metavar="FILE", help="also write the recording, which the window opens")


def run(arguments: argparse.Namespace) -> int:
    from engine import ledgers, scenario_file, simulate
    from engine.scenario import Scenario

    try:
        scenario = arguments_of.brought(arguments, arguments.scenario).on(Scenario())
        if arguments.toml:
            print(scenario_file.dumps(scenario), end="")
            return 0
        report = arguments_of.trace_report(scenario)
        recording = simulate.simulate(scenario)
    except (ValueError, LookupError) as error:
        raise BadInput(error) from error
    sheet = ledgers.measure(recording, scenario.title)
    if arguments.output:
        output.write(arguments.output, recording.to_bytes())
    from explorer.cli import sheets, trace_text

    if arguments.json:
        head = {"title": scenario.title, "scenario": recording.scenario, "seed": scenario.seed}
        trace = None if report is None else trace_text.as_json(report)
        output.print_json({**head, **outcome(recording), "trace": trace, "ledgers": sheets.sheet_json(sheet)["rows"]})
        return 0
    print(f"{scenario.title}  (seed {scenario.seed})")
    print(summary(recording))
    if report is not None:
        print(trace_text.as_text(report))
    print()
    print(sheets.sheet_table(sheet))
    for note in recording.notes:
        sys.stderr.write(f"note: {note}\n")
    return 0


_SELDOM = {"cut": "cut short by faults", "unfinished": "without an engine to finish on"}


def outcome(recording: Recording) -> dict[str, Any]:
    """Counts of a run, for JSON."""
    from engine.recording import Outcome

    ends = recording.requests["outcome"]
    return {
        "duration_s": recording.duration / 1e9,
        "requests": len(recording.requests),
        "finished": int((ends == Outcome.FINISHED).sum()),
        "rejected": int((ends == Outcome.REJECTED).sum()),
        "cut": int((ends == Outcome.CUT).sum()),
        "unfinished": int((ends == Outcome.UNFINISHED).sum()),
        "iterations": len(recording.iterations),
        "events": len(recording.events),
        "pages": recording.pages,
        "notes": list(recording.notes),
    }


def summary(recording: Recording) -> str:
    """One line about a run."""
    from widgets import format as written

    counts = outcome(recording)
    facts = recording.facts
    rest = "".join(f"{counts[kind]} {words}, " for kind, words in _SELDOM.items() if counts[kind])
    where = f"{facts.get('model_name', '')} on {facts.get('hardware_name', '')}"
    return (
        f"{where}: {counts['finished']} of {counts['requests']} requests finished, {counts['rejected']} rejected, "
        f"{rest}{written.seconds(counts['duration_s'])}, {written.count(counts['iterations'])} iterations, "
        f"{written.count(counts['pages'])} pages"
    )
