"""Fonts: Inter with tabular figures, always relative to the application's font so that presentation scale works."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo
from PySide6.QtWidgets import QApplication

FAMILIES = ("Inter", "Noto Sans SC", "Noto Sans CJK SC", "Segoe UI", "PingFang SC", "Microsoft YaHei", "DejaVu Sans")
BASE_POINTS = 10.0
SMALLEST_PIXELS = 11
_TABULAR = QFont.Tag("tnum")


def install_fonts() -> tuple[str, ...]:
    """Register the fonts that ship with the program; returns the families found. Call after QApplication exists."""
    found: list[str] = []
    folder = files("assets") / "fonts"
    if not folder.is_dir():
        return ()
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.name.lower().endswith((".ttf", ".otf")):
            with as_file(entry) as path:
                number = QFontDatabase.addApplicationFont(str(path))
            found += QFontDatabase.applicationFontFamilies(number) if number >= 0 else []
    return tuple(found)


def base_font(scale: float = 1.0) -> QFont:
    """The application's font at a presentation scale: give it to `QApplication.setFont`."""
    font = QFont()
    font.setFamilies(list(FAMILIES))
    font.setPointSizeF(BASE_POINTS * scale)
    font.setFeature(_TABULAR, 1)
    return font


def ui_font(size_delta: float = 0.0, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The application's font, `size_delta` points larger at scale 1 (and in proportion at other scales), with
    tabular figures, and never under 11 pixels."""
    return QFont(_font(QApplication.font().toString(), size_delta, weight))


@lru_cache(maxsize=256)
def _font(_application: str, size_delta: float, weight: QFont.Weight) -> QFont:
    font = QFont(QApplication.font())
    points = font.pointSizeF()
    if points > 0:
        font.setPointSizeF(points * (BASE_POINTS + size_delta) / BASE_POINTS)
    else:
        font.setPixelSize(max(1, round(font.pixelSize() * (BASE_POINTS + size_delta) / BASE_POINTS)))
    font.setWeight(weight)
    font.setFeature(_TABULAR, 1)
    if QFontInfo(font).pixelSize() < SMALLEST_PIXELS:
        font.setPixelSize(SMALLEST_PIXELS)
    return font


def scale() -> float:
    """How much larger the application's font is than at scale 1."""
    points = QApplication.font().pointSizeF()
    return points / BASE_POINTS if points > 0 else QApplication.font().pixelSize() / 13.0
