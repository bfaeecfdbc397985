"""BibTeX as the world writes it: reference managers, search engines, and hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from citations.exchange import Incoming, Item, Problem, Trouble, read, read_bytes


def items(text: str) -> tuple[Item, ...]:
    return read_bytes(text.encode(), "x.bib").items


def one(text: str) -> Item:
    (item,) = items(text)
    return item


def troubles(incoming: Incoming) -> list[tuple[int, Trouble, str, bool]]:
    return [(problem.line, problem.trouble, problem.found, problem.lost) for problem in incoming.problems]


GOOGLE_SCHOLAR = """@inproceedings{kwon2023efficient,
  title={Efficient memory management for large language model serving with pagedattention},
  author={Kwon, Woosuk and Li, Zhuohan and Zhuang, Siyuan and others},
  booktitle={Proceedings of the 29th symposium on operating systems principles},
  pages={611--626},
  year={2023}
}
@article{shah2024flashattention,
  title={Flashattention-3: Fast and accurate attention with asynchrony and low-precision},
  author={Shah, Jay and Dao, Tri},
  journal={arXiv preprint arXiv:2407.08608},
  year={2024}
}
"""
ZOTERO = r"""
@article{yu_orca_2022,
	title = {Orca: {A} {Distributed} {Serving} {System} for {Transformer}-{Based} {Generative} {Models}},
	url = {https://www.usenix.org/conference/osdi22/presentation/yu},
	doi = {https://doi.org/10.1145/3600006.3613165},
	language = {en},
	urldate = {2024-01-01},
	author = {Yu, Gyeong-In and Jeong, Joo Seong and {van der Berg}, Jan},
	month = jul,
	year = {2022},
	note = {arXiv:2209.01188 [cs]},
	keywords = {Computer Science - Machine Learning, serving},
	file = {Full Text PDF:/home/me/Zotero/storage/AB/Yu - 2022.pdf:application/pdf;Snapshot:/x.html:text/html},
}
"""
DBLP = """@article{DBLP:journals/corr/abs-2205-14135,
  author       = {Tri Dao and
                  Daniel Y. Fu and
                  Christopher R{\\'{e}}},
  title        = {FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness},
  journal      = {CoRR},
  volume       = {abs/2205.14135},
  year         = {2022},
  doi          = {10.48550/ARXIV.2205.14135},
  eprinttype    = {arXiv},
  eprint       = {2205.14135},
}
"""
JABREF = """% Encoding: UTF-8

@Comment{jabref-meta: databaseType:biblatex;}

@String{osdi = "Operating Systems Design and Implementation"}
@STRING( press = {USENIX} )

@Preamble{ "\\newcommand{\\noop}[1]{}" }

@InProceedings{Agrawal2024,
  author    = {Amey Agrawal and Nitin Kedia},
  title     = {Sarathi-Serve},
  booktitle = osdi # ", " # press,
  date      = {2024-07-10/2024-07-12},
  eprint    = {2403.02310v3},
  eprinttype = {arxiv},
}
Anything between entries is a comment, foo@example.org too.
@Report{Team2024, author = {{Kimi Team}}, title = {K}, institution = {Moonshot}, year = 2024, type = {techreport} }
"""


def test_google_scholar() -> None:
    first, second = items(GOOGLE_SCHOLAR)
    assert first.label == "kwon2023efficient"
    assert first.source.authors == ("Woosuk Kwon", "Zhuohan Li", "Siyuan Zhuang")
    assert first.source.et_al
    assert (first.source.date, first.source.kind, first.line) == ("2023", "paper", 1)
    assert second.source.arxiv == "2407.08608"
    assert second.source.venue == ""
    assert second.source.name.en == "Flashattention-3"
    assert second.source.url == "https://arxiv.org/abs/2407.08608"
    assert second.line == 8


def test_zotero() -> None:
    item = one(ZOTERO)
    source = item.source
    assert source.title == "Orca: A Distributed Serving System for Transformer-Based Generative Models"
    assert source.doi == "10.1145/3600006.3613165"
    assert source.date == "2022-07"
    assert source.authors == ("Gyeong-In Yu", "Joo Seong Jeong", "Jan van der Berg")
    assert source.arxiv == "2209.01188"
    assert source.notes == ()  # the note only said what is in a field of its own now
    assert item.tags == ("Computer Science - Machine Learning", "serving")
    assert item.attachments == ("/home/me/Zotero/storage/AB/Yu - 2022.pdf",)
    assert item.line == 2


def test_dblp() -> None:
    source = one(DBLP).source
    assert source.authors == ("Tri Dao", "Daniel Y. Fu", "Christopher Ré")
    assert (source.arxiv, source.venue) == ("2205.14135", "")
    assert source.key == "dblp-journals-corr-abs-2205-14135"


def test_jabref() -> None:
    incoming = read_bytes(JABREF.encode(), "x.bib")
    assert incoming.problems == ()
    first, second = incoming.items
    assert first.source.venue == "Operating Systems Design and Implementation, USENIX"
    assert first.source.date == "2024-07-10"
    assert first.source.arxiv == "2403.02310"
    assert second.source.authors == ("Kimi Team",)
    assert second.source.kind == "report"


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ('title = "A {"}quoted{"} word"', 'A "quoted" word'),
        (
            r'title = "G{\"o}del, Erd{\H o}s, \c{C}elik, \v{S}i\v{s}ka, \AA{}ngstr\"om"',
            "Gödel, Erdős, Çelik, Šiška, Ångström",
        ),
        (r"title = {{\L}{\'o}d{\'z} and stra{\ss}e and na{\"\i}ve}", "Łódź and straße and naïve"),
        (r"title = {The $\mathcal{O}(n \log n)$ of $\rho \leq \alpha$}", "The O(n log n) of ρ ≤ α"),
        (r"title = {It costs \$5 \& more: 50\% of \_x\_}", "It costs $5 & more: 50% of _x_"),
        ("title = {It costs $5}", "It costs $5"),
        (r"title = {\emph{Deep} \textbf{\textit{learning}} --- a ``view''}", "Deep learning — a “view”"),
        (r"title = {A~tie, a\ space, a\-hyphen\slash{}slash}", "A tie, a space, ahyphen/slash"),
        (r"title = {\unknowncommand{x} stays}", r"\unknowncommandx stays"),
        ("title = {注意力机制 🚀}", "注意力机制 🚀"),
        ("title = {Spread\n      over   lines}", "Spread over lines"),
        ("title = {<i>E. coli</i> &amp; friends}", "E. coli & friends"),
        ("title = {Main}, subtitle = {Sub}", "Main: Sub"),
    ],
)
def test_titles(field: str, expected: str) -> None:
    assert one(f"@misc{{k, {field}, year = 2020}}").source.title == expected


@pytest.mark.parametrize(
    ("authors", "expected"),
    [
        ("Smith, John and Doe, Jane", ("John Smith", "Jane Doe")),
        ("John Smith AND Jane Doe", ("John Smith", "Jane Doe")),
        ("Smith, Jr., John", ("John Smith Jr.",)),
        ("van der Waals, Johannes", ("Johannes van der Waals",)),
        ("{Barnes and Noble, Inc.} and {OpenAI}", ("Barnes and Noble, Inc.", "OpenAI")),
        ("{\\'E}mile Zola and {\\O}rsted, Hans", ("Émile Zola", "Hans Ørsted")),
        ("{Kimi Team} and others", ("Kimi Team",)),
        ("A. One, B. Two, C. Three, D. Four", ("A. One", "B. Two", "C. Three", "D. Four")),
        ("One, A.; Two, B.", ("A. One", "B. Two")),
        ("王小明 and 李华", ("王小明", "李华")),
        ("Anderson, Andy\n  and\n  Brand, Bo", ("Andy Anderson", "Bo Brand")),
        ("{Smith}, {John}", ("John Smith",)),
        ("", ()),
    ],
)
def test_authors(authors: str, expected: tuple[str, ...]) -> None:
    assert one(f"@misc{{k, title = {{T}}, author = {{{authors}}}}}").source.authors == expected


@pytest.mark.parametrize(
    ("fields", "arxiv", "doi"),
    [
        ("url = {https://arxiv.org/pdf/2309.06180v2.pdf}", "2309.06180", ""),
        ("url = {http://arxiv.org/abs/cs.LG/0701001v1}", "cs.LG/0701001", ""),
        ("eprint = {arXiv:2309.06180}", "2309.06180", ""),
        ("eprint = {hep-th/9901001}, archivePrefix = {arXiv}, primaryClass = {hep-th}", "hep-th/9901001", ""),
        ("howpublished = {\\url{https://arxiv.org/abs/2309.06180}}", "2309.06180", ""),
        ("journal = {ArXiv}, volume = {abs/2309.06180}", "2309.06180", ""),
        ("doi = {10.48550/arXiv.2309.06180}", "2309.06180", "10.48550/arXiv.2309.06180"),
        ("doi = {doi:10.1145/3600006.3613165}", "", "10.1145/3600006.3613165"),
        ("doi = {http://dx.doi.org/10.1000/a\\_b(c)}", "", "10.1000/a_b(c)"),
        ("url = {https://doi.org/10.1000/x.}", "", "10.1000/x"),
        ("eprint = {12345}, archiveprefix = {JSTOR}", "", ""),
        ("number = {2309.06180}, url = {https://example.org/2309.06180}", "", ""),
    ],
)
def test_numbers(fields: str, arxiv: str, doi: str) -> None:
    source = one(f"@misc{{k, title = {{T}}, {fields}}}").source
    assert (source.arxiv, source.doi) == (arxiv, doi)


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        ("year = {2023}, month = sep", "2023-09"),
        ("year = 2023, month = {September}", "2023-09"),
        ("year = 2023, month = 9, day = 17", "2023-09-17"),
        ("year = 2023, month = {17~Sept.}", "2023-09-17"),
        ('year = 2023, month = oct # "~23"', "2023-10-23"),
        ("year = 2023, month = {Sep.--Oct.}", "2023-09"),
        ("year = {c. 2023 (to appear)}", "2023"),
        ("date = {2023-09}", "2023-09"),
        ("date = {2023-02-30}", "2023-02"),
        ("year = 2023, month = 13", "2023"),
        ("eprint = {2309.06180}", "2023-09"),
        ("note = {x}", ""),
    ],
)
def test_dates(fields: str, date: str) -> None:
    assert one(f"@misc{{k, title = {{T}}, {fields}}}").source.date == date


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        (r":C\:/papers/orca.pdf:PDF", ("C:/papers/orca.pdf",)),
        (":papers/orca.pdf:PDF;:two.PDF:PDF", ("papers/orca.pdf", "two.PDF")),
        ("/home/me/orca.pdf", ("/home/me/orca.pdf",)),
        (":notes.txt:text/plain", ()),
    ],
)
def test_files(field: str, expected: tuple[str, ...]) -> None:
    assert one(f"@misc{{k, title = {{T}}, file = {{{field}}}}}").attachments == expected


def test_crossref_gives_the_book_and_not_its_title() -> None:
    text = "@inproceedings{a, title={A}, crossref={P}}\n@proceedings{p, title={OSDI 22}, year=2022, editor={E, F}}"
    first, _ = items(text)
    assert (first.source.title, first.source.venue, first.source.date) == ("A", "OSDI 22", "2022")


def test_addresses_are_freed_of_tex() -> None:
    source = one(r"@misc{k, title={T}, url={\url{https://e.org/\~{}me/a\_b?x=1\&y=50\%}}}").source
    assert source.url == "https://e.org/~me/a_b?x=1&y=50%"


BROKEN = """@article{good1, title = {Good one}, year = 2020}
@article{open, title = {Open}, year = 2021

@article{good2, title = {Good two}, year = twenty}
@article{twice, title = {Twice}, title = {Again}, journal = nosuch}
@article{good1, title = {Same key}}
@article{nothing}
@article{untitled, year = 2020}
@article{lost title = {x}}
@misc{, title = {No key}, doi = {nonsense}}
@article{comma, title = {Comma} year = 2020}
@misc{orphan, title = {Orphan}, crossref = {nobody}}
@article{unclosed, title = {Unclosed
@article{last, title = {Last one}}
"""


def test_every_problem_is_named_and_the_rest_is_read() -> None:
    incoming = read_bytes(BROKEN.encode(), "broken.bib")
    titles = [item.source.title for item in incoming.items]
    assert titles == [
        *("Good one", "Open", "Good two", "Twice", "Same key", "No key", "Comma", "Orphan", "Last one"),
    ]
    assert troubles(incoming) == [
        (2, Trouble.UNCLOSED, "@article{open, title = {Open}, year = 2021", False),
        (4, Trouble.UNKNOWN_MACRO, "twenty", False),
        (4, Trouble.BAD_YEAR, "twenty", False),
        (5, Trouble.REPEATED_FIELD, "title", False),
        (5, Trouble.UNKNOWN_MACRO, "nosuch", False),
        (6, Trouble.REPEATED_LABEL, "good1", False),
        (7, Trouble.NO_FIELDS, "nothing", True),
        (8, Trouble.NO_TITLE, "untitled", True),
        (9, Trouble.SYNTAX, "@article{lost title =", True),
        (10, Trouble.NO_LABEL, "@misc", False),
        (10, Trouble.BAD_DOI, "nonsense", False),
        (11, Trouble.AFTER_VALUE, "year = 2020", False),
        (12, Trouble.UNKNOWN_PARENT, "nobody", False),
        (13, Trouble.UNCLOSED, "@article{unclosed, title = {Unclosed", True),
    ]
    assert len({item.source.key for item in incoming.items}) == len(incoming.items)
    assert str(incoming.problems[0]) == (
        "broken.bib:2: found not closed: @article{open, title = {Open}, year = 2021; "
        "expected the end of the entry before the next one begins"
    )


def test_an_untitled_entry_with_a_number_is_kept_and_told() -> None:
    incoming = read_bytes(b"@misc{x, doi = {10.1000/abc}}", "x.bib")
    assert incoming.items[0].source.doi == "10.1000/abc"
    assert incoming.problems == (Problem("x.bib", 1, Trouble.NO_TITLE, "x"),)


@pytest.mark.parametrize(
    ("encode", "name"),
    [
        (lambda text: text.encode("utf-8-sig"), "UTF-8"),
        (lambda text: text.encode("utf-16"), "UTF-16"),
        (lambda text: text.encode("utf-16-le"), "UTF-16"),
        (lambda text: text.encode("latin-1"), "Windows-1252"),
        (lambda text: text.replace("\n", "\r\n").encode(), "UTF-8"),
        (lambda text: text.replace("\n", "\r").encode(), "UTF-8"),
    ],
)
def test_encodings_and_line_ends(encode: object, name: str) -> None:
    text = "@misc{a,\n title = {Größe},\n author = {Müller, Jörg}\n}\n@misc{b, title = {Zwei}}\n"
    incoming = read_bytes(encode(text), "x.txt")  # type: ignore[operator]
    assert (incoming.encoding, incoming.format, incoming.problems) == (name, "bibtex", ())
    assert [item.source.title for item in incoming.items] == ["Größe", "Zwei"]
    assert [item.line for item in incoming.items] == [1, 5]


def test_a_few_broken_bytes_in_utf8() -> None:
    data = "@misc{a,\n title = {Größe über alles}}\n".encode().replace("ü".encode(), b"\xfc")
    incoming = read_bytes(data, "x.bib")
    assert incoming.encoding == "Windows-1252" or troubles(incoming)[0][:2] == (2, Trouble.ENCODING)


@pytest.mark.parametrize("data", [b"", b" \n\n", "\ufeff".encode(), b"\0\0\0\0"])
def test_empty_files(data: bytes) -> None:
    incoming = read_bytes(data, "x.bib")
    assert incoming.items == ()
    assert [problem.lost for problem in incoming.problems] == [True]


@pytest.mark.parametrize(
    "data", [b"Just some prose,\nwith commas.", b"%PDF-1.4\n%\xe2\xe3", b"<html><body>x</body></html>"]
)
def test_other_files(data: bytes) -> None:
    incoming = read_bytes(data, "x.bib")
    assert (incoming.items, incoming.format) == ((), "")
    assert incoming.problems[0].trouble is Trouble.UNKNOWN_FORMAT
    assert "expected BibTeX, RIS" in str(incoming.problems[0])


def big(count: int) -> bytes:
    entry = "@article{{k{0},\n title = {{Title {0} of {{Many}}}},\n author = {{Ğ, A and B, C}},\n year = 2020\n}}\n"
    return "".join(entry.format(number) for number in range(count)).encode()


def test_big_files_tell_progress_and_can_be_stopped(tmp_path: Path) -> None:
    path = tmp_path / "gross 大.bib"
    path.write_bytes(big(3000))
    shares: list[float] = []
    incoming = read(path, progress=shares.append)
    assert len(incoming.items) == 3000
    assert incoming.items[-1].line == 2999 * 5 + 1
    assert len(shares) > 20
    assert shares == sorted(shares)
    assert shares[-1] <= 1

    class Stop(Exception):
        pass

    def stop(share: float) -> None:
        if share > 0.1:
            raise Stop

    with pytest.raises(Stop):
        read(path, progress=stop)


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.bib")
