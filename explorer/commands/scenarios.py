"""Commands that open the scenarios that come with the program. The digit or letter of an entry opens it from the
menu."""

from itertools import accumulate

from explorer.commands.command import QT_TRANSLATE_NOOP, Command
from explorer.scenarios import PRESETS

LETTERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MENU = QT_TRANSLATE_NOOP("Actions", "&Scenarios")
# After the first few: engines, memory, policies, drafts, workloads.
_FIRST_OF_GROUP = ("fleet-of-eight", "swap-to-host", "decode-first", "draft-model", "coding-agents")
_GROUPS = accumulate(int(preset.key in _FIRST_OF_GROUP) for preset in PRESETS)
COMMANDS = tuple(
    Command(f"scenario.{preset.key}", preset.name, preset.tip, group=f"presets {group}", letter=letter)
    for letter, preset, group in zip(LETTERS, PRESETS, _GROUPS, strict=False)
)
