"""Text, identifiers and dates as files of the world write them, brought to one form."""

from __future__ import annotations

import html
import re
import unicodedata

from citations.dates import is_date

_UNWRITABLE = re.compile("[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")  # by XML or UTF-8
_TAG = re.compile(r"</?(?:i|b|em|strong|sub|sup|span|scp|jats:[a-z]+|p|title)(?:\s[^<>]*)?>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#\d{2,6}|#x[0-9a-fA-F]{2,5});")
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>{}]+", re.IGNORECASE)
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)", re.IGNORECASE)
_NUMBER = r"(\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z][a-z-]+(?:\.[A-Z]{2})?/\d{7})"
_ARXIV = re.compile(rf"(?<![\d.]){_NUMBER}(?:v\d+)?(?![\d/])", re.IGNORECASE)
_ARXIV_HINT = re.compile(
    rf"(?:arxiv(?:\.org)?(?:/(?:abs|pdf|html))?[:/.\s]*|\babs/|huggingface\.co/papers/){_NUMBER}",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_YEAR = re.compile(r"(?<!\d)([12]\d{3})(?!\d)")
_ISO = re.compile(r"\s*([12]\d{3})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?![\d])")
_EUROPEAN = re.compile(r"(\d{1,2})[./](?:(\d{1,2})[./])([12]\d{3})")
_WORD = re.compile(r"[^\W\d_]{3,}")
_NOT_TITLE = re.compile(r"[\W_]+")


def text(value: str) -> str:
    """One line: composed, without control characters and half characters, blanks collapsed."""
    composed = value if value.isascii() else unicodedata.normalize("NFC", value)
    line = " ".join(composed.split())
    return " ".join(_UNWRITABLE.sub("", line).split()) if _UNWRITABLE.search(line) else line


def marked_up(value: str) -> str:
    """One line of text that may hold HTML, as exports of publishers do."""
    if "&" in value:
        value = _ENTITY.sub(lambda match: html.unescape(match.group()), value)
    if "<" in value:
        value = _TAG.sub("", value)
    return text(value)


def doi(value: str) -> str:
    """The DOI in `value` without address and prefix, "" if there is none."""
    found = _DOI.search(text(value).replace("\\_", "_"))
    if found is None:
        return ""
    number = found.group().rstrip(".,;:'")
    while number.endswith(")") and number.count(")") > number.count("("):
        number = number[:-1]
    return number


def arxiv(value: str) -> str:
    """The arXiv number in a field that holds one, without its version; "" if there is none."""
    found = _ARXIV.search(value)
    return _spelled(found.group(1)) if found else ""


def arxiv_within(value: str) -> str:
    """The arXiv number in an address, a venue or a note: only where the text says that it is one."""
    found = _ARXIV_HINT.search(value)
    return _spelled(found.group(1)) if found else ""


def _spelled(number: str) -> str:
    archive, slash, rest = number.partition("/")
    group, dot, subject = archive.partition(".")
    return f"{group.lower()}{dot}{subject.upper()}/{rest}" if slash else number


def arxiv_of_doi(number: str) -> str:
    found = _ARXIV_DOI.fullmatch(number)
    return arxiv(found.group(1)) if found else ""


def date_of_arxiv(number: str) -> str:
    """Year and month in which an arXiv number was given, "" for none."""
    digits = number.rpartition("/")[2][:4]
    if len(digits) < 4:
        return ""
    year, month = int(digits[:2]), digits[2:]
    date = f"{1900 + year if '/' in number and year > 90 else 2000 + year}-{month}"
    return date if is_date(date) else ""


def date(value: str) -> str:
    """An ISO date, possibly only year or year-month, of what a file writes; "" when no year is in it."""
    match = _ISO.match(value)
    if match is None and (european := _EUROPEAN.search(value)):
        return composed(european.group(3), european.group(2), european.group(1))
    if match is not None and (match.group(2) or not _WORD.search(value)):
        return composed(match.group(1), match.group(2) or "", match.group(3) or "")
    year = _YEAR.search(value)
    if year is None:
        return ""
    rest = value[: year.start()] + " " + value[year.end() :]
    named = next((word for word in _WORD.findall(rest) if month(word)), "")
    day = re.search(r"(?<!\d)(\d{1,2})(?!\d)", rest)
    return composed(year.group(1), named, day.group(1) if named and day else "")


def composed(year: str, month_word: str = "", day: str = "") -> str:
    """A date of its parts; a part that cannot be is left out."""
    number = month(month_word)
    parts = [year]
    if number and is_date(f"{year}-{number:02}"):
        parts.append(f"{number:02}")
        found = re.match(r"\s*(\d{1,2})(?!\d)", day)
        if found and is_date(f"{year}-{number:02}-{int(found.group(1)):02}"):
            parts.append(f"{int(found.group(1)):02}")
    return "-".join(parts) if is_date(year) else ""


def month(word: str) -> int:
    """1..12 of a number or an English name or its beginning; 0 for anything else."""
    bare = word.strip().strip(".").lower()
    if bare.isascii() and bare.isdigit():
        return int(bare) if 1 <= int(bare) <= 12 else 0
    return _MONTHS.index(bare[:3]) + 1 if bare[:3] in _MONTHS else 0


def month_word(number: int) -> str:
    """What BibTeX calls a month."""
    return _MONTHS[number - 1]


def title_key(title: str) -> str:
    """What two spellings of one title have in common: letters and digits, without accents and case."""
    folded = title.casefold()
    return _NOT_TITLE.sub("", folded if folded.isascii() else unicodedata.normalize("NFKD", folded))
