"""Loads the Qt binding without its import hook.

The binding replaces Python's import function in order to offer switchable spellings. Nothing here uses them, and
with the hook every later import (numpy, the library's tools) takes about twice as long.
"""

from __future__ import annotations

import builtins


def load_qt() -> None:
    """Load the binding, then put the import function back. Call this before anything else of Qt is imported."""
    own = builtins.__import__
    import PySide6.QtWidgets  # noqa: F401

    builtins.__import__ = own
