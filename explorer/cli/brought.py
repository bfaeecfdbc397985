"""Arguments that stand for a scenario, shared by commands."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from explorer.brought import TRACE_ROWS, Brought
from explorer.cli.errors import BadInput, one_line

if TYPE_CHECKING:
    from engine.scenario import Scenario
    from engine.traces import TraceReport


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--trace", metavar="FILE", help="replay the requests of this trace (CSV, JSON, JSON lines, or a folder)"
    )
    parser.add_argument(
        "--trace-limit",
        type=positive,
        default=TRACE_ROWS,
        metavar="ROWS",
        help="rows to use (default %(default)s)",
    )
    parser.add_argument("--trace-start", type=whole, default=0, metavar="ROW", help="first row of the trace, from 0")
    columns(parser)
    parser.add_argument(
        "--workload",
        metavar="KEY",
        help="requests shaped like a public trace, e.g. azure-code (a wrong KEY lists all)",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="settings",
        metavar="KEY=VALUE",
        help="change one field of the scenario, e.g. memory.page_tokens=32; may be repeated",
    )
    parser.add_argument("--seed", type=whole, help="seed of everything random (default: the scenario's)")


def columns(parser: argparse.ArgumentParser) -> None:
    """How the columns of a trace are called."""
    parser.add_argument(
        "--columns",
        type=_mapping,
        default={},
        metavar="MAP",
        help="name the columns of an unknown layout: arrival=NAME,prompt=NAME,output=NAME,prefix=NAME,unit=ms"
        " (unit: s, ms, us, ns or wall clock; alone, it overrides that of a known layout)",
    )


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
    if arguments.trace and not os.path.exists(arguments.trace):
        raise BadInput(f"--trace: found no file {arguments.trace}")
    named = [f"workload.columns.{part}={name}" for part, name in arguments.columns.items()]
    return Brought(
        name=scenario_file or "scenario",
        scenario=text,
        trace=arguments.trace or "",
        trace_limit=arguments.trace_limit,
        trace_start=arguments.trace_start,
        settings=(*_preset(arguments.workload), *named, *arguments.settings),
        seed=arguments.seed,
    )


def _preset(key: str | None) -> list[str]:
    """The settings that make the workload that of a preset. Raises BadInput for a key that is none."""
    if not key:
        return []
    from engine.scenario import Scenario
    from engine.scenario_schema import flatten
    from engine.workloads.presets import presets

    if key not in presets():
        raise BadInput(f"--workload: found {key}, expected one of {', '.join(presets())}")
    values = flatten(Scenario(workload=presets()[key].workload)).items()
    return [f"{path}={_written(value)}" for path, value in values if path.startswith("workload.")]


def _written(value: Any) -> str:
    """A leaf value as a setting has it."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def trace_report(scenario: Scenario | None) -> TraceReport | None:
    """How the scenario's trace is read; None without one. Raises TraceError."""
    from engine.scenario import Arrivals
    from engine.workloads.replay import trace_import

    if scenario is None or scenario.workload.arrivals is not Arrivals.TRACE:
        return None
    return trace_import(scenario).report


def _mapping(text: str) -> dict[str, str]:
    """arrival=NAME,prompt=NAME,... as a mapping."""
    parts = [part.partition("=") for part in text.split(",")]
    if any(
        key.strip() not in ("arrival", "prompt", "output", "prefix", "unit") or not name for key, _, name in parts
    ):
        raise ValueError
    return {key.strip(): name.strip() for key, _, name in parts}


def whole(text: str) -> int:
    """A number of at least 0."""
    number = int(text)
    if number < 0:
        raise ValueError
    return number


def positive(text: str) -> int:
    """A number of at least 1."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


whole.__name__ = "whole number"  # what argparse calls it in its error
positive.__name__ = "positive whole number"
_mapping.__name__ = "list of arrival=, prompt=, output=, prefix= and unit="
