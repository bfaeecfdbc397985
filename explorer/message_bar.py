"""A bar for what went wrong: it stays until it is read, and never stops the work."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from engine.sheet import Verdict
from explorer.session import Notice
from widgets.palette import colours

STRIPE = 5  # pixels; its colour repeats what the first word says


class MessageBar(QWidget):
    """Shows the newest unread notice; closing it shows the one before."""

    detailsRequested = Signal(object)  # Notice

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unread: list[Notice] = []
        self._text = QLabel(self)
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._details = QToolButton(self)
        self._close = QToolButton(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(STRIPE + 10, 6, 10, 6)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._details)
        layout.addWidget(self._close)
        self._details.clicked.connect(self._ask)
        self._close.clicked.connect(self.dismiss)
        self.retranslate()
        self.hide()

    def retranslate(self) -> None:
        self.setAccessibleName(self.tr("Message"))
        self._details.setText(self.tr("Details"))
        self._close.setText(self.tr("Dismiss"))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        own = colours(self)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), own.raised)
            error = bool(self._unread) and self._unread[-1].error
            stripe = own.verdict[Verdict.WORSE] if error else own.accent
            painter.fillRect(0, 0, STRIPE, self.height(), stripe)

    def tell(self, notice: Notice) -> None:
        """Show `notice`; the same text twice in a row is shown once."""
        if not self._unread or self._unread[-1].text != notice.text:
            self._unread.append(notice)
        self._update()

    def dismiss(self) -> None:
        """Take the shown notice away."""
        if self._unread:
            self._unread.pop()
        self._update()

    def _ask(self) -> None:
        if self._unread:
            self.detailsRequested.emit(self._unread[-1])

    @property
    def text(self) -> str:
        return self._unread[-1].text if self._unread else ""

    def _update(self) -> None:
        self.setVisible(bool(self._unread))
        if self._unread:
            shown = self._unread[-1]
            more = len(self._unread) - 1
            kind = self.tr("Problem:") if shown.error else self.tr("Note:")
            rest = " " + self.tr("(and {n} more)").format(n=more) if more else ""
            self._text.setText(f"{kind} {shown.text}{rest}")
            self._text.setAccessibleName(shown.text)
            self.update()
            self._details.setVisible(bool(shown.detail))
