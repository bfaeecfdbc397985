"""Clicking on words of a rich page as a user does."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest

from widgets.rich_page import RichPage


def click_words(page: RichPage, words: str) -> None:
    """Click in the middle of the first place where `words` stand."""
    found = page.document().find(words, 0, QTextDocument.FindFlag.FindCaseSensitively)
    assert not found.isNull(), f"{words!r} is not on the page"
    end = page.cursorRect(found)
    found.setPosition(found.selectionStart())
    page.setTextCursor(found)
    page.ensureCursorVisible()
    start = page.cursorRect(found)
    shift = start.left() - end.left() if start.top() == end.top() else -20
    place = QPoint(start.left() - shift // 2, start.center().y())
    QTest.mouseClick(page.viewport(), Qt.MouseButton.LeftButton, pos=place)
