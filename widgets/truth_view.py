"""How true is this? The engine's predictions against measured machines: errors with the goal, which way they err."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QScrollArea,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from engine.sheet import Evidence
from widgets.fonts import scale, ui_font
from widgets.ledger_text import evidence_meaning, evidence_name
from widgets.palette import colours
from widgets.truth_data import Truth
from widgets.truth_model import BAR, GROUPS, RUNS, SCOPES, SORT, Column, TruthModel
from widgets.truth_words import goals, headline, not_measured, plain_text, protocol

FULL = 0.5  # the error that fills a cell
LEAST_BAR = 120.0  # pixels at scale 1 of a column with bars


class ErrorBars(QStyledItemDelegate):
    """A bar as long as the error, the goal as a line, the figure over it."""

    def __init__(self, table: QWidget) -> None:
        super().__init__(table)
        self._table = table

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        bar = index.data(BAR)
        if bar is None:
            super().paint(painter, option, index)
            return
        own = colours(self._table)
        error, goal = bar
        area = QRectF(option.rect).adjusted(4, 4, -4, -4)
        text = QFontMetricsF(ui_font(0)).horizontalAdvance("99.9\u00a0%") + 8
        track = area.adjusted(text, 2, 0, -2)
        painter.save()
        painter.fillRect(track, own.sunken)
        within = goal is None or error <= goal
        fill = QRectF(track.left(), track.top(), track.width() * min(error / FULL, 1.0), track.height())
        painter.fillRect(fill, own.hue["blue"] if within else own.hue["orange"])
        if goal is not None:
            x = track.left() + track.width() * goal / FULL
            painter.fillRect(QRectF(x - 1, area.top() - 2, 2, area.height() + 4), own.text)
        painter.setFont(ui_font(0, QFont.Weight.Medium if within else QFont.Weight.DemiBold))
        painter.setPen(own.text)
        words = QRectF(area.left(), area.top(), text, area.height())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, str(index.data()))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        hint = super().sizeHint(option, index)
        return QSize(round(LEAST_BAR * scale()), hint.height()) if index.data(BAR) is not None else hint


class TruthTable(QTableView):
    """Sorted by clicking a heading, or with the keys of a table."""

    def __init__(self, columns: tuple[Column, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.own = TruthModel(columns)
        sorted_rows = QSortFilterProxyModel(self)
        sorted_rows.setSourceModel(self.own)
        sorted_rows.setSortRole(SORT)
        self.setModel(sorted_rows)
        self.setItemDelegate(ErrorBars(self))
        self.setSortingEnabled(True)
        self.sortByColumn(-1 if columns is SCOPES else 0, Qt.SortOrder.AscendingOrder)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.verticalHeader().hide()
        self.horizontalHeader().setStretchLastSection(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self._shared = tuple(place for place, column in enumerate(columns) if column.has_bar)

    def fit(self) -> None:
        """Columns as wide as their contents, rows as high as the font asks."""
        self.verticalHeader().setDefaultSectionSize(round(self.fontMetrics().height() * 1.7))
        self.resizeColumnsToContents()
        for column in self._shared:  # the room that is left goes to the bars, not to what comes last
            self.horizontalHeader().setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)


class TruthView(QWidget):
    """`setTruth(None)` says that nothing has been measured. Ctrl+C copies everything as text."""

    copied = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._truth: Truth | None = None
        self._head, self._goal, self._how, self._label = (self._words() for _ in range(4))
        self.scopes, self.groups, self.runs = (TruthTable(columns, self) for columns in (SCOPES, GROUPS, RUNS))
        self._runs_title = QLabel(self)
        self.copy_button = QPushButton(self)
        self.copy_button.clicked.connect(self.copy)
        self._arrange()
        self._retranslate()

    def _words(self) -> QLabel:
        label = QLabel(self)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        return label

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setSpacing(8)
        for widget, stretch in (
            (self._head, 0),
            (self._goal, 0),
            (self.scopes, 0),
            (self.groups, 5),
            (self._runs_title, 0),
            (self.runs, 3),
        ):
            column.addWidget(widget, stretch)
        self._room = QScrollArea(self)
        self._room.setWidgetResizable(True)
        self._room.setFrameShape(QScrollArea.Shape.NoFrame)
        self._room.setWidget(self._how)
        column.addWidget(self._room, 2)
        foot = QHBoxLayout()
        foot.addWidget(self._label, 1)
        foot.addWidget(self.copy_button)
        column.addLayout(foot)

    def setTruth(self, truth: Truth | None) -> None:
        self._truth = truth
        groups, runs = (truth.groups, truth.runs) if truth is not None else ((), ())
        scopes = truth.scopes if truth is not None else ()
        self.scopes.own.show(scopes)
        self.groups.own.show(groups)
        self.runs.own.show(runs)
        self.scopes.setVisible(bool(scopes))
        self.groups.setVisible(bool(groups))
        measured: tuple[QWidget, ...] = (self._goal, self._room, self._label, self.copy_button)
        for widget in measured:
            widget.setVisible(truth is not None)
        self._runs_title.setVisible(bool(runs))
        self.runs.setVisible(bool(runs))
        self._retranslate()

    def describe(self) -> str:
        """Everything as text."""
        return plain_text(self._truth)

    def copy(self) -> None:
        """Everything as text into the clipboard."""
        QGuiApplication.clipboard().setText(self.describe())
        self.copied.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange):
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        truth = self._truth
        self._head.setText(headline(truth) if truth else not_measured())
        self._head.setFont(ui_font(2, QFont.Weight.DemiBold))
        self._goal.setText(goals())
        self._how.setText(protocol(truth) if truth else "")
        self._runs_title.setText(self.tr("Real runs, request by request"))
        self._runs_title.setFont(ui_font(1, QFont.Weight.DemiBold))
        if truth is not None:
            known = truth.label in set(Evidence)
            name = evidence_name(Evidence(truth.label)) if known else truth.label
            meaning = evidence_meaning(Evidence(truth.label)) if known else ""
            self._label.setText(": ".join(filter(None, (name, meaning))))
        self.copy_button.setText(self.tr("Copy as text"))
        self.groups.setAccessibleName(self.tr("Errors by system, model, backend and mode"))
        self.runs.setAccessibleName(self.tr("Percentiles of real runs"))
        self.setAccessibleName(self.tr("How true is this?"))
        self.setAccessibleDescription(self.describe())
        self.scopes.setAccessibleName(self.tr("Errors of what the goals are for"))
        for table in (self.scopes, self.groups, self.runs):
            table.fit()
        rows = self.scopes.own.rowCount()
        header, line = self.scopes.horizontalHeader().sizeHint().height(), self.scopes.verticalHeader()
        self.scopes.setFixedHeight(header + rows * line.defaultSectionSize() + 4)
