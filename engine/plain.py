"""Plain data to bytes and back: nested dataclasses, enums, tuples, mappings and arrays, without running any code.

The bytes are a JSON header followed by the arrays. Only the classes that the reader names can come out again, so
bytes from elsewhere cannot build anything else.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

_HEAD = struct.Struct("<Q")


class Vocabulary:
    """The classes that may be written and read: every dataclass and enum defined in the given modules."""

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self._classes = {
            name: item
            for module in modules
            for name, item in vars(module).items()
            if isinstance(item, type)
            and item.__module__ == module.__name__
            and (_is_enum(item) or is_dataclass(item))
        }

    def to_bytes(self, value: Any) -> bytes:
        """Raises TypeError if `value` holds something that is neither plain nor of a known class."""
        arrays: list[NDArray[Any]] = []
        tree = self._encode(value, arrays)
        shapes = [{"type": array.dtype.str, "shape": array.shape} for array in arrays]
        head = json.dumps({"tree": tree, "arrays": shapes}, ensure_ascii=False, separators=(",", ":")).encode()
        return b"".join([_HEAD.pack(len(head)), head, *(array.tobytes() for array in arrays)])

    def from_bytes(self, data: bytes) -> Any:
        """Inverse of `to_bytes`. Raises ValueError if the bytes are cut short or name an unknown class."""
        if len(data) < _HEAD.size or len(data) < _HEAD.size + _HEAD.unpack_from(data)[0]:
            raise ValueError("plain data cut short inside its header")
        (size,) = _HEAD.unpack_from(data)
        head = json.loads(data[_HEAD.size : _HEAD.size + size])
        offset = _HEAD.size + size
        arrays = []
        for entry in head["arrays"]:
            dtype, count = np.dtype(entry["type"]), int(np.prod(entry["shape"], dtype=np.int64))
            if len(data) < offset + count * dtype.itemsize:
                raise ValueError("plain data cut short inside an array")
            arrays.append(np.frombuffer(data, dtype, count, offset).reshape(entry["shape"]))
            offset += count * dtype.itemsize
        return self._decode(head["tree"], arrays)

    def _encode(self, value: Any, arrays: list[NDArray[Any]]) -> Any:
        kind = type(value)
        if isinstance(value, np.generic):
            value = value.item()
        if isinstance(value, np.ndarray):
            if value.dtype.hasobject:
                raise TypeError("an array of objects is not plain data")
            arrays.append(np.ascontiguousarray(value))
            return {"array": len(arrays) - 1}
        if self._classes.get(kind.__name__) is kind:
            if _is_enum(kind):
                return {"enum": kind.__name__, "value": value.value}
            parts = {field.name: self._encode(getattr(value, field.name), arrays) for field in fields(value)}
            return {"class": kind.__name__, "fields": parts}
        if isinstance(value, dict):
            return {"map": [[self._encode(key, arrays), self._encode(item, arrays)] for key, item in value.items()]}
        if isinstance(value, tuple):
            return {"tuple": [self._encode(item, arrays) for item in value]}
        if isinstance(value, list):
            return [self._encode(item, arrays) for item in value]
        if value is None or isinstance(value, bool | int | float | str):
            return value
        raise TypeError(f"{kind.__module__}.{kind.__name__} is not plain data")

    def _decode(self, tree: Any, arrays: list[NDArray[Any]]) -> Any:
        if isinstance(tree, list):
            return [self._decode(item, arrays) for item in tree]
        if not isinstance(tree, dict):
            return tree
        if "array" in tree:
            return arrays[tree["array"]]
        if "map" in tree:
            return {self._decode(key, arrays): self._decode(item, arrays) for key, item in tree["map"]}
        if "tuple" in tree:
            return tuple(self._decode(item, arrays) for item in tree["tuple"])
        if "enum" in tree:
            return self._known(tree["enum"])(tree["value"])
        parts = {name: self._decode(item, arrays) for name, item in tree["fields"].items()}
        return self._known(tree["class"])(**parts)

    def _known(self, name: str) -> type[Any]:
        if name not in self._classes:
            raise ValueError(f"plain data names an unknown class {name!r}")
        return self._classes[name]


def _is_enum(kind: type[Any]) -> bool:
    return issubclass(kind, Enum)
