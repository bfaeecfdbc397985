"""Reading the fields of a config.json one by one, and keeping account of what was read, assumed and left over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

LARGEST = 10**12


def is_config(key: str) -> bool:
    """Whether a model is named by the path of its config.json, not by the key of a card."""
    return key.endswith(".json")


class ConfigError(ValueError):
    """A config.json that gives no model card. The message names file, field, what was found and what was expected."""

    def __init__(self, name: str, where: str, found: str, expected: str) -> None:
        self.name, self.field, self.found, self.expected = name, where, found, expected
        super().__init__(f"{name}{f', {where}' if where else ''}: found {found}, expected {expected}")


@dataclass(frozen=True, slots=True)
class Read:
    """A field that was understood, and what it says in the words of a card ("" = it has no bearing on memory)."""

    field: str
    value: Any
    meaning: str


@dataclass(frozen=True, slots=True)
class Assumed:
    """A value that the file does not give, or that the card cannot express, and why this one was taken."""

    what: str
    value: Any
    why: str


@dataclass
class Reader:
    """One object of the file. `where` is its path in the file, with a dot at the end, "" at the top."""

    table: Mapping[str, Any]
    name: str
    where: str = ""
    understood: list[Read] = field(default_factory=list)
    assumed: list[Assumed] = field(default_factory=list)
    used: set[str] = field(default_factory=set)

    def has(self, *names: str) -> bool:
        """Whether one of the fields is there and not null. It does not count as read."""
        return any(self.table.get(name) is not None for name in names)

    def note(self, name: str, meaning: str) -> None:
        """`name` was understood as `meaning`."""
        row = Read(self.where + name, self.table.get(name), meaning)
        if row not in self.understood:
            self.understood.append(row)
        self.used.add(name)

    def skip(self, *names: str) -> None:
        """What these fields say is known from others, or changes nothing here."""
        self.used.update(name for name in names if name in self.table)

    def assume(self, what: str, value: Any, why: str) -> None:
        row = Assumed(what, value, why)
        if row not in self.assumed:
            self.assumed.append(row)

    def error(self, name: str, found: str, expected: str) -> ConfigError:
        return ConfigError(self.name, self.where + name, found, expected)

    def whole(
        self, names: str, meaning: str, default: int | None = None, why: str = "", least: int = 1, most: int = LARGEST
    ) -> int:
        """A whole number under the first of the names (parted by blanks) that is there, else the default.

        Raises ConfigError if it is no number of at least `least`, or neither given nor assumed.
        """
        for name in names.split():
            value = self.table.get(name)
            if value is None:
                continue
            if isinstance(value, float) and value.is_integer():
                value = int(value)
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                limits = f"at least {least}" if most == LARGEST else f"{least} to {most:,}"
                raise self.error(name, _shown(self.table[name]), f"a whole number of {limits} ({meaning})")
            self.note(name, meaning)
            self.used.update(other for other in names.split() if self.table.get(other) == value)
            return value
        if default is None:
            raise self.error(names.replace(" ", " or "), "no such field", f"a whole number ({meaning})")
        if why:
            self.assume(meaning, default, why)
        self.used.update(name for name in names.split() if name in self.table)
        return default

    def flag(self, name: str, meaning: str, default: bool, why: str = "") -> bool:
        """A switch. Raises ConfigError for anything but true, false, 0 and 1."""
        value = self.table.get(name)
        if value is None:
            if why:
                self.assume(meaning, default, why)
            return default
        if value not in (True, False):
            raise self.error(name, _shown(value), f"true or false ({meaning})")
        self.note(name, meaning)
        return bool(value)

    def row(self, name: str, meaning: str, layers: int) -> list[Any] | None:
        """One entry for each layer; what stands beyond them belongs to draft heads. None if it is not there."""
        value = self.table.get(name)
        if value is None or value == []:
            self.used.add(name)
            return None
        if not isinstance(value, list | str) or len(value) < layers:
            raise self.error(name, _shown(value), f"an entry for each of the {layers} layers ({meaning})")
        self.note(name, meaning)
        return list(value[:layers])

    def inner(self, name: str) -> Reader | None:
        """The object under `name`, which keeps its own account. None if it is not there."""
        value = self.table.get(name)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self.error(name, _shown(value), "an object")
        self.used.add(name)
        return Reader(value, self.name, f"{self.where}{name}.", self.understood, self.assumed)

    def left(self) -> Iterator[tuple[str, Any]]:
        """Fields that nobody has read."""
        for name, value in self.table.items():
            if name not in self.used and not name.startswith("_"):
                yield self.where + name, value


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
