"""Strict reading of YAML: no field twice, none unknown, each of the type it should be, errors that name the place."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import yaml

from citations.errors import CatalogueError, closest

# The C parser is five times faster; both are the same language.
_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Base):
    """YAML without dates (they stay text) and without repeated keys."""

    yaml_implicit_resolvers: ClassVar = {
        first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
        for first, resolvers in _Base.yaml_implicit_resolvers.items()
    }

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[object] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if key in seen:
                line = key_node.start_mark.line + 1
                raise CatalogueError(f"line {line}: field {key!r} appears twice, expected once")
            seen.add(key)
        mapping: dict[Hashable, Any] = super().construct_mapping(node, deep)
        return mapping


def read_yaml(path: Path) -> object:
    """The content of a YAML file; CatalogueError names file and line."""
    try:
        return yaml.load(path.read_bytes(), Loader=_Loader)
    except CatalogueError as error:
        raise CatalogueError(f"{path}: {error}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise CatalogueError(f"{path}: not YAML: {error}") from error


class Fields:
    """A mapping whose fields are asked for by name and type. `where` is the file and the path inside it."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise CatalogueError(f"{where}: found {_found(value)}, expected fields")
        self._values: dict[object, object] = value
        self._asked: set[object] = set()
        self.where = where

    def _get(self, name: str, kind: type, expected: str, default: object) -> Any:
        self._asked.add(name)
        value = self._values.get(name, default)
        if value is None:
            raise self.error(name, "nothing", expected)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.error(name, _found(value), expected)
        return value

    def error(self, name: str, found: str, expected: str) -> CatalogueError:
        return CatalogueError(f"{self.where}: {name}: found {found}, expected {expected}")

    def text(self, name: str, default: str | None = None) -> str:
        text: str = self._get(name, str, "text (quote numbers)", default)
        return text.strip()

    def flag(self, name: str, default: bool | None = None) -> bool:
        flag: bool = self._get(name, bool, "true or false", default)
        return flag

    def whole(self, name: str, default: int | None = None) -> int:
        number: int = self._get(name, int, "a whole number", default)
        return number

    def scalar(self, name: str) -> str:
        """A number or a text, in the spelling of the catalogue."""
        self._asked.add(name)
        value = self._values.get(name)
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise self.error(name, _found(value), "a number or text")
        return str(value)

    def choice(self, name: str, allowed: Collection[str]) -> str:
        text = self.text(name)
        if text not in allowed:
            hint = closest(text, allowed)
            expected = f"one of {', '.join(allowed)}" + (f" (did you mean {hint[0]}?)" if hint else "")
            raise self.error(name, repr(text), expected)
        return text

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; absent means none."""
        values: list[object] = self._get(name, list, "a list of texts", [])
        for index, value in enumerate(values):
            if not isinstance(value, str):
                raise self.error(f"{name}[{index}]", _found(value), "text")
        return tuple(str(value).strip() for value in values)

    def inside(self, name: str) -> Fields:
        return Fields(self._get(name, dict, "fields", None), f"{self.where}: {name}")

    def each(self, name: str) -> Iterator[Fields]:
        """The items of a list of mappings; absent means none."""
        for index, value in enumerate(self._get(name, list, "a list", [])):
            yield Fields(value, f"{self.where}: {name}[{index}]")

    def mapping(self, name: str) -> dict[str, object]:
        """A free mapping; absent means empty."""
        values: dict[object, object] = self._get(name, dict, "fields", {})
        return {str(key): value for key, value in values.items()}

    def finish(self) -> None:
        """CatalogueError when a field is left that nobody asked for."""
        for name in self._values:
            if name not in self._asked:
                hint = closest(str(name), [str(asked) for asked in self._asked])
                expected = f"{hint[0]}" if hint else f"only {', '.join(sorted(map(str, self._asked)))}"
                raise CatalogueError(f"{self.where}: found unknown field {name!r}, expected {expected}")


def _found(value: object) -> str:
    if value is None:
        return "nothing"
    return f"{type(value).__name__} {value!r:.60}"
