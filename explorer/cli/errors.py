"""Failures that the command line tells in one line."""

from __future__ import annotations


class BadInput(Exception):
    """What the user gave is wrong: exit code 2."""


class Failed(Exception):
    """What was asked for could not be done: exit code 1."""


def one_line(error: BaseException) -> str:
    """The message of an exception on one line; a KeyError's without quotes."""
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    else:
        text = str(error.args[0]) if isinstance(error, LookupError) and error.args else str(error)
    return " ".join(text.split()) or type(error).__name__
