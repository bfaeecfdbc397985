"""How to read each panel, in a few sentences. English source texts of the translation context "ViewHelp"."""

from __future__ import annotations

from explorer.commands.command import QT_TRANSLATE_NOOP

HELP = {
    "stage": (
        QT_TRANSLATE_NOOP("ViewHelp", "Page table and request clock"),
        QT_TRANSLATE_NOOP(
            "ViewHelp",
            "Above, every physical page of the state memory at the instant of the playhead. A page is free, cached "
            "(free, but its content can still be hit), in use, shared by several requests, or reserved without "
            "content. Select a page or a request to follow its block table.\n\n"
            "Below, one lane per engine and one row per request over simulated time: waiting, prefill, decode, and "
            "what interrupts them. Click to move the playhead.\n\n"
            "With several engines the height of an iteration is its batch; B shows scheduled tokens instead. Engines "
            "that do not fit are folded, one thin row each: click their name, or press E, to give each a lane. What "
            "travels between engines has a lane of its own; while few transfers are in view, lines show where each "
            "comes from and goes to. An engine that is down is hatched, a slow one has a striped edge.\n\n"
            "Both show the same run at the same instant. Every instant is rebuilt from the recorded events, so you "
            "can go backwards as well as forwards.",
        ),
    ),
    "experiment": (
        QT_TRANSLATE_NOOP("ViewHelp", "Experiment"),
        QT_TRANSLATE_NOOP(
            "ViewHelp",
            "The technique's core idea, computed with small numbers. Findings are measured in this experiment; "
            "invariants are statements that must hold whatever the numbers are, and are checked every time.",
        ),
    ),
    "labs": (
        QT_TRANSLATE_NOOP("ViewHelp", "Labs"),
        QT_TRANSLATE_NOOP(
            "ViewHelp",
            "A question on top, and a system that you may break. Begin with a preset that works, then with one that "
            "fails on purpose; then move the settings on the left. The strip says how it comes out and why.\n\n"
            "Points with a halo can be dragged, or moved with Shift and the arrow keys. Plain arrow keys walk "
            "through the values of a picture. Ctrl+Z takes a setting back.\n\n"
            "Closed forms answer at once and are teaching estimates; what takes longer is simulated afterwards and "
            "counted. Numbers and formulas shows every figure with its formula and the numbers filled in.\n\n"
            "To the clock runs the settings as a scenario. To the ledgers compares it with the same scenario without "
            "the choice that the lab is about. Settings can be saved as a file or sent as a link.",
        ),
    ),
    "audit": (
        QT_TRANSLATE_NOOP("ViewHelp", "Audit"),
        QT_TRANSLATE_NOOP(
            "ViewHelp",
            "Fourteen questions for any claim that something is X times faster. Choose a claim of the library: what "
            "its source discloses is filled in, and what it does not disclose is shown as a gap. Or write down a "
            "claim of your own.\n\n"
            "Each answer has a reason, an evidence label and a consequence for what the claim may be used for. The "
            "report beside them says what is claimed, under which conditions, what is missing, and what must not be "
            "concluded.\n\n"
            "Try it runs the claim in kind, where the engine can: the measured ratio stands beside the reported one "
            "under a label of its own.",
        ),
    ),
    "ledgers": (
        QT_TRANSLATE_NOOP("ViewHelp", "Ledger sheet"),
        QT_TRANSLATE_NOOP(
            "ViewHelp",
            "Eighteen accounts of the same run. Each shows one headline before and after the technique, and the "
            "change; unfold a ledger to see all its quantities. Whether a change is better or worse depends on the "
            "quantity, and some have no better side.\n\n"
            "The evidence label says how a figure is known: reproducible figures are counted in the run, teaching "
            "estimates rest on the cost model. A quantity that the run does not exercise stays empty and says why.",
        ),
    ),
    "why": (
        QT_TRANSLATE_NOOP("ViewHelp", "Why"),
        QT_TRANSLATE_NOOP(
            "ViewHelp",
            "For one ledger: the formula of each quantity with the values it had in both runs, and the sources that "
            "act on this ledger, with what they do to it. Sources that the engine can run are marked.",
        ),
    ),
    "card": (
        QT_TRANSLATE_NOOP("ViewHelp", "Source card"),
        QT_TRANSLATE_NOOP(
            "ViewHelp",
            "One primary source: the bottleneck it found, its mechanism, its limits, what it builds on and what it "
            "led to. Figures on the card are reported by its authors and never mixed with what the engine measures.",
        ),
    ),
    "lineage": (
        QT_TRANSLATE_NOOP("ViewHelp", "Lineage"),
        QT_TRANSLATE_NOOP(
            "ViewHelp",
            "The sources in order of date, with lines from each to what it builds on. Selecting one lights up its "
            "ancestors and descendants. Relations that are our own reading of history are drawn differently from "
            "those that a source states. Sources that the engine can run are marked; selecting one runs it.",
        ),
    ),
    "filter": (
        QT_TRANSLATE_NOOP("ViewHelp", "Filter"),
        QT_TRANSLATE_NOOP(
            "ViewHelp",
            "What map, timeline and table are narrowed to. Every part stands as a chip of its own and can be taken "
            "away by itself. Parts of different kinds must all hold; of one kind, one is enough. Words are looked "
            "for in names, titles, authors and texts of both languages, and in your own notes and tags.\n\n"
            "How many sources are left is always said. Ctrl+Shift+F narrows to the ledger that is looked at, "
            "Ctrl+Shift+A shows everything again.",
        ),
    ),
    "map": (
        QT_TRANSLATE_NOOP("ViewHelp", "Map"),
        QT_TRANSLATE_NOOP(
            "ViewHelp",
            "Every source at its date, in lanes by ledger, family or organisation. A source never moves when you "
            "filter or select: what is filtered out stays as a ghost. Lines lead from a source to what builds on it; "
            "their style says by which relation, and whether a source states it or it is our reading of history.\n\n"
            "Arrow keys walk along the lines: Left to what the source builds on, Right to what it led to, Up and "
            "Down to the next one beside. Below the map stands why, and on what basis. Space or Shift with a click "
            "chooses a second source, P shows the paths between the two, plus and minus zoom, 0 shows everything.\n\n"
            "Direction and number of steps say which ancestors and descendants light up.",
        ),
    ),
    "table": (
        QT_TRANSLATE_NOOP("ViewHelp", "Table"),
        QT_TRANSLATE_NOOP(
            "ViewHelp",
            "The same sources as a table. Click a heading to sort; choose the columns below. Several rows can be "
            "selected: commands for status, tags, export and citation then act on all of them. "
            "Ctrl+C copies the rows.",
        ),
    ),
    "path": (
        QT_TRANSLATE_NOOP("ViewHelp", "Path"),
        QT_TRANSLATE_NOOP(
            "ViewHelp",
            "Techniques adopted one after another on one scenario. Each small picture is one ledger over the steps. "
            "What the engine cannot run yet, or what does not apply after the steps before it, is passed over, with "
            "the reason. Every figure is measured in a run; nothing is taken from a source.\n\n"
            "The main path is the line of descent that most ways through the field run along, found by counting "
            "search paths. A technique that brings its own model starts on new ground: it is compared with that.",
        ),
    ),
    "pair": (
        QT_TRANSLATE_NOOP("ViewHelp", "Two sources"),
        QT_TRANSLATE_NOOP(
            "ViewHelp",
            "Two sources side by side: mechanism, what each saves, costs or shapes, what its authors report, and "
            "what was measured when the engine ran it on its own day before. Figures of the two runs come from "
            "different scenarios: compare the direction of a change, not its size.",
        ),
    ),
}
