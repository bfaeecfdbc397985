"""Messages between the program and its worker: a JSON header and any number of byte strings.

On the wire: length of the header (4 bytes, little endian), the header, then the byte strings; their lengths stand
in the header under "sizes".
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO

_LENGTH = struct.Struct("<I")
_LONGEST_HEADER = 1 << 26  # a header beyond this is no message of ours


@dataclass(frozen=True)
class Message:
    """`kind` and `fields` are JSON; `blobs` are bytes."""

    kind: str
    fields: dict[str, Any] = field(default_factory=dict)
    blobs: tuple[bytes, ...] = ()


def pack(kind: str, fields: dict[str, Any] | None = None, blobs: Sequence[bytes] = ()) -> bytes:
    """One message as bytes."""
    head = {"kind": kind, "fields": fields or {}, "sizes": [len(blob) for blob in blobs]}
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
    return b"".join([_LENGTH.pack(len(text)), text, *blobs])


class Unpacker:
    """Collects bytes as they come and gives back whole messages."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._wanted = _LENGTH.size  # bytes below which looking again is useless

    def feed(self, data: bytes) -> list[Message]:
        """Messages completed by `data`. Raises ValueError when the bytes are no messages."""
        self._buffer += data
        messages = []
        while (message := self._next()) is not None:
            messages.append(message)
        return messages

    def _next(self) -> Message | None:
        if len(self._buffer) < self._wanted:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer)
        if length > _LONGEST_HEADER:
            raise ValueError(f"not a message: its header would have {length} bytes")
        start = _LENGTH.size + length
        if len(self._buffer) < start:
            return None
        head = json.loads(bytes(self._buffer[_LENGTH.size : start]))
        end = start + sum(head["sizes"])
        if len(self._buffer) < end:
            self._wanted = end
            return None
        blobs = []
        for size in head["sizes"]:
            blobs.append(bytes(self._buffer[start : start + size]))
            start += size
        del self._buffer[:end]
        self._wanted = _LENGTH.size
        return Message(head["kind"], head["fields"], tuple(blobs))


def read(stream: BinaryIO) -> Message | None:
    """The next message of a blocking stream, None at its end."""
    unpacker = Unpacker()
    prefix = stream.read(_LENGTH.size)
    if len(prefix) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(prefix)
    text = stream.read(length)
    sizes = json.loads(text)["sizes"] if len(text) == length else [0]
    messages = unpacker.feed(prefix + text + stream.read(sum(sizes)))
    return messages[0] if messages else None
