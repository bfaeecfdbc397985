"""The Chinese catalogue is complete, current, and can be drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from explorer.extraction import messages
from explorer.translation import chinese, read, update, write

ROOT = Path(__file__).parents[2]
FIELDS = re.compile(r"\{\w*\}|%n")


def test_every_text_is_translated_and_no_translation_is_stale() -> None:
    found, known = messages(ROOT), chinese()
    assert [message for message in found if message not in known] == []
    assert [message for message in known if message not in found] == []


def test_translations_keep_the_fields_of_the_text() -> None:
    texts = [(source, text) for (_, source), text in chinese().items()]
    wrong = [source for source, text in texts if sorted(FIELDS.findall(source)) != sorted(FIELDS.findall(text))]
    assert wrong == []


def test_every_chinese_text_has_glyphs_in_the_shipped_fonts(qtbot: QtBot) -> None:
    from PySide6.QtGui import QFontMetrics

    from widgets.fonts import base_font, install_fonts

    install_fonts()
    metrics = QFontMetrics(base_font())
    needed = {character for text in chinese().values() for character in text if character.isprintable()}
    assert [character for character in sorted(needed) if not metrics.inFontUcs4(ord(character))] == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ('class A:\n    def f(self):\n        return self.tr("one")', [("A", "one")]),
        ('QCoreApplication.translate("B", "two " "parts")', [("B", "two parts")]),
        ('X = QT_TRANSLATE_NOOP("C", "three")', [("C", "three")]),
        ('def tr(text):\n    return QCoreApplication.translate("D", text)\nx = tr("four")', [("D", "four")]),
        ('self.tr(name)\nother("five")', []),
    ],
)
def test_texts_are_found_in_code(tmp_path: Path, code: str, expected: list[tuple[str, str]]) -> None:
    (tmp_path / "explorer").mkdir()
    (tmp_path / "explorer" / "part.py").write_text(code)
    of_the_engine = ("Quantity", "Term", "Trial", "Unit")
    assert [message for message in messages(tmp_path) if message[0] not in of_the_engine] == expected


def test_updating_keeps_translations_and_marks_what_is_new(tmp_path: Path) -> None:
    (tmp_path / "explorer").mkdir()
    (tmp_path / "explorer" / "part.py").write_text('translate("A", "old & <new>")\ntranslate("A", "other")')
    catalogue = tmp_path / "assets" / "translations" / "eighteen_ledgers_zh.ts"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text(write([("A", "old & <new>")], {("A", "old & <new>"): "旧 & <新>"}))
    missing = update(tmp_path)
    assert read(catalogue.read_text()) == {("A", "old & <new>"): "旧 & <新>"}
    assert 'type="unfinished"' in catalogue.read_text()
    assert missing > 0
