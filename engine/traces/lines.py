"""Lines of a text file of unknown origin, one at a time: encodings, byte-order marks, line ends."""

from __future__ import annotations

import codecs
import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from engine.traces.records import TraceError

LONGEST_LINE = 4 * 2**20  # bytes; a longer one is no row of a request trace
LONGEST_JSON = 256 * 2**20  # a line may hold a whole conversation
GZIP = b"\x1f\x8b"
MAGIC = {GZIP: "a gzip archive", b"PK\x03\x04": "a zip archive", b"BZh": "a bzip2 archive", b"PAR1": "Parquet"}
EXPECTED_TEXT = "a text file (CSV or JSON lines)"


class Lines:
    """Numbered lines without their ends. Blank lines are counted but not yielded.

    `note` says if the file was unpacked, and names the first byte that is not UTF-8 if it had to be read as cp1252.
    Raises TraceError for other archives, over-long lines and bytes that no text encoding explains.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._odd_byte = ""
        self._packed = False

    @property
    def note(self) -> str:
        return "; ".join(part for part in ("unpacked from gzip" * self._packed, self._odd_byte) if part)

    def __iter__(self) -> Iterator[tuple[int, str]]:
        try:
            with self.path.open("rb") as file:
                head = file.read(4)
                file.seek(0)
                yield from self._unpacked(file) if head.startswith(GZIP) else self._decoded(file, head)
        except OSError as error:
            reason = error.strerror or str(error)
            raise TraceError(str(self.path), None, f"no readable file ({reason})", EXPECTED_TEXT) from error

    def _unpacked(self, file: BinaryIO) -> Iterator[tuple[int, str]]:
        self._packed = True
        try:
            with gzip.open(file) as inner:
                head = inner.read(4)
                inner.seek(0)
                yield from self._decoded(inner, head)  # type: ignore[arg-type]  # it reads like any binary file
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise TraceError(str(self.path), None, "a gzip archive that is damaged", EXPECTED_TEXT) from error

    def _decoded(self, file: BinaryIO, head: bytes) -> Iterator[tuple[int, str]]:
        for magic, name in MAGIC.items():
            if head.startswith(magic):
                raise TraceError(str(self.path), None, name, EXPECTED_TEXT)
        wide = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}.get(head[:2])
        longest = LONGEST_JSON if head.removeprefix(codecs.BOM_UTF8).lstrip()[:1] in (b"{", b"[") else LONGEST_LINE
        lines = self._wide(file, wide) if wide else self._narrow(file, longest)
        for number, text in lines:
            text = text.rstrip("\r")
            if text and not text.isspace():
                yield number, text

    def _narrow(self, file: BinaryIO, longest: int) -> Iterator[tuple[int, str]]:
        number = 0
        while raw := file.readline(longest):
            number += 1
            if len(raw) == longest and not raw.endswith(b"\n"):
                raise TraceError(str(self.path), number, f"a line longer than {longest:,} bytes", EXPECTED_TEXT)
            if number == 1:
                raw = raw.removeprefix(codecs.BOM_UTF8)
            yield number, self._text(raw.removesuffix(b"\n"), number)

    def _text(self, raw: bytes, number: int) -> str:
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError as error:
            byte = raw[error.start]
        try:
            text = raw.decode("cp1252")
        except UnicodeDecodeError as error:
            found = f"byte 0x{raw[error.start]:02x}"
            raise TraceError(str(self.path), number, found, "text in UTF-8, UTF-16 or cp1252") from error
        if not self._odd_byte:
            self._odd_byte = f"line {number} holds byte 0x{byte:02x}, which is not UTF-8: read as cp1252"
        return text

    def _wide(self, file: BinaryIO, encoding: str) -> Iterator[tuple[int, str]]:
        decoder = codecs.getincrementaldecoder(encoding)("strict")
        number, rest = 0, ""
        while chunk := file.read(2**16):
            try:
                parts = (rest + decoder.decode(chunk)).split("\n")
            except UnicodeDecodeError as error:
                raise TraceError(str(self.path), number + 1, "a broken UTF-16 pair", EXPECTED_TEXT) from error
            rest = parts.pop()
            if len(rest) > LONGEST_LINE:
                raise TraceError(
                    str(self.path), number + 1, f"a line over {LONGEST_LINE:,} characters", EXPECTED_TEXT
                )
            for part in parts:
                number += 1
                yield number, part.lstrip("\ufeff") if number == 1 else part
        if rest:
            yield number + 1, rest.lstrip("\ufeff") if number == 0 else rest
