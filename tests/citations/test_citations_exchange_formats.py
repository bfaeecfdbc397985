"""RIS, CSL-JSON, CSV and GraphML as other programs write them."""

from __future__ import annotations

import json

import pytest

from citations.exchange import Incoming, Trouble, format_for, read_bytes
from citations.exchange.records import FORMATS, format_of


def read(text: str, name: str = "x") -> Incoming:
    return read_bytes(text.encode(), name)


def troubles(incoming: Incoming) -> list[tuple[int, Trouble, str, bool]]:
    return [(problem.line, problem.trouble, problem.found, problem.lost) for problem in incoming.problems]


ENDNOTE = """\ufeffTY  - CONF
AU  - Kwon, Woosuk
AU  - Kimi Team,
TI  - Efficient memory management
 for large language models
T2  - Proceedings of SOSP
PY  - 2023
DA  - 2023/10/23/
SP  - 611
EP  - 626
DO  - https://doi.org/10.1145/3600006.3613165
UR  - http://arxiv.org/abs/2309.06180
AB  - Line one.
Line two.
KW  - serving
KW  - paging
N1  - Remember this
L1  - internal-pdf://1/x.pdf
ER  -

TY  - COMP
A1  - Dao, Tri
T1  - flash-attention
Y1  - 2022/05//
UR  - https://github.com/Dao-AILab/flash-attention
ER  -
"""
WITHOUT_ENDS = """
Provider: somebody
TY - JOUR
TI - One
PY - 2019
TY - RPRT
TI - Two
PY - nineteen
DO - none
"""


def test_ris() -> None:
    incoming = read(ENDNOTE)
    assert (incoming.format, incoming.problems) == ("ris", ())
    first, second = incoming.items
    assert first.source.title == "Efficient memory management for large language models"
    assert first.source.authors == ("Woosuk Kwon", "Kimi Team")
    assert (first.source.date, first.source.kind) == ("2023-10-23", "paper")
    assert (first.source.doi, first.source.arxiv) == ("10.1145/3600006.3613165", "2309.06180")
    assert first.source.venue == "Proceedings of SOSP"
    assert first.source.mechanism.en == "Line one. Line two."
    assert first.source.notes == ("Remember this",)
    assert first.tags == ("serving", "paging")
    assert (second.source.kind, second.source.date, second.source.authors) == ("repository", "2022-05", ("Tri Dao",))
    assert [item.line for item in incoming.items] == [1, 21]


REFER = """%0 Conference Proceedings
%T Efficient memory management
%A Kwon, Woosuk
%A Li, Zhuohan
%B Proceedings of SOSP
%P 611-626
%D 2023

%0 Report
%T DeepSeek-V3 technical report
%A DeepSeek-AI
%D 2024
%U https://arxiv.org/abs/2412.19437
"""


def test_the_older_tags_of_endnote() -> None:
    incoming = read(REFER, "scholar.enw")
    assert (incoming.format, incoming.problems) == ("ris", ())
    first, second = (item.source for item in incoming.items)
    assert (first.title, first.authors) == ("Efficient memory management", ("Woosuk Kwon", "Zhuohan Li"))
    assert (first.venue, first.date, first.kind) == ("Proceedings of SOSP", "2023", "paper")
    assert (second.kind, second.arxiv, incoming.items[1].line) == ("report", "2412.19437", 9)


def test_ris_without_ends_and_with_one_blank() -> None:
    incoming = read(WITHOUT_ENDS)
    assert [(item.source.title, item.source.kind, item.line) for item in incoming.items] == [
        ("One", "paper", 3),
        ("Two", "report", 6),
    ]
    assert troubles(incoming) == [(6, Trouble.BAD_YEAR, "nineteen", False), (6, Trouble.BAD_DOI, "none", False)]


def test_ris_without_a_type() -> None:
    incoming = read("TI  - Title only\nAU  - A, B\nER  - \n")
    assert incoming.items[0].source.title == "Title only"
    assert troubles(incoming) == [(1, Trouble.SYNTAX, "TI - Title only", False)]


