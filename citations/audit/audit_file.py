"""Audits as TOML or JSON files: read back to equal ones, or an error that names file, line and field."""

from __future__ import annotations

import dataclasses
import difflib
import json
import re
import tomllib
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any

from assets.ledgers import EVIDENCE
from citations.audit.questions import QUESTIONS, question
from citations.audit.records import Answer, Audit, Quote, State, Subject, Trial

FORMAT = 1
_TITLE = "audit"
_TABLE = re.compile(r"\s*\[\[?\s*([\w.]+)\s*\]\]?")


class AuditError(ValueError):
    """A file is no audit: names the file, line and field, what was found and what was expected."""

    def __init__(self, file: str, line: int | None, field: str, found: str, expected: str) -> None:
        self.file, self.line, self.field, self.found, self.expected = file, line, field, found, expected
        place = file if line is None else f"{file}, line {line}"
        super().__init__(f"{place}:{f' {field}:' if field else ''} found {found}, expected {expected}")


def dumps_toml(audit: Audit) -> str:
    """The audit as TOML that `loads_toml` reads back to an equal one."""
    whole = tree(audit)
    lines = [f"{_TITLE} = {FORMAT}", "", "[claim]", *_pairs(whole["claim"])]
    for answer in whole["answer"]:
        lines += ["", "[[answer]]", *_pairs(answer)]
    if "trial" in whole:
        lines += ["", "[trial]", *_pairs(whole["trial"])]
    return "\n".join(lines) + "\n"


def dumps_json(audit: Audit) -> str:
    """The audit as JSON that `loads_json` reads back to an equal one."""
    return json.dumps(tree(audit), ensure_ascii=False, indent=2) + "\n"


