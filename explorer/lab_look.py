"""Which lab is looked at, and with which settings it was asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class LabLook:
    """`settings` is the text of a settings file or a link, "" for the settings that the lab has at the moment;
    `preset` is the key of one. `name` of the file is for messages."""

    key: str
    settings: str = ""
    preset: str = ""
    name: str = ""


def look_at(text: str, name: str = "") -> LabLook | None:
    """The look that a settings file's text or a link asks for, None if it is neither."""
    from engine.labs import settings

    key = settings.lab_of_link(text) or settings.lab_of(text)
    return LabLook(key, text, name=name) if key else None


def lab_in(path: Path) -> LabLook | None:
    """The look that a file asks for; None if it is no lab's, or cannot be read."""
    if path.suffix.lower() != ".toml":
        return None
    try:
        return look_at(path.read_text("utf-8"), path.name)
    except (OSError, UnicodeDecodeError):
        return None
