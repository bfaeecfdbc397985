"""Forms made from the fields of settings: every kind of control, in and out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lab_samples import Order, QueueSettings, QueueView
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.labs.settings import fields_of
from engine.scenario_values import ScenarioError
from widgets.lab_controls import Control, kind_of, limits
from widgets.lab_controls_form import LabForm
from widgets.lab_controls_number import NumberBox
from widgets.lab_controls_scale import SliderScale
from widgets.lab_controls_units import read, written

FIELDS = fields_of(QueueSettings)


@pytest.fixture
def form(qtbot: QtBot) -> LabForm:
    form = LabForm(QueueSettings, QueueView().controls())
    form.setSettings(QueueSettings())
    qtbot.addWidget(form)
    form.resize(290, 700)
    form.show()
    return form


def test_the_field_decides_what_a_control_is_made_of() -> None:
    kinds = {name: kind_of(Control(name, name), field) for name, field in FIELDS.items()}
    assert kinds == {
        **{"rate": "slider", "tokens": "slider", "servers": "slider", "share": "slider"},
        **{"order": "choice", "bursts": "switch", "sizes": "list", "note": "text"},
    }
    assert kind_of(Control("rate", "", kind="spin"), FIELDS["rate"]) == "spin"
    with pytest.raises(ValueError, match="kind 'knob'"):
        kind_of(Control("rate", "", kind="knob"), FIELDS["rate"])


def test_limits_come_from_the_field_and_are_narrowed_by_the_control() -> None:
    assert limits(Control("servers", ""), FIELDS["servers"]) == (1, 64, True)
    assert limits(Control("servers", "", high=8), FIELDS["servers"]) == (1, 8, True)
    assert limits(Control("tokens", "", stops=(10, 1000)), FIELDS["tokens"]) == (10, 1000, True)


@given(
    low=st.floats(0, 1e3),
    span=st.floats(1, 1e6),
    whole=st.booleans(),
    log=st.booleans(),
    share=st.floats(0, 1),
)
def test_a_slider_shows_the_place_of_every_value_it_gives(
    low: float, span: float, whole: bool, log: bool, share: float
) -> None:
    first, last = (float(int(low)), float(int(low + span) + 1)) if whole else (low, low + span)
    scale = SliderScale(first, last, whole, log)
    place = round(share * scale.last)
    value = scale.value(place)
    assert first <= value <= last
    assert scale.value(0) == first
    assert scale.value(scale.last) == last
    values = [scale.value(number) for number in range(scale.last + 1)]
    assert values == sorted(values)
    # Rounding to readable figures may give two places one value; the way back leads to a place of that value.
    assert scale.value(scale.place(value)) == pytest.approx(value, rel=0.06, abs=1)


def test_a_slider_with_stops_takes_only_those() -> None:
    scale = SliderScale(1, 8, True, stops=(1, 2, 4, 8))
    assert [scale.value(place) for place in range(scale.last + 1)] == [1, 2, 4, 8]
    assert scale.value(scale.place(5)) == 4


def test_moving_a_control_tells_name_and_value(form: LabForm, qtbot: QtBot) -> None:
    said: list[tuple[str, object, bool]] = []
    form.changed.connect(lambda *told: said.append(told))
    slider = form.row("servers").slider
    assert slider is not None
    slider.setFocus()
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert said == [("servers", 2, True)]
    assert form.row("servers").box.value() == 2  # type: ignore[union-attr]
    box = form.row("tokens").box
    assert box is not None
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "32k")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert said[-1] == ("tokens", 32_000, True)
    qtbot.mouseClick(form.row("bursts").check, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert said[-1] == ("bursts", True, True)
    combo = form.row("order").combo
    assert combo is not None
    combo.setFocus()
    qtbot.keyClick(combo, Qt.Key.Key_Down)
    assert said[-1] == ("order", "shortest-first", True)


def test_a_list_is_typed_with_commas(form: LabForm, qtbot: QtBot) -> None:
    said: list[tuple[str, object, bool]] = []
    form.changed.connect(lambda *told: said.append(told))
    form.setSettings(QueueSettings(bursts=True))
    line = form.row("sizes").line
    assert line is not None
    assert line.isVisible()
    assert line.text() == "1, 2, 4"
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, "3, 5 8")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert said == [("sizes", (3, 5, 8), True)]
    assert form.with_value("sizes", (3, 5, 8)).sizes == (3, 5, 8)
    with pytest.raises(ScenarioError, match="sizes"):
        form.with_value("sizes", (3, "x"))


def test_showing_settings_tells_nobody(form: LabForm) -> None:
    said: list[object] = []
    form.changed.connect(lambda *told: said.append(told))
    form.setSettings(QueueSettings(rate=7.5, tokens=10, servers=3, share=0.25, order=Order.SHORT, bursts=True))
    assert not said
    assert form.row("rate").box.value() == 7.5  # type: ignore[union-attr]
    assert form.row("share").box.text() == "25\u00a0%"  # type: ignore[union-attr]
    assert form.row("order").combo.currentText() == "Shortest first"  # type: ignore[union-attr]
    assert form.row("bursts").check.isChecked()  # type: ignore[union-attr]


def test_what_changes_nothing_is_hidden(form: LabForm) -> None:
    assert not form.row("sizes").isVisible()
    form.setSettings(QueueSettings(bursts=True))
    assert form.row("sizes").isVisible()
    assert "Sizes of bursts: 1, 2, 4" in form.describe()


def test_trouble_stands_at_its_control(form: LabForm) -> None:
    form.setTrouble("servers", "at most 32")
    assert any("at most 32" in label for label in _labels(form, "servers"))
    form.setTrouble("", "")
    assert not any("at most 32" in label for label in _labels(form, "servers"))


def _labels(form: LabForm, name: str) -> list[str]:
    from PySide6.QtWidgets import QLabel

    return [label.text() for label in form.row(name).findChildren(QLabel) if label.isVisible()]


def test_the_wheel_scrolls_past_controls_without_turning_them(form: LabForm) -> None:
    said: list[object] = []
    form.changed.connect(lambda *told: said.append(told))
    form.row("note").line.setFocus()  # type: ignore[union-attr]
    for name in ("rate", "order", "tokens"):
        for part in form.row(name).inputs():
            middle = QPointF(part.rect().center())
            turn = QWheelEvent(
                middle,
                part.mapToGlobal(middle),
                QPoint(),
                QPoint(0, -120),
                Qt.MouseButton.NoButton,
                Qt.KeyboardModifier.NoModifier,
                Qt.ScrollPhase.NoScrollPhase,
                False,
            )
            QApplication.sendEvent(part, turn)
    assert not said


@pytest.mark.parametrize(
    ("whole", "unit", "value", "text"),
    [
        (True, "tokens", 131072, "131\u202f072\u00a0tokens"),
        (False, "1", 0.125, "12.5\u00a0%"),
        (False, "x", 2.5, "×2.5"),
        (False, "s", 0.018, "18\u00a0ms"),
        (False, "s", 90.0, "90\u00a0s"),
        (True, "B", 80e9, "80\u00a0GB"),
        (False, "B/s", 450e9, "450\u00a0GB/s"),
        (False, "", 1234567.0, "1\u202f234\u202f567"),
    ],
)
def test_numbers_are_written_with_their_unit_and_read_back(
    qtbot: QtBot, whole: bool, unit: str, value: float, text: str
) -> None:
    box = NumberBox(whole, unit)
    qtbot.addWidget(box)
    box.setRange(0, 1e13)
    box.setValue(value)
    assert box.text() == text
    assert box.valueFromText(text) == pytest.approx(value)
    assert box.number() == value


def test_every_control_has_a_name_for_screen_readers(form: LabForm) -> None:
    for name in form.names():
        for part in form.row(name).inputs():
            assert part.accessibleName() == form.row(name).control.label


@pytest.mark.parametrize(
    ("unit", "shown", "typed", "value"),
    [
        ("s", 0.018, "20", 0.020),
        ("s", 2.0, "150 ms", 0.15),
        ("s", 2.0, "1.5min", 90.0),
        ("s", 2.0, "3us", 3e-6),
        ("B", 80e9, "96", 96e9),
        ("B", 80e9, "1.5 TiB", 1.5 * 2**40),
        ("B", 80e9, "4t", 4e12),
        ("B/s", 450e9, "900 GB/s", 900e9),
        ("s", 2.0, "soon", None),
        ("B", 80e9, "3 parsecs", None),
    ],
)
def test_times_and_sizes_are_read_in_any_unit(unit: str, shown: float, typed: str, value: float | None) -> None:
    found = read(typed, unit, shown)
    assert found == (None if value is None else pytest.approx(value))


@given(value=st.floats(1e-9, 1e5), unit=st.sampled_from(["s", "B", "B/s"]))
def test_a_written_time_or_size_is_read_back(value: float, unit: str) -> None:
    value *= 1.0 if unit == "s" else 1e9
    assert read(written(value, unit), unit, 0.0) == pytest.approx(value, rel=1e-8)
