"""How true the engine's times are: predicted against measured TTFT and TPOT of real serving configurations.

    python3 -m tests.bench truth [--json]
    python3 -m tests.bench.truth --write     # assets/truth.json, which the program shows

Rows measured twice count once. `held out` are configurations (model, system, backend, degrees) that no fit has seen.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.costs.cost import CostModel
from engine.costs.serving_point import Prediction, predict, predict_split
from engine.models.memory_split import DoesNotFit
from engine.scenario import Scenario
from tests.bench.silicon import HELD_OUT, TRUTH, Row, rows
from tests.bench.vllm_runs import Figure, figures, folders

FILE = Path(__file__).parents[2] / "assets" / "truth.json"
LABEL = "teaching-estimate"
GOALS = (  # scope, systems, backends, TTFT, TPOT; 0 = no goal
    ("H100 and H200, vLLM and TensorRT-LLM", ("h100_sxm", "h200_sxm"), ("vllm", "trtllm"), 0.20, 0.12),
    ("B200, vLLM and TensorRT-LLM", ("b200_sxm",), ("vllm", "trtllm"), 0.0, 0.20),
    ("B200, all", ("b200_sxm",), ("vllm", "trtllm", "sglang"), 0.0, 0.20),
    ("H100 and H200, SGLang", ("h100_sxm", "h200_sxm"), ("sglang",), 0.0, 0.0),
)
SOURCES = (
    "serving configurations: github:ai-dynamo/aiconfigurator, measured TTFT and TPOT, aggregated mode",
    "runs: github:casys-kaist/LLMServingSim, per-request logs of vLLM 0.19.0 (MIT, CASYS Lab, KAIST)",
)
SPLIT = (
    f"by configuration (hash of model, system, backend and degrees), {HELD_OUT:.0%} of the configurations held out; "
    "no row of a held-out configuration was seen by a fit, while the mechanism was chosen with all rows in view; "
    "prefill/decode splits were not fitted at all, and only those that state their engines are predicted"
)


@dataclass(frozen=True)
class Score:
    """Median errors of some points as shares; `bias` > 0 means predicted longer than measured."""

    n: int
    ttft_error: float
    tpot_error: float
    ttft_bias: float
    tpot_bias: float


@dataclass(frozen=True)
class Group:
    """Points of one system, model, backend and mode, or of one scope with a goal."""

    system: str
    model: str
    backend: str
    mode: str
    everything: Score
    held: Score | None
    ttft_goal: float = 0.0
    tpot_goal: float = 0.0

    @property
    def within(self) -> bool:
        """Whether the held-out points (all of them where none is held out) reach the goal."""
        score = self.held or self.everything
        return (not self.ttft_goal or score.ttft_error <= self.ttft_goal) and (
            not self.tpot_goal or score.tpot_error <= self.tpot_goal
        )


Point = tuple[Row, Prediction]


def points(truth: Path = TRUTH, aside: Counter[str] | None = None) -> list[Point]:
    """Every distinct measured point that fits its machine as labelled, with its prediction; the reasons of the other
    rows are counted in `aside`. Raises OSError."""
    aside = Counter() if aside is None else aside
    models: dict[tuple[object, ...], CostModel] = {}
    made: dict[tuple[object, ...], Point] = {}

    def model(scenario: Scenario) -> CostModel:
        kind = scenario.model.card, scenario.precision, scenario.hardware, scenario.layout
        if kind not in models:
            models[kind] = CostModel(scenario)
        return models[kind]

    for row in rows(truth / "silicon.csv", aside):
        s = row.scenario
        key = row.configuration, s.precision, row.point, s.hardware.engine, row.mode, round(row.tpot_s, 5)
        if key in made:
            aside["measured once already"] += 1
            continue
        try:
            if row.prefill is None:
                made[key] = row, predict(model(s), row.point, s)
            else:
                made[key] = row, predict_split(model(row.prefill), model(s), row.point, *row.engines)
        except DoesNotFit:
            aside["weights do not fit as labelled"] += 1
        except ValueError as error:
            aside[str(error)] += 1
    return list(made.values())


def score(chosen: Sequence[Point]) -> Score:
    ttft = [made.ttft_s / row.ttft_s - 1 for row, made in chosen]
    tpot = [made.tpot_s / row.tpot_s - 1 for row, made in chosen]
    median = statistics.median
    return Score(len(chosen), median(map(abs, ttft)), median(map(abs, tpot)), median(ttft), median(tpot))


def _group(chosen: Sequence[Point], names: tuple[str, str, str, str], ttft: float = 0.0, tpot: float = 0.0) -> Group:
    held = [point for point in chosen if point[0].held_out]
    return Group(*names, score(chosen), score(held) if held else None, ttft, tpot)


def groups(found: Iterable[Point]) -> list[Group]:
    sorted_by: dict[tuple[str, str, str, str], list[Point]] = defaultdict(list)
    for point in found:
        row = point[0]
        sorted_by[row.system, row.model, row.backend, row.mode].append(point)
    return [_group(chosen, names) for names, chosen in sorted(sorted_by.items())]


def scopes(found: Sequence[Point]) -> list[Group]:
    """The scopes that have goals."""
    made = []
    for name, systems, backends, ttft, tpot in GOALS:
        chosen = [
            point
            for point in found
            if point[0].system in systems and point[0].backend in backends and point[0].mode == "agg"
        ]
        if chosen:
            made.append(_group(chosen, (name, "all", "", "agg"), ttft, tpot))
    return made


def run(truth: Path = TRUTH) -> list[Group]:
    """Groups, then scopes with their goals. Empty where the measurements are not at hand."""
    if not (truth / "silicon.csv").is_file():
        return []
    found = points(truth)
    split = [point for point in found if point[0].mode == "disagg"]
    return groups(found) + scopes(found) + ([_group(split, ("all", "all", "", "disagg"))] if split else [])


def lines(found: Sequence[Group]) -> list[str]:
    """The table."""
    if not found:
        return [f"  no measurements at {TRUTH}"]
    head = f"  {'system':38} {'model':18} {'backend':8} {'mode':7}{'n':>4}"
    made = [f"{head}  {'TTFT':>6} {'bias':>6}  {'TPOT':>6} {'bias':>6}   held out: n, TTFT, TPOT"]
    for group in found:
        all_, held = group.everything, group.held
        text = (
            f"  {group.system:38} {group.model:18} {group.backend:8} {group.mode:7}{all_.n:4}"
            f"  {all_.ttft_error:6.1%} {all_.ttft_bias:+6.0%}  {all_.tpot_error:6.1%} {all_.tpot_bias:+6.0%}"
        )
        if held:
            text += f"   {held.n:4} {held.ttft_error:7.1%} {held.tpot_error:6.1%}"
        if group.ttft_goal or group.tpot_goal:
            goal = ", ".join(
                f"{name} {value:.0%}"
                for name, value in (("TTFT", group.ttft_goal), ("TPOT", group.tpot_goal))
                if value
            )
            text += f"   goal {goal}: {'reached' if group.within else 'MISSED'}"
        made.append(text)
    return made


def document(truth: Path = TRUTH) -> dict[str, object]:
    """What the program shows: errors and percentiles, no measured rows."""
    aside: Counter[str] = Counter()
    found = points(truth, aside)
    runs: list[Figure] = [figure for folder in folders(truth) for figure in figures(folder)]
    return {
        "generated_by": "python3 -m tests.bench.truth --write",
        "label": LABEL,
        "split": SPLIT,
        "sources": SOURCES,
        "rows": {"predicted": len(found), "set_aside": dict(aside)},
        "groups": [flat(group) for group in groups(found)],
        "scopes": [flat(group) for group in scopes(found)],
        "runs": [
            {**_rounded(asdict(figure)), "name": figure.run, "error": round(figure.error, 4)}
            for figure in runs
            if figure.part == "all"
        ],
        "halves": [
            {**_rounded(asdict(figure)), "name": figure.run, "error": round(figure.error, 4)}
            for figure in runs
            if figure.part != "all"
        ],
    }


def _rounded(values: dict[str, object]) -> dict[str, object]:
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in values.items()}


def flat(group: Group) -> dict[str, object]:
    """A group as the program reads it."""
    whole, held = group.everything, group.held
    made = {
        "system": group.system,
        "model": group.model,
        "backend": group.backend,
        "mode": group.mode,
        **asdict(whole),
        "held_out": held.n if held else 0,
        "ttft_error_held_out": held.ttft_error if held else None,
        "tpot_error_held_out": held.tpot_error if held else None,
    }
    if group.ttft_goal or group.tpot_goal:
        made |= {"ttft_goal": group.ttft_goal or None, "tpot_goal": group.tpot_goal or None}
    return _rounded(made)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench.truth", description=__doc__)
    parser.add_argument("--truth", type=Path, default=TRUTH, help="folder with silicon.csv and vllm_runs")
    parser.add_argument("--write", action="store_true", help="write assets/truth.json")
    arguments = parser.parse_args()
    text = json.dumps(document(arguments.truth), indent=1) + "\n"
    if arguments.write:
        FILE.write_text(text, "utf-8")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
