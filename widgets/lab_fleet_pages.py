"""The pages of the fleet lab beside the trade-off: where tokens and requests went, and what a fault did."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engine.labs.fleet_dead import Aftermath, Loss
from engine.labs.fleet_run import FleetRun, Lengthwise
from engine.labs.fleet_settings import FleetSettings
from engine.recording import Outcome
from widgets import format as write
from widgets.fonts import ui_font
from widgets.lab_fleet_words import rejection_text
from widgets.lab_plot import LabPlot
from widgets.lab_plot_bars import BarPlot
from widgets.lab_plot_data import Bar, Part

MOST_LOSSES = 8  # requests shown one by one

Table = tuple[Sequence[str], Sequence[Sequence[object]]]


class FleetPage(QWidget):
    """A line of words over pictures that stand one above the other."""

    def __init__(self, plots: Sequence[LabPlot], stretch: Sequence[int]) -> None:
        super().__init__()
        self.plots = tuple(plots)
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self._shown: tuple[FleetSettings, FleetRun | None] | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.words)
        for plot, share in zip(plots, stretch, strict=True):
            column.addWidget(plot, share)

    def setRun(self, settings: FleetSettings, run: FleetRun | None) -> None:
        """None: what it shows is still to be simulated."""
        self._shown = settings, run
        self.words.setFont(ui_font(-0.5))
        for plot in self.plots:
            plot.setEmptyText(self.tr("Simulated after a moment.") if run is None else self.emptyText())
        self.fill(settings, run)
        self.words.setVisible(bool(self.words.text()))

    def hasHeightForWidth(self) -> bool:
        """Wrapped words take from the pictures, not from whoever holds the page."""
        return False

    def emptyText(self) -> str:
        """What stands where a run has nothing to show."""
        return ""

    def fill(self, settings: FleetSettings, run: FleetRun | None) -> None:
        raise NotImplementedError

    def describe(self) -> str:
        return "\n".join(text for text in (self.words.text(), *(plot.describe() for plot in self.plots)) if text)

    def tableData(self) -> Table:
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange) and self._shown is not None:
            self.setRun(*self._shown)


class WorkPage(FleetPage):
    """Prompt tokens by where their state came from, requests by length and fate, work by replica."""

    def __init__(self) -> None:
        self.tokens, self.requests, self.replicas = BarPlot(), BarPlot(), BarPlot()
        super().__init__((self.tokens, self.requests, self.replicas), (3, 4, 5))
        self._run: FleetRun | None = None

    def fill(self, settings: FleetSettings, run: FleetRun | None) -> None:
        self._run = run
        self.tokens.setTitle(self.tr("Prompt tokens: found or computed"))
        self.requests.setTitle(self.tr("Requests, short and long"))
        self.replicas.setTitle(self.tr("Requests sent to each replica"))
        self.words.setText("")
        if run is None:
            for plot in (self.tokens, self.requests, self.replicas):
                plot.setBars((), "tokens")
            return
        self.words.setText(self._told(run))
        self.tokens.setBars(self._token_bars(run), "tokens")
        bars = (
            self._class(self.tr("short"), run.short),
            self._class(self.tr("long, from {0} new").format(write.short_count(settings.long_tokens)), run.long),
        )
        self.requests.setBars(bars, "requests")
        self.replicas.setBars(
            [
                Bar(
                    self.tr("replica {0}").format(place),
                    (
                        Part("rest", self.tr("in time or turned away"), sent - late, "blue"),
                        Part("late", self.tr("late"), late, "vermillion", "/"),
                    ),
                    self.tr("{0} computed").format(write.short_count(tokens)),
                )
                for place, (sent, late, tokens) in enumerate(zip(run.sent, run.late, run.tokens, strict=True))
            ],
            "requests",
        )

    def _told(self, run: FleetRun) -> str:
        told = [
            self.tr("Effective hit tokens: {0}, found by finished requests, less what was computed again.").format(
                write.short_count(run.hits.effective)
            ),
            self.tr("Let in: {0} of {1}.").format(run.admitted, run.requests),
        ]
        reasons = self.tr(", ").join(f"{rejection_text(reason)}: {count}" for reason, count in run.rejected)
        return " ".join([*told, self.tr("Turned away: {0}.").format(reasons)] if reasons else told)

    def _token_bars(self, run: FleetRun) -> list[Bar]:
        hits = run.hits
        parts = (
            Part("device", self.tr("found on the device"), hits.from_device, "green"),
            Part("below", self.tr("from host memory or disk"), hits.from_below, "sky"),
            Part("store", self.tr("from the store"), hits.from_store, "purple", "."),
            Part("computed", self.tr("computed"), hits.prompt - hits.found, "orange"),
        )
        again = (Part("again", self.tr("computed again"), hits.again, "vermillion", "/"),)
        bars = [Bar("", parts, self.tr("{0} found").format(write.share(hits.share)))]
        return [*bars, Bar("", again, write.quantity(hits.again, "tokens"))] if hits.again else bars

    def _class(self, label: str, found: Lengthwise) -> Bar:
        late = found.requests - found.rejected - found.good
        parts = (
            Part("good", self.tr("within the contract"), found.good, "green"),
            Part("late", self.tr("late"), late, "vermillion", "/"),
            Part("rejected", self.tr("turned away"), found.rejected, "grey", "x"),
        )
        return Bar(label, parts, self.tr("{0}/s").format(f"{found.goodput:.2f}"))

    def tableData(self) -> Table:
        run = self._run
        header = ("what", "of", "count")
        if run is None:
            return header, ()
        rows: list[tuple[object, ...]] = [("prompt tokens", name, value) for name, value in vars(run.hits).items()]
        for name, found in (("short requests", run.short), ("long requests", run.long)):
            rows += [(name, key, value) for key, value in vars(found).items()]
        rows += [("turned away", reason, count) for reason, count in run.rejected]
        for place, (sent, late, tokens) in enumerate(zip(run.sent, run.late, run.tokens, strict=True)):
            rows += [(f"replica {place}", "sent", sent), (f"replica {place}", "late", late)]
            rows.append((f"replica {place}", "tokens computed", tokens))
        return header, rows


class FaultPage(FleetPage):
    """Which pages died, what of it each request found again, and what was computed once more."""

    def __init__(self) -> None:
        self.dead, self.losses = BarPlot(), BarPlot()
        super().__init__((self.dead, self.losses), (2, 5))
        self._fault: Aftermath | None = None

    def emptyText(self) -> str:
        if self._fault is None:
            return self.tr("Nothing broke in this run. Choose a fault under “What breaks”.")
        return self.tr("No page died, and no request lost state.")

    def setRun(self, settings: FleetSettings, run: FleetRun | None) -> None:
        self._fault = run.fault if run is not None else None
        super().setRun(settings, run)

    def fill(self, settings: FleetSettings, run: FleetRun | None) -> None:
        fault = self._fault
        self.dead.setTitle(self.tr("Pages that died, by what they held"))
        self.losses.setTitle(self.tr("What requests lost, and how they got it back"))
        if fault is None:
            self.words.setText("")
            self.dead.setBars((), "pages")
            self.losses.setBars((), "tokens")
            return
        self.words.setText(self._told(fault))
        parts = [
            Part(f"prefix {rank}", self.tr("prefix {0}").format(rank + 1), count, f"series:{rank % 12}")
            for rank, count in enumerate(fault.by_family)
        ]
        parts.append(Part("task", self.tr("single tasks"), fault.other, "blue"))
        loose = fault.pages - sum(fault.by_family) - fault.other
        parts.append(Part("loose", self.tr("not full yet"), loose, "yellow", "."))
        self.dead.setBars((Bar("", parts, self.tr("{0} pages").format(fault.pages)),) if fault.pages else (), "pages")
        losses = sorted(fault.losses, key=lambda loss: -loss.lost)
        self.losses.setBars([self._loss(loss) for loss in losses[:MOST_LOSSES]], "tokens")

    def _told(self, fault: Aftermath) -> str:
        where = self.tr("the link") if fault.replica < 0 else self.tr("replica {0}").format(fault.replica)
        head = self.tr("At {0}, {1}: {2} pages invalid, {3} of them in use.").format(
            write.seconds(fault.at_s), where, fault.pages, fault.held
        )
        totals = fault.totals
        body = self.tr("{0} requests lost {1}; {2} computed again.").format(
            totals.lost_requests,
            write.quantity(totals.lost_tokens, "tokens"),
            write.quantity(totals.recomputed_tokens, "tokens"),
        )
        tail = self.tr("Hit share of those admitted before {0}, after {1}.").format(
            write.share(fault.hits_before), write.share(fault.hits_after)
        )
        return " ".join((head, body, tail))

    def _loss(self, loss: Loss) -> Bar:
        found = min(loss.found_again, loss.lost)
        again = min(loss.computed_again, loss.lost - found)
        parts = (
            Part("found", self.tr("found in a cache"), found, "green"),
            Part("again", self.tr("computed again"), again, "vermillion", "/"),
            Part("gone", self.tr("not needed any more"), loss.lost - found - again, "grey", "x"),
        )
        if loss.outcome is Outcome.REJECTED:
            note = self.tr("given up")
        elif loss.outcome is Outcome.CUT:
            note = self.tr("cut short")
        else:
            note = (
                "" if loss.recovered_s is None else self.tr("back after {0}").format(write.seconds(loss.recovered_s))
            )
        return Bar(loss.name, parts, note)

    def tableData(self) -> Table:
        header = ("request", "tokens lost", "found again", "computed again", "back after (s)", "outcome")
        losses = self._fault.losses if self._fault is not None else ()
        return header, [
            (loss.name, loss.lost, loss.found_again, loss.computed_again, loss.recovered_s, loss.outcome.name.lower())
            for loss in losses
        ]
