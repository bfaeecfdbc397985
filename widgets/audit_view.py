"""The audit: a claim, fourteen questions as a checklist with their answers, and the one-page report beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from citations.audit import Answer, Audit, Subject, Trial, free, markdown, prefill
from citations.records import Source
from widgets.audit_answer import AnswerForm
from widgets.audit_bar import AuditBar
from widgets.audit_checklist import Checklist
from widgets.audit_choice import ClaimChoice, FreeClaim
from widgets.audit_export import write_audit
from widgets.audit_history import AuditHistory
from widgets.audit_page import audit_page, trial_word
from widgets.rich_page import RichPage
from widgets.rich_style import RichStyle


class AuditView(QWidget):
    """Nothing is run, opened or saved here: the signals ask for it.

    `auditChanged(Audit)` after every change by the user; `tryWanted(Audit)`; `cancelWanted()`; `exportWanted(".pdf")`
    (or .md, .json, .toml: see `export`); `openWanted()`; `sourceRequested(key)`.
    """

    auditChanged = Signal(object)
    tryWanted = Signal(object)
    cancelWanted = Signal()
    exportWanted = Signal(str)
    openWanted = Signal()
    sourceRequested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sources: dict[str, Source] = {}
        self._language = "en"
        self._history = AuditHistory(free())
        self._choice, self._free, self._bar = ClaimChoice(), FreeClaim(), AuditBar()
        self._list, self._form, self._page = Checklist(), AnswerForm(), RichPage()
        self._arrange()
        self._connect()
        self._retranslate()
        self._show()

    def setLibrary(self, sources: Sequence[Source]) -> None:
        """Offer the claims of `sources`."""
        self._sources = {source.key: source for source in sources}
        self._choice.setSources([source for source in sources if source.claims])
        self._show()

    def setLanguage(self, language: str) -> None:
        """Of the report and the questions: "en" or "zh"."""
        self._language = language
        for part in (self._choice, self._list, self._form, self._bar):
            part.setLanguage(language)
        self._show()

    def audit(self) -> Audit:
        """The audit as it stands, with words that are still being written."""
        self._form.commit()
        return self._history.now

    def setAudit(self, audit: Audit) -> None:
        """Show another audit; what was there can be had back with undo. Nothing is emitted."""
        self._form.commit()
        self._history.push(audit)
        self._show()

    def chooseClaim(self, source: str, position: int) -> None:
        """Begin with what the catalogue says about a claim. Raises LookupError for one that is not there."""
        self._begin(prefill(self._sources[source], position))

    def setTried(self, result: Trial | None) -> None:
        """Put a trial beside the claim (or take it away), as a step that can be undone."""
        self._bar.setProgress(None)
        self._take(replace(self.audit(), trial=result))

    def setProgress(self, fraction: float | None) -> None:
        """How far a trial is; None: none is under way."""
        self._bar.setProgress(fraction)

    def undo(self) -> None:
        self._form.commit()
        self._step(self._history.undo())

    def redo(self) -> None:
        self._form.commit()
        self._step(self._history.redo())

    def export(self, path: Path | str) -> Path:
        """Write the report by the path's suffix: .pdf, .md, .json, or .toml to open again."""
        return write_audit(self.audit(), path, self._language)

    def describe(self) -> str:
        """The report as Markdown."""
        return markdown(self._history.now.translated(trial_word), self._language)

    def _arrange(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._free)
        column.addWidget(self._list)
        column.addWidget(self._form, 1)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        split.addWidget(left)
        split.addWidget(self._page)
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 1)
        split.setSizes([1000, 1000])
        top = QHBoxLayout()
        top.addWidget(self._choice, 1)
        top.addWidget(self._bar)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(8, 6, 8, 6)
        whole.setSpacing(6)
        whole.addLayout(top)
        whole.addWidget(split, 1)
        self.setFocusProxy(self._choice)

    def _connect(self) -> None:
        self._choice.claimChosen.connect(self.chooseClaim)
        self._free.written.connect(self._write_subject)
        self._list.questionChosen.connect(lambda key: self._form.setAnswer(self._history.now, key))
        self._form.answered.connect(self._answer)
        self._page.linkClicked.connect(self._follow)
        bar = self._bar
        bar.freeWanted.connect(lambda: self._begin(free()))
        bar.undoWanted.connect(self.undo)
        bar.redoWanted.connect(self.redo)
        bar.tryWanted.connect(lambda: self.tryWanted.emit(self.audit()))
        bar.cancelWanted.connect(self.cancelWanted)
        bar.exportWanted.connect(self.exportWanted)
        bar.openWanted.connect(self.openWanted)

    def _answer(self, answer: Answer) -> None:
        self._take(self._history.now.with_answer(answer))

    def _write_subject(self, subject: Subject) -> None:
        """A free claim's own words answer what they speak of; answers the user wrote stay."""
        before, told = self._history.now, free(subject)
        kept = {answer.question: answer for answer in before.answers if answer not in free(before.subject).answers}
        self._take(Audit(subject, tuple(kept.get(answer.question, answer) for answer in told.answers)))

    def _begin(self, audit: Audit) -> None:
        """Another claim: what is still being written belongs to the one before."""
        self._form.commit()
        self._take(audit)

    def _take(self, audit: Audit) -> None:
        if audit != self._history.now:
            self._history.push(audit)
            self._show()
            self.auditChanged.emit(audit)

    def _step(self, audit: Audit | None) -> None:
        if audit is not None:
            self._show()
            self.auditChanged.emit(audit)

    def _show(self) -> None:
        audit = self._history.now
        self._choice.choose(audit.subject.key)
        self._free.setVisible(not audit.subject.source)
        self._free.setSubject(audit.subject)
        self._list.setAudit(audit)
        self._form.setAnswer(audit, self._list.question())
        self._bar.setAudit(audit, self._history.can_undo, self._history.can_redo)
        self._render()

    def _render(self) -> None:
        self._page.setPage(audit_page(self._history.now, RichStyle.of(self), self._language), keep_place=True)

    def _follow(self, target: str) -> None:
        scheme, _, rest = target.partition(":")
        if scheme == "question":
            self._list.choose(rest)
        elif scheme == "source":
            self.sourceRequested.emit(rest)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Audit of a claim"))
        self._page.setAccessibleName(self.tr("Report of the audit"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
            self._show()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._render()
