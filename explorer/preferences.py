"""How things look and are laid out, as the user has chosen: settings with a signal for each."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QObject, Signal

from explorer.settings import Settings


class Preferences(QObject):
    """Every setter does nothing when the value is what it was; every change emits once."""

    pagesChanged = Signal(str)
    legendsChanged = Signal(bool)
    themeChanged = Signal(str)
    languageChanged = Signal(str)
    scaleChanged = Signal(float)
    lanesChanged = Signal(str)
    neighboursChanged = Signal(bool)

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings

    @property
    def pages(self) -> str:
        mode: str = self.settings["view.pages"]
        return mode

    def setPages(self, mode: str) -> None:
        if mode != self.pages:
            self.settings["view.pages"] = mode
            self.pagesChanged.emit(mode)

    @property
    def legends(self) -> bool:
        shown: bool = self.settings["view.legends"]
        return shown

    def setLegends(self, shown: bool) -> None:
        if shown != self.legends:
            self.settings["view.legends"] = shown
            self.legendsChanged.emit(shown)

    @property
    def theme(self) -> str:
        theme: str = self.settings["appearance.theme"]
        return theme

    def setTheme(self, theme: str) -> None:
        if theme != self.theme:
            self.settings["appearance.theme"] = theme
            self.themeChanged.emit(theme)

    @property
    def language(self) -> str:
        """ "en" or "zh": the chosen language, or that of the desktop."""
        chosen: str = self.settings["appearance.language"]
        if chosen != "system":
            return chosen
        return "zh" if QLocale.system().language() == QLocale.Language.Chinese else "en"

    def setLanguage(self, language: str) -> None:
        before = self.language
        self.settings["appearance.language"] = language
        if self.language != before:
            self.languageChanged.emit(self.language)

    @property
    def scale(self) -> float:
        scale: float = self.settings["appearance.scale"]
        return scale

    def setScale(self, scale: float) -> None:
        bounded = min(max(round(scale, 3), 0.75), 3.0)
        if bounded != self.scale:
            self.settings["appearance.scale"] = bounded
            self.scaleChanged.emit(bounded)

    @property
    def lanes(self) -> str:
        """What the lanes of the map stand for: ledger, family or organisation."""
        lanes: str = self.settings["view.lanes"]
        return lanes

    def setLanes(self, lanes: str) -> None:
        if lanes != self.lanes:
            self.settings["view.lanes"] = lanes
            self.lanesChanged.emit(lanes)

    @property
    def neighbours(self) -> bool:
        """Whether the works around the canon are shown too."""
        shown: bool = self.settings["view.neighbours"]
        return shown

    def setNeighbours(self, shown: bool) -> None:
        if shown != self.neighbours:
            self.settings["view.neighbours"] = shown
            self.neighboursChanged.emit(shown)
