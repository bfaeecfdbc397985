"""Theme, language and size of the application, as the session has them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from explorer.session import Session
from explorer.translation import Language
from widgets.fonts import base_font, install_fonts
from widgets.palette import apply_theme


class Looks(QObject):
    """Applies them now and at every change."""

    def __init__(self, application: QApplication, session: Session) -> None:
        super().__init__(session)
        self._application = application
        self._session = session
        self._language = Language(application)
        install_fonts()
        self._apply_scale(session.scale)
        apply_theme(application, session.theme)
        self._language.use(session.language)
        session.themeChanged.connect(lambda _: self._dress())
        session.languageChanged.connect(self._language.use)
        session.scaleChanged.connect(self._change_scale)
        application.styleHints().colorSchemeChanged.connect(lambda _: self._tell_fonts())

    def _apply_scale(self, scale: float) -> None:
        self._application.setFont(base_font(scale))

    def _change_scale(self, scale: float) -> None:
        self._apply_scale(scale)
        self._dress()  # the style sheet measures in units of the font

    def _dress(self) -> None:
        apply_theme(self._application, self._session.theme)
        self._tell_fonts()

    def _tell_fonts(self) -> None:
        """Setting a style sheet takes away the fonts that widgets gave their parts; let them give them again."""
        for widget in self._application.allWidgets():
            self._application.sendEvent(widget, QEvent(QEvent.Type.FontChange))
