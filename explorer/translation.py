"""The interface in Chinese, read straight from the translation source, so that no compiled file can be stale.

`python3 -m explorer.translation` brings the catalogue up to date with the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, QTranslator

CATALOGUE = "translations/eighteen_ledgers_zh.ts"
# Buttons that Qt writes by itself, and looks up under this context.
QT_BUTTONS = (
    QT_TRANSLATE_NOOP("QPlatformTheme", "OK"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Close"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Save"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Apply"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Discard"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "&Yes"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "&No"),
)


def read(text: str) -> dict[tuple[str, str], str]:
    """(context, English) → translation, for every finished message of a .ts file. Raises ElementTree.ParseError."""
    table = {}
    for context in ElementTree.fromstring(text).iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is None or translation.get("type") in ("unfinished", "vanished", "obsolete"):
                continue
            form = translation.find("numerusform")  # Chinese has one form for every number
            found = (translation if form is None else form).text
            if found:
                table[name, message.findtext("source", "")] = found
    return table


def chinese() -> dict[tuple[str, str], str]:
    """The shipped catalogue."""
    return read((files("assets") / CATALOGUE).read_text("utf-8"))


class Catalogue(QTranslator):
    """A translator over a table; what is missing stays English."""

    def __init__(self, table: dict[tuple[str, str], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table

    def isEmpty(self) -> bool:
        return not self._table

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str:
        return self._table.get((context, source))  # type: ignore[return-value]  # None: Qt asks the next one


class Language:
    """Puts one language on the application and takes the other off."""

    def __init__(self, application: QCoreApplication) -> None:
        self._application = application
        self._installed: Catalogue | None = None

    def use(self, language: str) -> None:
        """ "en" or "zh". Every widget is told by Qt's LanguageChange event."""
        if self._installed is not None:
            self._application.removeTranslator(self._installed)
            self._installed = None
        if language == "zh":
            self._installed = Catalogue(chinese(), self._application)
            self._application.installTranslator(self._installed)


def write(messages: Iterable[tuple[str, str]], known: Mapping[tuple[str, str], str]) -> str:
    """A .ts file with these messages: finished where `known` has a translation, unfinished where not."""
    root = ElementTree.Element("TS", version="2.1", language="zh_CN", sourcelanguage="en")
    contexts: dict[str, ElementTree.Element] = {}
    for context, source in messages:
        if context not in contexts:
            contexts[context] = ElementTree.SubElement(root, "context")
            ElementTree.SubElement(contexts[context], "name").text = context
        message = ElementTree.SubElement(contexts[context], "message")
        ElementTree.SubElement(message, "source").text = source
        translation = ElementTree.SubElement(message, "translation")
        if (context, source) in known:
            translation.text = known[context, source]
        else:
            translation.set("type", "unfinished")
    ElementTree.indent(root, " ")
    body = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n'


def update(root: Path) -> int:
    """Bring the catalogue of the checkout at `root` up to date. Returns how many messages are not translated."""
    from explorer.extraction import messages

    path = root / "assets" / CATALOGUE
    known = read(path.read_text("utf-8")) if path.exists() else {}
    found = messages(root)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(write(found, known), "utf-8")
    return sum(message not in known for message in found)


if __name__ == "__main__":
    missing = update(Path(__file__).parents[1])
    print(f"{missing} messages are not translated")
