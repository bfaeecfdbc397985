"""A path as data and in words: stations, figures, names that do not collide, tables, and what the engine says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import path_samples as samples
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

import engine
from engine.adoption import Walk
from engine.adoption_start import WHY, start
from engine.sheet import LEDGERS
from widgets.path_data import Kind, PathData, Station
from widgets.path_labels import labels
from widgets.path_table import table_text
from widgets.path_words import known_reason, start_words

KINDS = [Kind.START, Kind.ADOPTED, Kind.PASSED, Kind.ADOPTED, Kind.PASSED, Kind.GROUND, Kind.ADOPTED]


def data() -> PathData:
    return PathData(samples.KEYS, samples.NAMES, samples.YEARS, samples.RUNNABLE, samples.walk())


# data


def test_a_new_ground_is_a_station_of_its_own() -> None:
    assert [station.kind for station in data().stations] == KINDS
    assert [station.step for station in data().stations] == [-1, 0, 1, 2, 3, 4, 4]
    assert [station.stretch for station in data().stations] == [0, 0, 0, 0, 0, 1, 1]


def test_figures_hold_where_a_step_is_passed_over() -> None:
    path = data()
    for ledger in LEDGERS:
        values = path.values(ledger)
        assert values[1] == values[2]
        assert values[3] == values[4]
        assert path.change(ledger, 2) is path.change(ledger, 4) is None


def test_nothing_is_compared_across_the_double_line() -> None:
    path, walk = data(), samples.walk()
    ground = path.figure("weights", 5)
    assert ground is not None
    assert ground.step is ground.start is None
    last = path.figure("weights", 6)
    assert last is not None
    assert last.step is not None
    assert last.start is not None
    assert last.step.before is last.start.before
    assert walk.steps[4].ground is not None
    assert last.step.before == walk.steps[4].ground.sheet["weights.bytes"]


def test_each_stretch_has_a_scale_of_its_own() -> None:
    path = data()
    values = [value or 0.0 for value in path.values("weights")]
    assert path.span("weights", 0) == max(values[:5])
    assert path.span("weights", 1) == max(values[5:])
    assert path.span("experts", 0) == 0.0


def test_before_it_was_run_a_path_tells_what_cannot_run() -> None:
    path = PathData(samples.KEYS, samples.NAMES, samples.YEARS, samples.RUNNABLE)
    kinds = [station.kind for station in path.stations]
    assert kinds == [Kind.START, Kind.AHEAD, Kind.UNABLE, Kind.AHEAD, Kind.AHEAD, Kind.AHEAD]
    assert path.figure("weights", 0) is None


# tables


def test_markdown_has_a_row_for_each_ledger_and_tells_what_was_passed_over(qapp: QApplication) -> None:
    names = samples.NAMES | {"gptq": "G|PTQ"}
    lines = table_text(samples.walk(), names, ".md").splitlines()
    rows = [line for line in lines if line.startswith("|")]
    assert len(rows) == 20
    assert len({row.replace("\\|", "").count("|") for row in rows}) == 1
    assert "G\\|PTQ" in rows[0]
    assert "- SmoothQuant, passed over: the weights are narrower than 8 bits, which it would undo." in lines


# names on the ribbon

stations = st.lists(
    st.builds(
        Station,
        st.sampled_from((Kind.ADOPTED, Kind.AHEAD, Kind.UNABLE)),
        st.just(0),
        st.just("key"),
        st.sampled_from(
            ("MQA", "Speculative Decoding", "PagedAttention (vLLM)", "推测解码（Leviathan 等）", "X" * 40)
        ),
        st.sampled_from(("", "2024")),
    ),
    min_size=1,
    max_size=64,
)


@given(stations, st.floats(200, 2000), st.data())
@settings(max_examples=60, deadline=None)
def test_names_never_collide_and_stay_inside(
    qapp: QApplication, path: list[Station], width: float, drawn: st.DataObject
) -> None:
    current = drawn.draw(st.integers(0, len(path) - 1))
    found = labels(path, current, width)
    for label in found:
        assert label.left >= -0.01
        assert label.left + label.wide <= width + 0.01
    for row in (0, 1):
        spans = sorted((label.left, label.left + label.wide) for label in found if label.row == row)
        assert all(one[1] < other[0] for one, other in pairwise(spans))
    assert current in {label.place for label in found}


# words that the engine and the view have to share


def test_every_reason_of_a_technique_is_known_to_the_view(qapp: QApplication) -> None:
    folder = Path(engine.__file__).parent / "techniques"
    reasons = {text for path in folder.rglob("*.py") for text in _refusals(ast.parse(path.read_text("utf-8")))}
    assert len(reasons) > 15
    assert {reason for reason in reasons if not known_reason(reason)} == set()
    passed = {step.reason for step in samples.walk().steps if step.reason}
    assert all(map(known_reason, passed))


def _refusals(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "refuse"
        if called and isinstance(node, ast.Call):
            text = _filled(node.args[0])
            if text != "x.":  # another part of the engine words it
                yield text


def _filled(node: ast.expr) -> str:
    """A text with x in place of what is put in."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_filled(part) for part in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else "x"


def test_the_start_is_explained_in_the_engines_words(qapp: QApplication) -> None:
    base = Walk(start(), samples.walk().base, ())
    assert start_words(PathData((), {}, {}, frozenset(), base)) == WHY
    assert start_words(data()) == ""  # the samples start elsewhere
