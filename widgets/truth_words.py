"""The figures of "How true is this?" in words: what the page, its text twin and the command line say."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from widgets import format as fmt
from widgets.truth_data import TPOT_GOAL, TPOT_GOAL_NEW, TTFT_GOAL, Truth, TruthGroup, TruthRun, TruthScope

LITTLE = 0.02  # a bias smaller than this has no direction


def tr(text: str) -> str:
    return QCoreApplication.translate("Truth", text)


def not_measured() -> str:
    return tr(
        "Not measured yet: this copy of the program holds no comparison with measured machines. Every time it shows "
        "is a teaching estimate that nothing has checked."
    )


def error_text(error: float | None) -> str:
    return "–" if error is None else fmt.share(error)


def bias_text(bias: float | None) -> str:
    """Which way the prediction errs."""
    if bias is None:
        return "–"
    if abs(bias) < LITTLE:
        return tr("even")
    text = tr("{share} too slow") if bias > 0 else tr("{share} too fast")
    return text.format(share=fmt.share(abs(bias)))


def held_text(group: TruthGroup) -> str:
    """How many of the points no fit has seen."""
    return fmt.count(group.held_out)


def group_name(group: TruthGroup) -> str:
    return f"{group.system} · {group.model} · {group.backend} · {group.mode}"


def scope_cells(scope: TruthScope) -> list[str]:
    """Name, points, points kept back, and the errors in TTFT and TPOT of all points and of those kept back."""
    return [
        *(scope.system, fmt.count(scope.n), fmt.count(scope.held_out)),
        *(error_text(scope.ttft_error), error_text(scope.ttft_error_held_out)),
        *(error_text(scope.tpot_error), error_text(scope.tpot_error_held_out)),
    ]


def run_text(run: TruthRun) -> tuple[str, str, str, str]:
    """Percentile, measured, predicted and error."""
    percentile = run.percentile * 100 if run.percentile <= 1 else run.percentile
    return f"p{percentile:g}", fmt.seconds(run.measured), fmt.seconds(run.predicted), fmt.share(abs(run.error))


def headline(truth: Truth) -> str:
    """The short answer: of what a goal was set for, if there is such a thing, else of all groups."""
    aimed = [scope for scope in truth.scopes if scope.ttft_goal is not None or scope.tpot_goal is not None]
    if aimed:
        return " ".join(_scope_words(scope) for scope in aimed[:2])
    tpot, ttft = truth.median("tpot"), truth.median("ttft")
    points = fmt.count(sum(group.n for group in truth.groups))
    parts = [
        tr("Against {points} measured points in {groups} groups, half of the groups err by less than").format(
            points=points, groups=fmt.count(len(truth.groups))
        )
    ]
    parts.append(
        tr("{tpot} in time per output token and {ttft} in time to first token.").format(
            tpot=error_text(tpot), ttft=error_text(ttft)
        )
    )
    apart = truth.median("tpot", held_out=True), truth.median("ttft", held_out=True)
    if apart[0] is not None or apart[1] is not None:
        text = tr("In groups with points that no fit has seen: {tpot} and {ttft}.")
        parts.append(text.format(tpot=error_text(apart[0]), ttft=error_text(apart[1])))
    return " ".join(parts)


def _scope_words(scope: TruthScope) -> str:
    parts = []
    for metric, error, goal in (
        ("TPOT", scope.tpot_error, scope.tpot_goal),
        ("TTFT", scope.ttft_error, scope.ttft_goal),
    ):
        if error is not None:
            text = tr("{metric} {error} (goal {goal})") if goal is not None else "{metric} {error}"
            parts.append(text.format(metric=metric, error=error_text(error), goal=error_text(goal)))
    text = tr("{scope}: median error of {errors} over {points} measured points.")
    return text.format(scope=scope.system, errors=", ".join(parts), points=fmt.count(scope.n))


def goals() -> str:
    text = tr(
        "The goal, drawn as a line: at most {tpot} in TPOT on H100 and H200 ({new} on newer systems), {ttft} in TTFT."
    )
    return text.format(tpot=fmt.share(TPOT_GOAL), new=fmt.share(TPOT_GOAL_NEW), ttft=fmt.share(TTFT_GOAL))


def protocol(truth: Truth) -> str:
    """How it was done."""
    parts = [
        tr(
            "Each measured point is one load on one machine: the same model, precision, layout, lengths and "
            "concurrency are given to the cost model, and its TTFT and TPOT are compared with the measured ones. The "
            "error is the median over the points of a group of |predicted ÷ measured − 1|; the bias is the median of "
            "predicted ÷ measured − 1, so a positive one says that the engine is slower than the machine."
        )
    ]
    if truth.runs:
        parts.append(
            tr(
                "For real runs, the requests of the run are replayed with its scheduler settings and its number of "
                "blocks, and the percentiles over its requests are compared."
            )
        )
    if truth.split:
        parts.append(tr("Fitted and kept back: {split}.").format(split=truth.split.rstrip(".")))
    if truth.sources:
        parts.append(tr("Measured by others: {sources}.").format(sources=truth.sources.rstrip(".")))
    if truth.generated_by:
        parts.append(tr("Generated by {script}.").format(script=truth.generated_by))
    return " ".join(parts)


def plain_text(truth: Truth | None) -> str:
    """Everything as text with aligned columns: what is copied, and what a screen reader reads."""
    if truth is None:
        return not_measured()
    parts = [headline(truth), goals(), ""]
    if truth.scopes:
        head = [tr("scope"), tr("points"), tr("kept back"), "TTFT", tr("kept back"), "TPOT", tr("kept back")]
        parts += [*_aligned(head, [scope_cells(scope) for scope in truth.scopes]), ""]
    head = [tr("system"), tr("model"), tr("backend"), tr("mode"), "n", tr("kept back")]
    head += ["TTFT", tr("TTFT bias"), "TPOT", tr("TPOT bias")]
    rows = [
        [
            *(group.system, group.model, group.backend, group.mode, fmt.count(group.n), held_text(group)),
            *(error_text(group.ttft_error), bias_text(group.ttft_bias)),
            *(error_text(group.tpot_error), bias_text(group.tpot_bias)),
        ]
        for group in truth.groups
    ]
    parts += _aligned(head, rows)
    if truth.runs:
        head = [tr("run"), tr("metric"), tr("percentile"), tr("measured"), tr("predicted"), tr("error")]
        parts += ["", *_aligned(head, [[run.name, run.metric, *run_text(run)] for run in truth.runs])]
    return "\n".join([*parts, "", protocol(truth), tr("Evidence: {label}").format(label=truth.label)])


def _aligned(head: list[str], rows: list[list[str]]) -> list[str]:
    lines = [head, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
