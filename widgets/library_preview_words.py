"""What the preview of an import says: states of references, reasons, problems."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from citations.exchange import Duplicate, Incoming, Item, Problem, Same, Trouble
from widgets import format as written


class State(StrEnum):
    """What a reference of the file is to the library."""

    NEW = "new"
    KNOWN = "known"
    TWICE = "twice"
    UNTITLED = "untitled"


MARKS = {State.NEW: "+", State.KNOWN: "=", State.TWICE: "∥", State.UNTITLED: "?"}


def tr(text: str) -> str:
    return QCoreApplication.translate("LibraryPreview", text)


def state_of(item: Item, duplicate: Duplicate | None) -> State:
    if duplicate is not None:
        return State.TWICE if duplicate.inside else State.KNOWN
    return State.NEW if item.source.title else State.UNTITLED


def state_name(state: State) -> str:
    return {
        State.NEW: tr("new"),
        State.KNOWN: tr("in the library"),
        State.TWICE: tr("twice in the file"),
        State.UNTITLED: tr("without a title"),
    }[state]


def state_text(state: State, duplicate: Duplicate | None) -> str:
    """The state; of a duplicate why it is one, and of what."""
    if duplicate is None:
        return state_name(state)
    form = {
        Same.DOI: tr("same DOI as {name}"),
        Same.ARXIV: tr("same arXiv number as {name}"),
        Same.TITLE: tr("same title as {name}"),
    }[duplicate.by]
    name = tr("{name}, above in this file").format(name=duplicate.name) if duplicate.inside else duplicate.name
    return form.format(name=name)


def trouble_name(trouble: Trouble) -> str:
    """What was found."""
    return {
        Trouble.EMPTY: tr("empty file"),
        Trouble.UNKNOWN_FORMAT: tr("unknown format"),
        Trouble.ENCODING: tr("broken characters"),
        Trouble.SYNTAX: tr("not readable"),
        Trouble.UNCLOSED: tr("not closed"),
        Trouble.NO_FIELDS: tr("no fields"),
        Trouble.NO_TITLE: tr("no title"),
        Trouble.NO_LABEL: tr("no key"),
        Trouble.REPEATED_LABEL: tr("key used before"),
        Trouble.REPEATED_FIELD: tr("field given twice"),
        Trouble.AFTER_VALUE: tr("text after a value"),
        Trouble.UNKNOWN_MACRO: tr("unknown abbreviation"),
        Trouble.UNKNOWN_PARENT: tr("unknown cross-reference"),
        Trouble.BAD_YEAR: tr("not a year"),
        Trouble.BAD_DOI: tr("not a DOI"),
        Trouble.BAD_ARXIV: tr("not an arXiv number"),
        Trouble.UNKNOWN_LEDGER: tr("unknown ledger"),
        Trouble.NOT_A_RECORD: tr("not a record"),
        Trouble.TOO_MANY_CELLS: tr("too many cells"),
        Trouble.UNKNOWN_END: tr("edge to an unknown source"),
        Trouble.BAD_EDGE: tr("not an edge"),
        Trouble.SELF_EDGE: tr("edge to itself"),
    }[trouble]


def expected(trouble: Trouble) -> str:
    """What should have been there."""
    return {
        Trouble.EMPTY: tr("references in BibTeX, RIS, CSL-JSON, CSV or GraphML"),
        Trouble.UNKNOWN_FORMAT: tr("BibTeX, RIS, CSL-JSON, CSV with a header, GraphML or an edge list"),
        Trouble.ENCODING: tr("UTF-8, UTF-16 or Windows-1252"),
        Trouble.SYNTAX: tr("an entry as the format asks for it"),
        Trouble.UNCLOSED: tr("the end of the entry before the next one begins"),
        Trouble.NO_FIELDS: tr("at least one field"),
        Trouble.NO_TITLE: tr("a title"),
        Trouble.NO_LABEL: tr("a key of its own (one was made)"),
        Trouble.REPEATED_LABEL: tr("a key of its own (edges go to the first)"),
        Trouble.REPEATED_FIELD: tr("each field once (the first is kept)"),
        Trouble.AFTER_VALUE: tr("a comma after the value"),
        Trouble.UNKNOWN_MACRO: tr("an abbreviation that @string defines (kept as it is)"),
        Trouble.UNKNOWN_PARENT: tr("an entry of this file"),
        Trouble.BAD_YEAR: tr("a year such as 2023 or a date such as 2023-10-23"),
        Trouble.BAD_DOI: tr("10.…/… (kept as a note)"),
        Trouble.BAD_ARXIV: tr("a number such as 2309.06180 (kept as a note)"),
        Trouble.UNKNOWN_LEDGER: tr("one of the eighteen ledgers"),
        Trouble.NOT_A_RECORD: tr("an object with fields"),
        Trouble.TOO_MANY_CELLS: tr("as many cells as the header names"),
        Trouble.UNKNOWN_END: tr("the key of a source in this file or in the library"),
        Trouble.BAD_EDGE: tr("two keys: newer, older"),
        Trouble.SELF_EDGE: tr("two different sources"),
    }[trouble]


def found(problem: Problem) -> str:
    name = trouble_name(problem.trouble)
    return tr("{what}: {found}").format(what=name, found=problem.found) if problem.found else name


def fate(problem: Problem) -> str:
    return tr("left out") if problem.lost else tr("read")


def problem_text(problem: Problem) -> str:
    """The problem as a sentence."""
    line = tr("line {0}").format(written.count(problem.line)) if problem.line else tr("file")
    form = tr("{line}: found {found}; expected {expected}; {fate}")
    return form.format(line=line, found=found(problem), expected=expected(problem.trouble), fate=fate(problem))


def authors(item: Item) -> str:
    """The first three."""
    source = item.source
    more = source.et_al or len(source.authors) > 3
    return ", ".join(source.authors[:3]) + (" et al." if more and source.authors else "")


def headline(incoming: Incoming, taken: int) -> str:
    """How many references there are, and how many of them are to be added."""
    items, edges = len(incoming.items), len(incoming.edges)
    parts = [_counted(items, tr("1 reference"), tr("{0} references"))]
    if edges:
        parts.append(_counted(edges, tr("1 edge"), tr("{0} edges")))
    if incoming.problems:
        parts.append(_counted(len(incoming.problems), tr("1 problem"), tr("{0} problems")))
    form = tr("{what}; {taken} to be added") if items else "{what}"
    return form.format(what=tr(", ").join(parts), taken=written.count(taken))


def about(incoming: Incoming, format_name: str) -> str:
    """What kind of file it is."""
    return " · ".join(filter(None, (incoming.file, format_name, incoming.encoding)))


def _counted(number: int, one: str, many: str) -> str:
    return one if number == 1 else many.format(written.count(number))
