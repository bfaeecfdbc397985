"""The menu that adds to the filter: every field a submenu, every value with the number of its sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QWidget

from assets.ledgers import EVIDENCE, LEDGERS
from citations.filters import UNVERIFIED, SourceFilter
from widgets.filter_bar_words import STATUSES, value_name

Counts = Mapping[str, int]
TAGS_SHOWN = 40
_KNOWN: Mapping[str, tuple[str, ...]] = {  # fields with a fixed vocabulary, in its own order
    "ledgers": LEDGERS,
    "effects": ("saves", "costs", "shapes"),
    "evidence": (*EVIDENCE, UNVERIFIED),
    "kinds": ("paper", "report", "repository"),
    "relations": ("extends", "uses", "combines", "replaces", "baseline", "same-problem"),
    "statuses": STATUSES,
}


class StayingMenu(QMenu):
    """A menu in which several values can be checked: a click or Space leaves it open, Enter closes it."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = self.actionAt(event.position().toPoint())
        if action is not None and action.isCheckable() and action.isEnabled():
            action.trigger()
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self.activeAction()
        checkable = action is not None and action.isCheckable() and action.isEnabled()
        if event.key() == Qt.Key.Key_Space and checkable:
            action.trigger()
        else:
            super().keyPressEvent(event)


def field_title(field: str) -> str:
    """The title of a field's submenu, with its mnemonic."""
    return {
        "ledgers": QCoreApplication.translate("FilterMenu", "&Ledger"),
        "effects": QCoreApplication.translate("FilterMenu", "&Effect"),
        "years": QCoreApplication.translate("FilterMenu", "&Years"),
        "evidence": QCoreApplication.translate("FilterMenu", "E&vidence"),
        "kinds": QCoreApplication.translate("FilterMenu", "&Kind"),
        "relations": QCoreApplication.translate("FilterMenu", "&Relation"),
        "statuses": QCoreApplication.translate("FilterMenu", "Reading &status"),
        "tags": QCoreApplication.translate("FilterMenu", "&Tag"),
    }[field]


MENU_FIELDS = ("ledgers", "effects", "years", "evidence", "kinds", "relations", "statuses", "tags")


def with_mnemonics(names: Iterable[str]) -> list[str]:
    """The names with a letter each to press, as long as there are letters left; `&` in a name is kept as text."""
    taken: set[str] = set()
    marked = []
    for name in names:
        place = next((i for i, char in enumerate(name) if _pressable(char) and char.casefold() not in taken), None)
        if place is None:
            marked.append(name.replace("&", "&&"))
            continue
        taken.add(name[place].casefold())
        before, after = (part.replace("&", "&&") for part in (name[:place], name[place:]))
        marked.append(f"{before}&{after}")
    return marked


def _pressable(char: str) -> bool:
    return char.isascii() and char.isalnum()


class FieldMenus:
    """Fills menus for one filter; `chosen` is called with the filter that the user made of it."""

    def __init__(self, wanted: SourceFilter, choices: Mapping[str, Counts], chosen: Callable[[SourceFilter], None]):
        self.wanted = wanted
        self._choices = choices
        self._chosen = chosen

    def add_to(self, menu: QMenu, parent: QWidget) -> None:
        """A submenu for every field; fields without values are greyed."""
        for field in MENU_FIELDS:
            submenu = StayingMenu(field_title(field), parent)
            self.fill(submenu, field)
            submenu.setEnabled(not submenu.isEmpty())
            menu.addMenu(submenu)

    def fill(self, menu: QMenu, field: str) -> None:
        """The values of one field, those that are asked for checked."""
        if field == "years":
            self._fill_years(menu)
            return
        counts = self._choices.get(field)
        values = self._values(field, counts)
        shown = values[:TAGS_SHOWN] if field == "tags" else values
        asked = getattr(self.wanted, field)
        for value, title in zip(shown, with_mnemonics(value_name(field, value) for value in shown), strict=True):
            action = menu.addAction(_counted(title, counts, value))
            action.setCheckable(True)
            action.setChecked(value in asked)
            action.triggered.connect(lambda _=False, value=value: self._toggle(field, value))
        if len(shown) < len(values):
            more = QCoreApplication.translate("FilterMenu", "{0} more: write the tag in the field of words")
            menu.addAction(more.format(len(values) - len(shown))).setEnabled(False)

    def _values(self, field: str, counts: Counts | None) -> list[str]:
        """In the vocabulary's order, then others by number; what is asked for is always among them."""
        known = _KNOWN.get(field, ())
        if counts is None:
            return [*known, *(value for value in getattr(self.wanted, field) if value not in known)]
        there = {value for value, count in counts.items() if count} | set(getattr(self.wanted, field))
        rest = sorted(there.difference(known), key=lambda value: (-counts.get(value, 0), value.casefold()))
        return [value for value in known if value in there] + rest

    def _toggle(self, field: str, value: str) -> None:
        self.wanted = self.wanted.toggled(field, value)
        self._chosen(self.wanted)

    # years

    def _fill_years(self, menu: QMenu) -> None:
        counts = self._choices.get("years") or {}
        asked = [year for year in self.wanted.years if year is not None]
        years = sorted({int(year) for year in counts if str(year).isdigit()} | set(asked))
        if not years:
            return
        titles = (
            QCoreApplication.translate("FilterMenu", "&From"),
            QCoreApplication.translate("FilterMenu", "&To"),
        )
        for end, title in enumerate(titles):
            submenu = StayingMenu(title, menu)
            group = QActionGroup(submenu)
            anyway = QCoreApplication.translate("FilterMenu", "&any year")
            self._year(submenu, group, anyway, end, None)
            for year in reversed(years):
                count = {str(key): number for key, number in counts.items()}
                self._year(submenu, group, _counted(str(year), count, str(year)), end, year)
            menu.addMenu(submenu)

    def _year(self, menu: QMenu, group: QActionGroup, title: str, end: int, year: int | None) -> None:
        action: QAction = menu.addAction(title)
        action.setCheckable(True)
        action.setChecked(self.wanted.years[end] == year)
        group.addAction(action)
        action.triggered.connect(lambda _=False: self._set_year(end, year))

    def _set_year(self, end: int, year: int | None) -> None:
        """The other end gives way where the range would be empty."""
        first, last = self.wanted.years
        first, last = (year, last) if end == 0 else (first, year)
        if first is not None and last is not None and first > last:
            first, last = (year, year)
        self.wanted = replace(self.wanted, years=(first, last))
        self._chosen(self.wanted)


def _counted(title: str, counts: Counts | None, value: str) -> str:
    """With the number at the right edge, where menus have their keys."""
    return title if counts is None else f"{title}\t{counts.get(value, 0)}"
