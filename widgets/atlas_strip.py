"""The line under the map: counts of kin at rest, and why each edge is there while somebody walks along edges."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from widgets.atlas_model import AtlasModel
from widgets.atlas_walk import Step
from widgets.atlas_words import edge_reason, edge_title, kin_counts, shown_count
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
        self._upper, self._lower = QLabel(self), QLabel(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 3, 10, 2)
        layout.setSpacing(0)
        for label in (self._upper, self._lower):
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            layout.addWidget(label)

    def setStep(self, step: Step | None) -> None:
        """Tell about the edge of a step until something else is selected."""
        self._step = step
        self.refresh()

    def refresh(self) -> None:
        upper, lower = self._texts()
        self._upper.setText(sized(upper, 0))
        self._lower.setText(sized(lower, -0.5))
        self.setToolTip(self.plain())
        self.setAccessibleName(self.plain())

    def plain(self) -> str:
        """Both lines without colours."""
        model, step = self._model, self._step
        if step is not None and step.edge is not None:
            return f"{edge_title(model, step.edge)}: {edge_reason(step.edge)}"
        if model.selected:
            return f"{model.name(model.selected)}: {', '.join(count for count in kin_counts(model) if count)}"
        return shown_count(model)

    def _texts(self) -> tuple[str, str]:
        model, step = self._model, self._step
        muted = colours(self).muted.name()
        if step is not None and step.edge is not None:
            ways = self.tr("way {0} of {1} (↑ ↓)").format(step.number, step.ways) if step.ways > 1 else ""
            tail = f' <span style="color:{muted}">&nbsp; {ways}</span>' if ways else ""
            return f"<b>{escape(edge_title(model, step.edge))}</b>{tail}", escape(edge_reason(step.edge))
        if model.paths:
            return self._path_texts()
        if model.selected:
            return self._kin_text(), f'<span style="color:{muted}">{self._hint()}</span>'
        hint = self.tr("Click a source, or walk with the arrow keys.")
        return escape(shown_count(model)), f'<span style="color:{muted}">{escape(hint)}</span>'

    def _kin_text(self) -> str:
        model, own = self._model, colours(self)
        parts = [f"<b>{escape(model.name(model.selected))}</b>"]
        for count, kin, form in zip(kin_counts(model), (Kin.PARENT, Kin.CHILD), ("◀ {0}", "{0} ▶"), strict=True):
            if count:
                colour = own.readable(kin_colour(own, kin), own.window).name()
                parts.append(f'<span style="color:{colour}">{form.format(escape(count))}</span>')
        if model.hidden:
            parts.append(f'<span style="color:{own.muted.name()}">{escape(shown_count(model))}</span>')
        return " &nbsp;·&nbsp; ".join(parts)

    def _hint(self) -> str:
        model = self._model
        if len(model.chosen) == 2:
            one, other = (escape(model.name(key)) for key in model.chosen)
            return self.tr("P: path between {0} and {1}").format(one, other)
        if model.chosen:
            return self.tr("{0} chosen. Shift+click or Space adds another, Esc lets go.").format(len(model.chosen))
        return self.tr("← what it builds on, → what it led to. Shift+click or Space chooses several.")

    def _path_texts(self) -> tuple[str, str]:
        model = self._model
        title = model.path_title or self.tr("Path")
        more = len(model.paths) - 1
        tail = self.tr("and {0} more as short").format(more) if more else ""
        muted = colours(self).muted.name()
        upper = f"<b>{escape(title)}</b>" + (
            f' <span style="color:{muted}">&nbsp;{escape(tail)}</span>' if tail else ""
        )
        return upper, escape(" → ".join(model.name(key) for key in model.paths[0]))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self.refresh()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, super().minimumSizeHint().height())
