"""Marks texts that are translated where they are shown, not where they are written."""


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Marks `text` for Qt's extractor, which looks for this name; needs no Qt."""
    return text
