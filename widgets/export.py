"""Any widget as a picture: PNG at any scale, SVG, or a PDF page. What is drawn does not depend on the screen.

A file is written beside its target and then put in its place, so that a failure leaves no half a picture.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPoint, QRect, QRectF, QSize, QSizeF
from PySide6.QtGui import (
    QColor,
    QImage,
    QImageWriter,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QRegion,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

DOTS_PER_INCH = 96  # of a logical pixel
_CLIP_USE = re.compile(r'<g clip-path="url\(#(clipPath\d+)\)"><g [^>]*?transform="(matrix\([^"]*\))"')
_CLIP_PATH = re.compile(r'(<clipPath id="(clipPath\d+)">\s*<path )')


class ExportError(OSError):
    """The picture could not be written; the message names the file."""


def export_widget(widget: QWidget, path: Path | str, *, size: QSize | None = None, scale: float = 2.0) -> Path:
    """Write `widget` to `path` (.png, .svg or .pdf) and return the path.

    `size` in logical pixels (default: as it is now), `scale` pixels of a PNG per logical pixel. The widget is laid
    out at `size` for the picture and put back afterwards. ValueError for another suffix, a size or scale that is not
    positive; ExportError if the file cannot be written.
    """
    target = Path(path)
    writers: dict[str, Callable[[QWidget, float], bytes]] = {".png": _png, ".svg": _svg, ".pdf": _pdf}
    writer = writers.get(target.suffix.lower())
    if writer is None:
        raise ValueError(f"{target}: unknown picture format {target.suffix!r}, expected .png, .svg or .pdf")
    if not scale > 0 or (size is not None and size.isEmpty()):
        raise ValueError(f"{target}: size {size} at scale {scale}, expected a size and a scale above zero")
    before = widget.size()
    try:
        if size is not None:
            _lay_out(widget, size)
        data = writer(widget, scale)
    finally:
        if widget.size() != before:
            _lay_out(widget, before)
    _write(target, data)
    return target


def picture(widget: QWidget, scale: float = 2.0) -> QImage:
    """The widget as an image of `scale` pixels per logical pixel, whatever the screen's ratio."""
    size = widget.size() * scale
    image = QImage(size, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    image.fill(_background(widget))
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _render(widget, painter)
    return image


def _lay_out(widget: QWidget, size: QSize) -> None:
    """Resize and let the layouts follow, although nothing is shown."""
    widget.resize(size)
    widget.ensurePolished()
    for child in (widget, *widget.findChildren(QWidget)):
        layout = child.layout()
        if layout is not None:
            layout.activate()


def _background(widget: QWidget) -> QColor:
    return widget.palette().color(QPalette.ColorRole.Window)


def _render(widget: QWidget, painter: QPainter) -> None:
    flags = QWidget.RenderFlag.DrawWindowBackground | QWidget.RenderFlag.DrawChildren
    widget.render(painter, QPoint(), QRegion(), flags)


def _png(widget: QWidget, scale: float) -> bytes:
    image = picture(widget, scale)
    dots_per_metre = round(DOTS_PER_INCH * scale / 0.0254)
    image.setDotsPerMeterX(dots_per_metre)
    image.setDotsPerMeterY(dots_per_metre)
    data, buffer = _buffer()
    if not QImageWriter(buffer, QByteArray(b"png")).write(image):
        raise ExportError("the PNG could not be encoded")
    return bytes(data.data())


def _svg(widget: QWidget, _scale: float) -> bytes:
    data, buffer = _buffer()
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # 1.2 Tiny cannot clip
    generator.setOutputDevice(buffer)
    generator.setSize(widget.size())
    generator.setViewBox(QRect(QPoint(), widget.size()))
    generator.setResolution(DOTS_PER_INCH)
    generator.setTitle(widget.accessibleName())
    generator.setDescription(widget.accessibleDescription())
    with QPainter(generator) as painter:
        painter.fillRect(widget.rect(), _background(widget))
        _render(widget, painter)
    return _place_clips(bytes(data.data()).decode()).encode()


def _place_clips(text: str) -> str:
    """Give each clip path the transform of the widget in which it was set.

    Qt writes the path in the widget's own coordinates, but refers to it from outside the group that places it. The
    first group under the clip has that transform, as none of our painting clips under a transform of its own.
    """
    first_use: dict[str, str] = {}
    for found in _CLIP_USE.finditer(text):
        first_use.setdefault(found[1], found[2])
    return _CLIP_PATH.sub(
        lambda found: f'{found[1]}transform="{first_use.get(found[2], "matrix(1,0,0,1,0,0)")}" ', text
    )


def _pdf(widget: QWidget, _scale: float) -> bytes:
    data, buffer = _buffer()
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS_PER_INCH * 4)
    points = QSizeF(widget.size()) * 72 / DOTS_PER_INCH
    page = QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF(), QPageLayout.Unit.Point))
    writer.setTitle(widget.accessibleName())
    with QPainter(writer) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        factor = writer.width() / widget.width()
        painter.scale(factor, factor)
        painter.fillRect(QRectF(widget.rect()), _background(widget))
        _render(widget, painter)
    return bytes(data.data())


def _buffer() -> tuple[QByteArray, QBuffer]:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return data, buffer


def _write(target: Path, data: bytes) -> None:
    """Beside the target first, then in its place."""
    partial = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        partial.write_bytes(data)
        partial.replace(target)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise ExportError(f"{target}: {error.strerror or error}") from error
