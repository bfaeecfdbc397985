"""References in and out on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pybtex.database import parse_string

from citations.exchange import read, read_bytes
from citations.notebook import Notebook
from explorer import paths
from explorer.__main__ import main

Capture = pytest.CaptureFixture[str]
BIB = """@article{new, title={A new work on serving}, year=2024, keywords={a; b}, x-builds-on={orca (extends)}}
@article{known, eprint={2309.06180}, title={Paged}}
@misc{bad title}
"""


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.bib"
    path.write_text(BIB)
    return path


def own() -> list[str]:
    with Notebook(paths.notebook_file()) as book:
        return [source.title for source in book.own_sources()]


def test_import_and_undo(capsys: Capture, file: Path) -> None:
    code, out, err = run(capsys, "library", "import", str(file), "--dry-run")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "1 source and 1 edge to be added"
    assert not paths.notebook_file().exists()
    code, out, _ = run(capsys, "library", "import", str(file), "--tags")
    assert code == 0
    assert "same arXiv number as pagedattention" in out
    assert "mine.bib:3: found no fields: bad title; expected at least one field" in out
    assert "1 source and 1 edge added; take them back: eighteen-ledgers library undo 1" in out
    assert own() == ["A new work on serving"]
    with Notebook(paths.notebook_file()) as book:
        assert book.reading("own-new").tags == ("a", "b")
        assert [edge.older for edge in book.own_edges()] == ["orca"]
    _, out, _ = run(capsys, "library", "import", str(file))
    assert "0 sources and 0 edges to be added" in out
    code, out, _ = run(capsys, "library", "undo")
    assert (code, out) == (0, "1 source of mine.bib taken back\n")
    assert own() == []
    code, _, err = run(capsys, "library", "undo", "7")
    assert code == 2
    assert "expected one of: none" in err


def test_import_as_json(capsys: Capture, file: Path) -> None:
    code, out, _ = run(capsys, "library", "import", str(file), "--duplicates", "--json")
    (told,) = json.loads(out)
    assert code == 0
    assert told["added"] == ["own-new", "own-known"]
    assert told["items"][1]["duplicate"]["of"] == "pagedattention"
    assert told["problems"][0] == {
        "file": "mine.bib",
        "line": 3,
        "trouble": "no fields",
        "found": "bad title",
        "lost": True,
        "expected": "at least one field",
    }


def test_files_that_hold_nothing(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "x.bib").write_text("nothing here")
    code, out, _ = run(capsys, "library", "import", str(tmp_path / "x.bib"))
    assert code == 2
    assert "x.bib:1: found unknown format: nothing here; expected BibTeX" in out
    code, _, err = run(capsys, "library", "import", str(tmp_path / "missing.bib"))
    assert code == 2
    assert "missing.bib" in err


def test_export(capsys: Capture, tmp_path: Path, file: Path) -> None:
    code, out, _ = run(capsys, "library", "export")
    assert code == 0
    assert len(parse_string(out, "bibtex").entries) == 62
    _, out, _ = run(capsys, "library", "export", "-f", "edges", "--neighbours")
    assert len(read_bytes(out.encode(), "x").edges) > 300
    run(capsys, "library", "import", str(file))
    _, out, _ = run(capsys, "library", "export", "--own", "-f", "ris")
    assert [item.source.title for item in read_bytes(out.encode(), "x").items] == ["A new work on serving"]
    target = tmp_path / "out.graphml"
    code, out, _ = run(capsys, "library", "export", "--ledger", "faults", "-o", str(target))
    incoming = read(target)
    assert out == f"{len(incoming.items)} sources written: {target}\n"
    assert incoming.format == "graphml"
    _, out, _ = run(capsys, "library", "export", "orca", "roofline", "-f", "csl")
    assert [value["id"] for value in json.loads(out)] == ["roofline", "orca"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("export", "-f", "docx"), "found 'docx', expected one of bibtex, ris, csl, csv, graphml, edges"),
        (("export", "-o", "x.docx"), "x.docx: no format has this suffix; name one with -f"),
        (("export", "orka"), "orca"),
        ((), "ACTION"),
        (("sell",), "invalid choice"),
    ],
)
def test_wrong_arguments(capsys: Capture, arguments: tuple[str, ...], told: str) -> None:
    code, _, err = run(capsys, "library", *arguments)
    assert code == 2
    assert told in err
    assert err.count("\n") == 1


def test_duplicates(capsys: Capture, file: Path) -> None:
    _, out, _ = run(capsys, "library", "duplicates", "--json")
    assert [(row["source"], row["is"], row["by"]) for row in json.loads(out)] == [("deepseek-v3", "mtp", "arxiv")]
    _, out, _ = run(capsys, "library", "duplicates", str(file))
    assert "mine.bib:2" in out
    file.write_text("@misc{a, title={Something else entirely}}")
    _, out, _ = run(capsys, "library", "duplicates", str(file))
    assert out == "no duplicates\n"