def loads_toml(text: str, name: str = "<text>") -> Audit:
    """Raises AuditError."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise AuditError(name, None, "", f"text that is not TOML ({error})", "an audit as TOML") from error
    return _Reader(name, lambda path: _line_of(text, path)).audit(found)


def loads_json(text: str, name: str = "<text>") -> Audit:
    """An audit, or the one inside a report. Raises AuditError; what is wrong inside is named by its field alone."""
    try:
        found = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise AuditError(name, line, "", f"text that is not JSON ({error})", "an audit as JSON") from error
    if isinstance(found, dict) and isinstance(found.get(_TITLE), dict):
        found = found[_TITLE]  # a report, which carries its audit
    return _Reader(name, lambda path: None).audit(found)


def tree(audit: Audit) -> dict[str, Any]:
    """The audit as plain data."""
    whole: dict[str, Any] = {
        _TITLE: FORMAT,
        "claim": _plain(audit.subject),
        "answer": [_plain(answer) for answer in audit.answers],
    }
    return whole if audit.trial is None else {**whole, "trial": _plain(audit.trial)}


def _plain(record: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for item in dataclasses.fields(record):
        value = getattr(record, item.name)
        if isinstance(value, tuple):
            value = [_plain(entry) if isinstance(entry, Quote) else entry for entry in value]
        found[item.name] = str(value) if isinstance(value, StrEnum) else value
    return found


def _pairs(record: dict[str, Any]) -> list[str]:
    return [f"{key} = {_toml(value)}" for key, value in record.items()]


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(entry) for entry in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(_pairs(value)) + " }"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F") if isinstance(value, str) else repr(value)


def _line_of(text: str, path: str) -> int | None:
    """The line of "claim.value" or "answer[2].state" in a TOML text, as written by hand or by us."""
    table, _, key = path.rpartition(".")
    name, _, place = table.partition("[")
    wanted, seen, inside = int(place.rstrip("]")) if place else 0, -1, not table
    for number, line in enumerate(text.splitlines(), 1):
        header = _TABLE.match(line)
        if header:
            seen += header[1] == name
            inside = bool(table) and header[1] == name and seen == wanted
            if inside and not key:
                return number
        elif inside and line.partition("=")[0].strip() == key:
            return number
    return None


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "a table"
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, str | bool) else repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


class _Reader:
    """Checks a tree value by value."""

    def __init__(self, name: str, locate: Callable[[str], int | None]) -> None:
        self._name, self._locate = name, locate

    def audit(self, tree: Any) -> Audit:
        if not isinstance(tree, dict) or tree.get(_TITLE) != FORMAT:
            found = _shown(tree.get(_TITLE)) if isinstance(tree, dict) and _TITLE in tree else "nothing"
            raise self._wrong(_TITLE, found, f"{FORMAT}")
        self._known("", tree, (_TITLE, "claim", "answer", "trial"))
        subject = self._record(Subject, "claim", tree.get("claim", {}))
        answers = self._answers(tree.get("answer", []))
        trial = self._record(Trial, "trial", tree["trial"]) if "trial" in tree else None
        if subject.source and subject.position < 1:
            raise self._wrong("claim.position", str(subject.position), "1 or more, with a source")
        return Audit(subject, answers, trial)

    def _answers(self, rows: Any) -> tuple[Answer, ...]:
        if not isinstance(rows, list):
            raise self._wrong("answer", _shown(rows), "a list of answers")
        given: dict[str, Answer] = {}
        for number, row in enumerate(rows):
            place = f"answer[{number}]"
            answer = self._record(Answer, place, row)
            if answer.question in given:
                raise self._wrong(f"{place}.question", f"{answer.question!r} again", "one answer per question")
            parts = [part.key for part in question(answer.question).parts]
            for missing in answer.missing:
                self._among(f"{place}.missing", missing, parts)
            given[answer.question] = answer
        return tuple(given.get(asked.key, Answer(asked.key)) for asked in QUESTIONS)

    def _record(self, kind: type[Any], place: str, row: Any) -> Any:
        if not isinstance(row, dict):
            raise self._wrong(place, _shown(row), "a table")
        items = {item.name: item for item in dataclasses.fields(kind)}
        self._known(place, row, items)
        given = {}
        for name, item in items.items():
            if name in row:
                given[name] = self._value(f"{place}.{name}", name, row[name], str(item.type))
            elif item.default is dataclasses.MISSING:
                raise self._wrong(f"{place}.{name}", "nothing", _KINDS[str(item.type)][1])
        return kind(**given)

    def _value(self, path: str, name: str, value: Any, kind: str) -> Any:
        if kind == "tuple[Quote, ...]":
            if not isinstance(value, list):
                raise self._wrong(path, _shown(value), "a list of tables with field and text")
            return tuple(self._record(Quote, path, row) for row in value)
        wanted, told = _KINDS[kind]
        if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
            raise self._wrong(path, _shown(value), told)
        if kind == "tuple[str, ...]":
            if not all(isinstance(entry, str) for entry in value):
                raise self._wrong(path, _shown(value), told)
            return tuple(value)
        if name in _CHOICES:
            self._among(path, value, _CHOICES[name])
        return State(value) if kind == "State" else value

    def _known(self, place: str, row: dict[str, Any], names: Iterable[str]) -> None:
        for key in row:
            if key not in names:
                close = difflib.get_close_matches(key, names, n=1, cutoff=0.4) or list(names)
                path = f"{place}.{key}" if place else key
                raise self._wrong(path, "an unknown field", "one of " + ", ".join(close))

    def _among(self, path: str, value: str, choices: Iterable[str]) -> None:
        known = list(choices)
        if value not in known:
            close = difflib.get_close_matches(value, known, n=1, cutoff=0.5)
            hint = f" (closest: {close[0]})" if close else ""
            raise self._wrong(path, _shown(value), "one of " + ", ".join(name or '""' for name in known) + hint)

    def _wrong(self, path: str, found: str, expected: str) -> AuditError:
        return AuditError(self._name, self._locate(path), path, found, expected)


_KINDS: dict[str, tuple[type[Any], str]] = {
    "str": (str, "text"),
    "int": (int, "a whole number"),
    "bool": (bool, "true or false"),
    "State": (str, "text"),
    "tuple[str, ...]": (list, "a list of texts"),
}
_CHOICES: dict[str, tuple[str, ...]] = {
    "question": tuple(asked.key for asked in QUESTIONS),
    "state": tuple(State),
    "evidence": (*EVIDENCE, ""),
}
