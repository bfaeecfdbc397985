"""A bar for what went wrong: it stays until it is read, and never stops the work."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from explorer.session import Notice


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
        layout.setContentsMargins(12, 6, 8, 6)
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
            self._text.setText(shown.text + (self.tr(" (and {n} more)").format(n=more) if more else ""))
            self._text.setAccessibleName(shown.text)
            self._details.setVisible(bool(shown.detail))
