"""`eighteen-ledgers metrics`."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from explorer.cli import brought as arguments_of
from explorer.cli import output
from explorer.cli.errors import BadInput

SPREADS = {"ttft_s": "TTFT", "queue_s": "of it queue", "tpot_s": "TPOT", "e2e_s": "E2E"}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", nargs="?", metavar="SCENARIO.toml", help="default: a chat workload with paging")
    arguments_of.configure(parser)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    from engine.scenario import Scenario
    from engine.summary import summarise

    try:
        scenario = arguments_of.brought(arguments, arguments.scenario).on(Scenario())
        start = time.perf_counter()
        summary = summarise(scenario, progress=_told if sys.stderr.isatty() else None)
        spent = time.perf_counter() - start
    except (ValueError, LookupError) as error:
        raise BadInput(error) from error
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
    figures = summary.figures()
    if arguments.json:
        output.print_json({"title": scenario.title, "seed": scenario.seed, **figures, "notes": list(summary.notes)})
        return 0
    print(f"{scenario.title}  (seed {scenario.seed})")
    print(_text(figures))
    sys.stderr.write(f"simulated in {spent:.2f} s: {figures['requests'] / spent:,.0f} requests per second\n")
    for note in summary.notes:
        sys.stderr.write(f"note: {note}\n")
    return 0


def _told(share: float) -> None:
    sys.stderr.write(f"\r{share:4.0%}")
    sys.stderr.flush()


def _text(figures: dict[str, Any]) -> str:
    from widgets import format as written

    lines = [
        f"{figures['finished']:,} of {figures['requests']:,} requests finished, {figures['rejected']:,} rejected, "
        f"in {written.seconds(figures['seconds'])}",
        f"{figures['iterations']:,} iterations, {figures['decisions']:,} decisions",
    ]
    if figures["requests_per_s"] is not None:
        lines.append(
            f"throughput {figures['requests_per_s']:.3g} requests/s, {figures['output_tokens_per_s']:,.0f} tokens/s; "
            f"goodput {figures['goodput_requests_per_s']:.3g} requests/s; attainment {figures['attainment']:.1%}"
        )
    lines.append("")
    lines.append(f"{'':12}" + "".join(f"{name:>12}" for name in ("p50", "p90", "p95", "p99", "mean")))
    for key, name in SPREADS.items():
        values = figures[key]
        cells = ["-"] * 5 if values is None else [written.seconds(value) for value in values.values()]
        lines.append(f"{name:12}" + "".join(f"{cell:>12}" for cell in cells))
    lines.append("")
    lines.append("TTFT = first token - arrival; queue = first iteration - arrival; E2E = last token - arrival;")
    lines.append("TPOT = (last token - first token) / (outputs - 1). Evidence: teaching-estimate (modelled times)")
    return "\n".join(lines)
