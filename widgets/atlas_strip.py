"""The lines under the map: counts of kin at rest, and why each edge is there while somebody walks along edges."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from widgets.atlas_model import AtlasModel
from widgets.atlas_walk import Step
from widgets.atlas_words import edge_reason, edge_title, kin_counts, library_size, shown_count
from widgets.elided_label import ElidedLabel
from widgets.fonts import ui_font
from widgets.lineage_delegate import kin_colour
from widgets.lineage_model import Kin
from widgets.palette import colours
from widgets.rich_style import sized


class AtlasStrip(QWidget):
    """Two lines that always have their room, so that nothing jumps."""

    def __init__(self, model: AtlasModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._step: Step | None = None
        self._still = False
        self._upper, self._lower = QLabel(self), ElidedLabel(self)
        self._upper.setTextFormat(Qt.TextFormat.RichText)
        self._upper.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 4, 10, 1)
        layout.setSpacing(0)
        layout.addWidget(self._upper)
        layout.addWidget(self._lower)
        self.refresh()

    def setStep(self, step: Step | None) -> None:
        """Tell about the edge of a step until something else is selected."""
        self._step = step
        self.refresh()

    def setStill(self, still: bool) -> None:
        """Leave out what only helps those who sit at the program, for a picture."""
        self._still = still
        self.refresh()

    def refresh(self) -> None:
        self._lower.setFont(ui_font(-0.5))
        self._lower.setText(self._second() or " ")
        self._show_upper()
        self.setAccessibleName(self.plain())

    def plain(self) -> str:
        """What both lines say, without colours and hints."""
        model, step = self._model, self._step
        if step is not None and step.edge is not None:
            return f"{edge_title(model, step.edge)}: {edge_reason(step.edge)}"
        parts = [self._path_text()] if model.paths else []
        if model.selected:
            parts.append(f"{model.name(model.selected)}: {', '.join(count for count in kin_counts(model) if count)}")
        return ". ".join(parts) or shown_count(model)

    def _show_upper(self) -> None:
        """In colours; where there is no room for all of it, plain with an ellipsis."""
        self._upper.setText(sized(self._first(), 0))
        room = self.width() - 20
        self._upper.setToolTip("")
        if self.isVisible() and self._upper.sizeHint().width() > room:
            metrics = QFontMetrics(ui_font(0, QFont.Weight.Bold))
            fitting = metrics.elidedText(self.plain(), Qt.TextElideMode.ElideRight, room)
            self._upper.setText(f"<b>{escape(fitting)}</b>")
            self._upper.setToolTip(self.plain())

    def _first(self) -> str:
        model, step = self._model, self._step
        if step is not None and step.edge is not None:
            ways = self.tr("way {0} of {1} (↑ ↓)").format(step.number, step.ways) if step.ways > 1 else ""
            return f"<b>{escape(edge_title(model, step.edge))}</b> &nbsp;{self._muted(ways)}"
        if model.selected:
            return self._kin_text()
        if model.paths:
            return f"<b>{escape(self._path_title())}</b>"
        return escape(library_size(model) if self._still else shown_count(model))

    def _second(self) -> str:
        model, step = self._model, self._step
        if step is not None and step.edge is not None:
            return edge_reason(step.edge)
        if model.paths:
            return self._path_text() if model.selected else self._path_steps()
        return "" if self._still else self._hint()

    def _muted(self, text: str) -> str:
        return f'<span style="color:{colours(self).muted.name()}">{escape(text)}</span>' if text else ""

    def _kin_text(self) -> str:
        model, own = self._model, colours(self)
        parts = [f"<b>{escape(model.name(model.selected))}</b>"]
        for count, kin, form in zip(kin_counts(model), (Kin.PARENT, Kin.CHILD), ("◀ {0}", "{0} ▶"), strict=True):
            if count:
                colour = own.readable(kin_colour(own, kin), own.window).name()
                parts.append(f'<span style="color:{colour}">{form.format(escape(count))}</span>')
        if model.hidden:
            parts.append(self._muted(shown_count(model)))
        return " &nbsp;·&nbsp; ".join(parts)

    def _hint(self) -> str:
        model = self._model
        if len(model.chosen) == 2:
            return self.tr("P: path between {0} and {1}").format(*(model.name(key) for key in model.chosen))
        if model.chosen:
            return self.tr("{0} chosen. Shift+click or Space adds another, Esc lets go.").format(len(model.chosen))
        if model.selected:
            return self.tr("← what it builds on, → what it led to. Shift+click or Space chooses several.")
        return self.tr("Click a source, or walk with the arrow keys.")

    def _path_title(self) -> str:
        return self._model.path_title or self.tr("Path")

    def _path_steps(self) -> str:
        more = len(self._model.paths) - 1
        tail = f" ({self.tr('and {0} more as short').format(more)})" if more else ""
        return " → ".join(self._model.name(key) for key in self._model.paths[0]) + tail

    def _path_text(self) -> str:
        return f"{self._path_title()}: {self._path_steps()}"

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_upper()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange, QEvent.Type.ApplicationFontChange):
            self.refresh()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, super().minimumSizeHint().height())
