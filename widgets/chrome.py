"""The chrome as a QPalette: what every stock widget follows."""

from __future__ import annotations

from PySide6.QtGui import QPalette

from widgets.colour_math import mix
from widgets.data_colours import DataColours


def qpalette(own: DataColours) -> QPalette:
    """The chrome as a QPalette: what every stock widget follows."""
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    palette = QPalette()
    for where, colour in {
        role.Window: own.window,
        role.WindowText: own.text,
        role.Base: own.surface,
        role.AlternateBase: own.window,
        role.Text: own.text,
        role.PlaceholderText: own.muted,
        role.Button: own.raised,
        role.ButtonText: own.text,
        role.BrightText: own.on_accent,
        role.ToolTipBase: own.raised,
        role.ToolTipText: own.text,
        role.Highlight: own.accent,
        role.HighlightedText: own.on_accent,
        role.Accent: own.accent,
        role.Link: own.link,
        role.LinkVisited: own.link,
        role.Light: own.raised,
        role.Midlight: own.hover,
        role.Mid: own.border,
        role.Dark: mix(own.border, own.text, 0.2),
        role.Shadow: own.sunken,
    }.items():
        palette.setColor(where, colour)
    for where in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(group.Disabled, where, mix(own.muted, own.window, 0.4))
    palette.setColor(group.Disabled, role.Highlight, own.border)
    palette.setColor(group.Disabled, role.HighlightedText, own.text)
    return palette
