"""Commands that choose what to look at."""

from explorer.commands.command import QT_TRANSLATE_NOOP, Command

MENU = QT_TRANSLATE_NOOP("Actions", "&Go")
COMMANDS = (
    Command(
        "go.palette",
        QT_TRANSLATE_NOOP("Actions", "Command palette…"),
        QT_TRANSLATE_NOOP("Actions", "Find any command, source or ledger by typing a part of its name"),
        keys=(
            "Ctrl+K",
            "Ctrl+P",
        ),
        icon="search",
        group="find",
    ),
    Command(
        "go.search",
        QT_TRANSLATE_NOOP("Actions", "Search sources"),
        QT_TRANSLATE_NOOP("Actions", "Type into the search field of the lineage"),
        keys=("Ctrl+F",),
        group="find",
    ),
    Command(
        "go.filter",
        QT_TRANSLATE_NOOP("Actions", "Only sources that act on this ledger"),
        QT_TRANSLATE_NOOP("Actions", "Narrow the lineage to the ledger that is looked at, or widen it again"),
        keys=("Ctrl+Shift+F",),
        group="find",
        checkable=True,
    ),
    Command(
        "go.back",
        QT_TRANSLATE_NOOP("Actions", "Back"),
        QT_TRANSLATE_NOOP("Actions", "The source looked at before"),
        keys=("Alt+Left",),
        icon="back",
        group="trail",
    ),
    Command(
        "go.forward",
        QT_TRANSLATE_NOOP("Actions", "Forward"),
        QT_TRANSLATE_NOOP("Actions", "The source looked at after this one"),
        keys=("Alt+Right",),
        icon="forward",
        group="trail",
    ),
    Command(
        "go.older",
        QT_TRANSLATE_NOOP("Actions", "Previous technique"),
        QT_TRANSLATE_NOOP("Actions", "The runnable source before this one, by date"),
        keys=("Ctrl+Up",),
        group="walk",
    ),
    Command(
        "go.newer",
        QT_TRANSLATE_NOOP("Actions", "Next technique"),
        QT_TRANSLATE_NOOP("Actions", "The runnable source after this one, by date"),
        keys=("Ctrl+Down",),
        group="walk",
    ),
    Command(
        "go.pane",
        QT_TRANSLATE_NOOP("Actions", "Next panel"),
        QT_TRANSLATE_NOOP("Actions", "Move the keyboard focus to the next panel"),
        keys=("F6",),
        group="panes",
    ),
)
