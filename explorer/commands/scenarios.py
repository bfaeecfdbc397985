"""Commands that open the scenarios that come with the program. The digit or letter of an entry opens it from the
menu."""

from explorer.commands.command import QT_TRANSLATE_NOOP, Command
from explorer.scenarios import PRESETS

LETTERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MENU = QT_TRANSLATE_NOOP("Actions", "&Scenarios")
COMMANDS = tuple(
    Command(f"scenario.{preset.key}", preset.name, preset.tip, group="presets", letter=letter)
    for letter, preset in zip(LETTERS, PRESETS, strict=False)
)
