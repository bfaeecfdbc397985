"""Two sources side by side: what they say, which ledgers they move, what they claim, and what our runs measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from engine.sheet import DeltaSheet
from widgets.empty_note import EmptyNote
from widgets.fonts import scale
from widgets.rich_page import RichPage
from widgets.rich_style import RichStyle
from widgets.source_card_page import Card
from widgets.source_pair_page import Pair, pair_page

LEAST_WIDTH = 760  # of a whole picture, in pixels at scale 1


class SourcePair(QWidget):
    """`sourceRequested(key)`, `ledgerRequested(key)` and `linkActivated(address)` on a click; nothing is opened."""

    sourceRequested = Signal(str)
    ledgerRequested = Signal(str)
    linkActivated = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pair: Pair | None = None
        self._page, self._empty = RichPage(), EmptyNote()
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._page)
        self.setFocusProxy(self._page)
        self._page.linkClicked.connect(self._follow)
        self._retranslate()

    def setPair(
        self,
        left: Card | None,
        right: Card | None,
        deltas: Mapping[str, DeltaSheet],
        *,
        paths: Sequence[tuple[str, ...]] | None = None,
    ) -> None:
        """Show two cards. `deltas` by source key, where a run was made.

        `paths` lead from the older to the newer; None: nobody has looked for any.
        """
        keys = self._keys()
        self._pair = (
            Pair(left, right, dict(deltas), paths if paths is None else tuple(paths)) if left and right else None
        )
        self._render(keep_place=keys == self._keys())

    def fullSize(self) -> QSize:
        """The size at which nothing of the comparison is hidden."""
        width = max(self.width(), round(LEAST_WIDTH * scale()))
        return QSize(width, self._page.fullHeight(width))

    def describe(self) -> str:
        """The comparison as plain text."""
        return self._page.toPlainText().replace("\u00a0", " ").replace("\u2060", "") if self._pair else ""

    def _keys(self) -> tuple[str, ...]:
        return (self._pair.left.source.key, self._pair.right.source.key) if self._pair else ()

    def _render(self, keep_place: bool) -> None:
        self._stack.setCurrentIndex(1 if self._pair else 0)
        if self._pair:
            self._page.setPage(pair_page(self._pair, RichStyle.of(self)), keep_place)
            names = self.tr("{0} beside {1}").format(self._pair.left.name, self._pair.right.name)
            self._page.setAccessibleName(names)

    def _follow(self, target: str) -> None:
        scheme, _, rest = target.partition(":")
        if scheme == "go":
            self._page.scrollToAnchor(rest)
        elif scheme == "source":
            self.sourceRequested.emit(rest)
        elif scheme == "ledger":
            self.ledgerRequested.emit(rest)
        else:
            self.linkActivated.emit(target)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Two sources side by side"))
        self._empty.setTexts(
            self.tr("No two sources chosen"), self.tr("Choose a second source to see both beside each other.")
        )
        self._render(keep_place=True)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._render(keep_place=True)
