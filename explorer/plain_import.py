"""Loads the Qt binding and puts Python's own import function back. Import this before anything else of Qt.

The binding replaces the import function in order to offer switchable spellings. Nothing here uses them, and every
later import (numpy, the library's tools) would take about twice as long.
"""

from __future__ import annotations

import builtins

_own = builtins.__import__

import PySide6.QtWidgets  # noqa: E402, F401

builtins.__import__ = _own
