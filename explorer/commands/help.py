"""Commands that explain."""

from explorer.commands.command import QT_TRANSLATE_NOOP, Command

MENU = QT_TRANSLATE_NOOP("Actions", "&Help")
COMMANDS = (
    Command(
        "help.keys",
        QT_TRANSLATE_NOOP("Actions", "Keyboard shortcuts"),
        QT_TRANSLATE_NOOP("Actions", "All commands and their keys on one sheet"),
        keys=(
            "?",
            "F1",
        ),
        group="help",
    ),
    Command(
        "help.view",
        QT_TRANSLATE_NOOP("Actions", "What is this view?"),
        QT_TRANSLATE_NOOP("Actions", "How to read the panel that has the focus"),
        keys=("Shift+F1",),
        group="help",
    ),
    Command(
        "help.truth",
        QT_TRANSLATE_NOOP("Actions", "How true is this?"),
        QT_TRANSLATE_NOOP("Actions", "The predicted times against measured machines, by system, model and backend"),
        keys=("F4",),
        group="help",
    ),
    Command(
        "help.messages",
        QT_TRANSLATE_NOOP("Actions", "Messages…"),
        QT_TRANSLATE_NOOP("Actions", "Everything the program has told since it was started"),
        keys=("Ctrl+M",),
        group="about",
    ),
    Command(
        "help.about",
        QT_TRANSLATE_NOOP("Actions", "About Eighteen Ledgers"),
        QT_TRANSLATE_NOOP("Actions", "Versions, evidence labels, and where the files are"),
        group="about",
    ),
)
