"""A tool button with one of our icons, which follows the palette and the font by itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from widgets.fonts import scale
from widgets.icons import icon


class IconButton(QToolButton):
    """`flat` leaves out the frame until the mouse is over it."""

    def __init__(self, name: str, parent: QWidget | None = None, *, flat: bool = False) -> None:
        super().__init__(parent)
        self._name = name
        self._drawn: tuple[object, ...] = ()  # what the present icon was drawn from
        self.setProperty("flat", flat)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._tint()

    def setName(self, name: str) -> None:
        """Show another icon."""
        if name != self._name:
            self._name = name
            self._tint()

    def setWords(self, words: str) -> None:
        """What the button does, for the tooltip and for screen readers."""
        self.setToolTip(words)
        self.setAccessibleName(words)

    def _tint(self) -> None:
        """Draw the icon again if name, colours or size are others: style and palette events come in swarms."""
        side, palette = round(17 * scale()), self.palette()
        groups = (QPalette.ColorGroup.Active, QPalette.ColorGroup.Disabled)
        colours = tuple(palette.color(group, QPalette.ColorRole.WindowText).rgba() for group in groups)
        if self._drawn != (self._name, side, *colours):
            self._drawn = (self._name, side, *colours)
            self.setIcon(icon(self._name, self))
            self.setIconSize(QSize(side, side))

    def changeEvent(self, event: QEvent) -> None:
        kinds = QEvent.Type
        if event.type() in (kinds.PaletteChange, kinds.StyleChange, kinds.FontChange, kinds.ApplicationFontChange):
            self._tint()
        super().changeEvent(event)
