"""Commands that open the scenarios that come with the program. The digit of an entry opens it from the menu."""

from explorer.commands.command import QT_TRANSLATE_NOOP, Command
from explorer.scenarios import PRESETS

MENU = QT_TRANSLATE_NOOP("Actions", "&Scenarios")
COMMANDS = tuple(
    Command(f"scenario.{preset.key}", preset.name, preset.tip, group="presets", digit=number)
    for number, preset in enumerate(PRESETS, start=1)
)
