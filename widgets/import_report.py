"""How a trace was read, every row accounted for, and the settings to read it otherwise."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.traces import TraceReport
from widgets.import_report_page import error_page, report_page
from widgets.import_settings import ReadSettings, ReadSettingsForm
from widgets.rich_page import RichPage
from widgets.rich_style import RichStyle

_RESTYLE = (QEvent.Type.PaletteChange, QEvent.Type.FontChange)


class ImportReport(QWidget):
    """`readRequested(settings)` when the user wants the file read again."""

    readRequested = Signal(object)  # ReadSettings

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report: TraceReport | None = None
        self._failed = ("", "")  # file, why it could not be read
        self.page, self.form = RichPage(), ReadSettingsForm()
        self.form.submitted.connect(lambda: self.readRequested.emit(self.form.settings()))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.page, 1)
        column.addWidget(self.form)
        self.setFocusProxy(self.page)
        self._show()

    def setReport(self, report: TraceReport, settings: ReadSettings) -> None:
        """Show an import and how it was asked for."""
        self._report, self._failed = report, ("", "")
        self.form.setSettings(settings)
        self.form.setRecognised(report.columns)
        self._show()

    def setError(self, file: str, message: str, settings: ReadSettings) -> None:
        """Show why `file` could not be read; the settings stay at hand."""
        self._report, self._failed = None, (file, message)
        self.form.setSettings(settings)
        self.form.setRecognised(())
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.form.retranslate()
        if event.type() == QEvent.Type.LanguageChange or event.type() in _RESTYLE:
            self._show()

    def _show(self) -> None:
        style = RichStyle.of(self)
        self.page.setAccessibleName(self.tr("Import report"))
        if self._report is not None:
            self.page.setPage(report_page(self._report, style), keep_place=True)
        else:
            self.page.setPage(error_page(*self._failed, style))
