"""Colours that can be read and told apart."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from engine.sheet import LEDGERS, Verdict
from widgets.channels import EVIDENCE_SHAPE, VERDICT_SHAPE
from widgets.clock_data import Span
from widgets.clock_lanes import span_colour
from widgets.fonts import base_font, install_fonts, scale, ui_font
from widgets.palette import apply_theme, colours, contrast, is_dark, mix
from widgets.shapes import SHAPES, shape

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear sRGB.
DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881))
PROTANOPIA = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def lab(colour: QColor, eyes: tuple[tuple[float, ...], ...]) -> np.ndarray:
    """CIE L*a*b* of a colour as seen with `eyes`."""
    srgb = np.array([colour.redF(), colour.greenF(), colour.blueF()])
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(eyes) @ linear, 0, 1)
    xyz = np.array(TO_XYZ) @ seen / np.array([0.9505, 1.0, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def closest(found: list[QColor], eyes: tuple[tuple[float, ...], ...]) -> float:
    seen = [lab(colour, eyes) for colour in found]
    return min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2))


@pytest.mark.parametrize("dark", [False, True])
def test_text_can_be_read_on_every_ground(dark: bool) -> None:
    own = colours(dark)
    for ground in (own.window, own.surface, own.raised, own.sunken, own.hover, own.selection):
        for text in (own.text, own.muted, own.accent, own.link):
            assert contrast(text, ground) >= 4.5, (text.name(), ground.name())
    assert contrast(own.on_accent, own.accent) >= 4.5


@pytest.mark.parametrize("dark", [False, True])
def test_a_data_colour_can_be_made_readable_and_written_on(dark: bool) -> None:
    own = colours(dark)
    data = [*own.hue.values(), *own.page_state.values(), *own.evidence.values(), *own.verdict.values(), *own.requests]
    for colour in [*data, *own.ledger.values()]:
        assert contrast(own.readable(colour), own.surface) >= 4.5
        assert contrast(own.ink(colour), colour) >= 4.5


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("eyes", [DEUTERANOPIA, PROTANOPIA], ids=["deuteranopia", "protanopia"])
def test_colour_blind_eyes_tell_the_colours_apart(dark: bool, eyes: tuple[tuple[float, ...], ...]) -> None:
    own = colours(dark)
    assert closest(list(own.page_state.values()), eyes) > 10
    assert closest(list(own.evidence.values()), eyes) > 8
    assert closest([own.verdict[verdict] for verdict in (Verdict.BETTER, Verdict.WORSE, Verdict.CHANGED)], eyes) > 25
    assert closest(list(own.requests), eyes) > 15
    # Waiting and stalled are both a quiet grey on purpose: their bars differ in height and hatch.
    assert closest([span_colour(kind, own) for kind in Span if kind != Span.STALLED], eyes) > 12


def test_every_ledger_has_a_colour_and_every_meaning_a_shape() -> None:
    assert tuple(colours(False).ledger) == LEDGERS
    assert len(set(VERDICT_SHAPE.values())) == len(VERDICT_SHAPE)
    assert len(set(EVIDENCE_SHAPE.values())) == len(EVIDENCE_SHAPE)
    for name in SHAPES:
        assert not shape(name).isEmpty()
    with pytest.raises(KeyError):
        shape("no such shape")


def test_a_request_keeps_its_colour() -> None:
    own = colours(True)
    assert own.request(5) == own.request(17)
    assert own.request(5) != own.request(6)
    assert own.request(-1) == own.hue["grey"]


def test_mixing() -> None:
    black, white = QColor("black"), QColor("white")
    assert mix(black, white, 0.0) == black
    assert mix(black, white, 1.0) == white


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_a_theme_dresses_open_windows(qtbot: QtBot, qapp: QApplication, scheme: str, dark: bool) -> None:
    label = QLabel("words")
    button = QPushButton("Run")
    for widget in (label, button):
        qtbot.addWidget(widget)
        widget.show()
    apply_theme(qapp, scheme)
    assert is_dark(label) is dark
    assert colours(label).dark is dark
    assert label.palette().color(QPalette.ColorRole.Window) == colours(dark).window
    shown = button.grab().toImage()
    assert contrast(QColor(shown.pixel(button.width() // 2, 4)), colours(dark).text) > 4.5


def test_an_unknown_theme_is_refused(qapp: QApplication) -> None:
    with pytest.raises(ValueError, match="expected light, dark or system"):
        apply_theme(qapp, "sepia")


def test_fonts_ship_with_the_program_and_follow_its_scale(qapp: QApplication) -> None:
    assert "Inter" in install_fonts()
    before = qapp.font()
    try:
        qapp.setFont(base_font())
        assert scale() == pytest.approx(1.0)
        small, normal = ui_font(-8), ui_font()
        assert QFontInfo(small).pixelSize() >= 11
        assert QFontInfo(normal).family() == "Inter"
        qapp.setFont(base_font(2.0))
        assert scale() == pytest.approx(2.0)
        assert ui_font().pointSizeF() == pytest.approx(2 * normal.pointSizeF())
    finally:
        qapp.setFont(before)


def test_a_label_follows_the_palette_after_a_change(qtbot: QtBot, qapp: QApplication) -> None:
    from widgets.icon_button import IconButton

    button = IconButton("play")
    qtbot.addWidget(button)
    apply_theme(qapp, "light")
    light = button.icon().pixmap(32, 32).toImage()
    apply_theme(qapp, "dark")
    qapp.sendEvent(button, QEvent(QEvent.Type.PaletteChange))
    assert button.icon().pixmap(32, 32).toImage() != light
