"""Whatever the readers make of a file can be kept, taken back and put back."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from citations.exchange.reading import read_bytes
from citations.exchange.rows import COLUMNS
from citations.notebook import Notebook

WORDS = st.sampled_from([
    "own-a (extends: it)", "key0 (likes)",
    "", "own-a", "a", "Ünï Çode", "页表 2024", "arXiv:2309.06180v2", "hep-th/9901001", "10.1145/3600006.3613165",
    "https://doi.org/10.1/x)", "2024-13-99", "Sept. 2023", "0999", "javascript:alert(1)", "github.com/a/b", "-- ; {",
    "state saves: less; wealth doubles", "\ud83d", "O'Neil and others", "report", "<b>x</b> & y",
])  # fmt: skip
VALUES = st.one_of(WORDS, st.lists(WORDS, min_size=2, max_size=3).map(" and ".join), st.text(max_size=12))
BIBTEX = ("title", "author", "year", "month", "date", "doi", "eprint", "url", "journal", "keywords", "note", "file")
CSL = ("title", "DOI", "URL", "container-title", "note", "abstract", "number", "genre", "type", "id")


def bibtex(records: list[dict[str, str]]) -> str:
    def entry(number: int, fields: dict[str, str]) -> str:
        inside = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
        return f"@article{{key{number % 2},\n{inside}}}\n"

    return "\n".join(entry(number, fields) for number, fields in enumerate(records))


def csl(records: list[dict[str, str]]) -> str:
    return json.dumps(records)


def csv(records: list[dict[str, str]]) -> str:
    rows = [[record.get(name, "") for name in COLUMNS] for record in records]
    quoted = [",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows]
    return "\n".join([",".join(COLUMNS), *quoted])


def records_of(names: tuple[str, ...]) -> st.SearchStrategy[list[dict[str, str]]]:
    return st.lists(st.dictionaries(st.sampled_from(names), VALUES, max_size=6), min_size=1, max_size=4)


FILES = st.one_of(records_of(BIBTEX).map(bibtex), records_of(CSL).map(csl), records_of(COLUMNS).map(csv))


@settings(deadline=None, max_examples=60)
@given(FILES)
def test_whatever_can_be_read_can_be_kept(text: str) -> None:
    incoming = read_bytes(text.encode("utf-8", "replace"), "some file")
    with Notebook(Path(__file__) / "notebook.sqlite") as notebook:
        batch = notebook.add([item.source for item in incoming.items], incoming.edges, incoming.file)
        assert batch.added == len(incoming.items)
        kept = {source.key: source for source in notebook.own_sources()}
        for item, key in zip(incoming.items, batch.keys, strict=True):
            assert kept[key].title == item.source.title
            assert kept[key].authors == item.source.authors
        notebook.take_back(batch.id)
        assert notebook.own_sources() == notebook.own_edges() == ()
        notebook.put_back(batch.id)
        assert {source.key: source for source in notebook.own_sources()} == kept
