"""The fixed words of an import report in the interface's language. What holds numbers or names stays as it is."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

CONTEXT = "Trace"
WORDS = (
    QT_TRANSLATE_NOOP("Trace", "fixed by the layout"),
    QT_TRANSLATE_NOOP("Trace", "named by the column"),
    QT_TRANSLATE_NOOP("Trace", "assumed"),
    QT_TRANSLATE_NOOP("Trace", "guessed from the size of the numbers"),
    QT_TRANSLATE_NOOP("Trace", "as the stamps are written"),
    QT_TRANSLATE_NOOP("Trace", "declared by the user"),
    QT_TRANSLATE_NOOP("Trace", "wall clock"),
    QT_TRANSLATE_NOOP("Trace", "auto"),
    QT_TRANSLATE_NOOP("Trace", "columns named by the user"),
    QT_TRANSLATE_NOOP("Trace", "lengths without times"),
    QT_TRANSLATE_NOOP("Trace", "request table"),
    QT_TRANSLATE_NOOP("Trace", "saved trace"),
    QT_TRANSLATE_NOOP("Trace", "no prompt length"),
    QT_TRANSLATE_NOOP("Trace", "no output length"),
    QT_TRANSLATE_NOOP("Trace", "the prompt length is not a whole number of tokens"),
    QT_TRANSLATE_NOOP("Trace", "the output length is not a whole number of tokens"),
    QT_TRANSLATE_NOOP("Trace", "no arrival time"),
    QT_TRANSLATE_NOOP("Trace", "the arrival time is not a time"),
    QT_TRANSLATE_NOOP("Trace", "no prompt tokens"),
    QT_TRANSLATE_NOOP("Trace", "failed: no output tokens"),
    QT_TRANSLATE_NOOP("Trace", "failed: no prompt and no output tokens"),
    QT_TRANSLATE_NOOP("Trace", "the prefix ids do not match the prompt length"),
    QT_TRANSLATE_NOOP("Trace", "more fields than the header"),
    QT_TRANSLATE_NOOP("Trace", "the header again"),
    QT_TRANSLATE_NOOP("Trace", "a line that is not JSON"),
    QT_TRANSLATE_NOOP("Trace", "a line that is not a JSON object"),
)


def trace_word(text: str) -> str:
    """`text` in the interface's language if it is one of the fixed ones."""
    return QCoreApplication.translate(CONTEXT, text)
