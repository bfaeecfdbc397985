"""The filter that map, timeline and table share, as a bar: words, a chip for every other part, and what is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QSizePolicy, QToolButton, QWidget

from citations.filters import Part, SourceFilter
from widgets.filter_bar_chip import FilterChip
from widgets.filter_bar_layout import FlowLayout
from widgets.filter_bar_menu import Counts, FieldMenus, StayingMenu
from widgets.filter_bar_words import filter_sentence
from widgets.fonts import scale
from widgets.palette import colours
from widgets.rich_style import sized

GROWTH = 110  # px at scale 1 that the field of words may grow by where there is room


class WordField(QLineEdit):
    """A line that asks for a modest width, and wears the accent while it holds something."""

    def sizeHint(self) -> QSize:
        return QSize(round(190 * scale()), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(round(120 * scale()), super().minimumSizeHint().height())


class FilterBar(QWidget):
    """`setFilter` and `setCounts` say what holds; `filterChanged(SourceFilter)` what the user wants instead.

    The bar shows the wanted filter at once and needs no answer but `setCounts(shown, total)`. The words stand in
    the field, which is their chip: Esc empties it. `left`: Down or Enter in the field, the user wants to the rows.
    """

    filterChanged = Signal(object)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filter = SourceFilter()
        self._choices: Mapping[str, Counts] = {}
        self._shown = self._total = 0
        self._chips: list[FilterChip] = []
        self._between: list[QLabel] = []
        self._words = WordField(self)
        self._add = QToolButton(self)
        self._menu = QMenu(self)
        self._count = QLabel(self)
        self._clear = QToolButton(self)
        self._build()
        self._words.textChanged.connect(self._type)
        self._words.installEventFilter(self)
        self._menu.aboutToShow.connect(self._fill_menu)
        self._clear.clicked.connect(self.clear)
        self._retranslate()

    def _build(self) -> None:
        self._words.setClearButtonEnabled(True)
        self._add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._add.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._add.setMenu(self._menu)
        self._clear.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._count.setTextFormat(Qt.TextFormat.RichText)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._flow = FlowLayout(self, grow=round(GROWTH * scale()))
        self._flow.setContentsMargins(8, 5, 8, 5)
        self._flow.addWidget(self._words)
        self._flow.addWidget(self._add)
        self._flow.addTail(self._count)
        self._flow.addTail(self._clear)
        self.setFocusProxy(self._words)

    # public

    def setFilter(self, wanted: SourceFilter) -> None:
        """Show a filter; emits nothing. Words that are being typed are left alone where they say the same."""
        self._filter = wanted
        if self._words.text().split() != wanted.text.split():
            self._words.blockSignals(True)
            self._words.setText(wanted.text)
            self._words.blockSignals(False)
        self._make_chips()
        self._refresh()

    def filter(self) -> SourceFilter:
        return self._filter

    def setChoices(self, choices: Mapping[str, Counts]) -> None:
        """For each field of `SourceFilter` the values that occur, each with the number of its sources.

        `years` by year ("2024"). A field that is left out offers its whole vocabulary without numbers.
        """
        self._choices = choices

    def setCounts(self, shown: int, total: int) -> None:
        """How many of all sources pass the filter."""
        news = (shown, total) != (self._shown, self._total)
        self._shown, self._total = shown, total
        self._refresh()
        if news and self.isVisible() and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._words, self.describe()))

    def focusText(self) -> None:
        """Put the cursor into the field of words, all of them selected."""
        self._words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._words.selectAll()

    def openMenu(self) -> None:
        """Open the menu that adds to the filter."""
        self._add.showMenu()

    def clear(self) -> None:
        """Ask for everything again."""
        self._wish(SourceFilter())
        self._words.setFocus(Qt.FocusReason.OtherFocusReason)

    def describe(self) -> str:
        """The filter and what it leaves, in words."""
        if self._filter.is_empty:
            return self.tr("No filter: all {0} sources are shown.").format(self._total)
        text = self.tr("Filter: {0}. {1} of {2} sources are shown.")
        return text.format(filter_sentence(self._filter), self._shown, self._total)

    # inside

    def _wish(self, wanted: SourceFilter) -> None:
        if wanted != self._filter:
            self.setFilter(wanted)
            self.filterChanged.emit(wanted)

    def _type(self, text: str) -> None:
        self._wish(replace(self._filter, text=text))

    def _parts(self) -> list[Part]:
        """What has a chip: everything but the words."""
        return [part for part in self._filter.parts() if part.field != "text"]

    def _make_chips(self, *, anew: bool = False) -> None:
        parts = self._parts()
        if parts == [chip.part for chip in self._chips] and not anew:
            return
        for widget in (*self._chips, *self._between):
            self._flow.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._chips, self._between = [], []
        for place, part in enumerate(parts):
            if place and parts[place - 1].field == part.field:
                self._join()
            chip = FilterChip(part, self)
            chip.removed.connect(self._remove)
            chip.opened.connect(self._open)
            chip.walked.connect(self._walk)
            self._chips.append(chip)
            self._flow.addWidget(chip)
            chip.show()
        self._order_tabs()
        self.updateGeometry()

    def _join(self) -> None:
        """The word between two chips of a field, of which one is enough."""
        label = QLabel(self)
        label.setText(sized(self.tr("or"), -1))
        self._between.append(label)
        self._flow.addGlued(label)
        label.show()

    def _order_tabs(self) -> None:
        row = [self._words, self._add, *self._chips, self._clear]
        for before, after in pairwise(row):
            QWidget.setTabOrder(before, after)

    def _remove(self, part: Part) -> None:
        """The focus goes to the chip that takes the place, else back to the words."""
        place = next((i for i, chip in enumerate(self._chips) if chip.part == part), 0)
        self._wish(self._filter.without(part))
        following: QWidget = self._chips[min(place, len(self._chips) - 1)] if self._chips else self._words
        following.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open(self, part: Part) -> None:
        """The values of a chip's field, under the chip."""
        chip = next(chip for chip in self._chips if chip.part == part)
        menu = StayingMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        FieldMenus(self._filter, self._choices, self._wish).fill(menu, part.field)
        menu.popup(chip.mapToGlobal(QPoint(0, chip.height())))

    def _walk(self, step: int) -> None:
        row: list[QWidget] = [self._words, *self._chips, self._clear]
        place = row.index(self.focusWidget()) if self.focusWidget() in row else 0
        row[min(max(place + step, 0), len(row) - 1)].setFocus(Qt.FocusReason.TabFocusReason)

    def _fill_menu(self) -> None:
        for old in self._menu.findChildren(QMenu):
            old.deleteLater()
        self._menu.clear()
        FieldMenus(self._filter, self._choices, self._wish).add_to(self._menu, self._menu)

    def _refresh(self) -> None:
        on = not self._filter.is_empty
        own = colours(self)
        text = self.tr("{0} of {1} shown").format(self._shown, self._total)
        if on:
            ink = own.hue["vermillion"] if not self._shown else own.accent
            text = f'<span style="color:{own.readable(ink, own.window).name()}">{text}</span>'
        self._count.setText(sized(text, -0.5, 600 if on else 400))
        self._count.setAccessibleName(self.describe())
        self._clear.setVisible(on)
        self.setAccessibleDescription(self.describe())
        self.updateGeometry()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Filter"))
        self._words.setPlaceholderText(self.tr("Words to look for"))
        self._words.setAccessibleName(self.tr("Words that sources must contain"))
        self._words.setToolTip(
            self.tr("Every word must occur in name, title, authors, mechanism, notes or tags. Esc empties the field.")
        )
        self._add.setText(self.tr("&Add filter"))
        self._add.setToolTip(self.tr("Narrow by ledger, effect, years, evidence, kind, relation, status or tag"))
        self._clear.setText(self.tr("Show all"))
        self._clear.setToolTip(self.tr("Take the whole filter away"))
        self._refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._words and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._key_in_words(event)
        return False

    def _key_in_words(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key == Qt.Key.Key_Escape and self._words.text():
            self._words.clear()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        elif key == Qt.Key.Key_Backspace and not self._words.text() and self._chips:
            self._chips[-1].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            return False
        return True

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._make_chips(anew=True)
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._flow.grow = round(GROWTH * scale())
            self._refresh()
