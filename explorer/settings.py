"""The user's settings: declared slots, one readable TOML file that holds only what differs from the defaults."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explorer import paths

Value = str | float | bool


@dataclass(frozen=True)
class Slot:
    """One setting. `choices` for words, `low`/`high` for numbers."""

    key: str  # "table.name"
    default: Value
    doc: str
    choices: tuple[str, ...] = ()
    low: float = 0.0
    high: float = 0.0

    @property
    def expected(self) -> str:
        """What a value must be, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, float):
            return f"a number from {self.low:g} to {self.high:g}"
        return "one of " + ", ".join(self.choices) if self.choices else "text"

    def accept(self, value: object) -> Value:
        """`value` in the slot's type. Raises ValueError."""
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
        elif isinstance(self.default, float):
            if isinstance(value, int | float) and not isinstance(value, bool) and self.low <= value <= self.high:
                return float(value)
        elif isinstance(value, str) and (not self.choices or value in self.choices):
            return value
        raise ValueError(f"{self.key}: found {value!r}, expected {self.expected}")


DEFAULT_TECHNIQUE = "pagedattention"
SLOTS = (
    Slot("appearance.theme", "system", "Light, dark, or as the desktop.", ("system", "light", "dark")),
    Slot("appearance.language", "system", "Language of the interface.", ("system", "en", "zh")),
    Slot("appearance.scale", 1.0, "Size of all text, for a lecture hall.", low=0.75, high=3.0),
    Slot("playback.speed", 2.0, "Simulated seconds per second.", low=0.001, high=1000.0),
    Slot("playback.loop", True, "Start again at the end."),
    Slot("playback.autoplay", True, "Play as soon as a run is there."),
    Slot("view.source", DEFAULT_TECHNIQUE, "Key of the source that is selected at start."),
    Slot("view.technique", DEFAULT_TECHNIQUE, "Key of the technique that is run at start."),
    Slot("view.run", "after", "Which run is shown.", ("before", "after", "both")),
    Slot("view.legends", True, "Legends under page table and clock."),
    Slot("view.pages", "grid", "How the page table is drawn.", ("grid", "history")),
    Slot("view.lanes", "ledger", "What the lanes of the map stand for.", ("ledger", "family", "organisation")),
    Slot("view.columns", "", "Columns of the table, with commas between them; empty: as many as fit."),
    Slot("view.sort", "", "Column that the table is sorted by, with a minus before it for the other way round."),
    Slot("view.neighbours", False, "Works around the 62 sources are shown too."),
)
_BY_KEY = {slot.key: slot for slot in SLOTS}


class Settings:
    """Values of all slots. Reading never fails: what is wrong is told in `messages` and the default holds."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.messages: list[str] = []
        self._values: dict[str, Value] = {}
        self._overrides: dict[str, Value] = {}
        self._written: dict[str, Value] = {}
        self._listeners: list[Callable[[str], None]] = []

    @classmethod
    def load(cls, path: Path | None = None) -> Settings:
        """Settings of `path` (default: the user's file)."""
        settings = cls(path or paths.settings_file())
        settings._read()
        return settings

    def _read(self) -> None:
        assert self.path is not None
        try:
            tables = tomllib.loads(self.path.read_bytes().decode())
        except FileNotFoundError:
            return
        except OSError as error:
            self.messages.append(f"{self.path}: cannot be read ({error.strerror}); defaults are used")
            return
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            self._set_aside(error)
            return
        for key, value in _flat(tables):
            slot = _BY_KEY.get(key)
            if slot is None:
                self.messages.append(f"{self.path}: {key} is no setting of this version; it is left as it is")
                continue
            try:
                self._values[key] = slot.accept(value)
            except ValueError as error:
                self.messages.append(f"{self.path}: {error}; {slot.default!r} is used")
        self._written = dict(self._values)

    def _set_aside(self, error: Exception) -> None:
        assert self.path is not None
        aside = self.path.with_name(self.path.name + ".damaged")
        try:
            self.path.replace(aside)
        except OSError:
            self.messages.append(f"{self.path}: not TOML ({error}); defaults are used")
            self.path = None  # never write over what the user may still want to repair
            return
        self.messages.append(f"{self.path}: not TOML ({error}); set aside as {aside.name}, defaults are used")

    def __getitem__(self, key: str) -> Any:
        return self._overrides.get(key, self._values.get(key, _BY_KEY[key].default))

    def __setitem__(self, key: str, value: Value) -> None:
        accepted = _BY_KEY[key].accept(value)
        if accepted != self[key]:
            self._overrides.pop(key, None)
            self._values[key] = accepted
            for listener in self._listeners:
                listener(key)

    def override(self, key: str, value: Value) -> None:
        """Use `value` for this start; it is not written unless the user changes the setting. Raises ValueError."""
        self._overrides[key] = _BY_KEY[key].accept(value)

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call `listener(key)` after every change."""
        self._listeners.append(listener)

    def save(self) -> None:
        """Write what changed. Raises OSError."""
        if self.path is None or self._values == self._written:
            return
        import tomlkit

        document = self._document()
        for slot in SLOTS:
            table, name = slot.key.split(".")
            value = self._values.get(slot.key, slot.default)
            if not isinstance(document.get(table, {}), dict):
                document.pop(table)
            if value == slot.default:
                document.get(table, {}).pop(name, None)
            elif document.get(table, {}).get(name) != value:
                item = tomlkit.item(value)
                item.comment(f"{slot.doc} ({slot.expected})")
                document.setdefault(table, tomlkit.table())[name] = item
        paths.write_atomically(self.path, tomlkit.dumps(document).encode())
        self._written = dict(self._values)

    def _document(self) -> Any:
        """What the file holds now, with the user's own comments."""
        import tomlkit

        assert self.path is not None
        if not self.path.exists():
            return tomlkit.document()
        try:
            return tomlkit.parse(self.path.read_text("utf-8"))
        except ValueError as error:
            self._set_aside(error)
            return tomlkit.document()


def _flat(tables: dict[str, Any]) -> list[tuple[str, Any]]:
    flat: list[tuple[str, Any]] = []
    for table, content in tables.items():
        if isinstance(content, dict):
            flat += [(f"{table}.{name}", value) for name, value in content.items()]
        else:
            flat.append((table, content))
    return flat


def reset(path: Path) -> bool:
    """Forget `path`. Returns whether there was anything. Raises OSError."""
    if not path.exists():
        return False
    path.unlink()
    return True
