"""The bar of the shared filter under real clicks and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu, QToolButton
from pytestqt.qtbot import QtBot

from citations.filters import UNVERIFIED, Part, SourceFilter
from widgets.filter_bar import FilterBar
from widgets.filter_bar_chip import FilterChip
from widgets.filter_bar_menu import FieldMenus, StayingMenu, with_mnemonics
from widgets.filter_bar_words import filter_sentence, value_name

ASKED = SourceFilter(text="paged", ledgers=("state", "batching"), years=(2022, None), tags=("R&D",))
CHOICES = {
    "ledgers": {"state": 23, "batching": 14, "reuse": 0},
    "years": {"2021": 2, "2022": 10, "2023": 22},
    "tags": {"R&D": 3, "exam": 9},
}


@pytest.fixture
def bar(qtbot: QtBot) -> FilterBar:
    bar = FilterBar()
    qtbot.addWidget(bar)
    bar.resize(1300, 60)
    bar.setChoices(CHOICES)
    bar.setFilter(ASKED)
    bar.setCounts(12, 153)
    bar.show()
    return bar


def chips(bar: FilterBar) -> list[FilterChip]:
    return [chip for chip in bar.findChildren(FilterChip) if chip.isVisible()]


def words(bar: FilterBar) -> QLineEdit:
    return bar.findChild(QLineEdit)


def button(bar: FilterBar, text: str) -> QToolButton:
    return next(one for one in bar.findChildren(QToolButton) if one.text() == text)


def entries(menu: QMenu) -> dict[str, QAction]:
    return {action.text().replace("&", "").partition("\t")[0]: action for action in menu.actions()}


def open_menu(bar: FilterBar, *path: str) -> dict[str, QAction]:
    """The entries of a submenu of the menu that adds, without showing a window."""
    menu = bar.findChild(QMenu)
    menu.aboutToShow.emit()
    for title in path:
        menu = entries(menu)[title].menu()
    return entries(menu)


def test_every_part_but_the_words_has_a_chip_and_the_words_stand_in_the_field(bar: FilterBar) -> None:
    assert [chip.part for chip in chips(bar)] == [part for part in ASKED.parts() if part.field != "text"]
    assert words(bar).text() == "paged"
    assert [chip.accessibleName() for chip in chips(bar)] == [
        "ledger: State",
        "ledger: Batching",
        "years: since 2022",
        "tag: R&D",
    ]


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
def test_a_key_takes_a_chip_away_and_the_focus_stays_among_the_chips(
    bar: FilterBar, qtbot: QtBot, key: Qt.Key
) -> None:
    with qtbot.waitSignal(bar.filterChanged) as caught:
        qtbot.keyClick(chips(bar)[1], key)
    assert caught.args == [ASKED.without(Part("ledgers", "batching"))]
    assert bar.focusWidget() is chips(bar)[1]
    for _ in range(3):
        qtbot.keyClick(bar.focusWidget(), key)
    assert not chips(bar)
    assert bar.focusWidget() is words(bar)


def test_the_cross_takes_away_and_the_rest_of_a_chip_changes(bar: FilterBar, qtbot: QtBot) -> None:
    chip = chips(bar)[2]
    with qtbot.waitSignal(chip.opened):
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(12, chip.height() // 2))
    QApplication.activePopupWidget().close()
    with qtbot.waitSignal(bar.filterChanged) as caught:
        place = QPoint(chip.width() - 10, chip.height() // 2)
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=place)
    assert caught.args[0].years == (None, None)


def test_arrows_walk_along_the_chips_and_back_to_the_words(bar: FilterBar, qtbot: QtBot) -> None:
    bar.setFilter(SourceFilter(kinds=("paper",), statuses=("read",)))
    qtbot.keyClick(words(bar), Qt.Key.Key_Backspace)
    assert bar.focusWidget() is chips(bar)[1]
    qtbot.keyClick(bar.focusWidget(), Qt.Key.Key_Left)
    qtbot.keyClick(bar.focusWidget(), Qt.Key.Key_Left)
    assert bar.focusWidget() is words(bar)


def test_typing_asks_at_every_key_and_escape_asks_for_no_words(bar: FilterBar, qtbot: QtBot) -> None:
    bar.setFilter(SourceFilter(kinds=("paper",)))
    asked: list[SourceFilter] = []
    bar.filterChanged.connect(asked.append)
    qtbot.keyClicks(words(bar), "kv")
    qtbot.keyClick(words(bar), Qt.Key.Key_Escape)
    assert [wanted.text for wanted in asked] == ["k", "kv", ""]
    assert all(wanted.kinds == ("paper",) for wanted in asked)


def test_an_answer_to_typing_does_not_move_the_cursor(bar: FilterBar) -> None:
    words(bar).setText("kv  cache ")
    words(bar).setCursorPosition(3)
    bar.setFilter(SourceFilter(text="kv cache"))
    assert (words(bar).text(), words(bar).cursorPosition()) == ("kv  cache ", 3)
    bar.setFilter(SourceFilter(text="else"))
    assert words(bar).text() == "else"


def test_setting_a_filter_emits_nothing(bar: FilterBar, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(bar.filterChanged):
        bar.setFilter(SourceFilter(text="x", kinds=("paper",)))
        bar.setCounts(1, 2)


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Return])
def test_from_the_words_a_key_leads_to_the_rows(bar: FilterBar, qtbot: QtBot, key: Qt.Key) -> None:
    with qtbot.waitSignal(bar.left):
        qtbot.keyClick(words(bar), key)


def test_the_filter_is_never_silent(bar: FilterBar, qtbot: QtBot) -> None:
    assert bar.describe() == (
        "Filter: words: paged; ledger: State or Batching; years: since 2022; tag: R&D. 12 of 153 sources are shown."
    )
    assert bar.accessibleDescription() == bar.describe()
    with qtbot.waitSignal(bar.filterChanged) as caught:
        qtbot.mouseClick(button(bar, "Show all"), Qt.MouseButton.LeftButton)
    assert caught.args == [SourceFilter()]
    assert words(bar).text() == ""
    bar.setCounts(153, 153)
    assert bar.describe() == "No filter: all 153 sources are shown."
    assert not button(bar, "Show all").isVisible()


def test_the_menu_offers_every_field_and_each_value_with_its_number(bar: FilterBar) -> None:
    bar.setChoices({**CHOICES, "kinds": {}})
    fields = open_menu(bar)
    titles = ["Ledger", "Effect", "Years", "Evidence", "Kind", "Relation", "Reading status", "Tag"]
    assert list(fields) == titles
    assert not fields["Kind"].isEnabled()
    ledgers = open_menu(bar, "Ledger")
    assert list(ledgers) == ["State", "Batching"]  # nothing is offered that would leave nothing
    assert ledgers["State"].text().endswith("\t23")
    assert ledgers["State"].isChecked()
    assert "not verified" in open_menu(bar, "Evidence")
    assert list(open_menu(bar, "Tag")) == ["exam", "RD"]  # the most used first; & is text, not a mnemonic


def test_values_are_switched_in_the_menu(bar: FilterBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bar.filterChanged) as caught:
        open_menu(bar, "Tag")["exam"].trigger()
    assert caught.args[0].tags == ("R&D", "exam")
    with qtbot.waitSignal(bar.filterChanged) as caught:
        open_menu(bar, "Ledger")["State"].trigger()
    assert caught.args[0].ledgers == ("batching",)


def test_years_have_two_ends_and_never_leave_an_empty_range(bar: FilterBar) -> None:
    open_menu(bar, "Years", "To")["2023"].trigger()
    assert bar.filter().years == (2022, 2023)
    open_menu(bar, "Years", "To")["2021"].trigger()
    assert bar.filter().years == (2021, 2021)
    open_menu(bar, "Years", "From")["any year"].trigger()
    assert bar.filter().years == (None, 2021)
    assert chips(bar)[2].accessibleName() == "years: until 2021"


def test_a_menu_stays_open_while_values_are_switched(qtbot: QtBot) -> None:
    menu, asked = StayingMenu(), []
    qtbot.addWidget(menu)
    FieldMenus(SourceFilter(), {}, asked.append).fill(menu, "kinds")
    menu.popup(QPoint(0, 0))
    for action in menu.actions()[:2]:
        menu.setActiveAction(action)
        qtbot.keyClick(menu, Qt.Key.Key_Space)
        assert menu.isVisible()
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(menu.actions()[2]).center())
    assert menu.isVisible()
    assert asked[-1].kinds == ("paper", "report", "repository")
    menu.close()


def test_a_mnemonic_reaches_each_value(bar: FilterBar) -> None:
    from assets.ledgers import LEDGERS

    marked = with_mnemonics(value_name("ledgers", ledger) for ledger in LEDGERS)
    letters = [text[text.index("&") + 1].casefold() for text in marked if "&" in text]
    assert len(letters) == len(set(letters)) == 18
    assert with_mnemonics(["&", "a", "A"]) == ["&&", "&a", "A"]


def test_many_tags_are_cut_and_said(bar: FilterBar) -> None:
    bar.setChoices({"tags": {f"tag {n:02}": 1 for n in range(60)}})
    tags = list(open_menu(bar, "Tag"))
    assert len(tags) == 41
    assert tags[-1].startswith("21 more")  # one more is asked for


def test_chips_wrap_where_it_is_narrow_and_nothing_is_cut(bar: FilterBar, qtbot: QtBot) -> None:
    wide = bar.heightForWidth(1300)
    assert bar.heightForWidth(420) > wide
    bar.resize(420, bar.heightForWidth(420))
    for widget in (*chips(bar), words(bar), button(bar, "Show all")):
        assert bar.rect().contains(widget.geometry())
    places = [chip.geometry() for chip in chips(bar)]
    assert not any(a.intersects(b) for n, a in enumerate(places) for b in places[n + 1 :])


def test_the_sentence_says_what_is_asked_for() -> None:
    wanted = SourceFilter(evidence=(UNVERIFIED,), years=(2020, 2020), effects=("saves", "costs"))
    assert filter_sentence(wanted) == "effect: saves or costs; years: 2020; evidence: not verified"
    assert filter_sentence(SourceFilter()) == ""


def test_the_tab_key_reaches_everything(bar: FilterBar, qtbot: QtBot) -> None:
    words(bar).setFocus()
    reached = []
    for _ in range(7):
        reached.append(bar.focusWidget())
        bar.focusNextChild()
    assert reached == [words(bar), button(bar, "&Add filter"), *chips(bar), button(bar, "Show all")]


def test_or_stays_with_the_chip_that_it_leads_to(bar: FilterBar) -> None:
    bar.setFilter(SourceFilter(ledgers=("state", "batching", "reuse", "kernels")))
    for width in range(300, 1000, 20):
        bar.resize(width, bar.heightForWidth(width))
        joins = [label for label in bar.findChildren(QLabel) if "or<" in label.text() and label.isVisible()]
        assert len(joins) == 3
        for label, chip in zip(joins, chips(bar)[1:], strict=True):
            assert abs(label.geometry().center().y() - chip.geometry().center().y()) < 3


def test_another_language_reaches_every_word(bar: FilterBar, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FilterBar, "tr", lambda self, text: f"«{text}»")
    QApplication.sendEvent(bar, QEvent(QEvent.Type.LanguageChange))
    shown = [label.text() for label in bar.findChildren(QLabel) if label.isVisible()]
    assert any("«or»" in text for text in shown)
    assert any("12 of 153" in text and "«" in text for text in shown)
    assert words(bar).placeholderText() == "«Words to look for»"