CSL = [
    {
        "id": "http://zotero.org/users/1/items/ABCD",
        "type": "paper-conference",
        "title": "PagedAttention <i>in</i> practice &amp; theory",
        "container-title": "SOSP",
        "author": [
            {"family": "Kwon", "given": "Woosuk"},
            {"family": "Beethoven", "given": "Ludwig", "non-dropping-particle": "van"},
            {"literal": "Kimi Team"},
        ],
        "issued": {"date-parts": [["2023", 10]]},
        "DOI": "10.1145/3600006.3613165",
        "note": "arXiv:2309.06180 [cs]",
    },
    {"id": 7, "type": "software", "title": "vLLM", "URL": "https://github.com/vllm-project/vllm", "issued": "2023"},
    {"id": "r", "type": "report", "title": "Raw", "issued": {"raw": "12 May 2021"}, "author": [{"name": "X Y"}]},
    {"id": "bad", "type": "article", "title": "Bad year", "issued": {"literal": "forthcoming"}},
]
SEMANTIC_SCHOLAR = {
    "total": 1,
    "data": [
        {
            "paperId": "83b90f4a0ae4cc214eb3cc140ccfef9cd99fac05",
            "externalIds": {"ArXiv": "2309.06180", "DOI": "10.1145/3600006.3613165", "CorpusId": 261697361},
            "title": "Efficient Memory Management",
            "venue": "Symposium on Operating Systems Principles",
            "year": 2023,
            "publicationDate": "2023-09-12",
            "authors": [{"authorId": "1", "name": "Woosuk Kwon"}, {"authorId": "2", "name": "Zhuohan Li"}],
            "abstract": "High throughput serving",
        }
    ],
}


def test_csl() -> None:
    incoming = read(json.dumps(CSL, indent=1))
    assert incoming.format == "csl"
    first, second, third, fourth = incoming.items
    assert first.source.title == "PagedAttention in practice & theory"
    assert first.source.authors == ("Woosuk Kwon", "Ludwig van Beethoven", "Kimi Team")
    assert (first.source.date, first.source.arxiv, first.source.venue) == ("2023-10", "2309.06180", "SOSP")
    assert (second.source.kind, second.source.date, second.label) == ("repository", "2023", "7")
    assert (third.source.kind, third.source.date) == ("report", "2021-05-12")
    assert fourth.source.date == ""
    assert [(problem.trouble, problem.found) for problem in incoming.problems] == [(Trouble.BAD_YEAR, "forthcoming")]
    assert first.line == 2


def test_what_search_engines_give() -> None:
    (item,) = read(json.dumps(SEMANTIC_SCHOLAR)).items
    assert item.source.authors == ("Woosuk Kwon", "Zhuohan Li")
    assert (item.source.arxiv, item.source.date) == ("2309.06180", "2023-09-12")
    assert item.source.mechanism.en == "High throughput serving"


@pytest.mark.parametrize(
    "text", ['{"title": "A", "id": "a"}\n{"title": "B", "id": "b"}\n', '{"items": [{"title": "A"}, {"title": "B"}]}']
)
def test_objects_a_line_and_within_an_object(text: str) -> None:
    incoming = read(text)
    assert [item.source.title for item in incoming.items] == ["A", "B"]
    assert incoming.problems == ()


def test_one_broken_object_costs_no_other() -> None:
    text = (
        '[\n{"id": "a", "title": "A"},\n{"id": "b", "title": oops},\n{"id": "c", "title": "C"},\n12,\n{"id": "d", "ti'
    )
    incoming = read(text)
    assert [(item.source.title, item.line) for item in incoming.items] == [("A", 2), ("C", 4)]
    assert [(line, trouble, lost) for line, trouble, _, lost in troubles(incoming)] == [
        (3, Trouble.SYNTAX, True),
        (5, Trouble.NOT_A_RECORD, True),
        (6, Trouble.SYNTAX, True),
    ]


ZOTERO_COLUMNS = (
    *("Key", "Item Type", "Publication Year", "Author", "Title", "Publication Title", "DOI", "Url", "Abstract Note"),
    *("Date", "Manual Tags"),
)
ZOTERO_CSV = (
    ",".join(f'"{name}"' for name in ZOTERO_COLUMNS)
    + """
"AB12","conferencePaper","2023","Kwon, Woosuk; Li, Zhuohan","Efficient ""memory"" management","SOSP","10.1145/3600006.3613165","https://arxiv.org/abs/2309.06180","Two
lines","2023-10-23","serving; paging"
"CD34","computerProgram","","","=vLLM","","","https://github.com/vllm-project/vllm","","",""
"""
)


