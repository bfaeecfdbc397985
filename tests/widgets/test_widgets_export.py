"""Pictures as files, whatever the screen."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from recordings import MS, small_recording

from engine.instant import Timeline
from widgets.export import ExportError, export_widget, picture
from widgets.page_table import PageTable
from widgets.palette import apply_theme, colours
from widgets.request_clock import RequestClock


def make(qtbot: QtBot, kind: type[PageTable] | type[RequestClock]) -> PageTable | RequestClock:
    widget = kind()
    qtbot.addWidget(widget)
    widget.resize(640, 400)
    widget.setTimeline(Timeline(small_recording()))
    widget.setTime(180 * MS)
    widget.selectRequest(2)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


KINDS = pytest.mark.parametrize("kind", [PageTable, RequestClock])


@KINDS
@pytest.mark.parametrize("scale", [1.0, 2.0, 2.5])
def test_a_png_has_the_size_asked_for(qtbot: QtBot, tmp_path: Path, kind: type[PageTable], scale: float) -> None:
    widget = make(qtbot, kind)
    path = export_widget(widget, tmp_path / "a picture é.png", size=QSize(500, 360), scale=scale)
    image = QImage(str(path))
    assert image.size() == QSize(500, 360) * scale
    assert widget.size() == QSize(640, 400)
    assert image.pixelColor(image.width() - 2, image.height() - 2) == colours(widget).window


@KINDS
def test_a_dark_picture_has_a_dark_ground(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, kind: type[PageTable]
) -> None:
    apply_theme(qapp, "dark")
    widget = make(qtbot, kind)
    for suffix in ("png", "svg"):
        image = render(export_widget(widget, tmp_path / f"dark.{suffix}", scale=1.0), widget.size())
        assert image.pixelColor(3, image.height() - 3).lightness() < 60
    apply_theme(qapp, "light")


def render(path: Path, size: QSize) -> QImage:
    """The file as an image, by a renderer that knows nothing of the widget."""
    if path.suffix == ".png":
        return QImage(str(path))
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor("magenta"))
    renderer = QSvgRenderer(str(path))
    assert renderer.isValid()
    with QPainter(image) as painter:
        renderer.render(painter)
    return image


def difference(first: QImage, second: QImage) -> float:
    """Mean difference of lightness over a coarse grid, 0..255."""
    steps = [(x, y) for x in range(4, first.width() - 4, 9) for y in range(4, first.height() - 4, 9)]
    return sum(abs(QColor(first.pixel(*p)).lightness() - QColor(second.pixel(*p)).lightness()) for p in steps) / len(
        steps
    )


@KINDS
def test_an_svg_looks_like_the_screen(qtbot: QtBot, tmp_path: Path, kind: type[PageTable]) -> None:
    widget = make(qtbot, kind)
    path = export_widget(widget, tmp_path / "figure.svg")
    root = ElementTree.parse(path).getroot()
    assert root.get("viewBox") == "0 0 640 400"
    texts = "".join(root.itertext())
    assert "r2" in texts
    assert "Page table" in texts or "Request clock" in texts
    # Qt's own SVG reader knows no clip paths, so the likeness is loose; what it draws must be in place.
    assert difference(render(path, widget.size()), widget.grab().toImage()) < 14


def test_svg_clips_carry_the_transform_of_their_widget(qtbot: QtBot, tmp_path: Path) -> None:
    widget = make(qtbot, RequestClock)
    text = export_widget(widget, tmp_path / "figure.svg").read_text()
    clips = re.findall(r'<clipPath id="(\w+)">\s*<path transform="(matrix\([^"]*\))"', text)
    assert clips
    for name, transform in clips:
        used = re.search(rf'<g clip-path="url\(#{name}\)"><g [^>]*?transform="(matrix\([^"]*\))"', text)
        assert used is None or used[1] == transform


@KINDS
def test_a_pdf_is_one_page_of_the_widgets_size(qtbot: QtBot, tmp_path: Path, kind: type[PageTable]) -> None:
    widget = make(qtbot, kind)
    data = export_widget(widget, tmp_path / "figure.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    box = re.search(rb"/MediaBox \[([\d. ]+)\]", data)
    assert box is not None
    left, top, right, bottom = (float(number) for number in box[1].split())
    assert (right - left, bottom - top) == pytest.approx((640 * 0.75, 400 * 0.75), abs=1)


def test_the_picture_does_not_depend_on_what_was_drawn_before(qtbot: QtBot) -> None:
    widget = make(qtbot, PageTable)
    first = picture(widget, 2.0)
    picture(widget, 1.0)
    assert difference(picture(widget, 2.0), first) < 0.5


def test_other_formats_and_sizes_are_refused(qtbot: QtBot, tmp_path: Path) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    with pytest.raises(ValueError, match=r"expected .png, .svg or .pdf"):
        export_widget(widget, tmp_path / "figure.gif")
    with pytest.raises(ValueError, match="above zero"):
        export_widget(widget, tmp_path / "figure.png", scale=0)
    with pytest.raises(ValueError, match="above zero"):
        export_widget(widget, tmp_path / "figure.png", size=QSize(0, 5))


def test_a_failed_write_leaves_the_old_file_and_no_litter(qtbot: QtBot, tmp_path: Path) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    with pytest.raises(ExportError, match="nowhere"):
        export_widget(widget, tmp_path / "nowhere" / "figure.png")
    target = tmp_path / "figure.png"
    target.mkdir()
    with pytest.raises(ExportError, match=r"figure\.png"):
        export_widget(widget, target)
    assert [entry.name for entry in tmp_path.iterdir()] == ["figure.png"]


def test_an_export_replaces_what_was_there(qtbot: QtBot, tmp_path: Path) -> None:
    widget = make(qtbot, PageTable)
    path = tmp_path / "figure.png"
    path.write_text("old")
    export_widget(widget, path)
    assert not QImage(str(path)).isNull()
    assert [entry.name for entry in tmp_path.iterdir()] == ["figure.png"]
