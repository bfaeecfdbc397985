"""The window on an import of references: reading with progress, the preview, and taking in what is checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from citations.exchange import Choice, Duplicate, Incoming, chosen
from citations.exchange.duplicates import row_of
from explorer import library_work
from explorer.jobs import Job, Jobs
from explorer.library_known import known_edges, known_sources
from widgets import format as written
from widgets.empty_note import EmptyNote
from widgets.library_preview import LibraryPreview

if TYPE_CHECKING:
    from citations.notebook import Batch
    from citations.records import Edge, Source
    from explorer.window import Window

MANY = 200  # sources that are kept by the worker: the full-text index takes its time


class ReferenceImport(QDialog):
    """One file after another: each is read in a worker, previewed, and added or passed over."""

    def __init__(self, window: Window, paths: Sequence[Path], command: list[str] | None = None) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAcceptDrops(True)
        self._window, self._paths, self._place = window, list(paths), 0
        self._incoming: Incoming | None = None
        self._duplicates: dict[int, Duplicate] = {}
        self._sources: tuple[Source, ...] = ()
        self._choice: Choice | None = None
        self._jobs = Jobs(self, command)
        self._jobs.progressed.connect(lambda job, share: self._bar.setValue(round(share * 1000)))
        self._jobs.finished.connect(self._finished)
        self._jobs.failed.connect(self._failed)
        self._build()
        em = self.fontMetrics().height()
        self.resize(min(74 * em, window.width()), min(46 * em, window.height()))
        self._read()

    def _build(self) -> None:
        self.preview, self._note = LibraryPreview(), EmptyNote()
        self._reading, self._bar = QLabel(), QProgressBar()
        self._bar.setRange(0, 1000)
        self._bar.setTextVisible(False)
        self._bar.setFixedHeight(8)
        self.tags, self.files = QCheckBox(), QCheckBox()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.add = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.buttons.accepted.connect(self._take_in)
        self.buttons.rejected.connect(self._pass_over)
        self.preview.takenChanged.connect(self._retranslate)
        self.preview.sourceRequested.connect(self._window.session.selectSource)
        waiting = QWidget()
        wait = QVBoxLayout(waiting)
        wait.addStretch(1)
        wait.addWidget(self._reading)
        wait.addWidget(self._bar)
        wait.addStretch(1)
        middle = QWidget()
        self._stack = QStackedLayout(middle)
        self._waiting = waiting
        for page in (waiting, self.preview, self._note):
            self._stack.addWidget(page)
        foot = QHBoxLayout()
        foot.setSpacing(14)
        foot.addWidget(self.tags)
        foot.addWidget(self.files)
        foot.addStretch(1)
        foot.addWidget(self.buttons)
        column = QVBoxLayout(self)
        column.addWidget(middle, 1)
        column.addLayout(foot)

    # --- reading -------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Start with the present file."""
        self._incoming = None
        self._bar.setRange(0, 1000)
        self._bar.setValue(0)
        self._stack.setCurrentWidget(self._waiting)
        self._sources = known_sources(self._window)
        rows = [row_of(source, self._window.session.language) for source in self._sources]
        self._jobs.start("references", path=str(self._paths[self._place]), known=rows)
        self._retranslate()

    def _finished(self, job: Job, result: Any) -> None:
        if job.kind == "keep":
            self._window.librarian.changes.added(result, imported=True)
            self._kept(result)
            return
        self._incoming, self._duplicates = self._checked(*result)
        self.preview.setIncoming(self._incoming, self._duplicates)
        self._stack.setCurrentWidget(self.preview)
        self._retranslate()
        self.preview.setFocus()

    def _checked(self, incoming: Incoming, duplicates: dict[int, Duplicate]) -> tuple[Incoming, dict[int, Duplicate]]:
        """Edges to sources that nobody knows are problems too."""
        known = [source.key for source in self._sources]
        loose = chosen(incoming, range(len(incoming.items)), {}, known).problems
        problems = sorted((*incoming.problems, *loose), key=lambda problem: problem.line)
        return replace(incoming, problems=tuple(problems)), duplicates

    def _failed(self, job: Job, message: str, detail: str) -> None:
        if job.kind == "keep":
            self._window.librarian.changes.fail(OSError(message))
            self.reject()
            return
        self._note.setTexts(self.tr("{0} cannot be read").format(self._paths[self._place].name), message)
        self._stack.setCurrentWidget(self._note)
        self._retranslate()

    # --- taking in -----------------------------------------------------------------------------------------------

    def choice(self) -> Choice | None:
        """What would be added now."""
        if self._incoming is None:
            return None
        keys = [source.key for source in self._sources]
        return chosen(self._incoming, self.preview.taken(), self._duplicates, keys, known_edges(self._window))

    def _take_in(self) -> None:
        choice, librarian = self.choice(), self._window.librarian
        if choice is None or librarian.notebook is None or not (choice.sources or choice.edges):
            return
        self._choice = choice
        if len(choice.sources) > MANY and librarian.notebook.report.opened not in ("in-memory", "read-only"):
            self._bar.setRange(0, 0)
            self._stack.setCurrentWidget(self._waiting)
            self._jobs.start("keep", **library_work.fields_of(choice, librarian.notebook.path))
            self._retranslate()
            return
        batch = librarian.changes.add(choice.sources, choice.edges, choice.origin)
        if batch is not None:
            self._kept(batch)

    def _kept(self, batch: Batch) -> None:
        """Everything is in the notebook: keep what belongs to it, and show it."""
        assert self._choice is not None
        keys = dict(zip(self._choice.keys, batch.keys, strict=True))
        if self.tags.isChecked() or self.files.isChecked():
            self._mark(keys)
        self._show(batch.keys, len(self._choice.edges))
        self._next()

    def _show(self, keys: Sequence[str], edges: int) -> None:
        """Select what came in, in the table, with no filter in the way; say how it can be taken back."""
        from citations.filters import SourceFilter

        session, count = self._window.session, len(keys)
        if keys:
            visible = session.visible
            if visible is not None and not visible.issuperset(keys):
                session.setFilter(SourceFilter())
            if not session.stage.is_library:
                session.setStage("table")
            session.selectSource(keys[0])
            session.setSelection(keys)
            one, many = (
                self.tr("1 source added; Ctrl+Z takes it back."),
                self.tr("{0} sources added; Ctrl+Z takes them back."),
            )
            words = one if count == 1 else many.format(written.count(count))
        else:
            words = self.tr("{0} edges added; Ctrl+Z takes them back.").format(written.count(edges))
        self._window.statusBar().showMessage(words, 12000)

    def _mark(self, keys: dict[str, str]) -> None:
        """Keywords as tags, and files that are there as attachments; they go with the sources if those are undone."""
        book, choice = self._window.librarian.notebook, self._choice
        assert book is not None
        assert choice is not None
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            for key, words in choice.tags.items() if self.tags.isChecked() else ():
                book.set_tags(keys[key], words)
            for key, files in choice.attachments.items() if self.files.isChecked() else ():
                for path in (self._paths[self._place].parent / file for file in files):
                    if path.is_file():
                        book.attach(keys[key], path.resolve())
            self._window.librarian.refresh()
        except OSError as error:
            self._window.librarian.changes.fail(error)
        finally:
            QGuiApplication.restoreOverrideCursor()

    def _pass_over(self) -> None:
        """Without this file; stops reading it."""
        if self._jobs.current is not None and self._jobs.current.kind == "keep":
            return  # it is being kept at this moment
        self._jobs.cancel()
        self._next()

    def _next(self) -> None:
        self._place += 1
        if self._place < len(self._paths):
            self._read()
        else:
            self.accept()

    def done(self, result: int) -> None:
        self._jobs.shutdown()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._jobs.shutdown()
        super().closeEvent(event)

    # --- more files ----------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Files that are dropped here come after the present one."""
        event.acceptProposedAction()
        self._paths += [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        self._retranslate()

    # --- words ---------------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        place, last = written.count(self._place + 1), written.count(len(self._paths))
        title = self.tr("Import references")
        several = self.tr("Import references, file {place} of {last}").format(place=place, last=last)
        self.setWindowTitle(several if len(self._paths) > 1 else title)
        job = self._jobs.current
        is_keeping = job is not None and job.kind == "keep"
        name = self._paths[min(self._place, len(self._paths) - 1)].name
        self._reading.setText((self.tr("Adding …") if is_keeping else self.tr("Reading {0} …")).format(name))
        self._bar.setAccessibleName(self._reading.text())
        taken = len(self.preview.taken()) if self._incoming is not None else 0
        edges = 0 if taken or self._incoming is None or not self._incoming.edges else len(self._edges())
        self.add.setText(self._add_words(taken, edges) if self._incoming is not None else self.tr("Add"))
        self.add.setEnabled(job is None and bool(taken or edges))
        cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        cancel.setText(self.tr("Pass over") if self._place + 1 < len(self._paths) else self.tr("Cancel"))
        cancel.setEnabled(not is_keeping)
        items = () if self._incoming is None else self._incoming.items
        self.tags.setText(self.tr("Keep keywords as tags"))
        self.tags.setVisible(any(item.tags for item in items))
        self.files.setText(self.tr("Attach PDFs that are there"))
        self.files.setVisible(any(item.attachments for item in items))

    def _edges(self) -> tuple[Edge, ...]:
        choice = self.choice()
        return () if choice is None else choice.edges

    def _add_words(self, taken: int, edges: int) -> str:
        if edges:
            return self.tr("Add 1 edge") if edges == 1 else self.tr("Add {0} edges").format(written.count(edges))
        return self.tr("Add 1 source") if taken == 1 else self.tr("Add {0} sources").format(written.count(taken))