def test_csv_of_zotero() -> None:
    incoming = read(ZOTERO_CSV)
    first, second = incoming.items
    assert first.source.title == 'Efficient "memory" management'
    assert first.source.authors == ("Woosuk Kwon", "Zhuohan Li")
    assert (first.source.date, first.source.arxiv, first.source.kind) == ("2023-10-23", "2309.06180", "paper")
    assert first.tags == ("serving", "paging")
    assert (second.source.title, second.source.kind) == ("=vLLM", "repository")
    assert [item.line for item in incoming.items] == [2, 4]


@pytest.mark.parametrize(
    "text",
    [
        "Title;Authors;Year\nOrca;Yu, G.;2022\n",
        "Title\tAuthors\tYear\nOrca\tYu, G.\t2022\n",
        "sep=;\nTitle;Authors;Year\nOrca;Yu, G.;2022\n",
        '\ufeffTitle,Authors,Year\r\nOrca,"Yu, G.",2022\r\n',
        "title,authors,date\nOrca,G. Yu,2022\n\n,,\n",
        'Authors,Title,Publication,Year\n"Yu, G.; ",Orca,OSDI,2022\n',
    ],
)
def test_csv_of_any_kind(text: str) -> None:
    incoming = read(text)
    assert incoming.format == "csv"
    (item,) = incoming.items
    assert (item.source.title, item.source.authors, item.source.date) == ("Orca", ("G. Yu",), "2022")


def test_csv_problems() -> None:
    incoming = read("title,year\nOne,2020,extra\nTwo,soon\n,2021\n")
    assert [item.source.title for item in incoming.items] == ["One", "Two"]
    assert troubles(incoming) == [
        (2, Trouble.TOO_MANY_CELLS, "3 > 2", False),
        (3, Trouble.BAD_YEAR, "soon", False),
        (4, Trouble.NO_TITLE, "", True),
    ]


def test_edge_lists() -> None:
    incoming = read(
        "source,target,relation\nvllm,orca,extends\nvllm,,uses\nvllm,vllm,uses\nvllm,orca,cites\na,b,inspires\n"
    )
    assert incoming.format == "edges"
    assert [(edge.newer, edge.older, edge.relation, edge.why) for edge in incoming.edges] == [
        ("vllm", "orca", "extends", ""),
        ("a", "b", "uses", "inspires"),
    ]
    assert troubles(incoming) == [
        (3, Trouble.BAD_EDGE, "vllm, , uses", True),
        (4, Trouble.SELF_EDGE, "vllm", True),
    ]


GRAPHML = """<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="node" attr.name="label" attr.type="string"/>
  <key id="d1" for="node" attr.name="year" attr.type="int"/>
  <graph edgedefault="directed">
    <node id="n1"><data key="d0">Orca: serving</data><data key="d1">2022</data></node>
    <node id="n2"><data key="d0">vLLM</data></node>
    <edge source="n2" target="n1"/>
  </graph>
</graphml>
"""


def test_graphml_of_others() -> None:
    incoming = read(GRAPHML)
    assert [(item.source.title, item.label, item.line) for item in incoming.items] == [
        ("Orca: serving", "n1", 6),
        ("vLLM", "n2", 7),
    ]
    assert incoming.items[0].source.year == 2022
    assert [(edge.newer, edge.older) for edge in incoming.edges] == [("n2", "n1")]
    broken = read(GRAPHML.replace("</graph>", ""))
    assert [(problem.line, problem.trouble) for problem in broken.problems] == [(10, Trouble.SYNTAX)]


def test_the_suffix_is_not_believed() -> None:
    assert read(ENDNOTE, "x.bib").format == "ris"
    assert read(ZOTERO_CSV, "x.json").format == "csv"
    assert read(json.dumps(CSL), "x.csv").format == "csl"


def test_formats_by_name_and_suffix() -> None:
    from pathlib import Path

    assert [format_of(one.key) for one in FORMATS] == list(FORMATS)
    found = {
        name: format_for(Path(name))
        for name in ("a.bib", "a.RIS", "a.json", "a.csv", "a.edges.csv", "a.graphml", "a")
    }
    assert [one and one.key for one in found.values()] == ["bibtex", "ris", "csl", "csv", "edges", "graphml", None]
