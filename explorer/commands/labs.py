"""Commands of the labs."""

from explorer.commands.command import QT_TRANSLATE_NOOP, Command

MENU = QT_TRANSLATE_NOOP("Actions", "La&bs")
COMMANDS = (
    Command(
        "labs.capacity",
        QT_TRANSLATE_NOOP("Actions", "What is in the 80 GB?"),
        QT_TRANSLATE_NOOP("Actions", "Weights, state and workspace of a model on its devices, until they do not fit"),
        keys=("Ctrl+Alt+1",),
        group="lab",
    ),
    Command(
        "labs.phases",
        QT_TRANSLATE_NOOP("Actions", "Slow first token, slow next token"),
        QT_TRANSLATE_NOOP("Actions", "Two policies on the same arrivals, and which of them keeps a contract"),
        keys=("Ctrl+Alt+2",),
        group="lab",
    ),
    Command(
        "labs.speculation",
        QT_TRANSLATE_NOOP("Actions", "Longer drafts can be slower"),
        QT_TRANSLATE_NOOP("Actions", "What drafts gain, what they cost, and whether the output stays the target's"),
        keys=("Ctrl+Alt+3",),
        group="lab",
    ),
    Command(
        "labs.fleet",
        QT_TRANSLATE_NOOP("Actions", "After the cache hit"),
        QT_TRANSLATE_NOOP("Actions", "Affinity against balance on many replicas, and what a fault takes along"),
        keys=("Ctrl+Alt+4",),
        group="lab",
    ),
    Command(
        "labs.undo",
        QT_TRANSLATE_NOOP("Actions", "Undo setting"),
        QT_TRANSLATE_NOOP("Actions", "Take back the last change of the lab's settings"),
        keys=("Ctrl+Alt+Z",),
        group="settings",
    ),
    Command(
        "labs.redo",
        QT_TRANSLATE_NOOP("Actions", "Redo setting"),
        QT_TRANSLATE_NOOP("Actions", "Make the change of a setting once more"),
        keys=("Ctrl+Alt+Y",),
        group="settings",
    ),
    Command(
        "labs.reset",
        QT_TRANSLATE_NOOP("Actions", "Reset lab"),
        QT_TRANSLATE_NOOP("Actions", "The settings of the lab's first preset"),
        keys=("Ctrl+Alt+R",),
        group="settings",
    ),
    Command(
        "labs.run",
        QT_TRANSLATE_NOOP("Actions", "Run lab"),
        QT_TRANSLATE_NOOP("Actions", "Simulate with the lab's settings"),
        keys=("Ctrl+Alt+Return",),
        group="settings",
    ),
    Command(
        "labs.open",
        QT_TRANSLATE_NOOP("Actions", "Open lab settings…"),
        QT_TRANSLATE_NOOP("Actions", "Settings of a lab from a file"),
        keys=("Ctrl+Alt+O",),
        group="files",
    ),
    Command(
        "labs.save",
        QT_TRANSLATE_NOOP("Actions", "Save lab settings…"),
        QT_TRANSLATE_NOOP("Actions", "Write the lab's settings to a file, to be opened again or sent to somebody"),
        keys=("Ctrl+Alt+S",),
        group="files",
    ),
    Command(
        "labs.link",
        QT_TRANSLATE_NOOP("Actions", "Copy lab link"),
        QT_TRANSLATE_NOOP("Actions", "Put a link to the lab's settings on the clipboard"),
        keys=("Ctrl+Alt+C",),
        group="files",
    ),
    Command(
        "labs.paste",
        QT_TRANSLATE_NOOP("Actions", "Paste lab link"),
        QT_TRANSLATE_NOOP("Actions", "Show the lab that a link on the clipboard leads to"),
        keys=("Ctrl+Alt+V",),
        group="files",
    ),
    Command(
        "labs.picture",
        QT_TRANSLATE_NOOP("Actions", "Save lab picture…"),
        QT_TRANSLATE_NOOP("Actions", "Write the lab's pictures as PNG, SVG or PDF"),
        group="out",
    ),
    Command(
        "labs.data",
        QT_TRANSLATE_NOOP("Actions", "Save lab data…"),
        QT_TRANSLATE_NOOP("Actions", "Write what the lab's pictures show as a table"),
        group="out",
    ),
    Command(
        "labs.clock",
        QT_TRANSLATE_NOOP("Actions", "Lab to the clock"),
        QT_TRANSLATE_NOOP("Actions", "Run the lab's settings as a scenario, on page table and request clock"),
        group="on",
    ),
    Command(
        "labs.ledgers",
        QT_TRANSLATE_NOOP("Actions", "Lab to the ledgers"),
        QT_TRANSLATE_NOOP("Actions", "Compare the lab's settings with the same scenario without the choice"),
        group="on",
    ),
)
