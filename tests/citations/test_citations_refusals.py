"""What a catalogue is refused for, and with which words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from citation_helpers import WriteEntry, check, edge

from citations.catalogue import digest_of, read_catalogue
from citations.errors import CatalogueError


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"title": None}, "title: found nothing, expected text"),
        ({"title": 7}, r"title: found int 7, expected text \(quote numbers\)"),
        ({"arxiv": 2309.0618}, "arxiv: found float 2309.0618, expected text"),
        ({"arxiv": "230906180"}, "arxiv: found '230906180', expected an id"),
        ({"date": "2020-13"}, "date: found '2020-13', expected YYYY"),
        ({"date": "2021-01-01"}, "date: found '2021-01-01', expected a day of the year 2020"),
        ({"kind": "papper"}, r"kind: found 'papper', expected one of .* \(did you mean paper\?\)"),
        ({"checked": "yes, really"}, "checked: found str .*, expected true or false"),
        ({"ring": 3}, "ring: found 3, expected 1"),
        ({"key": "No Key"}, "key: found 'No Key'"),
        ({"botleneck": "b"}, "found unknown field 'botleneck', expected bottleneck"),
        ({"ledgers": {"stat": {"effect": "saves", "why": "x"}}}, "ledgers: stat: found an unknown ledger"),
        ({"ledgers": {"state": {"effect": "save", "why": "x"}}}, "ledgers: state: effect: found 'save', .*saves"),
        ({"primary_ledger": "decode"}, "primary_ledger: found decode, expected one of state"),
        ({"zh": {"name": "名"}}, "zh: bottleneck: found nothing"),
        ({"caveat": " "}, "caveat: found an empty text"),
        ({"authors": "Ada"}, "authors: found str 'Ada', expected a list of texts"),
        ({"claims": [{"value": 2, "unit": "x"}]}, r"claims\[0\]: metric: found nothing"),
        ({"builds_on": [{"to": "a"}]}, r"builds_on\[0\]: relation: found nothing"),
    ],
)
def test_a_wrong_field_is_named(
    catalogue: Path, write_entry: WriteEntry, changes: dict[str, Any], words: str
) -> None:
    path = write_entry("a", **changes)
    with pytest.raises(CatalogueError, match=words) as caught:
        check(catalogue)
    assert str(caught.value).startswith(str(path))


CLAIM = {
    **{"value": 2, "unit": "x", "metric": "m", "conditions": "c", "where": "w", "evidence": "author-reported"},
    **{"checked": True, "seen": [{"at": "full-text copy", "detail": "Table 1"}]},
}
CONFLICT = {
    "about": "speed",
    "versions": [{"says": "2x", "where": "v1"}, {"says": "3x", "where": "v2"}],
    "advice": "v2",
    "checked": True,
}


def without(fields: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key != name}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"claims": [{**CLAIM, "evidence": "hearsay"}]}, "evidence: found 'hearsay', expected one of author-report"),
        ({"claims": [without(CLAIM, "evidence")]}, "evidence: found nothing"),
        ({"claims": [{**CLAIM, "where": " "}]}, r"claims\[0\]: where: found an empty text"),
        ({"claims": [{**CLAIM, "metric": ""}]}, r"claims\[0\]: metric: found an empty text"),
        (
            {"claims": [CLAIM, without(CLAIM, "seen")]},
            r"claims\[1\]\.seen: found nothing, but it is marked as checked",
        ),
        (
            {"claims": [{**CLAIM, "seen": [{"at": "a friend"}]}]},
            r"at: found 'a friend', expected a web address, arXiv",
        ),
        ({"seen": None}, "seen: found nothing, but it is marked as checked"),
        ({"title": ""}, "title: found nothing, but it is marked as checked"),
        ({"family": "magic"}, "family: found 'magic', expected one of attention"),
        ({"family": None}, "family: found nothing"),
        ({"code": "https://github.com/Nobody/x"}, "code: found the unknown owner github.com/nobody"),
        (
            {"conflicts": [{**CONFLICT, "versions": CONFLICT["versions"][:1]}]},
            "versions: found 1, expected two or more",
        ),
        ({"conflicts": [{**CONFLICT, "advice": ""}]}, "advice: found an empty text"),
        ({"conflicts": [without(CONFLICT, "checked")]}, "checked: found nothing"),
        (
            {"conflicts": [{**CONFLICT, "versions": [{"says": "2x", "where": "v1"}] * 2}]},
            r"conflicts\[0\]\.versions: where: found 'v1' again",
        ),
        (
            {"conflicts": [{**CONFLICT, "versions": [{"says": "2x", "where": "v1"}, {"says": "2x", "where": "v2"}]}]},
            "says: found '2x' again",
        ),
    ],
)
def test_what_is_said_without_ground_is_refused(
    catalogue: Path, write_entry: WriteEntry, changes: dict[str, Any], words: str
) -> None:
    write_entry("a", claims=[CLAIM], conflicts=[CONFLICT])
    check(catalogue)
    path = write_entry("a", **changes)
    with pytest.raises(CatalogueError, match=words) as caught:
        check(catalogue)
    assert str(caught.value).startswith(str(path))


def test_what_is_not_checked_needs_no_witness(catalogue: Path, write_entry: WriteEntry) -> None:
    write_entry("a", checked=False, seen=None, claims=[{**without(CLAIM, "seen"), "checked": False}])
    check(catalogue)


@pytest.mark.parametrize(
    ("change", "source", "words"),
    [
        ({"basis": "own"}, {}, "basis: found 'own', expected one of cites, stated-in-abstract, readme, editorial"),
        ({"checked": False}, {}, "checked: found false, expected true where the basis is cites"),
        ({"basis": "readme"}, {}, "basis: found readme, but the source has no `code`"),
        ({}, {"checked": False, "seen": None}, "basis: found cites, but the source has no `seen`"),
    ],
)
def test_an_edge_stands_on_its_basis(
    catalogue: Path, write_entry: WriteEntry, change: dict[str, Any], source: dict[str, Any], words: str
) -> None:
    write_entry("o")
    write_entry("n", builds_on=[edge("o")])
    check(catalogue)
    write_entry("n", builds_on=[{**edge("o"), **change}], **source)
    with pytest.raises(CatalogueError, match=words):
        check(catalogue)


def test_organisations_are_listed_by_team_and_owner(catalogue: Path, write_entry: WriteEntry) -> None:
    listing = catalogue / "organisations.yaml"
    listing.write_text(
        "organisations:\n- {name: Lab, teams: [The Lab], owners: [github.com/lab]}\npersons: [github.com/ada]\n",
        encoding="utf-8",
    )
    write_entry("a", authors=["Ada", "The Lab"], code="https://github.com/ada/x")
    write_entry("b", code="https://github.com/LAB/y")
    write_entry("c", code="https://github.com/ada/z")
    write_entry("d")
    found = {entry.source.key: entry.source.organisation for entry in read_catalogue(catalogue)}
    assert found == {"a": "Lab", "b": "Lab", "c": "", "d": ""}
    before = digest_of(catalogue)
    listing.write_text("persons: [github.com/ada, github.com/lab, github.com/ada]\n", encoding="utf-8")
    assert digest_of(catalogue) != before
    listing.write_text("organisations:\n- {name: A, teams: [T]}\n- {name: B, teams: [T]}\n", encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"organisations\[1\]: teams: found T again"):
        read_catalogue(catalogue)


def test_a_field_given_twice_is_refused_with_its_line(catalogue: Path, write_entry: WriteEntry) -> None:
    path = write_entry("a")
    path.write_text(path.read_text(encoding="utf-8") + "title: Again\n", encoding="utf-8")
    lines = path.read_text(encoding="utf-8").count("\n")
    with pytest.raises(CatalogueError, match=f"line {lines}: field 'title' appears twice"):
        check(catalogue)


@pytest.mark.parametrize("content", [b"key: [a", b"\xff\xfe\x00", b"- a list", b""])
def test_what_is_not_yaml_is_refused(catalogue: Path, content: bytes) -> None:
    path = catalogue / "neighbours" / "a.yaml"
    path.write_bytes(content)
    with pytest.raises(CatalogueError, match=re.escape(str(path))):
        check(catalogue)


def test_an_empty_catalogue_is_refused(catalogue: Path) -> None:
    with pytest.raises(CatalogueError, match="found no"):
        check(catalogue)


def test_an_edge_to_nowhere_is_refused(catalogue: Path, write_entry: WriteEntry) -> None:
    write_entry("pagedattention")
    write_entry("b", builds_on=[edge("pagedatention")])
    with pytest.raises(CatalogueError, match=r"b: builds_on\[0\]\.to: found 'pagedatention', .* pagedattention"):
        check(catalogue)


def test_an_edge_into_the_future_is_refused(catalogue: Path, write_entry: WriteEntry) -> None:
    write_entry("late", year=2021, date="2021-01-02")
    write_entry("early", builds_on=[edge("late")])
    with pytest.raises(CatalogueError, match="found late of 2021-01-02, expected nothing younger than 2020-05-01"):
        check(catalogue)
    write_entry("early", builds_on=[edge("late")], living=True)
    check(catalogue)


@pytest.mark.parametrize(
    ("older", "newer", "fits"),
    [
        ("2020-05-02", "2020-05", True),
        ("2020-12", "2020", True),
        ("2020-06", "2020-05-31", False),
        ("2020", "2020", True),
    ],
)
def test_a_partial_date_is_taken_at_its_best(
    catalogue: Path, write_entry: WriteEntry, older: str, newer: str, fits: bool
) -> None:
    write_entry("o", date=older)
    write_entry("n", date=newer, builds_on=[edge("o")])
    if fits:
        check(catalogue)
    else:
        with pytest.raises(CatalogueError, match="younger"):
            check(catalogue)


def test_a_circle_is_refused_even_on_one_day(catalogue: Path, write_entry: WriteEntry) -> None:
    write_entry("a", builds_on=[edge("b")])
    write_entry("b", builds_on=[edge("c")])
    write_entry("c", builds_on=[edge("a")])
    with pytest.raises(CatalogueError, match="found the circle"):
        check(catalogue)


@pytest.mark.parametrize("targets", [["a"], ["b", "b"]])
def test_an_edge_to_itself_or_twice_is_refused(catalogue: Path, write_entry: WriteEntry, targets: list[str]) -> None:
    write_entry("b")
    write_entry("a", builds_on=[edge(target) for target in targets])
    with pytest.raises(CatalogueError, match="expected each earlier source once"):
        check(catalogue)


def test_the_canon_is_numbered_without_gaps(catalogue: Path, write_entry: WriteEntry) -> None:
    write_entry("a", ring=1, number=1)
    write_entry("b", ring=1, number=3)
    with pytest.raises(CatalogueError, match="b: number: found 3, expected 2"):
        check(catalogue)


def test_a_key_taken_twice_names_both_files(catalogue: Path, write_entry: WriteEntry) -> None:
    first, second = write_entry("a", ring=1, number=1), write_entry("a")
    with pytest.raises(CatalogueError) as caught:
        check(catalogue)
    assert str(first) in str(caught.value)
    assert str(second) in str(caught.value)


def test_a_file_is_called_after_its_key(catalogue: Path, write_entry: WriteEntry) -> None:
    path = write_entry("a")
    path.rename(path.with_name("b.yaml"))
    with pytest.raises(CatalogueError, match=r"expected the file to be called a\.yaml"):
        check(catalogue)
