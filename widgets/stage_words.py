"""The sentences of an experiment, which the engine writes in English, in the interface's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def said(text: str) -> str:
    """The translation of a title, caption, axis or series name; the text itself where there is none."""
    return QCoreApplication.translate("Experiment", text) if text else ""
