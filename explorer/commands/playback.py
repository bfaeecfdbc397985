"""Commands of the playhead and of the runs."""

from explorer.commands.command import QT_TRANSLATE_NOOP, Command

MENU = QT_TRANSLATE_NOOP("Actions", "&Playback")
COMMANDS = (
    Command(
        "play.toggle",
        QT_TRANSLATE_NOOP("Actions", "Play or pause"),
        QT_TRANSLATE_NOOP("Actions", "Let the simulated time run, or hold it"),
        keys=("Space",),
        group="play",
    ),
    Command(
        "play.forward",
        QT_TRANSLATE_NOOP("Actions", "Step forward"),
        QT_TRANSLATE_NOOP("Actions", "To the next event"),
        keys=(".",),
        group="step",
    ),
    Command(
        "play.back",
        QT_TRANSLATE_NOOP("Actions", "Step back"),
        QT_TRANSLATE_NOOP("Actions", "To the event before"),
        keys=(",",),
        group="step",
    ),
    Command(
        "play.start",
        QT_TRANSLATE_NOOP("Actions", "To the start"),
        QT_TRANSLATE_NOOP("Actions", "Time zero: the first arrival"),
        keys=("Ctrl+Home",),
        group="step",
    ),
    Command(
        "play.end",
        QT_TRANSLATE_NOOP("Actions", "To the end"),
        QT_TRANSLATE_NOOP("Actions", "The last event of the run"),
        keys=("Ctrl+End",),
        group="step",
    ),
    Command(
        "play.faster",
        QT_TRANSLATE_NOOP("Actions", "Faster"),
        QT_TRANSLATE_NOOP("Actions", "Twice the simulated time per second"),
        keys=("Ctrl+.",),
        group="speed",
    ),
    Command(
        "play.slower",
        QT_TRANSLATE_NOOP("Actions", "Slower"),
        QT_TRANSLATE_NOOP("Actions", "Half the simulated time per second"),
        keys=("Ctrl+,",),
        group="speed",
    ),
    Command(
        "play.loop",
        QT_TRANSLATE_NOOP("Actions", "Loop"),
        QT_TRANSLATE_NOOP("Actions", "Start again at the end of the run"),
        keys=("Ctrl+R",),
        group="speed",
        checkable=True,
    ),
    Command(
        "run.again",
        QT_TRANSLATE_NOOP("Actions", "Run again"),
        QT_TRANSLATE_NOOP("Actions", "Simulate day before and day after once more"),
        keys=("F5",),
        group="run",
    ),
    Command(
        "run.cancel",
        QT_TRANSLATE_NOOP("Actions", "Cancel run"),
        QT_TRANSLATE_NOOP("Actions", "Stop the simulation under way; what was shown stays"),
        keys=("Ctrl+Backspace",),
        group="run",
    ),
)
