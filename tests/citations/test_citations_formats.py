"""Citations that other programs read back."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pybtex.database import parse_string
from pybtex.richtext import Text as RichText

from citations.formats import bibtex, bibtex_key, citation_text, markdown_link
from citations.latex import escape
from citations.library import Library
from citations.records import Source

GOLDEN = r"""@inproceedings{yildiz2021-orca,
  title = {{A \& B: 5\% of \$x\_1\$, {$\rho$} {$\le$} 1 -- na{\"{\i}}ve {\u{g}} {\c{c}} 中文}},
  author = {Ay{\c{s}}e Y{\i}ld{\i}z and {Kimi Team} and {\O}rsted M{\"{u}}ller and others},
  year = {2021},
  booktitle = {OSDI 2021},
  url = {https://example.org/a_b?c=1&d=2},
}
"""


def awkward(source: Source) -> Source:
    return replace(
        source,
        title="A & B: 5% of $x_1$, ρ ≤ 1 – naïve ğ ç 中文",
        authors=("Ayşe Yıldız", "Kimi Team", "Ørsted Müller"),
        et_al=True,
        venue="OSDI 2021 (best paper)",
        url="https://example.org/a_b?c=1&d=2",
    )


def test_golden(library: Library) -> None:
    assert bibtex(awkward(library.source("orca"))) == GOLDEN


def test_every_entry_parses_and_keeps_its_facts(library: Library) -> None:
    sources = library.sources(None)
    parsed = parse_string("\n".join(map(bibtex, sources)), "bibtex")
    assert len(parsed.entries) == 153
    for source in sources:
        entry = parsed.entries[bibtex_key(source)]
        people = [person for person in entry.persons.get("author", []) if str(person) != "others"]
        assert len(people) == len(source.authors)
        assert ("others" in map(str, entry.persons.get("author", []))) == (source.et_al and bool(source.authors))
        for person, name in zip(people, source.authors, strict=True):
            assert str(person.rich_last_names[-1]).lower().replace("-", "") in name.lower().replace("-", "")
        assert entry.fields.get("eprint", "") == source.arxiv
        assert entry.fields.get("url", "") == source.url
        assert ("note" in entry.fields) == (not source.checked)
        if source.title:
            assert str(RichText.from_latex(entry.fields["title"])) == source.title


def test_keys_are_ascii_and_unique(library: Library) -> None:
    keys = [bibtex_key(source) for source in library.sources(None)]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch(r"[a-z0-9.-]+", key) for key in keys)
    assert bibtex_key(library.source("pagedattention")) == "kwon2023-pagedattention"
    assert bibtex_key(library.source("deepseek-v4")) == "deepseekai2026-deepseek-v4"


@given(st.text(max_size=60))
def test_escaping_never_breaks_the_braces(text: str) -> None:
    written = escape(text)
    depth = 0
    for match in re.finditer(r"\\[{}]|[{}]", written):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        assert depth >= 0
    assert depth == 0
    assert not re.search(r"(?<!\\)[%&#_]", written.replace(r"\\", ""))


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (
            "orca",
            "Gyeong-In Yu, Joo Seong Jeong, Geon-Woo Kim, et al. (2022). Orca: A Distributed Serving System for "
            "Transformer-Based Generative Models. OSDI 2022. https://www.usenix.org/conference/osdi22/presentation/yu",
        ),
        ("csbp", "CSBP. [not verified]"),
    ],
)
def test_text(library: Library, key: str, expected: str) -> None:
    assert citation_text(library.source(key)) == expected


def test_text_leaves_out_what_is_unknown(library: Library) -> None:
    for source in library.sources(None):
        text = citation_text(source)
        assert "None" not in text
        assert "  " not in text
        assert text == text.strip()


def test_the_year_is_that_of_publication(library: Library) -> None:
    assert "year = {2024}" in bibtex(library.source("splitwise"))  # arXiv 2023, ISCA 2024
    assert "year = {2019}" in bibtex(library.source("mqa"))


def test_markdown(library: Library) -> None:
    source = library.source("llm-int8")
    assert markdown_link(source) == f"[{source.title}](https://arxiv.org/abs/2208.07339)"
    tricky = replace(source, title="a [b] *c* `d`", url="https://e.org/x_(y) z")
    assert markdown_link(tricky) == r"[a \[b\] \*c\* \`d\`](https://e.org/x_%28y%29%20z)"
    assert markdown_link(replace(source, url="")) == source.title
