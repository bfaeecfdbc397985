"""The interface in Chinese, read straight from the translation source, so that no compiled file can be stale.

`python3 -m explorer.translation` updates the catalogue from the code with Qt's own extractor.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

from PySide6.QtCore import QCoreApplication, QObject, QTranslator

CATALOGUE = "translations/eighteen_ledgers_zh.ts"
_PACKAGES = ("explorer", "widgets")


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


def update(root: Path) -> int:
    """Bring the catalogue of the checkout at `root` up to date. Returns the extractor's exit code."""
    extractor = shutil.which("pyside6-lupdate", path=str(Path(sys.executable).parent)) or "pyside6-lupdate"
    sources = sorted(str(path.relative_to(root)) for package in _PACKAGES for path in (root / package).rglob("*.py"))
    target = Path("assets") / CATALOGUE
    (root / target).parent.mkdir(parents=True, exist_ok=True)
    arguments = ["-locations", "none", "-target-language", "zh_CN", "-no-obsolete"]
    return subprocess.run([extractor, *arguments, *sources, "-ts", str(target)], cwd=root, check=False).returncode


if __name__ == "__main__":
    sys.exit(update(Path(__file__).parents[1]))
