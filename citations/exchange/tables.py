"""CSV: our own columns in full, and those of reference managers and search engines by what they are called."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from citations import people
from citations.exchange import clean, rows
from citations.exchange.draft import Desk, Draft
from citations.exchange.records import Progress, Trouble
from citations.records import Edge, Source, Text

# What others call our columns, in small letters without blanks; of several the first that is filled counts.
_OTHERS = {
    "key": ("key", "id", "citationkey", "citekey", "bibtexkey", "label"),
    "title": ("title", "articletitle", "documenttitle", "papertitle"),
    "authors": ("authors", "author", "authorfullnames", "authornames", "creators"),
    "date": ("date", "year", "publicationyear", "publicationdate", "yearpublished", "published", "pubyear"),
    "venue": (
        *("venue", "publicationtitle", "journal", "sourcetitle", "publication", "booktitle", "conferencename"),
        *("journal/book", "containertitle", "publisher"),
    ),
    "kind": ("kind", "itemtype", "type", "documenttype", "entrytype"),
    "arxiv": ("arxiv", "arxivid", "eprint"),
    "doi": ("doi", "doilink", "digitalobjectidentifier"),
    "url": ("url", "link", "urls", "sourceurl", "paperurl"),
    "code": ("code", "repository", "codeurl"),
    "abstract": ("abstract", "abstractnote", "tldr"),
    "notes": ("notes", "note", "extra", "comment"),
    "tags": ("tags", "manualtags", "keywords", "authorkeywords"),
}
_EDGES = (("newer", "older"), ("source", "target"), ("from", "to"), ("citing", "cited"))
_GUARDED = re.compile(r"'*[=+\-@\t\r]")  # what a spreadsheet would take for a formula
_GUARD = re.compile(r"'(?='*[=+\-@\t\r])")
_LONGEST_CELL = 1 << 24
Cells = Sequence[str]


def guarded(cell: str) -> str:
    """A cell that no spreadsheet runs as a formula: an apostrophe before it, which `bare` takes away."""
    return f"'{cell}" if _GUARDED.match(cell) else cell


def bare(cell: str) -> str:
    return _GUARD.sub("", cell, count=1) if _GUARD.match(cell) else cell


def written(header: Cells, lines: Iterable[Cells]) -> str:
    """CSV as RFC 4180 has it, every cell guarded."""
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([guarded(cell) for cell in line] for line in lines)
    return sink.getvalue()


def write(sources: Sequence[Source], older: Mapping[str, Sequence[Edge]], tags: Mapping[str, Sequence[str]]) -> str:
    """One row a source, see `rows.COLUMNS`."""
    lines = []
    for source in sources:
        row = rows.row_of(source, older.get(source.key, ()), tags.get(source.key, ()))
        lines.append([row[name] for name in rows.COLUMNS])
    return written(rows.COLUMNS, lines)


def lines_of(text: str) -> Iterator[tuple[int, Cells]]:
    """Rows that hold something: the line each begins at, and its cells."""
    csv.field_size_limit(_LONGEST_CELL)
    skipped = 0
    first, _, rest = text.partition("\n")
    delimiter = _delimiter(first)
    if match := re.fullmatch(r"sep=(.)\s*", first):  # Excel's own hint
        delimiter, text, skipped = match.group(1), rest, 1
    reader = csv.reader(io.StringIO(text.replace("\0", ""), newline=""), delimiter=delimiter)
    line = 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield line + skipped, [bare(cell) for cell in cells]
        line = reader.line_num + 1


def _delimiter(header: str) -> str:
    outside = re.sub(r'"[^"]*"', "", header)
    return max(",;\t|", key=outside.count)


def columns_of(header: Cells) -> dict[str, list[int]]:
    """Places of the columns by the name we give them."""
    names = [re.sub(r"[\s_-]+", "", name.strip().lower()) for name in header]
    found = {}
    for ours, others in _OTHERS.items():
        places = [names.index(name) for name in others if name in names]
        if places:
            found[ours] = places
    return found


def ends_of(header: Cells) -> tuple[int, int] | None:
    """Columns of the newer and the older end in an edge list."""
    names = [name.strip().lower() for name in header]
    for newer, older in _EDGES:
        if newer in names and older in names:
            return names.index(newer), names.index(older)
    return None


def kind_of_table(head: str) -> str:
    """Whether the first line is the header of a table of references ("csv") or of an edge list ("edges")."""
    try:
        _, header = next(lines_of(head))
    except (StopIteration, csv.Error):
        return ""
    columns = columns_of(header)
    if ends_of(header) and "title" not in columns:
        return "edges"
    known = {"title", "doi", "arxiv"} & columns.keys()
    return "csv" if known and (len(header) > 1 or "title" in known) and len(columns) >= min(len(header), 2) else ""


def read_text(text: str, desk: Desk, progress: Progress) -> None:
    """One reference a row."""
    total = text.count("\n") + 1
    header: Cells = ()
    try:
        for number, (line, cells) in enumerate(lines_of(text)):
            if not header:
                header = cells
                columns = columns_of(header)
                names = [name.strip() for name in header]
                is_ours = set(names) >= rows.OURS
                continue
            if len(cells) > len(header):
                desk.problem(line, Trouble.TOO_MANY_CELLS, f"{len(cells)} > {len(header)}")
            row = dict(zip(names, cells, strict=False))
            desk.add(rows.draft_of(row, line) if is_ours else _draft(columns, cells, line, desk))
            rows.told(progress, number, total)
    except csv.Error as error:
        desk.problem(line, Trouble.SYNTAX, str(error), lost=True)


def _draft(columns: Mapping[str, Sequence[int]], cells: Cells, line: int, desk: Desk) -> Draft:
    """A row of somebody else's table."""

    def of(name: str) -> str:
        filled = (cells[place] for place in columns.get(name, ()) if place < len(cells) and cells[place].strip())
        return next(filled, "")

    date = clean.date(of("date"))
    if of("date") and not date:
        desk.problem(line, Trouble.BAD_YEAR, of("date"))
    url = of("url").split()[0] if of("url") else ""
    places = (url, of("notes"), of("venue"))
    return Draft(
        line=line,
        label=of("key").strip(),
        title=clean.marked_up(of("title")),
        authors=_authors(of("authors")),
        date=date,
        venue=clean.marked_up(of("venue")),
        kind=kind_of(of("kind")),
        arxiv=clean.arxiv(of("arxiv")) or next(filter(None, map(clean.arxiv_within, places)), ""),
        doi=clean.doi(of("doi")) or (clean.doi(url) if "doi.org/" in url else ""),
        url=url,
        code=of("code").strip(),
        mechanism=Text(clean.marked_up(of("abstract"))),
        notes=[clean.marked_up(of("notes"))],
        tags=re.split(r"[;,]", of("tags")),
    )


def kind_of(word: str) -> str:
    """Our kind of a source by what others call theirs, "" where that says nothing."""
    name = re.sub(r"[^a-z]", "", word.lower())
    if name in ("paper", "repository", "report"):
        return name
    if name in ("computerprogram", "software", "dataset", "comp", "code"):
        return "repository"
    return "report" if name in ("techreport", "thesis", "technicalreport", "rprt") else ""


def _authors(text: str) -> list[str]:
    """Names between semicolons, or `and`, or (given names first) between commas."""
    if ";" in text:
        names = text.split(";")
    elif re.search(r"\band\b", text):
        names = re.split(r"\s*,?\s*\band\b\s*", text)
        if len(names) == 2 and "," in names[0]:
            names = [*names[0].split(","), names[1]]
    else:
        parts = text.split(",")
        names = parts if len(parts) > 2 or all(" " in part.strip() for part in parts) else [text]
    return [people.given_first(name.strip()) for name in names if name.strip()]
