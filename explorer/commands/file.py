"""Commands that bring something in or take something out."""

from explorer.commands.command import QT_TRANSLATE_NOOP, Command

MENU = QT_TRANSLATE_NOOP("Actions", "&File")
COMMANDS = (
    Command(
        "file.open",
        QT_TRANSLATE_NOOP("Actions", "Open…"),
        QT_TRANSLATE_NOOP("Actions", "A trace or a scenario for the technique to run on, or a recording to look at"),
        keys=("Ctrl+O",),
        icon="open",
        group="open",
    ),
    Command(
        "file.own",
        QT_TRANSLATE_NOOP("Actions", "Back to the built-in scenario"),
        QT_TRANSLATE_NOOP("Actions", "Put the opened file aside: each technique shows its own day before"),
        keys=("Ctrl+Shift+O",),
        group="open",
    ),
    Command(
        "file.edit",
        QT_TRANSLATE_NOOP("Actions", "Edit scenario…"),
        QT_TRANSLATE_NOOP("Actions", "Change model, hardware, workload or policy of the day before, and run it"),
        keys=("F2",),
        group="open",
    ),
    Command(
        "file.report",
        QT_TRANSLATE_NOOP("Actions", "Import report…"),
        QT_TRANSLATE_NOOP("Actions", "How the opened trace was read: rows used, rows set aside and why"),
        keys=("Ctrl+I",),
        group="open",
    ),
    Command(
        "file.scenario",
        QT_TRANSLATE_NOOP("Actions", "Save scenario…"),
        QT_TRANSLATE_NOOP("Actions", "The scenario of the shown run as a TOML file that can be mailed"),
        keys=("Ctrl+S",),
        group="save",
    ),
    Command(
        "file.recording",
        QT_TRANSLATE_NOOP("Actions", "Save recording…"),
        QT_TRANSLATE_NOOP("Actions", "The shown run as a file that can be opened again, here or on another machine"),
        keys=("Ctrl+Shift+S",),
        group="save",
    ),
    Command(
        "file.export",
        QT_TRANSLATE_NOOP("Actions", "Export view…"),
        QT_TRANSLATE_NOOP("Actions", "One view or the whole window as PNG, SVG or PDF"),
        keys=("Ctrl+E",),
        group="save",
    ),
    Command(
        "file.ledgers",
        QT_TRANSLATE_NOOP("Actions", "Export ledgers…"),
        QT_TRANSLATE_NOOP("Actions", "All quantities of both runs as CSV or JSON"),
        keys=("Ctrl+Shift+E",),
        group="save",
    ),
    Command(
        "file.quit",
        QT_TRANSLATE_NOOP("Actions", "Quit"),
        QT_TRANSLATE_NOOP("Actions", "Close the window; a run under way is stopped"),
        keys=("Ctrl+Q",),
        group="quit",
    ),
)
