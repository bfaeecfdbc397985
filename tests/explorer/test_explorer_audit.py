"""Audits from the command line, and claims of the library against runs of the engine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from citations.audit import prefill
from citations.library import Library
from engine import audit_try
from explorer.__main__ import main
from explorer.audits import NotTriable, is_triable, shown, try_it
from explorer.jobs import Jobs
from explorer.panes.audit import AuditPane
from explorer.session import Session
from explorer.settings import Settings

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of one call."""
    try:
        code = main(["audit", *arguments])
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_every_pair_belongs_to_a_claim_of_the_library() -> None:
    sources = {source.key: source for source in Library.open().sources(1)}
    for pair in audit_try.pairs().values():
        assert 1 <= pair.position <= len(sources[pair.source].claims)
        assert is_triable(prefill(sources[pair.source], pair.position).subject)


def test_the_list_has_all_claims(capsys: Capture) -> None:
    code, out, err = run(capsys, "--list", "--json")
    assert (code, err) == (0, "")
    listed = json.loads(out)
    assert len(listed) == 188
    assert sum(row["can_be_tried"] for row in listed) == len(audit_try.pairs())
    assert len(run(capsys, "--list")[1].splitlines()) == 190


def test_a_claim_is_printed_in_either_shape_and_language(capsys: Capture) -> None:
    code, out, _ = run(capsys, "--claim", "pagedattention:1")
    assert code == 0
    assert out.startswith("# Audit: PagedAttention")
    assert run(capsys, "--claim", "pagedattention:1", "--lang", "zh")[1].startswith("# 审计：")
    assert json.loads(run(capsys, "--claim", "pagedattention:1", "--json")[1])["claim"]["value"] == "2-4"


def test_a_trial_stands_beside_the_claim_under_another_label(capsys: Capture) -> None:
    found = json.loads(run(capsys, "--claim", "pagedattention:2", "--try", "--json")[1])
    assert found["trial"]["evidence"] == "reproducible"
    assert found["claim"]["evidence"] == "author-reported"
    assert found["trial"]["unmatched"]
    assert found["trial"]["measured"].endswith(" x)")


@pytest.mark.parametrize("suffix", [".pdf", ".md", ".json", ".toml"])
def test_a_report_is_written_by_its_suffix(capsys: Capture, tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"report{suffix}"
    assert run(capsys, "--claim", "orca:1", "-o", str(target)) == (0, "", "")
    assert target.stat().st_size > 500
    if suffix in (".json", ".toml"):
        again = run(capsys, "--open", str(target))
        assert again == run(capsys, "--claim", "orca:1")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--claim", "orca:9"), "--claim: orca: found claim 9, expected 1 to 1"),
        (("--claim", "orca"), "found 'orca', expected the key of a source, a colon and a number"),
        (("--claim", "orce:1"), "did you mean orca?"),
        (
            ("--claim", "medusa:1", "--try"),
            "--try: medusa:1: the engine has no run of this kind: without a stated acceptance",
        ),
        (("--claim", "orca:1", "-o", "x.docx"), "found suffix '.docx', expected .pdf"),
        (("--claim", "orca:1", "-o", "x.pdf", "--json"), "expected no --json"),
        (("--list", "--try"), "--list: expected no --try"),
        (("--open", "missing.toml"), "missing.toml: No such file or directory"),
        ((), "one of the arguments --claim --open --list is required"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(capsys: Capture, arguments: tuple[str, ...], told: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


def test_a_wrong_file_is_named_with_line_and_field(capsys: Capture, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("audit = 1\n[claim]\nvalue = 3\n", encoding="utf-8")
    code, _, err = run(capsys, "--open", str(wrong))
    assert code == 2
    assert "line 3: claim.value: found 3, expected text" in err


def test_a_claim_that_cannot_be_tried_says_so() -> None:
    sources = {source.key: source for source in Library.open().sources(1)}
    with pytest.raises(NotTriable, match="medusa:1"):
        try_it(prefill(sources["medusa"], 1))


@pytest.mark.parametrize(
    ("value", "unit", "binary", "text"),
    [
        (0.9822, "1", False, "98.2 %"),
        (0.0123, "s", False, "12.3 ms"),
        (2.0, "s", False, "2 s"),
        (9.856e9, "B", False, "9.86 GB"),
        (9.856e9, "B", True, "9.18 GiB"),
        (25_920.0, "B", False, "25.9 kB"),
        (12.0, "B", False, "12 B"),
        (5738.0, "tokens/s", False, "5,740 tokens/s"),
    ],
)
def test_measured_values_read_well(value: float, unit: str, binary: bool, text: str) -> None:
    assert shown(value, unit, binary) == text


def test_the_window_tries_a_claim_in_the_real_worker(qtbot: QtBot) -> None:
    session = Session(Settings())
    jobs = Jobs(session)
    pane = AuditPane(session, jobs)
    qtbot.addWidget(pane)
    try:
        pane.view.setLibrary(Library.open().sources(1))
        pane.view.chooseClaim("deepseek-v2", 1)
        pane.view.tryWanted.emit(pane.view.audit())
        qtbot.waitUntil(lambda: pane.view.audit().trial is not None, timeout=60_000)
        trial = pane.view.audit().trial
        assert trial is not None
        assert (trial.measured, trial.finding) == ("15 x", "inside")
        assert "15 x" in pane.view.describe()
    finally:
        jobs.shutdown()
