"""The form for a source of the user's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from assets.ledgers import LEDGERS
from citations.catalogue import KINDS
from citations.dates import is_date
from citations.records import OWN, Source, Text
from widgets.ledger_text import ledger_name
from widgets.source_text import kind_name

_LINE_TEXTS = ("name", "name_zh", "title", "authors", "date", "venue", "arxiv", "doi", "url", "code")
_LONG_TEXTS = ("mechanism", "bottleneck", "caveat")
_ARXIV = re.compile(r"(\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?/\d{7})(v\d+)?")
_DOI = re.compile(r"10\.\d{4,9}/\S+")


class OwnSourceDialog(QDialog):
    """`written(Source)` when the form is complete and right. What is wrong is said below the fields."""

    written = Signal(object)

    def __init__(self, source: Source | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._source = source or blank()
        self.setWindowTitle(self.tr("Edit source") if source else self.tr("New source"))
        self.lines = {name: QLineEdit() for name in _LINE_TEXTS}
        self.texts = {name: QPlainTextEdit() for name in _LONG_TEXTS}
        self.kind, self.ledger = QComboBox(), QComboBox()
        self.problem = QLabel()
        self._build()
        em = self.fontMetrics().height()
        self.resize(36 * em, min(46 * em, parent.height()))
        self._fill()

    def _labels(self) -> dict[str, str]:
        return {
            "name": self.tr("Short name"),
            "name_zh": self.tr("Short name in Chinese"),
            "title": self.tr("Title"),
            "authors": self.tr("Authors"),
            "date": self.tr("Date"),
            "venue": self.tr("Venue"),
            "kind": self.tr("Kind"),
            "ledger": self.tr("Ledger"),
            "arxiv": self.tr("arXiv number"),
            "doi": self.tr("DOI"),
            "url": self.tr("Address"),
            "code": self.tr("Repository"),
            "mechanism": self.tr("Mechanism"),
            "bottleneck": self.tr("Bottleneck"),
            "caveat": self.tr("Limits"),
        }

    def _build(self) -> None:
        labels, form = self._labels(), QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        fields: dict[str, QWidget] = {**self.lines, **self.texts, "kind": self.kind, "ledger": self.ledger}
        for name, label in labels.items():
            fields[name].setAccessibleName(label)
            form.addRow(label, fields[name])
        for text in self.texts.values():
            text.setTabChangesFocus(True)
            text.setFixedHeight(3 * self.fontMetrics().lineSpacing() + 12)
        self.lines["authors"].setPlaceholderText(self.tr("Ada Lovelace; Alan Turing"))
        self.lines["date"].setPlaceholderText(self.tr("2025, 2025-06 or 2025-06-01"))
        self.lines["arxiv"].setPlaceholderText("2309.06180")
        self.problem.setWordWrap(True)
        self.problem.setAccessibleName(self.tr("What is missing"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self._save)
        buttons.rejected.connect(self.reject)
        inner = QWidget()
        inner.setLayout(form)
        scroll = QScrollArea()
        scroll.setWidget(inner)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        column = QVBoxLayout(self)
        column.addWidget(scroll, 1)
        column.addWidget(self.problem)
        column.addWidget(buttons)

    def _fill(self) -> None:
        source = self._source
        for kind in KINDS:
            self.kind.addItem(kind_name(kind), kind)
        self.ledger.addItem(self.tr("none"), "")
        for ledger in LEDGERS:
            self.ledger.addItem(ledger_name(ledger), ledger)
        self.kind.setCurrentIndex(max(self.kind.findData(source.kind), 0))
        self.ledger.setCurrentIndex(max(self.ledger.findData(source.primary_ledger), 0))
        values = {
            name: getattr(source, name, "") for name in ("title", "date", "venue", "arxiv", "doi", "url", "code")
        }
        values |= {"name": source.name.en, "name_zh": source.name.zh, "authors": "; ".join(source.authors)}
        for name, field in self.lines.items():
            field.setText(str(values[name]))
        for name, text in self.texts.items():
            text.setPlainText(getattr(source, name).en)

    def _save(self) -> None:
        wrong = self._wrong()
        self.problem.setText(wrong)
        if not wrong:
            self.written.emit(self._result())
            self.accept()

    def _wrong(self) -> str:
        """The first thing that keeps the form from being saved; the cursor goes there."""
        checks: list[tuple[str, Callable[[str], object], str]] = [
            ("name", lambda text: bool(text), self.tr("A short name is needed: it stands on the map.")),
            (
                "date",
                lambda text: not text or is_date(text),
                self.tr("Expected 2025, 2025-06 or 2025-06-01 as date."),
            ),
            (
                "arxiv",
                lambda text: not text or _ARXIV.fullmatch(text),
                self.tr("Expected an arXiv number: 2309.06180."),
            ),
            (
                "doi",
                lambda text: not text or _DOI.fullmatch(text),
                self.tr("Expected a DOI: 10.1145/3600006.3613165."),
            ),
            ("url", _is_address, self.tr("Expected an address that begins with https:// or http://.")),
            ("code", _is_address, self.tr("Expected an address that begins with https:// or http://.")),
        ]
        for name, right, message in checks:
            if not right(self.lines[name].text().strip()):
                self.lines[name].setFocus()
                return message
        return ""

    def _result(self) -> Source:
        line = {name: " ".join(field.text().split()) for name, field in self.lines.items()}
        date = line["date"]
        return replace(
            self._source,
            key=self._source.key or slug(line["name"]),
            name=Text(line["name"], line["name_zh"]),
            title=line["title"] or line["name"],
            authors=tuple(part.strip() for part in re.split(r"[;；]", line["authors"]) if part.strip()),
            year=int(date[:4]) if date else None,
            date=date,
            venue=line["venue"],
            arxiv=line["arxiv"],
            doi=line["doi"],
            url=line["url"],
            code=line["code"],
            kind=self.kind.currentData(),
            primary_ledger=self.ledger.currentData(),
            mechanism=self._text("mechanism"),
            bottleneck=self._text("bottleneck"),
            caveat=self._text("caveat"),
        )

    def _text(self, name: str) -> Text:
        """What was typed, beside the Chinese that was there."""
        typed = self.texts[name].toPlainText().strip()
        before: Text = getattr(self._source, name)
        return Text(typed, before.zh if typed else "")


def blank() -> Source:
    """An own source of which nothing is known. The user vouches for what is in it."""
    nothing = Text("")
    return Source(
        key="",
        number=0,
        ring=OWN,
        name=nothing,
        title="",
        authors=(),
        et_al=False,
        year=None,
        date="",
        venue="",
        kind="paper",
        arxiv="",
        doi="",
        url="",
        code="",
        checked=True,
        bottleneck=nothing,
        mechanism=nothing,
        caveat=nothing,
        formula="",
        primary_ledger="",
        effects=(),
        claims=(),
        notes=(),
    )


def slug(name: str) -> str:
    """A key made of a name."""
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-_") or "source"


def _is_address(text: str) -> bool:
    return not text or text.startswith(("https://", "http://"))
