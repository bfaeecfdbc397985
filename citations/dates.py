"""Dates that may stop at the year or the month, and what "earlier" means between them."""

from __future__ import annotations

import datetime
import re

_SHAPE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
UNDATED = "9999"  # sorts after every date


def is_date(text: str) -> bool:
    """Whether the text is a year, a year and month, or a full ISO date that exists."""
    if not _SHAPE.fullmatch(text):
        return False
    try:
        datetime.date.fromisoformat(earliest(text))
    except ValueError:
        return False
    return True


def earliest(date: str) -> str:
    """The first day that the date may mean."""
    return date + "-01-01"[len(date) - 4 :]


def latest(date: str) -> str:
    """A day not before the last that the date may mean (months count 31 days: only the order matters)."""
    return date + "-12-31"[len(date) - 4 :]


def may_precede(older: str, newer: str) -> bool:
    """Whether `older` can be of the same day as `newer` or earlier; unknown dates (empty) may."""
    return not older or not newer or earliest(older) <= latest(newer)
