"""A Hugging Face config.json taken from disk, and what became of every field of it."""

from __future__ import annotations

from html import escape
from pathlib import Path

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.models.hf_config import ConfigError, Imported, load
from engine.models.hf_config_reader import is_config
from widgets import format as write
from widgets.lab_capacity_terms import term
from widgets.lab_capacity_words import kind_text
from widgets.palette import colours
from widgets.rich_page import RichPage


class ConfigImport(QWidget):
    """`imported(path, Imported)` when the user has chosen a file that gives a card."""

    imported = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path, self._trouble = "", ""
        self._found: Imported | None = None
        self._button, self._page = QPushButton(), RichPage()
        self._button.clicked.connect(self.ask)
        row = QHBoxLayout()
        row.addWidget(self._button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 0)
        column.addLayout(row)
        column.addWidget(self._page, 1)
        self.retranslate()

    def ask(self) -> None:
        """Let the user choose a file."""
        path, _ = QFileDialog.getOpenFileName(self, self.tr("A model's config.json"), "", "JSON (*.json)")
        if path:
            self.take(path)

    def take(self, path: str) -> None:
        """Import a file; what is wrong with it stands on the page."""
        try:
            found = load(path)
        except ConfigError as error:
            self._trouble, self._found = str(error), None
            self._show()
            return
        self.imported.emit(path, found)

    def setModel(self, key: str) -> None:
        """Show the report of the model that is looked at, if it comes from a file."""
        if key == self._path and self._found is not None:
            return
        self._path, self._trouble, self._found = key, "", None
        if is_config(key):
            try:
                self._found = load(key)
            except ConfigError as error:
                self._trouble = str(error)
        self._show()

    @property
    def report(self) -> Imported | None:
        return self._found

    def retranslate(self) -> None:
        self._button.setText(self.tr("Open a config.json…"))
        self._button.setToolTip(self.tr("The file that lies beside the weights of a model on disk"))
        self._page.setAccessibleName(self.tr("What was understood of the file"))
        self._show()

    def describe(self) -> list[str]:
        """The report as text."""
        if self._trouble:
            return [self._trouble]
        found = self._found
        if found is None:
            return []
        lines = [self._headline(found)]
        lines += [
            self.tr("Assumed: {0} = {1} ({2})").format(term(row.what), term(str(row.value)), term(row.why))
            for row in found.assumed
        ]
        lines += [self.tr("Not understood: {0} = {1}").format(name, value) for name, value in found.unknown]
        return lines

    def _headline(self, found: Imported) -> str:
        card = found.card
        text = self.tr(
            "{name}: {weights} weights, {layers} layers, {stored}. Fields understood: {understood}, "
            "assumed: {assumed}, not understood: {unknown}."
        )
        return text.format(
            name=card.name,
            weights=write.short_count(card.params_total),
            layers=card.layers,
            stored=found.stored.text,
            understood=len(found.understood),
            assumed=len(found.assumed),
            unknown=len(found.unknown),
        )

    def _show(self) -> None:
        own = colours(self)
        if self._trouble:
            colour = own.readable(own.hue["vermillion"]).name()
            self._page.setPage(f'<p style="color:{colour}">{escape(self._trouble)}</p>')
        elif self._found is not None:
            self._page.setPage(self._report(self._found))
        else:
            text = self.tr(
                "Open the config.json of a model from disk, or drop it here. It becomes a model card, with a report "
                "of what was understood, what had to be assumed, and what was not understood. Nothing is fetched."
            )
            self._page.setPage(f'<p style="color:{own.muted.name()}">{escape(text)}</p>')

    def _report(self, found: Imported) -> str:
        kinds = ", ".join(f"{group.count} × {_kind(group.kind)}" for group in found.card.layer_group)
        parts = [f"<p><b>{escape(self._headline(found))}</b></p><p>{escape(kinds)}</p>"]
        unknown = [(name, _shown(value), "") for name, value in found.unknown]
        assumed = [(term(row.what), _shown(term(str(row.value))), term(row.why)) for row in found.assumed]
        understood = [(row.field, _shown(row.value), term(row.meaning)) for row in found.understood]
        for title, rows in (
            (self.tr("Not understood, perhaps of importance"), unknown),
            (self.tr("Assumed"), assumed),
            (self.tr("Understood"), understood),
        ):
            if rows:
                parts.append(_table(title, rows))
        if found.ignored:
            left = escape(", ".join(found.ignored))
            parts.append(
                f"<p style='margin-top:12px'><b>{escape(self.tr('Without bearing on memory'))}</b><br>{left}</p>"
            )
        return "".join(parts)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._show()


def config_of(paths: list[str]) -> str:
    """The first of some dropped files that may be a config.json, "" if there is none."""
    return next((path for path in paths if Path(path).suffix.lower() == ".json"), "")


def _kind(kind: str) -> str:
    return kind_text(kind) if kind not in ("mlp", "moe") else kind


def _shown(value: object) -> str:
    text = str(value)
    return text if len(text) <= 48 else f"{text[:45]}…"


def _table(title: str, rows: list[tuple[str, str, str]]) -> str:
    cells = "".join(
        "<tr>" + "".join(f'<td style="padding:1px 12px 1px 0">{escape(cell)}</td>' for cell in row) + "</tr>"
        for row in rows
    )
    return f'{_heading(title)}<table cellspacing="0">{cells}</table>'


def _heading(title: str) -> str:
    return f'<p style="margin-top:12px"><b>{escape(title)}</b></p>'
